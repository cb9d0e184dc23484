"""Why an action doesn't answer the question, told from the seat's own view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kerys.games.ys.actions import (
    ACTIONS,
    AGENT,
    BID,
    CARD,
    COLOUR,
    FAMILY_OFFSET,
    PLACE,
    POSITION,
    PRICE,
    UP,
    VALUE,
    Question,
    pair_high,
    pair_low,
)
from kerys.games.ys.components import (
    AREAS,
    BOARD_AGENTS,
    CARDS_PER_ROUND,
    CITY,
    COLOURS,
    COLUMNS,
    HIGHEST_PRICE,
    ILLUSIONIST,
    LOWEST_PRICE,
    WINDOW_OF,
    Window,
)
from kerys.games.ys.market import next_columns
from kerys.games.ys.placement import faces_allowed
from kerys.games.ys.state import first_line, neutral_set, owner_of
from kerys.games.ys.windows import CARDS_AT
from kerys.games.ys.wording import names as words
from kerys.games.ys.wording.notation import put_parts
from kerys.games.ys.wording.questions import question
from kerys.kernel.seats import NONE
from kerys.locale import N_, _

WINDOWS = {
    Window.BEFORE_PLACEMENT: N_("before the placement"),
    Window.BEFORE_TURN: N_("before one of your own turns"),
    Window.AFTER_TURN: N_("right after one of your own turns"),
    Window.BEFORE_SCORING: N_("before the scoring"),
    Window.END_OF_SCORING: N_("at the end of the scoring"),
    Window.AT_ONCE: N_("automatically when it is won"),
}
FAMILIES = [*sorted({int(offset) for offset in FAMILY_OFFSET}), ACTIONS]
"""Where each family of actions begins."""


def refuse(state: Any, seat: int, action: int) -> str:
    """Why an action doesn't answer the question."""
    asked = Question(int(state.question))
    family = int(FAMILY_OFFSET[asked])
    end = next(start for start in FAMILIES if start > family)
    if CARD <= action < VALUE and asked != Question.PLAY_CARD:
        return _card(state, seat, action)
    if not family <= action < end:
        return _no_answer(state, seat)
    return REASONS[asked](state, seat, action)


def _no_answer(state: Any, seat: int) -> str:
    return _("That doesn't answer the question: {question}").format(question=question(state, seat))


def _bid(state: Any, seat: int, action: int) -> str:
    high, low = int(pair_high(action - BID)), int(pair_low(action - BID))
    return _("You don't have both {high} and {low} behind your screen.").format(high=high, low=low)


def _position(state: Any, seat: int, action: int) -> str:
    place = action - POSITION
    if place >= state.players:
        return _("There are only {number} places in the order.").format(number=int(state.players))
    return _("Place {place} in the order is taken.").format(place=place + 1)


def _card(state: Any, seat: int, action: int) -> str:
    card = action - CARD
    name = words.character(card)
    if int(state.won[seat]) >> card & 1:
        return _(
            "You won the {character} this round and can play it from the next round on."
        ).format(character=name)
    if not int(state.hand[seat]) >> card & 1:
        return _("You don't have the {character}.").format(character=name)
    if state.cards_played[seat] >= CARDS_PER_ROUND:
        return _("You have already played two characters this round, and that is the limit.")
    if not int(CARDS_AT[int(state.moment)]) >> card & 1:
        return _("The {character} is played {moment}, not now.").format(
            character=name, moment=_(WINDOWS[WINDOW_OF[card]])
        )
    if state.question != Question.PLAY_CARD:
        return _no_answer(state, seat)
    return _("There is no agent that the {character} could affect now.").format(character=name)


def _look(state: Any, seat: int, action: int) -> str:
    agent = action - AGENT
    if state.place[agent] == NONE:
        return _no_such(agent)
    if owner_of(state, int(state.team[agent])) == seat:
        return _("{agent} is your own.").format(agent=words.start(words.agent(agent)))
    if not state.hidden[agent]:
        return _("{agent} is already open.").format(agent=words.start(words.agent(agent)))
    return _("You have already looked at {agent}.").format(agent=words.agent(agent))


def _put(state: Any, seat: int, action: int) -> str:
    front, face, value, place = put_parts(action)
    neutral = state.question == Question.PLACE_NEUTRAL
    if front and neutral:
        return _("Neutral agents come from behind the screen.")
    if front and state.played_by[ILLUSIONIST] != seat:
        return _("Only the Illusionist lets you place agents from the front.")
    if front and value not in (state.front[seat, 0], state.front[seat, 1]):
        return _("There is no {value} in front of your screen.").format(value=value)
    team = neutral_set(state, seat) if neutral else seat
    if not front and state.behind[team, value] <= 0:
        if neutral:
            return _("You have no neutral {value}.").format(value=value)
        return _("There is no {value} behind your screen.").format(value=value)
    if neutral and face == 0:
        return _("A neutral agent must be placed hidden.")
    if not neutral and not int(faces_allowed(state, seat)) >> face & 1:
        if face == 0:
            return _(
                "You have already placed this turn's open agent: the other one must be hidden."
            )
        return _("You have already placed this turn's hidden agent: the other one must be open.")
    return _place_reason(state, place)


def _place_reason(state: Any, place: int) -> str:
    """Why nobody can go to a place."""
    where = words.place(place)
    if place == state.closed:
        return _("The Queen has closed {place}.").format(place=where)
    if place < CITY:
        return _("Quarter {quarter} isn't in use.").format(quarter=place // AREAS + 1)
    if (place - CITY) // COLUMNS < first_line(state):
        return _("Line 1 of the market is closed with fewer than four players.")
    return _("{place} is occupied.").format(place=words.start(where))


def _value(state: Any, seat: int, action: int) -> str:
    if state.question == Question.THRONE_AGENT:
        return _("There is no {value} in front of your screen.").format(value=action - VALUE)
    return _("There is no {value} behind your screen.").format(value=action - VALUE)


def _gem(state: Any, seat: int, action: int) -> str:
    colour = action - COLOUR
    name = words.colour(colour)
    if state.question == Question.TAKE_GEM:
        return _("No {colour} gem is left on this ship.").format(colour=name)
    if state.question == Question.ALCHEMIST_GIVES:
        return _("You have no {colour} gem to give.").format(colour=name)
    if state.question == Question.NEXT_COLUMN:
        tied = int(next_columns(state))
        columns = [words.colour(one) for one in range(COLUMNS) if tied >> one & 1]
        return _("Only these columns are tied: {columns}.").format(columns=words.listed(columns))
    if colour >= COLOURS:
        return _("Choose blue, green, yellow or red, not {colour}.").format(colour=name)
    return _("The gem you take must differ from the one you give.")


def _price(state: Any, seat: int, action: int) -> str:
    colour, way = divmod(action - PRICE, 2)
    name = words.colour(colour)
    if state.question == Question.BANKER_RAISES and way != UP:
        return _("The Banker must raise a price first.")
    if state.question == Question.BANKER_LOWERS and way == UP:
        return _("The Banker must lower a price now.")
    if way == UP and state.prices[colour] == HIGHEST_PRICE:
        return _("{colour} is at the top of the scale.").format(colour=words.start(name))
    if way != UP and state.prices[colour] == LOWEST_PRICE:
        return _("{colour} is at the bottom of the scale.").format(colour=words.start(name))
    return _("The Banker needs two different colours.")


def _ports(state: Any, seat: int, action: int) -> str:
    return _("There are ships only in ports 1 to {number}.").format(number=int(state.quarters))


def _area(state: Any, seat: int, action: int) -> str:
    place = action - PLACE
    if state.question == Question.QUEEN_AREA:
        if place >= CITY:
            return _("The Queen can only close areas of the city, not market spaces.")
    elif place == state.place[state.chosen]:
        return _("The agent is already there.")
    return _place_reason(state, place)


def _own_agent(state: Any, seat: int, action: int) -> str:
    agent = action - AGENT
    asked = Question(int(state.question))
    if state.place[agent] == NONE:
        return _no_such(agent)
    if state.team[agent] != seat:
        return _("{agent} isn't yours.").format(agent=words.start(words.agent(agent)))
    if asked == Question.MERCENARY_AGENT:
        return _("The Mercenary can only mark one of the two agents you have just placed.")
    if state.place[agent] == state.closed:
        return _("{agent} is in the area that the Queen closed.").format(
            agent=words.start(words.agent(agent))
        )
    if agent >= BOARD_AGENTS and asked == Question.HERALD_AGENT:
        return _("The Herald can't move agents out of the throne room.")
    return _("The two agents must be in different places.")


def _no_such(agent: int) -> str:
    if agent >= BOARD_AGENTS:
        return _("There is no such agent in the throne room.")
    return _("There is no {agent} on the board.").format(agent=words.agent(agent))


REASONS: dict[Question, Callable[[Any, int, int], str]] = {
    Question.BID: _bid,
    Question.POSITION: _position,
    Question.PLAY_CARD: _card,
    Question.LOOK: _look,
    Question.PLACE: _put,
    Question.REFILL: _value,
    Question.PLACE_NEUTRAL: _put,
    Question.TAKE_GEM: _gem,
    Question.CHOOSE_GEM: _gem,
    Question.NEXT_COLUMN: _gem,
    Question.MOVE_PRICE: _price,
    Question.THRONE_AGENT: _value,
    Question.CAPTAIN_PORTS: _ports,
    Question.QUEEN_AREA: _area,
    Question.HERALD_AGENT: _own_agent,
    Question.HERALD_PLACE: _area,
    Question.MAGICIAN_FIRST: _own_agent,
    Question.MAGICIAN_SECOND: _own_agent,
    Question.MERCENARY_AGENT: _own_agent,
    Question.ALCHEMIST_GIVES: _gem,
    Question.ALCHEMIST_TAKES: _gem,
    Question.BANKER_RAISES: _price,
    Question.BANKER_LOWERS: _price,
}
