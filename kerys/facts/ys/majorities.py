"""Who would lead if scoring happened now: quarters, areas, market lines, the whole market."""

from __future__ import annotations

from collections import Counter
from itertools import count, takewhile
from typing import NamedTuple

from kerys.facts.panels import Cell, Column, Emphasis, Panel, Row, between, remark, seat_name
from kerys.facts.ys.scene import Gems, Scene
from kerys.facts.ys.unseen import Inquiry, Sight, Total, names_of_places
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
from kerys.games.ys.wording.notation import place_text
from kerys.games.ys.wording.questions import points
from kerys.kernel.seats import NONE
from kerys.locale import N_, _, ngettext
from kerys.locale.word_cache import remembered

MAJORITIES = N_("Majorities")


class Contest(NamedTuple):
    """A majority that players compete for."""

    name: str
    heading: str
    places: tuple[int, ...]
    place_names: tuple[str, ...]
    """The names of the places in use."""
    prize: str
    decided: bool
    takes: tuple[int, ...] = ()
    """For a ship, how many gems each place takes."""


def majorities(sight: Sight) -> Panel:
    """Every majority: what it awards, what each owner has there, and who leads."""
    return Panel(
        name="majorities",
        title=_(MAJORITIES),
        note=_(
            "As if scoring happened now: the visible sum, and how many more agents are "
            "hidden. A lead is certain if no hidden agents can change it."
        ),
        columns=_columns(sight.tokens, sight.names),
        rows=tuple([row for group in contests(sight) for row in _rows(sight, group)]),
    )


@remembered(64)
def _columns(tokens: tuple[int, ...], names: tuple[str, ...]) -> tuple[Column, ...]:
    """The prize, the owners, and who leads."""
    owners = [
        Column(seat_name(token), name, token) for token, name in zip(tokens, names, strict=True)
    ]
    return Column("prize", _("Prize")), *owners, Column("leader", _("Ahead"))


def contests(sight: Sight) -> list[tuple[Contest, ...]]:
    """All majorities of a round in scoring order: quarter by quarter, then the market."""
    table, takes = sight.table, _takes(sight)
    merchant = table.played_by[MERCHANT] != NONE
    found: list[tuple[Contest, ...]] = []
    for quarter in range(table.quarters):
        gems, prize = _gems_left(table, quarter), _prize_left(table, quarter)
        here = _contests_of_quarter(quarter, gems, prize, merchant, takes, sight.places)
        found.append(here)
    first, decided = int(first_line(sight.state)), table.moment > Moment.MARKET_BIDDER
    return [*found, _contests_of_market(first, table.line_gems, decided, sight.places)]


def _takes(sight: Sight) -> tuple[int, ...]:
    """How many gems each place takes from a ship."""
    takers = (int(place_to_take(sight.state, taken)) for taken in count())
    return tuple(Counter(takewhile(lambda place: place != NONE, takers)).values())


def _is_scored(table: Scene, quarter: int, last: Moment) -> bool:
    """Whether a quarter is past a moment of its scoring."""
    gone = quarter < table.scored_quarter or table.moment > Moment.QUARTER_CLOSES
    return gone or (quarter == table.scored_quarter and table.moment > last)


def _gems_left(table: Scene, quarter: int) -> Gems | None:
    """The gems still on a ship; None once everyone has taken theirs."""
    if _is_scored(table, quarter, Moment.QUARTER_GEMS):
        return None
    ship = table.ships[quarter]
    return ship.gems if ship else ()


def _prize_left(table: Scene, quarter: int) -> int | None:
    """The prize of a quarter's palace; None once the areas are scored."""
    return None if _is_scored(table, quarter, Moment.QUARTER_AREAS) else table.prizes[quarter]


@remembered(512)
def _contests_of_quarter(
    quarter: int,
    gems: Gems | None,
    palace: int | None,
    merchant: bool,
    takes: tuple[int, ...],
    used: int,
) -> tuple[Contest, ...]:
    """The quarter as a whole, and its three areas."""
    first = int(area_at(quarter, HARBOUR))
    places = tuple(range(first, first + AREAS))
    whole = Contest(
        f"quarter {quarter + 1}",
        _("Quarter {quarter}").format(quarter=quarter + 1),
        places,
        names_of_places(used, places),
        _gems(gems or ()),
        gems is None,
        takes,
    )
    areas = [
        Contest(
            place_text(place),
            _("{area} {quarter}").format(area=area_word(area), quarter=quarter + 1),
            (place,),
            names_of_places(used, (place,)),
            "" if palace is None else _prize(area, palace, merchant),
            palace is None,
        )
        for area, place in enumerate(places)
    ]
    return whole, *areas


@remembered(256)
def _contests_of_market(
    first: int, gems: tuple[int, ...], decided: bool, used: int
) -> tuple[Contest, ...]:
    """The lines of the market from the first open one, and the market as a whole."""
    found = []
    for line in range(first, LINES):
        gem = gems[line]
        prize = "" if gem == NONE else _("{colour} gem").format(colour=colour_word(gem))
        start = int(space_at(line, 0))
        places = tuple(range(start, start + COLUMNS))
        heading = _("Market line {line}").format(line=line + 1)
        names = names_of_places(used, places)
        found.append(Contest(f"line {line + 1}", heading, places, names, prize, gem == NONE))
    prize = "" if decided else _("one price step")
    places = tuple(range(MARKET, PLACES))
    names = names_of_places(used, places)
    return *found, Contest("market", _("Whole market"), places, names, prize, decided)


def _gems(gems: Gems) -> str:
    """The gems of a ship."""
    return ", ".join(
        colour_word(colour) + (f" {TIMES}{many}" if many > 1 else "") for colour, many in gems
    )


def _prize(area: int, palace: int, merchant: bool) -> str:
    """What the winner of an area gets."""
    if area == HARBOUR:
        return _("black gem")
    if area == SHOPS:
        return points(MERCHANT_POINTS if merchant else SHOPS_POINTS)
    assert area == PALACE
    return character_word(palace)


def _rows(sight: Sight, contests: tuple[Contest, ...]) -> tuple[Row, ...]:
    """The rows of some contests, all within the places of the largest one."""
    places = max([one.places for one in contests], key=len)
    depends = sight.knowledge(places), sight.ties, sight.tokens, sight.names
    return _answered_rows(contests[0].name, Inquiry(sight, contests, *depends))


@remembered(512)
def _answered_rows(_first: str, inquiry: Inquiry[tuple[Contest, ...]]) -> tuple[Row, ...]:
    """The same rows, cached until something they depend on changes."""
    sight = inquiry.take_sight()
    return tuple([_row(sight, contest) for contest in inquiry.about])


def _row(sight: Sight, contest: Contest) -> Row:
    """One majority; once it is decided, only that fact."""
    if contest.decided:
        return _decided_row(contest, len(sight.owners))
    totals = sight.totals(contest.places)
    order = order_of(sight, totals)
    certain = certain_leader(sight, totals, order)
    return _open_row(contest, totals, order, certain, sight.tokens, sight.names)


@remembered(256)
def _decided_row(contest: Contest, owners: int) -> Row:
    """A majority that has been scored."""
    cells = (*[Cell()] * (1 + owners), Cell(_("scored")))
    return Row(contest.name, contest.heading, cells, places=contest.place_names)


@remembered(2048)
def _open_row(
    contest: Contest,
    totals: tuple[Total, ...],
    order: tuple[int, ...],
    certain: int | None,
    tokens: tuple[int, ...],
    names: tuple[str, ...],
) -> Row:
    """A majority that is still open."""
    leader = order[0] if certain is None and order else certain
    emphasis = Emphasis.LEADS if certain is None else Emphasis.CERTAIN
    cells = [
        _total_cell(
            tokens[owner],
            total,
            _standing(contest, order.index(owner)) if total.agents else "",
            emphasis if owner == leader else None,
        )
        for owner, total in enumerate(totals)
    ]
    ahead = Cell()
    if leader is not None:
        ahead = _leader_cell(totals, leader, emphasis, tokens[leader], names)
    cells = [Cell(contest.prize), *cells, ahead]
    return Row(contest.name, contest.heading, tuple(cells), places=contest.place_names)


def order_of(sight: Sight, totals: tuple[Total, ...]) -> tuple[int, ...]:
    """The owners who are present, best first by what is visible."""
    present = [owner for owner, total in enumerate(totals) if total.agents]
    return tuple(sorted(present, key=lambda owner: -sight.strength(owner, totals[owner].known)))


def certain_leader(sight: Sight, totals: tuple[Total, ...], present: tuple[int, ...]) -> int | None:
    """Who is first whatever the hidden agents are; teams hide agents independently."""
    highs = [sight.strength(owner, totals[owner].high) for owner in present]
    for place, owner in enumerate(present):
        others = highs[:place] + highs[place + 1 :]
        if sight.strength(owner, totals[owner].low) > max(others, default=0):
            return owner
    return None


def _total_cell(token: int, total: Total, standing: str, emphasis: Emphasis | None) -> Cell:
    """The total of one owner."""
    if not total.agents:
        return Cell(owner=token)
    hidden = _("With hidden agents: {sum}.").format(sum=between(total.low, total.high))
    said = remark(hidden if total.hidden else "", standing)
    return Cell(sum_text(total), token, emphasis, said)


def _standing(contest: Contest, place: int) -> str:
    """A place by what is visible, and what it takes from a ship (YS-5.3, YS-10.1)."""
    if place >= len(contest.takes):
        return _("Place {place} by what you can see.").format(place=place + 1)
    gems = ngettext("{number} gem", "{number} gems", contest.takes[place])
    return _("Place {place} by what you can see: takes {gems}.").format(place=place + 1, gems=gems)


def sum_text(total: Total) -> str:
    """A sum and the agents not included in it: `5 + 2 hidden`."""
    if not total.hidden:
        return str(total.known)
    unknown = ngettext("{number} hidden", "{number} hidden", total.hidden)
    return unknown if total.hidden == total.agents else f"{total.known} + {unknown}"


def _leader_cell(
    totals: tuple[Total, ...], leader: int, emphasis: Emphasis, token: int, names: tuple[str, ...]
) -> Cell:
    """Who is ahead, and why."""
    name, best = names[leader], totals[leader]
    level = [
        names[owner]
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
    return Cell(name, token, emphasis, remark(said, broken if level else ""))
