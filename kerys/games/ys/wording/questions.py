"""What Ys asks, and what each answer would do, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.games.ys.actions import (
    AGENT,
    BID,
    CARD,
    COLOUR,
    DONE,
    FIRST_PORT,
    HIDDEN,
    PLACE,
    PORTS,
    POSITION,
    PRICE,
    SECOND_PORT,
    UP,
    VALUE,
    Question,
    pair_high,
    pair_low,
)
from kerys.games.ys.components import COLUMN_STEPS
from kerys.games.ys.market import moved_price
from kerys.games.ys.wording import names as words
from kerys.games.ys.wording.explanations import effect
from kerys.games.ys.wording.notation import put_parts
from kerys.kernel.seats import NONE
from kerys.locale import N_, _, ngettext

QUESTIONS = {
    Question.BID: N_("Seal a bid: two agents from behind your screen."),
    Question.POSITION: N_("Choose your place in the order of this round."),
    Question.PLAY_CARD: N_("Play a character now, or continue without one."),
    Question.LOOK: N_("Spy: look at a hidden agent, or continue."),
    Question.REFILL: N_("Illusionist: move an agent up to the front, open."),
    Question.PLACE_NEUTRAL: N_("Place a neutral agent, hidden."),
    Question.TAKE_GEM: N_("Take a gem from the ship."),
    Question.CHOOSE_GEM: N_("Choose the colour of your gem."),
    Question.NEXT_COLUMN: N_("These columns are tied: choose which one comes next."),
    Question.MOVE_PRICE: N_("Best bidder: move one price one step up or down."),
    Question.THRONE_AGENT: N_("Send one of your three front agents to the throne room."),
    Question.CAPTAIN_PORTS: N_("Captain: swap the ships of two ports."),
    Question.QUEEN_AREA: N_("Queen: close an area of the city."),
    Question.HERALD_AGENT: N_("Herald: choose one of your agents to move."),
    Question.HERALD_PLACE: N_("Herald: choose where it goes."),
    Question.MAGICIAN_FIRST: N_("Magician: choose the first of two agents to swap."),
    Question.MAGICIAN_SECOND: N_("Magician: choose the second agent."),
    Question.MERCENARY_AGENT: N_("Mercenary: choose the agent that counts as 5."),
    Question.ALCHEMIST_GIVES: N_("Alchemist: give a gem away, or keep what you have."),
    Question.ALCHEMIST_TAKES: N_("Alchemist: choose the colour you take."),
    Question.BANKER_RAISES: N_("Banker: raise a price."),
    Question.BANKER_LOWERS: N_("Banker: lower another price."),
}
RULES = {
    Question.BID: ("YS-3.1", "YS-3.2", "YS-3.4"),
    Question.POSITION: ("YS-3.2", "YS-3.3"),
    Question.PLAY_CARD: ("YS-8.2", "YS-8.3", "YS-8.5", "YS-8.6"),
    Question.LOOK: ("YS-9.5", "YS-P5"),
    Question.PLACE: ("YS-4.1", "YS-4.2", "YS-4.3", "YS-4.4"),
    Question.REFILL: ("YS-9.7", "YS-R30"),
    Question.PLACE_NEUTRAL: ("YS-11.4", "YS-R40"),
    Question.TAKE_GEM: ("YS-5.3", "YS-2.8"),
    Question.CHOOSE_GEM: ("YS-2.8", "YS-9.9", "YS-9.15"),
    Question.NEXT_COLUMN: ("YS-6.3", "YS-6.4", "YS-P24"),
    Question.MOVE_PRICE: ("YS-6.5", "YS-R14"),
    Question.THRONE_AGENT: ("YS-13.2", "YS-13.3", "YS-13.7"),
    Question.CAPTAIN_PORTS: ("YS-9.3", "YS-P17"),
    Question.QUEEN_AREA: ("YS-9.13", "YS-R28"),
    Question.HERALD_AGENT: ("YS-9.6", "YS-R29"),
    Question.HERALD_PLACE: ("YS-9.6", "YS-R29"),
    Question.MAGICIAN_FIRST: ("YS-9.10", "YS-13.6", "YS-P3"),
    Question.MAGICIAN_SECOND: ("YS-9.10", "YS-13.6", "YS-P3"),
    Question.MERCENARY_AGENT: ("YS-9.12", "YS-P6"),
    Question.ALCHEMIST_GIVES: ("YS-9.1", "YS-P4"),
    Question.ALCHEMIST_TAKES: ("YS-9.1", "YS-P4"),
    Question.BANKER_RAISES: ("YS-9.2", "YS-P13"),
    Question.BANKER_LOWERS: ("YS-9.2", "YS-P13"),
}


def question(state: Any, seat: int) -> str:
    """What the seat is asked."""
    asked = Question(int(state.question))
    if asked == Question.PLACE:
        return _place_question(state)
    return _(QUESTIONS[asked])


def _place_question(state: Any) -> str:
    """Which of the two agents of a turn is due, and how it may lie."""
    faces = int(state.faces)
    if state.just_placed[0] == NONE:
        return _("Place the first of two agents, open or hidden.")
    if faces == 1 << HIDDEN:
        return _("Place the second agent; the first one is hidden.")
    return _("Place the second agent; the first one is open.")


def rule_ids(state: Any, seat: int) -> tuple[str, ...]:
    """The rules behind the question."""
    return RULES.get(Question(int(state.question)), ())


def describe(state: Any, seat: int, action: int, names: Sequence[str]) -> str:
    """What an answer to the question would do."""
    asked = Question(int(state.question))
    if asked in (Question.PLACE, Question.PLACE_NEUTRAL):
        return _describe_put(asked, action)
    if action == DONE:
        return _(DONE_SENTENCES[asked]) if asked in DONE_SENTENCES else _("Continue")
    if asked == Question.BID:
        high, low = int(pair_high(action - BID)), int(pair_low(action - BID))
        return _("Bid {high} and {low}, {sum} in total").format(high=high, low=low, sum=high + low)
    if asked == Question.POSITION:
        return _("Take place {place} in the order").format(place=action - POSITION + 1)
    if asked == Question.PLAY_CARD:
        return _("Play the {character}. {effect}").format(
            character=words.character(action - CARD), effect=effect(action - CARD)
        )
    if asked in (Question.REFILL, Question.THRONE_AGENT):
        value = action - VALUE
        if asked == Question.REFILL:
            return _("Move a {value} up to the front").format(value=value)
        return _("Send the {value} to the throne room, hidden and for good").format(value=value)
    if asked in AGENT_SENTENCES:
        return _describe_agent(state, seat, action - AGENT, names)
    if asked in PLACE_SENTENCES:
        return _(PLACE_SENTENCES[asked]).format(place=words.place(action - PLACE))
    if asked == Question.CAPTAIN_PORTS:
        one, two = int(FIRST_PORT[action - PORTS]) + 1, int(SECOND_PORT[action - PORTS]) + 1
        return _("Swap the ships of ports {one} and {two}").format(one=one, two=two)
    if asked == Question.NEXT_COLUMN:
        return _describe_column(state, action - COLOUR)
    if asked in COLOUR_SENTENCES:
        return _(COLOUR_SENTENCES[asked]).format(colour=words.colour(action - COLOUR))
    return describe_price(state, action - PRICE)


DONE_SENTENCES = {
    Question.PLAY_CARD: N_("Continue without playing a character"),
    Question.LOOK: N_("Continue without looking at an agent"),
    Question.ALCHEMIST_GIVES: N_("Keep the gems as they are"),
}
COLOUR_SENTENCES = {
    Question.TAKE_GEM: N_("Take a {colour} gem"),
    Question.CHOOSE_GEM: N_("Choose a {colour} gem"),
    Question.ALCHEMIST_GIVES: N_("Give a {colour} gem away"),
    Question.ALCHEMIST_TAKES: N_("Take a {colour} gem"),
}
PLACE_SENTENCES = {
    Question.QUEEN_AREA: N_("Close {place}: nobody goes in or out until the round ends"),
    Question.HERALD_PLACE: N_("Move it to {place}"),
}
AGENT_SENTENCES = {
    Question.LOOK: N_("Look at {agent} of {owner}, {place}"),
    Question.HERALD_AGENT: N_("Move {agent}, {value}, from {place}"),
    Question.MAGICIAN_FIRST: N_("Swap {agent}, {value}, from {place}"),
    Question.MAGICIAN_SECOND: N_("Swap with {agent}, {value}, from {place}"),
    Question.MERCENARY_AGENT: N_("Mark {agent}, {value}, in {place}: it counts as 5 this round"),
}


def _describe_put(asked: Question, action: int) -> str:
    """An agent that would be put down."""
    front, face, value, place = put_parts(action)
    where = words.place(place)
    if asked == Question.PLACE_NEUTRAL:
        return _("Place a neutral {value} hidden in {place}").format(value=value, place=where)
    if front:
        hidden = _("Place the {value} from the front hidden in {place}")
        shown = _("Place the {value} from the front open in {place}")
    else:
        hidden = _("Place a {value} hidden in {place}")
        shown = _("Place a {value} open in {place}")
    return (hidden if face == HIDDEN else shown).format(value=value, place=where)


def _describe_agent(state: Any, seat: int, agent: int, names: Sequence[str]) -> str:
    """An agent that would be looked at, moved, swapped or marked."""
    value = words.shown_value(state, seat, agent)
    return _(AGENT_SENTENCES[Question(int(state.question))]).format(
        agent=words.agent(agent),
        owner=words.owner_of_agent(state, agent, names),
        place=words.place(int(state.place[agent])),
        value=_("worth {value}").format(value=value) if value != NONE else _("value unknown"),
    )


def _describe_column(state: Any, column: int) -> str:
    """A column that would come next, and what that does to its price (YS-6.3)."""
    settled = sum(int(one) != NONE for one in state.ranking)
    price = int(state.prices[column])
    return _("Put the {colour} column next: its price goes from {price} to {next}").format(
        colour=words.colour(column),
        price=price,
        next=int(moved_price(price, int(COLUMN_STEPS[settled]))),
    )


def describe_price(state: Any, move: int) -> str:
    """A price that would move."""
    colour, way = divmod(move, 2)
    price = int(state.prices[colour])
    if way == UP:
        return _("Raise {colour} from {price} to {next}").format(
            colour=words.colour(colour), price=price, next=price + 1
        )
    return _("Lower {colour} from {price} to {next}").format(
        colour=words.colour(colour), price=price, next=price - 1
    )


def points(number: int) -> str:
    """A number of points."""
    return ngettext("{number} point", "{number} points", number)
