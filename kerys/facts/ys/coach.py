"""The coach of Ys: what a choice does, from facts alone.

No move is made: the agents, gems and prices that a choice would move are added to what the view
shows, and what it doesn't show is deduced (`unseen`). So no line can depend on a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kerys.facts.panels import between
from kerys.facts.ys.coach_places import Shift, standings, swapped_ships
from kerys.facts.ys.explain_people import possible_values
from kerys.facts.ys.projection import throne_span
from kerys.facts.ys.read import AGENT_NAMES
from kerys.facts.ys.unseen import Sight
from kerys.facts.ys.words import colour_word
from kerys.games.ys.actions import (
    AGENT,
    BID,
    CARD,
    COLOUR,
    DONE,
    FIRST_PORT,
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
from kerys.games.ys.components import (
    AREAS,
    CARDS_PER_ROUND,
    CITY,
    COLOURS,
    COLUMN_STEPS,
    MARKED_VALUE,
    MARKET_POINTS,
    MERCHANT,
    VALUES,
    WHITE,
)
from kerys.games.ys.ending import black_points, gem_points
from kerys.games.ys.market import moved_price
from kerys.games.ys.prices import price_rank
from kerys.games.ys.state import neutral
from kerys.games.ys.wording.notation import put_parts
from kerys.games.ys.wording.questions import points
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.table.action import Action
from kerys.table.view import View


@dataclass
class Plan:
    """What the answers of a turn would change."""

    sight: Sight
    shifts: list[Shift] = field(default_factory=list)
    """Agents that would arrive, leave or change value."""
    after: Any = None
    """The record with the new gems and prices, if these change."""
    lines: list[str] = field(default_factory=list)
    agent: int = NONE
    """The agent named by the first half of a choice."""

    @property
    def me(self) -> int:
        """The seat that chooses."""
        return self.sight.view.seat

    def state(self) -> Any:
        """A copy of the record, which may be changed."""
        if self.after is None:
            self.after = self.sight.view.rules.copy(self.sight.state)
        return self.after


def coach(view: View, actions: Sequence[Action]) -> tuple[str, ...]:
    """What is certain about some answers, and what hidden agents could change."""
    plan = Plan(Sight(view))
    for action in actions:
        if action.code != DONE:
            PLANS[Question(int(action.view.question))](plan, action)
    lines = [*plan.lines, *standings(plan.sight, plan.shifts)]
    if plan.after is not None:
        lines += _points_told(plan)
    return tuple(dict.fromkeys(lines))


# --- Agents -----------------------------------------------------------------------------------


def _put(plan: Plan, action: Action) -> None:
    """An agent is placed."""
    _front, _face, value, place = put_parts(action.code)
    state = plan.sight.state
    is_neutral = int(action.view.question) == Question.PLACE_NEUTRAL
    owner = int(neutral(state)) if is_neutral else plan.me
    plan.shifts.append(Shift(owner, place, value, 1))
    if place >= CITY:
        said = _("You score {points} at once.")
        if is_neutral:
            said = _("The neutral merchant scores {points} at once.")
        plan.lines.append(said.format(points=points(MARKET_POINTS)))


def _name_agent(plan: Plan, action: Action) -> None:
    """Remember the agent from the first half of a choice."""
    plan.agent = action.code - AGENT


def _move(plan: Plan, action: Action) -> None:
    """The Herald: an agent moves elsewhere."""
    state, to = plan.sight.state, action.code - PLACE
    agent = plan.agent if plan.agent != NONE else int(state.chosen)
    place = int(state.place[agent])
    _leave(plan, agent, place)
    _arrive(plan, agent, to)
    if to >= CITY > place:
        plan.lines.append(_("You score {points} at once.").format(points=points(MARKET_POINTS)))


def _swap(plan: Plan, action: Action) -> None:
    """The Magician: two agents swap places."""
    state, other = plan.sight.state, action.code - AGENT
    agent = plan.agent if plan.agent != NONE else int(state.chosen)
    for one, to in ((agent, other), (other, agent)):
        _leave(plan, one, int(state.place[one]))
        _arrive(plan, one, int(state.place[to]))


def _leave(plan: Plan, agent: int, place: int) -> None:
    """One of the seat's agents leaves; nothing is said about agents that aren't shown again."""
    if _is_shown(plan, agent):
        plan.shifts.append(Shift(plan.me, place, -_counts(plan, agent), -1))


def _arrive(plan: Plan, agent: int, place: int) -> None:
    """One of the seat's agents arrives."""
    if _is_shown(plan, agent):
        plan.shifts.append(Shift(plan.me, place, _counts(plan, agent), 1))


def _is_shown(plan: Plan, agent: int) -> bool:
    """Whether the table shows an agent's value."""
    state = plan.sight.state
    return bool(state.marked[agent] or state.value[agent] != NONE)


def _counts(plan: Plan, agent: int) -> int:
    """The value that one of the seat's agents counts for."""
    state = plan.sight.state
    return MARKED_VALUE if state.marked[agent] else int(state.value[agent])


def _mark(plan: Plan, action: Action) -> None:
    """The Mercenary: an agent counts as 5."""
    agent = action.code - AGENT
    place = int(plan.sight.state.place[agent])
    if _is_shown(plan, agent):
        plan.shifts.append(Shift(plan.me, place, MARKED_VALUE - _counts(plan, agent), 0))


def _look(plan: Plan, action: Action) -> None:
    """The Spy: which values an agent may have."""
    values = possible_values(plan.sight, AGENT_NAMES[action.code - AGENT])
    left = int(plan.sight.state.looks) - 1
    plan.lines += [
        _("It can be: {values}.").format(values=", ".join(map(str, values))),
        ngettext("{number} look is left then.", "{number} looks are left then.", left),
    ]
    place = int(plan.sight.state.place[action.code - AGENT])
    if place >= 0:
        plan.shifts.append(Shift(plan.me, place, 0, 0))


def _close(plan: Plan, action: Action) -> None:
    """The Queen: an area stays as it is."""
    plan.shifts.append(Shift(plan.me, action.code - PLACE, 0, 0))


def _ports(plan: Plan, action: Action) -> None:
    """The Captain: two ships swap ports."""
    pair = action.code - PORTS
    ports = int(FIRST_PORT[pair]), int(SECOND_PORT[pair])
    plan.lines += swapped_ships(plan.sight, *ports)


# --- Bids, order, front -----------------------------------------------------------------------


def _bid(plan: Plan, action: Action) -> None:
    """What is left after a bid, and what others can bid."""
    pair = action.code - BID
    high, low = int(pair_high(pair)), int(pair_low(pair))
    left = plan.sight.state.behind[plan.me].tolist()
    for value in (high, low):
        left[value] -= 1
    agents = [str(value) for value in reversed(range(VALUES)) for _one in range(left[value])]
    most = max(
        _highest_bid(plan.sight, seat) for seat in range(plan.sight.view.players) if seat != plan.me
    )
    plan.lines += [
        _("You keep {agents} to place.").format(agents=", ".join(agents)),
        _("The others can bid up to {most}.").format(most=most),
    ]


def _highest_bid(sight: Sight, seat: int) -> int:
    """The highest possible bid of a seat, as far as the view knows."""
    unseen = sight.unseen[seat]
    tops = []
    for _values, rest in unseen.fillings:
        held = [value for value in range(VALUES) for _one in range(unseen.behind[value])]
        tops.append(sum(sorted([*held, *rest])[-2:]))
    return max(tops)


def _position(plan: Plan, action: Action) -> None:
    """Who places agents before and after the seat."""
    before = action.code - POSITION
    after = plan.sight.view.players - 1 - before
    plan.lines.append(
        _("In every turn {before} place before you and {after} after you.").format(
            before=before, after=after
        )
    )


def _card(plan: Plan, action: Action) -> None:
    """How many characters can still be played afterwards."""
    left = CARDS_PER_ROUND - 1 - int(plan.sight.state.cards_played[plan.me])
    plan.lines.append(
        ngettext(
            "You can play {number} more character this round.",
            "You can play {number} more characters this round.",
            left,
        )
    )
    if action.code - CARD == MERCHANT:
        first = range(1, AREAS * plan.sight.table.quarters, AREAS)
        plan.shifts += [Shift(plan.me, place, 0, 0) for place in first]


def _refill(plan: Plan, action: Action) -> None:
    """The new sum of the front."""
    front = plan.sight.table.players[plan.me].front
    plan.lines.append(
        _("Your front would add up to {sum}.").format(sum=sum(front) + action.code - VALUE)
    )


def _throne(plan: Plan, action: Action) -> None:
    """The sum of the seat's agents in the throne room, and what others can reach."""
    for seat in range(plan.sight.view.players):
        low, high = throne_span(plan.sight, seat)
        if seat == plan.me:
            value = action.code - VALUE
            plan.lines.append(
                _("Your agents in the throne room would add up to {sum}.").format(
                    sum=between(low + value, high + value)
                )
            )
        else:
            plan.lines.append(
                _("Those of {name} add up to {sum}, before this round's.").format(
                    name=plan.sight.names[seat], sum=between(low, high)
                )
            )


# --- Gems and prices --------------------------------------------------------------------------


def _take(plan: Plan, action: Action) -> None:
    """A gem is gained."""
    _gem(plan, action.code - COLOUR, 1)


def _give(plan: Plan, action: Action) -> None:
    """A gem is given up."""
    _gem(plan, action.code - COLOUR, -1)


def _gem(plan: Plan, colour: int, step: int) -> None:
    """A gem is gained or lost."""
    if colour == WHITE:
        plan.lines.append(_("You then choose its colour."))
        return
    state = plan.state()
    state.gems[plan.me, colour] += step
    many = int(state.gems[plan.me, colour])
    plan.lines.append(
        _("{colour}: you would have {gems}.").format(
            colour=colour_word(colour), gems=ngettext("{number} gem", "{number} gems", many)
        )
    )


def _price(plan: Plan, action: Action) -> None:
    """A price moves by one step."""
    colour, way = divmod(action.code - PRICE, 2)
    _move_price(plan, colour, 1 if way == UP else -1)


def _column(plan: Plan, action: Action) -> None:
    """A column is ranked next, and its price moves."""
    settled = sum(int(one) != NONE for one in action.view.ranking)
    _move_price(plan, action.code - COLOUR, int(COLUMN_STEPS[settled]))


def _move_price(plan: Plan, colour: int, step: int) -> None:
    """Change the price of a colour."""
    state = plan.state()
    state.prices[colour] = moved_price(int(state.prices[colour]), step)
    plan.lines.append(
        _("{colour} would stand at {price} and rank {rank} of 4 by price.").format(
            colour=colour_word(colour),
            price=int(state.prices[colour]),
            rank=int(price_rank(state, colour)) + 1,
        )
    )


def _points_told(plan: Plan) -> Iterable[str]:
    """What everyone would gain or lose if the game ended now."""
    changes = []
    for owner in plan.sight.owners:
        gain = _end_points(plan.after, owner) - _end_points(plan.sight.state, owner)
        if gain:
            name = _("you") if owner == plan.me else plan.sight.names[owner]
            changes.append(f"{name} {gain:+d}")
    if changes:
        yield _("If the game ended now, that changes points: {changes}.").format(
            changes=", ".join(changes)
        )
    else:
        yield _("If the game ended now, it would change nobody's points.")


def _end_points(state: Any, owner: int) -> int:
    """What an owner's gems would score."""
    gems = sum(int(gem_points(state, owner, colour)) for colour in range(COLOURS))
    return gems + int(black_points(state, owner))


PLANS: dict[Question, Callable[[Plan, Action], None]] = {
    Question.BID: _bid,
    Question.POSITION: _position,
    Question.PLAY_CARD: _card,
    Question.LOOK: _look,
    Question.PLACE: _put,
    Question.REFILL: _refill,
    Question.PLACE_NEUTRAL: _put,
    Question.TAKE_GEM: _take,
    Question.CHOOSE_GEM: _take,
    Question.NEXT_COLUMN: _column,
    Question.MOVE_PRICE: _price,
    Question.THRONE_AGENT: _throne,
    Question.CAPTAIN_PORTS: _ports,
    Question.QUEEN_AREA: _close,
    Question.HERALD_AGENT: _name_agent,
    Question.HERALD_PLACE: _move,
    Question.MAGICIAN_FIRST: _name_agent,
    Question.MAGICIAN_SECOND: _swap,
    Question.MERCENARY_AGENT: _mark,
    Question.ALCHEMIST_GIVES: _give,
    Question.ALCHEMIST_TAKES: _take,
    Question.BANKER_RAISES: _price,
    Question.BANKER_LOWERS: _price,
}
"""What each kind of answer changes."""
