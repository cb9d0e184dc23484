"""What the moments of a round did by themselves: order, scoring, prices and the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kerys.games.ys.actions import Moment
from kerys.games.ys.components import (
    AREAS,
    COLOURS,
    COLUMNS,
    HARBOUR,
    KING,
    KING_POINTS,
    LINES,
    PALACE,
    PRINCE,
    PRINCE_POINTS,
    SHOPS,
    WHITE,
)
from kerys.games.ys.ending import black_points, gem_points, rank, throne_points
from kerys.games.ys.rounds import palace_prize
from kerys.games.ys.state import area_at, front_sum, neutral, owners, space_at
from kerys.games.ys.tallies import TALLY_BITS, ranked, tally
from kerys.games.ys.wording import names as words
from kerys.games.ys.wording.questions import points
from kerys.games.ys.wording.steps import Step
from kerys.kernel.seats import NONE
from kerys.locale import _

CROWNS = {KING: KING_POINTS, PRINCE: PRINCE_POINTS}


def _order(step: Step) -> Iterator[str]:
    if int(step.after.moment) == Moment.BEFORE_PLACEMENT:
        order = [
            step.told(seat, "{name}", _("you"))
            for seat in step.after.order.tolist()
            if seat != NONE
        ]
        yield _("The order of this round: {names}.").format(names=words.listed(order))


def _last_agents(step: Step) -> Iterator[str]:
    if int(step.after.moment) != Moment.LAST_LOOKS:
        return
    yield _("The last agents come out in front of the screens.")
    for seat in range(len(step.names)):
        front = [str(value) for value in step.after.front[seat].tolist()]
        yield step.told(
            seat,
            _("{name}: {values}, adding up to {sum}."),
            _("You: {values}, adding up to {sum}."),
            values=words.listed(front),
            sum=int(front_sum(step.after, seat)),
        )


# --- The city ----------------------------------------------------------------------------------


def _quarter_opens(step: Step) -> Iterator[str]:
    if int(step.after.moment) != Moment.QUARTER_GEMS:
        return
    quarter = int(step.after.cursor)
    totals = _totals(step, int(area_at(quarter, HARBOUR)), int(area_at(quarter, PALACE)))
    if totals:
        yield _("Quarter {quarter} is revealed: {totals}.").format(
            quarter=quarter + 1, totals=totals
        )
    else:
        yield _("There is nobody in quarter {quarter}.").format(quarter=quarter + 1)


def _totals(step: Step, first: int, last: int) -> str:
    """What every owner has on some places, best first."""
    sums = int(tally(step.after, first, last))
    found = []
    for place in range(int(owners(step.after))):
        owner = int(ranked(step.after, sums, place))
        if owner != NONE:
            total = (sums >> TALLY_BITS * owner & (1 << TALLY_BITS) - 1) - 1
            found.append(step.told(owner, _("{name} {total}"), _("you {total}"), total=total))
    return words.listed(found)


def _neutral_gem(step: Step) -> Iterator[str]:
    owner = int(neutral(step.after))
    if owner != NONE:
        for colour in step.gained(owner):
            yield _("{name} takes a {colour} gem.").format(
                name=step.name(owner), colour=words.colour(colour)
            )


def _areas(step: Step) -> Iterator[str]:
    for area in range(AREAS):
        winner = _winner(step, area)
        if winner != NONE:
            yield step.told(
                winner,
                _("{name} wins {place}: {prize}."),
                _("You win {place}: {prize}."),
                place=words.place(int(area_at(int(step.before.cursor), area))),
                prize=_prize(step, winner, area),
            )
    yield from _neutral_gem_of_palace(step)


def _winner(step: Step, area: int) -> int:
    """Who wins an area of the quarter that is scored."""
    place = int(area_at(int(step.before.cursor), area))
    return int(ranked(step.before, int(tally(step.before, place, place)), 0))


def _prize(step: Step, winner: int, area: int) -> str:
    """What an area brings its winner."""
    character = int(palace_prize(step.before, int(step.before.cursor)))
    if area == HARBOUR:
        return _("a black gem")
    if area == SHOPS:
        gain = int(step.after.points[winner]) - int(step.before.points[winner])
        if _winner(step, PALACE) == winner:
            gain -= CROWNS.get(character, 0)
        return points(gain)
    if character == NONE:
        return step.told(winner, _("a gem of their choice"), _("a gem of your choice"))
    name = words.character(character)
    if character in CROWNS:
        return _("the {character}, {points}").format(
            character=name, points=points(CROWNS[character])
        )
    if winner == neutral(step.before):
        return _("a gem instead of the {character}").format(character=name)
    return _("the {character}").format(character=name)


def _neutral_gem_of_palace(step: Step) -> Iterator[str]:
    """The neutral turns what it wins into a gem at once (YS-11.6)."""
    owner = int(neutral(step.after))
    if owner == NONE or _winner(step, PALACE) != owner:
        return
    for colour in step.gained(owner):
        if colour < COLOURS:
            yield _("{name} takes a {colour} gem.").format(
                name=step.name(owner), colour=words.colour(colour)
            )


# --- The market --------------------------------------------------------------------------------


def _market_opens(step: Step) -> Iterator[str]:
    yield _("The market is revealed.")


def _line(step: Step) -> Iterator[str]:
    line = int(step.before.cursor)
    if line == LINES:
        return
    spaces = int(space_at(line, 0)), int(space_at(line, COLUMNS - 1))
    winner = int(ranked(step.before, int(tally(step.before, *spaces)), 0))
    gem = int(step.before.line_gems[line])
    if winner == NONE:
        yield _("There is nobody in line {line}: its {colour} gem is lost.").format(
            line=line + 1, colour=words.colour(gem)
        )
        return
    yield step.told(
        winner,
        _("{name} wins line {line}: a {colour} gem."),
        _("You win line {line}: a {colour} gem."),
        line=line + 1,
        colour=words.colour(gem),
    )
    if gem == WHITE and winner == neutral(step.before):
        yield from _neutral_gem(step)


def _columns(step: Step) -> Iterator[str]:
    if int(step.after.moment) != Moment.MARKET_BIDDER:
        return
    prices = [
        _("{colour} {change:+d} to {price}").format(
            colour=words.colour(colour),
            change=int(step.after.prices[colour]) - int(step.before.prices[colour]),
            price=int(step.after.prices[colour]),
        )
        for colour in range(COLOURS)
    ]
    yield _("Prices: {prices}.").format(prices=words.listed(prices))


def _neutral_price(step: Step) -> Iterator[str]:
    for colour in range(COLOURS):
        if step.after.prices[colour] != step.before.prices[colour]:
            yield _("{name} raises {colour} to {price}.").format(
                name=step.name(int(neutral(step.after))),
                colour=words.colour(colour),
                price=int(step.after.prices[colour]),
            )


# --- The end -----------------------------------------------------------------------------------


def _round_ends(step: Step) -> Iterator[str]:
    if int(step.after.moment) != Moment.OVER:
        yield _("Round {round} begins.").format(round=int(step.after.round_number) + 1)
        return
    for owner in range(int(owners(step.after))):
        yield _final(step, owner)
    yield step.won(
        [owner for owner in range(int(owners(step.after))) if rank(step.after, owner) == 1]
    )


def _final(step: Step, owner: int) -> str:
    """The last points of an owner, by where they come from."""
    gems = sum(int(gem_points(step.after, owner, colour)) for colour in range(COLOURS))
    parts = [
        _("gems {number}").format(number=gems),
        _("black gems {number}").format(number=int(black_points(step.after, owner))),
    ]
    if step.after.kings_favour:
        throne = int(throne_points(step.after, owner))
        parts.append(_("throne room {number}").format(number=throne))
    return step.told(
        owner,
        _("{name}: {parts}; {points} in total."),
        _("You: {parts}; {points} in total."),
        parts=words.listed(parts),
        points=points(int(step.after.points[owner])),
    )


MOMENTS: dict[int, Callable[[Step], Iterator[str]]] = {
    Moment.POSITIONS: _order,
    Moment.TURN_ENDS: _last_agents,
    Moment.QUARTER_OPENS: _quarter_opens,
    Moment.QUARTER_GEMS: _neutral_gem,
    Moment.QUARTER_AREAS: _areas,
    Moment.MARKET_OPENS: _market_opens,
    Moment.MARKET_LINES: _line,
    Moment.MARKET_COLUMNS: _columns,
    Moment.MARKET_BIDDER: _neutral_price,
    Moment.ROUND_ENDS: _round_ends,
}
