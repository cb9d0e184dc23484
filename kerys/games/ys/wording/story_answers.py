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
        yield _("{name} has sealed a bid.").format(name=step.who)
        return
    for seat, name in enumerate(step.names):
        high, low = int(step.after.front[seat, 0]), int(step.after.front[seat, 1])
        yield _("{name} bids {high} and {low}: {sum}.").format(
            name=name, high=high, low=low, sum=high + low
        )


def _position(step: Step) -> Iterator[str]:
    for position, seat in enumerate(step.after.picks.tolist()):
        if seat != NONE and step.before.picks[position] == NONE:
            yield _("{name} takes place {place} in the order.").format(
                name=step.names[seat], place=position + 1
            )


def _card(step: Step) -> Iterator[str]:
    for card in range(CHARACTERS):
        if step.after.played_by[card] != step.before.played_by[card]:
            yield _("{name} plays the {character}.").format(
                name=step.who, character=words.character(card)
            )


def _look(step: Step) -> Iterator[str]:
    for agent, looked in enumerate(step.after.looked.tolist()):
        if looked != step.before.looked[agent]:
            yield _("{name} looks at {agent} of {owner}.").format(
                name=step.who,
                agent=words.agent(agent),
                owner=words.owner_of_agent(step.after, agent, step.names),
            )
            if step.answered == step.seat:
                yield _("It is worth {value}.").format(value=int(step.after.value[agent]))


def _place(step: Step) -> Iterator[str]:
    agent = int(step.before.placed)
    value = words.shown_value(step.after, step.seat, agent)
    if int(step.before.question) == Question.PLACE_NEUTRAL:
        sentence = _("{name} places a hidden neutral agent in {place}.")
    elif step.after.hidden[agent]:
        sentence = (
            _("{name} places a hidden agent in {place}.")
            if value == NONE
            else _("{name} places a hidden {value} in {place}.")
        )
    else:
        sentence = _("{name} places an open {value} in {place}.")
    place = int(step.after.place[agent])
    yield sentence.format(name=step.who, value=value, place=words.place(place))
    if in_market(place):
        owner = step.name(int(owner_of(step.after, int(step.after.team[agent]))))
        yield _("{name} scores 1 point for it.").format(name=owner)


def _refill(step: Step) -> Iterator[str]:
    front = sorted(step.after.front[step.answered, :2].tolist())
    front.remove(int(step.before.front[step.answered, 0]))
    yield _("{name} moves a {value} up to the front.").format(name=step.who, value=front[0])


def _take_gem(step: Step) -> Iterator[str]:
    for colour in range(SHIP_COLOURS):
        if step.after.ship_gems[colour] < step.before.ship_gems[colour]:
            yield _("{name} takes a {colour} gem from the ship.").format(
                name=step.who, colour=words.colour(colour)
            )


def _choose_gem(step: Step) -> Iterator[str]:
    for colour in step.gained(step.answered):
        yield _("{name} chooses a {colour} gem.").format(name=step.who, colour=words.colour(colour))


def _column(step: Step) -> Iterator[str]:
    for place, column in enumerate(step.after.ranking.tolist()):
        if column != NONE and step.before.ranking[place] == NONE:
            yield _("{name} puts the {colour} column in place {place}.").format(
                name=step.who, colour=words.colour(column), place=place + 1
            )


def _prices(step: Step) -> Iterator[str]:
    for colour in range(COLOURS):
        price, old = int(step.after.prices[colour]), int(step.before.prices[colour])
        if price != old:
            sentence = (
                _("{name} raises {colour} to {price}.")
                if price > old
                else _("{name} lowers {colour} to {price}.")
            )
            yield sentence.format(name=step.who, colour=words.colour(colour), price=price)


def _throne(step: Step) -> Iterator[str]:
    if step.after.pending:
        yield _("{name} has chosen an agent for the throne room.").format(name=step.who)
        return
    yield _("Every player sends an agent to the throne room and takes an extra 2.")


def _captain(step: Step) -> Iterator[str]:
    moved = [
        quarter
        for quarter in range(QUARTERS)
        if step.after.ports[quarter] != step.before.ports[quarter]
    ]
    yield _("{name} swaps the ships in ports {one} and {two}.").format(
        name=step.who, one=moved[0] + 1, two=moved[1] + 1
    )


def _queen(step: Step) -> Iterator[str]:
    yield _("{name} closes {place}.").format(
        name=step.who, place=words.place(int(step.after.closed))
    )


def _herald(step: Step) -> Iterator[str]:
    agent = int(step.before.chosen)
    yield _("{agent} moves from {before} to {after}.").format(
        agent=words.start(words.agent(agent)),
        before=words.place(int(step.before.place[agent])),
        after=words.place(int(step.after.place[agent])),
    )
    if step.after.points[step.answered] > step.before.points[step.answered]:
        yield _("{name} scores 1 point for it.").format(name=step.who)


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
        yield _("{name} swaps an agent with one in the throne room.").format(name=step.who)


def _mercenary(step: Step) -> Iterator[str]:
    for agent in range(BOARD_AGENTS):
        if step.after.marked[agent] and not step.before.marked[agent]:
            yield _("{agent} is marked and counts as 5.").format(
                agent=words.start(words.agent(agent))
            )


def _alchemist(step: Step) -> Iterator[str]:
    for colour in step.gained(step.answered):
        yield _("{name} swaps a {given} gem for a {taken} one.").format(
            name=step.who,
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
