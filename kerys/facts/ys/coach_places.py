"""How a choice changes the majorities of Ys, as far as a view shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kerys.facts.panels import Emphasis, remark
from kerys.facts.ys.majorities import Contest, certain_leader, contests, order_of
from kerys.facts.ys.prices import column_place, column_spaces
from kerys.facts.ys.unseen import Sight, Total
from kerys.facts.ys.words import colour_word
from kerys.games.ys.components import CITY, COLUMN_STEPS, COLUMNS
from kerys.games.ys.market import moved_price
from kerys.locale import _, ngettext


class Shift(NamedTuple):
    """A change at one place of the board."""

    owner: int
    place: int
    value: int
    """What it adds to the sum."""
    agents: int
    """How many agents arrive."""


Totals = tuple[Total, ...]


def standings(sight: Sight, shifts: Sequence[Shift]) -> Iterator[str]:
    """Every majority that a choice affects, before and after it; then the columns."""
    touched = {shift.place for shift in shifts}
    for group in contests(sight):
        for contest in group:
            if touched & set(contest.places) and not contest.decided:
                yield _contest_told(sight, contest, shifts)
    for column in sorted({(place - CITY) % COLUMNS for place in touched if place >= CITY}):
        yield from _column_told(sight, column, shifts)


def swapped_ships(sight: Sight, one: int, other: int) -> Iterator[str]:
    """Two quarters whose ships swap: what each gets, and how the seat stands there."""
    quarters = [group[0] for group in contests(sight)]
    for here, there in ((one, other), (other, one)):
        totals = sight.totals(quarters[here].places)
        yield remark(
            _("{quarter} gets {gems}; there {stand}.").format(
                quarter=quarters[here].heading,
                gems=quarters[there].prize,
                stand=_stand(sight, quarters[here], totals),
            ),
            _open_told(sight, totals),
        )


def _contest_told(sight: Sight, contest: Contest, shifts: Sequence[Shift]) -> str:
    """One majority, before and after."""
    now = sight.totals(contest.places)
    then = _shifted(now, [one for one in shifts if one.place in contest.places])
    what = contest.heading
    if contest.prize:
        what = _("{what} ({prize})").format(what=what, prize=contest.prize)
    before, after = _stand(sight, contest, now), _stand(sight, contest, then)
    if before == after:
        said = _("{what}: {stand}.").format(what=what, stand=after)
    else:
        said = _("{what}: now {before}; then {after}.").format(
            what=what, before=before, after=after
        )
    return remark(said, _open_told(sight, then))


def _shifted(totals: Totals, shifts: Sequence[Shift]) -> Totals:
    """The totals after some shifts."""
    found = list(totals)
    for shift in shifts:
        one = found[shift.owner]
        found[shift.owner] = Total(
            one.agents + shift.agents,
            one.known + shift.value,
            one.hidden,
            one.low + shift.value,
            one.high + shift.value,
        )
    return tuple(found)


def _stand(sight: Sight, contest: Contest, totals: Totals) -> str:
    """How the seat stands, as far as it can see."""
    me, order = sight.view.seat, order_of(sight, totals)
    if me not in order:
        if not order:
            return _("nobody is there")
        return _("you aren't there, {name} leads").format(name=sight.names[order[0]])
    if len(order) == 1:
        return remark_gems(contest, 0, _("you are the only one there"))
    place = order.index(me)
    other = order[0] if place else order[1]
    margin = totals[me].known - totals[other].known
    name = sight.names[other]
    if margin > 0:
        said = _("you lead {name} by {margin}").format(name=name, margin=margin)
    elif margin < 0:
        said = _("you are {margin} behind {name}").format(name=name, margin=-margin)
    elif place == 0:
        said = _("you are level with {name} and win the tie").format(name=name)
    else:
        said = _("you are level with {name} and lose the tie").format(name=name)
    return remark_gems(contest, place, said)


def remark_gems(contest: Contest, place: int, said: str) -> str:
    """How many gems a place takes from a ship."""
    if place >= len(contest.takes):
        return said
    gems = ngettext("{number} gem", "{number} gems", contest.takes[place])
    return _("{stand} ({gems})").format(stand=said, gems=gems)


def _open_told(sight: Sight, totals: Totals) -> str:
    """Whether hidden agents could change who leads."""
    hidden = sum(one.hidden for one in totals)
    if not hidden:
        return ""
    if certain_leader(sight, totals, order_of(sight, totals)) is not None:
        return _("No hidden agent can change who leads.")
    return ngettext(
        "{number} hidden agent could change it.",
        "{number} hidden agents could change it.",
        hidden,
    )


def _column_told(sight: Sight, column: int, shifts: Sequence[Shift]) -> Iterator[str]:
    """What a column would do to its price, before and after."""
    if sight.table.prices[column] < 1:
        return
    now = [sight.total(column_spaces(one)) for one in range(COLUMNS)]
    then = list(now)
    for shift in shifts:
        if shift.place >= CITY:
            at = (shift.place - CITY) % COLUMNS
            then[at] = _shifted((then[at],), [shift._replace(owner=0)])[0]
    settled = sight.state.ranking.tolist()
    before, _certain = _price_after(sight, now, settled, column)
    after, certain = _price_after(sight, then, settled, column)
    said = _("The {colour} column: price {price} would go to {before} now; then to {after}.")
    if before == after:
        said = _("The {colour} column: price {price} would go to {after}, as before.")
    yield remark(
        said.format(
            colour=colour_word(column).lower(),
            price=sight.table.prices[column],
            before=before,
            after=after,
        ),
        "" if certain else _("Hidden agents could change it."),
    )


def _price_after(
    sight: Sight, totals: list[Total], settled: list[int], column: int
) -> tuple[str, bool]:
    """What a price would be after the columns are ranked, and whether that is certain."""
    first, last, emphasis = column_place(totals, settled, column)
    price = sight.table.prices[column]
    prices = [str(moved_price(price, int(COLUMN_STEPS[place]))) for place in range(first, last + 1)]
    return _(" or ").join(dict.fromkeys(prices)), emphasis != Emphasis.OPEN
