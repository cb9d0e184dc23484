"""The points of every owner if the game ended now."""

from __future__ import annotations

from typing import NamedTuple

from kerys.facts.panels import (
    Cell,
    Column,
    Emphasis,
    Panel,
    Row,
    between,
    placed,
    points_panel,
    seat_name,
)
from kerys.facts.ys.unseen import Inquiry, Sight
from kerys.facts.ys.words import colour_word
from kerys.games.ys.components import BLACK, COLOUR_NAMES, COLOURS, OWNED_COLOURS, THRONE_AGENTS
from kerys.games.ys.ending import black_points, gem_points, rank, throne_points
from kerys.games.ys.prices import price_rank
from kerys.games.ys.state import throne_slot
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.locale.word_cache import remembered


class Thrones(NamedTuple):
    """What the throne room scores for each player, at least and at most."""

    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def known(self) -> bool:
        """Whether it is certain for everyone; it is counted only then."""
        return self.low == self.high


def projection(sight: Sight) -> Panel:
    """Points now and what gems and the throne room would score; the final score at the end."""
    table = sight.table
    thrones = _thrones(sight) if table.kings_favour else None
    depends = (
        tuple([player.gems for player in table.players]),
        table.prices,
        sight.view.scores,
        table.over,
        sight.tokens,
        sight.names,
    )
    return _panel(Inquiry(sight, thrones, *depends))


@remembered(256)
def _panel(inquiry: Inquiry[Thrones | None]) -> Panel:
    """The same, cached until something it depends on changes."""
    sight, thrones = inquiry.take_sight(), inquiry.about
    gems = [Column(COLOUR_NAMES[colour], colour_word(colour)) for colour in range(OWNED_COLOURS)]
    throne = [Column("throne", _("Throne room"))] if thrones else []
    parts = [_parts(sight, owner, thrones) for owner in sight.owners]
    base = _base(sight, parts)
    totals = [base[owner] + sum(parts[owner]) for owner in sight.owners]
    ranks = _ranks(sight, totals)
    prices = tuple([int(price_rank(sight.state, colour)) for colour in range(COLOURS)])
    rows = [
        _row(
            sight.tokens[owner],
            sight.names[owner],
            base[owner],
            tuple(parts[owner][:OWNED_COLOURS]),
            sight.table.players[owner].gems,
            prices,
            thrones and (thrones.low[owner], thrones.high[owner], thrones.known),
            totals[owner],
            ranks[owner],
            sight.table.over,
        )
        for owner in sight.owners
    ]
    return points_panel(_note(thrones), sight.table.over, (*gems, *throne), rows)


def _note(thrones: Thrones | None) -> str:
    """What the sum includes, and what it doesn't."""
    note = _(
        "Based on current gems and prices. Majorities still to come and characters aren't counted."
    )
    if thrones and not thrones.known:
        note += " " + _("The throne room isn't counted, because you can't see all of it.")
    return note


def _parts(sight: Sight, owner: int, thrones: Thrones | None) -> list[int]:
    """What the end of the game scores for an owner, part by part."""
    parts = [int(gem_points(sight.state, owner, colour)) for colour in range(COLOURS)]
    parts.append(int(black_points(sight.state, owner)))
    if thrones and thrones.known:
        parts.append(thrones.low[owner])
    return parts


def _base(sight: Sight, parts: list[list[int]]) -> list[int]:
    """The score track without these parts, which it includes once the game is over."""
    shown = sight.view.scores
    return [shown[owner] - sight.table.over * sum(parts[owner]) for owner in sight.owners]


@remembered(1024)
def _row(
    token: int,
    name: str,
    base: int,
    points: tuple[int, ...],
    gems: tuple[int, ...],
    prices: tuple[int, ...],
    throne: tuple[int, int, bool] | None,
    total: int,
    rank: int,
    over: bool,
) -> Row:
    """One owner."""
    cells = [Cell(str(base))]
    for colour in range(OWNED_COLOURS):
        place = NONE if colour == BLACK else prices[colour]
        cells.append(_gem_cell(colour, points[colour], gems[colour], place))
    if throne:
        low, high, known = throne
        cells.append(
            Cell(between(low, high), emphasis=Emphasis.CERTAIN if known else Emphasis.OPEN)
        )
    cells += [Cell(str(total), token), placed(rank, over)]
    return Row(seat_name(token), name, tuple(cells), token)


def _gem_cell(colour: int, points: int, gems: int, place: int) -> Cell:
    """The points for a colour, and why; black has no price rank."""
    many = ngettext("{number} gem", "{number} gems", gems)
    if place == NONE:
        return Cell(str(points), title=many)
    return Cell(
        str(points),
        title=_("{gems}; {colour} ranks {rank} by price").format(
            gems=many, colour=colour_word(colour), rank=place + 1
        ),
    )


def _ranks(sight: Sight, totals: list[int]) -> list[int]:
    """The ranks that these points give, with ties broken by the rules."""
    state = sight.view.rules.copy(sight.state)
    for owner, total in enumerate(totals):
        state.points[owner] = total
    return [int(rank(state, owner)) for owner in sight.owners]


# --- The throne room ---------------------------------------------------------------------------


def _thrones(sight: Sight) -> Thrones:
    """What each player gets at least (with the others at their best) and at most."""
    spans = [throne_span(sight, seat) for seat in range(sight.view.players)]
    lows, highs = [low for low, _high in spans], [high for _low, high in spans]
    least, most = [], []
    for seat in range(sight.view.players):
        least.append(_points_with(sight, [*highs[:seat], lows[seat], *highs[seat + 1 :]], seat))
        most.append(_points_with(sight, [*lows[:seat], highs[seat], *lows[seat + 1 :]], seat))
    return Thrones(tuple(least), tuple(most))


def throne_span(sight: Sight, seat: int) -> tuple[int, int]:
    """The lowest and highest possible sum of a player's throne agents."""
    slots = [int(throne_slot(seat, slot)) for slot in range(THRONE_AGENTS)]
    slots = [slot for slot in slots if sight.state.place[slot] != NONE]
    known = sum(max(int(sight.state.value[slot]), 0) for slot in slots)
    unknown = [slot for slot in slots if sight.state.value[slot] == NONE]
    low, high = sight.unseen[seat].span(unknown)
    return known + low, known + high


def _points_with(sight: Sight, totals: list[int], seat: int) -> int:
    """What the throne room pays a player for these sums, by the rules."""
    state = sight.view.rules.copy(sight.state)
    for other, total in enumerate(totals):
        for slot in range(THRONE_AGENTS):
            state.value[int(throne_slot(other, slot))] = total if slot == 0 else 0
    return int(throne_points(state, seat))
