"""Who would lead if scoring happened now: quarters, areas, market lines, the whole market."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count, takewhile
from typing import NamedTuple

from kerys.facts.panels import Cell, Column, Emphasis, Panel, Row, between, remark, seat_name
from kerys.facts.ys.unseen import Sight, Total
from kerys.facts.ys.words import TIMES, area_word, character_word, colour_word
from kerys.games.ys.actions import Moment
from kerys.games.ys.city import place_to_take
from kerys.games.ys.components import (
    AREAS,
    COLUMNS,
    HARBOUR,
    LINES,
    MARKET,
    MERCHANT,
    MERCHANT_POINTS,
    PALACE,
    PLACES,
    SHOPS,
    SHOPS_POINTS,
)
from kerys.games.ys.state import area_at, first_line, space_at
from kerys.games.ys.tallies import TALLY_BITS, strength
from kerys.games.ys.wording.notation import place_text
from kerys.games.ys.wording.questions import points
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext


class Contest(NamedTuple):
    """A majority that is fought for."""

    name: str
    heading: str
    places: range
    prize: str
    decided: bool
    takes: tuple[int, ...] = ()
    """Of a ship, how many gems each place takes."""


def majorities(sight: Sight) -> Panel:
    """Every majority: what it brings, what each owner has there, and who leads."""
    owners = [
        Column(seat_name(sight.token(owner)), sight.name(owner), sight.token(owner))
        for owner in sight.owners
    ]
    return Panel(
        name="majorities",
        title=_("Majorities"),
        note=_(
            "As if scoring happened now: the visible sum, and how many more agents are "
            "hidden. A lead is certain if no hidden agents can change it."
        ),
        columns=(Column("prize", _("Prize")), *owners, Column("leader", _("Ahead"))),
        rows=tuple(_row(sight, contest) for contest in contests(sight)),
    )


def contests(sight: Sight) -> Iterator[Contest]:
    """All majorities of a round, in the order in which they are scored."""
    for quarter in range(sight.table.quarters):
        yield from _contests_of_quarter(sight, quarter)
    for line in range(int(first_line(sight.state)), LINES):
        gem = sight.table.line_gems[line]
        prize = "" if gem == NONE else _("{colour} gem").format(colour=colour_word(gem))
        first = int(space_at(line, 0))
        heading = _("Market line {line}").format(line=line + 1)
        places = range(first, first + COLUMNS)
        yield Contest(f"line {line + 1}", heading, places, prize, gem == NONE)
    decided = sight.table.moment > Moment.MARKET_BIDDER
    prize = "" if decided else _("one price step")
    yield Contest("market", _("Whole market"), range(MARKET, PLACES), prize, decided)


def _contests_of_quarter(sight: Sight, quarter: int) -> Iterator[Contest]:
    """The quarter as a whole, and its three areas."""
    table = sight.table
    gone = quarter < table.scored_quarter or table.moment > Moment.QUARTER_CLOSES
    current = quarter == table.scored_quarter
    first = int(area_at(quarter, HARBOUR))
    heading = _("Quarter {quarter}").format(quarter=quarter + 1)
    taken = gone or (current and table.moment > Moment.QUARTER_GEMS)
    gems = "" if taken else _gems(sight, quarter)
    places = range(first, first + AREAS)
    yield Contest(f"quarter {quarter + 1}", heading, places, gems, taken, _takes(sight))
    gone = gone or (current and table.moment == Moment.QUARTER_CLOSES)
    for area in range(AREAS):
        place = first + area
        words = _("{area} {quarter}").format(area=area_word(area), quarter=quarter + 1)
        prize = "" if gone else _prize(sight, quarter, area)
        yield Contest(place_text(place), words, range(place, place + 1), prize, gone)


def _takes(sight: Sight) -> tuple[int, ...]:
    """How many gems of a ship each place takes."""
    takers = (int(place_to_take(sight.state, taken)) for taken in count())
    return tuple(Counter(takewhile(lambda place: place != NONE, takers)).values())


def _gems(sight: Sight, quarter: int) -> str:
    """The gems of a ship, or those left of it."""
    ship = sight.table.ships[quarter]
    return ", ".join(
        colour_word(colour) + (f" {TIMES}{many}" if many > 1 else "")
        for colour, many in (ship.gems if ship else ())
    )


def _prize(sight: Sight, quarter: int, area: int) -> str:
    """What the best of an area wins."""
    if area == HARBOUR:
        return _("black gem")
    if area == SHOPS:
        merchant = sight.table.played_by[MERCHANT] != NONE
        return points(MERCHANT_POINTS if merchant else SHOPS_POINTS)
    assert area == PALACE
    return character_word(sight.table.prizes[quarter])


def _row(sight: Sight, contest: Contest) -> Row:
    """One majority; once it is decided, only that fact."""
    places = sight.place_names(contest.places)
    if contest.decided:
        cells = [Cell() for _owner in sight.owners]
        scored = Cell(_("scored"))
        return Row(contest.name, contest.heading, (Cell(), *cells, scored), places=places)
    totals = [sight.total(sight.teams_of(owner), contest.places) for owner in sight.owners]
    order = _order(sight, totals)
    certain = _certain_leader(sight, totals)
    leader = order[0] if certain is None and order else certain
    emphasis = Emphasis.LEADS if certain is None else Emphasis.CERTAIN
    cells = [
        _total_cell(
            sight.token(owner),
            total,
            _standing(contest, order.index(owner)) if total.agents else "",
            emphasis if owner == leader else None,
        )
        for owner, total in enumerate(totals)
    ]
    ahead = _leader_cell(sight, totals, leader, emphasis)
    return Row(contest.name, contest.heading, (Cell(contest.prize), *cells, ahead), places=places)


def _strength(sight: Sight, owner: int, total: Total, points: int) -> int:
    """How an owner stands with a total, by the rule and its tie-breaks; 0 for the absent."""
    if not total.agents:
        return 0
    return int(strength(sight.state, owner, 1 + points << TALLY_BITS * owner))


def _order(sight: Sight, totals: list[Total]) -> list[int]:
    """Those who are present, the best by what is seen first."""
    strengths = [_strength(sight, owner, total, total.known) for owner, total in enumerate(totals)]
    present = [owner for owner in sight.owners if strengths[owner]]
    return sorted(present, key=lambda owner: -strengths[owner])


def _certain_leader(sight: Sight, totals: list[Total]) -> int | None:
    """Who is first whatever the hidden agents are; teams hide them independently."""
    highs = [_strength(sight, owner, total, total.high) for owner, total in enumerate(totals)]
    for owner, total in enumerate(totals):
        others = [high for other, high in enumerate(highs) if other != owner]
        if _strength(sight, owner, total, total.low) > max(others):
            return owner
    return None


def _total_cell(token: int, total: Total, standing: str, emphasis: Emphasis | None) -> Cell:
    """What one owner has."""
    if not total.agents:
        return Cell(owner=token)
    hidden = _("With hidden agents: {sum}.").format(sum=between(total.low, total.high))
    said = remark(hidden if total.hidden else "", standing)
    return Cell(sum_text(total), token, emphasis, said)


def _standing(contest: Contest, place: int) -> str:
    """A place by what is seen, and what it takes of a ship (YS-5.3, YS-10.1)."""
    if place >= len(contest.takes):
        return _("Place {place} by what you can see.").format(place=place + 1)
    gems = ngettext("{number} gem", "{number} gems", contest.takes[place])
    return _("Place {place} by what you can see: takes {gems}.").format(place=place + 1, gems=gems)


def sum_text(total: Total) -> str:
    """A sum and the agents that are not in it: `5 + 2 hidden`."""
    if not total.hidden:
        return str(total.known)
    unknown = ngettext("{number} hidden", "{number} hidden", total.hidden)
    return unknown if total.hidden == total.agents else f"{total.known} + {unknown}"


def _leader_cell(sight: Sight, totals: list[Total], leader: int | None, emphasis: Emphasis) -> Cell:
    """Who is ahead, and why."""
    if leader is None:
        return Cell()
    name, best = sight.name(leader), totals[leader]
    level = [
        sight.name(owner)
        for owner, total in enumerate(totals)
        if owner != leader and total.agents and total.known == best.known
    ]
    if emphasis == Emphasis.CERTAIN:
        said = _("{name} is ahead, whatever the hidden agents are.").format(name=name)
    else:
        said = _("{name} is ahead by what you can see; hidden agents may change that.").format(
            name=name
        )
    broken = _("The tie-break decides between {names}.").format(names=", ".join(level))
    return Cell(name, sight.token(leader), emphasis, remark(said, broken if level else ""))
