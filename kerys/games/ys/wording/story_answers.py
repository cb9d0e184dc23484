"""What the answers of the seats did."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kerys.games.ys.actions import Question
from kerys.games.ys.components import BOARD_AGENTS, CHARACTERS, COLOURS, QUARTERS, SHIP_COLOURS
from kerys.games.ys.state import in_market, owner_of
from kerys.games.ys.wording import names as words
from kerys.games.ys.wording.steps import Step
from kerys.kernel.seats import NONE
from kerys.locale import _


def _bid(step: Step) -> Iterator[str]:
    if step.after.pending:
        yield step.answer(_("{name} has sealed a bid."), _("You have sealed your bid."))
        return
    for seat in range(len(step.names)):
        high, low = int(step.after.front[seat, 0]), int(step.after.front[seat, 1])
        yield step.told(
            seat,
            _("{name} bids {high} and {low}: {sum}."),
            _("You bid {high} and {low}: {sum}."),
            high=high,
            low=low,
            sum=high + low,
        )


def _position(step: Step) -> Iterator[str]:
    for position, seat in enumerate(step.after.picks.tolist()):
        if seat != NONE and step.before.picks[position] == NONE:
            yield step.told(
                seat,
                _("{name} takes place {place} in the order."),
                _("You take place {place} in the order."),
                place=position + 1,
            )


def _card(step: Step) -> Iterator[str]:
    for card in range(CHARACTERS):
        if step.after.played_by[card] != step.before.played_by[card]:
            yield step.answer(
                _("{name} plays the {character}."),
                _("You play the {character}."),
                character=words.character(card),
            )


def _look(step: Step) -> Iterator[str]:
    for agent, looked in enumerate(step.after.looked.tolist()):
        if looked != step.before.looked[agent]:
            yield _looked(step, agent)
            if step.answered == step.seat:
                yield _("It is worth {value}.").format(value=int(step.after.value[agent]))


def _looked(step: Step, agent: int) -> str:
    """Who looked at whose agent."""
    owner = int(owner_of(step.after, int(step.after.team[agent])))
    theirs = (
        _("{name} looks at your {agent}.")
        if owner == step.seat
        else _("{name} looks at {agent} of {owner}.")
    )
    yours = _("You look at {agent} of {owner}.")
    return step.answer(theirs, yours, agent=words.agent(agent), owner=step.name(owner))


def _place(step: Step) -> Iterator[str]:
    agent = int(step.before.placed)
    value = words.shown_value(step.after, step.seat, agent)
    if int(step.before.question) == Question.PLACE_NEUTRAL:
        theirs = _("{name} places a hidden neutral agent in {place}.")
        yours = _("You place a hidden neutral agent in {place}.")
    elif not step.after.hidden[agent]:
        theirs = _("{name} places an open {value} in {place}.")
        yours = _("You place an open {value} in {place}.")
    elif value == NONE:
        theirs = _("{name} places a hidden agent in {place}.")
        yours = _("You place a hidden agent in {place}.")
    else:
        theirs = _("{name} places a hidden {value} in {place}.")
        yours = _("You place a hidden {value} in {place}.")
    place = int(step.after.place[agent])
    yield step.answer(theirs, yours, value=value, place=words.place(place))
    if in_market(place):
        yield _market_point(step, int(owner_of(step.after, int(step.after.team[agent]))))


def _market_point(step: Step, owner: int) -> str:
    """An agent that enters the market scores for its owner (YS-4.4)."""
    return step.told(owner, _("{name} scores 1 point for it."), _("You score 1 point for it."))


def _refill(step: Step) -> Iterator[str]:
    front = sorted(step.after.front[step.answered, :2].tolist())
    front.remove(int(step.before.front[step.answered, 0]))
    yield step.answer(
        _("{name} moves a {value} up to the front."),
        _("You move a {value} up to the front."),
        value=front[0],
    )


def _take_gem(step: Step) -> Iterator[str]:
    for colour in range(SHIP_COLOURS):
        if step.after.ship_gems[colour] < step.before.ship_gems[colour]:
            yield step.answer(
                _("{name} takes a {colour} gem from the ship."),
                _("You take a {colour} gem from the ship."),
                colour=words.colour(colour),
            )


def _choose_gem(step: Step) -> Iterator[str]:
    for colour in step.gained(step.answered):
        yield step.answer(
            _("{name} chooses a {colour} gem."),
            _("You choose a {colour} gem."),
            colour=words.colour(colour),
        )


def _column(step: Step) -> Iterator[str]:
    for place, column in enumerate(step.after.ranking.tolist()):
        if column != NONE and step.before.ranking[place] == NONE:
            yield step.answer(
                _("{name} puts the {colour} column in place {place}."),
                _("You put the {colour} column in place {place}."),
                colour=words.colour(column),
                place=place + 1,
            )


def _prices(step: Step) -> Iterator[str]:
    for colour in range(COLOURS):
        price, old = int(step.after.prices[colour]), int(step.before.prices[colour])
        if price > old:
            theirs = _("{name} raises {colour} to {price}.")
            yours = _("You raise {colour} to {price}.")
        else:
            theirs = _("{name} lowers {colour} to {price}.")
            yours = _("You lower {colour} to {price}.")
        if price != old:
            yield step.answer(theirs, yours, colour=words.colour(colour), price=price)


def _throne(step: Step) -> Iterator[str]:
    if step.after.pending:
        yield step.answer(
            _("{name} has chosen an agent for the throne room."),
            _("You have chosen an agent for the throne room."),
        )
        return
    yield _("Every player sends an agent to the throne room and takes an extra 2.")


def _captain(step: Step) -> Iterator[str]:
    moved = [
        quarter
        for quarter in range(QUARTERS)
        if step.after.ports[quarter] != step.before.ports[quarter]
    ]
    yield step.answer(
        _("{name} swaps the ships in ports {one} and {two}."),
        _("You swap the ships in ports {one} and {two}."),
        one=moved[0] + 1,
        two=moved[1] + 1,
    )


def _queen(step: Step) -> Iterator[str]:
    yield step.answer(
        _("{name} closes {place}."),
        _("You close {place}."),
        place=words.place(int(step.after.closed)),
    )


def _herald(step: Step) -> Iterator[str]:
    agent = int(step.before.chosen)
    yield _("{agent} moves from {before} to {after}.").format(
        agent=words.start(words.agent(agent)),
        before=words.place(int(step.before.place[agent])),
        after=words.place(int(step.after.place[agent])),
    )
    if step.after.points[step.answered] > step.before.points[step.answered]:
        yield _market_point(step, step.answered)


def _magician(step: Step) -> Iterator[str]:
    moved = [
        agent
        for agent in range(BOARD_AGENTS)
        if step.after.place[agent] != step.before.place[agent]
    ]
    if len(moved) == 2:
        one, two = (words.agent(agent) for agent in moved)
        yield _("{one} and {two} swap places.").format(one=words.start(one), two=two)
    else:
        yield step.answer(
            _("{name} swaps an agent with one in the throne room."),
            _("You swap an agent with one in the throne room."),
        )


def _mercenary(step: Step) -> Iterator[str]:
    for agent in range(BOARD_AGENTS):
        if step.after.marked[agent] and not step.before.marked[agent]:
            yield _("{agent} is marked and counts as 5.").format(
                agent=words.start(words.agent(agent))
            )


def _alchemist(step: Step) -> Iterator[str]:
    for colour in step.gained(step.answered):
        yield step.answer(
            _("{name} swaps a {given} gem for a {taken} one."),
            _("You swap a {given} gem for a {taken} one."),
            given=words.colour(int(step.before.chosen)),
            taken=words.colour(colour),
        )


ANSWERS: dict[int, Callable[[Step], Iterator[str]]] = {
    Question.BID: _bid,
    Question.POSITION: _position,
    Question.PLAY_CARD: _card,
    Question.LOOK: _look,
    Question.PLACE: _place,
    Question.REFILL: _refill,
    Question.PLACE_NEUTRAL: _place,
    Question.TAKE_GEM: _take_gem,
    Question.CHOOSE_GEM: _choose_gem,
    Question.NEXT_COLUMN: _column,
    Question.MOVE_PRICE: _prices,
    Question.THRONE_AGENT: _throne,
    Question.CAPTAIN_PORTS: _captain,
    Question.QUEEN_AREA: _queen,
    Question.HERALD_PLACE: _herald,
    Question.MAGICIAN_SECOND: _magician,
    Question.MERCENARY_AGENT: _mercenary,
    Question.ALCHEMIST_TAKES: _alchemist,
    Question.BANKER_RAISES: _prices,
    Question.BANKER_LOWERS: _prices,
}
