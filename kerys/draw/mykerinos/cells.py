"""Mykerinos for full-screen terminals: the region with its lots, the museum, and the players."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kerys.draw.cells import Cell, Row, Span, beside, fitted, grid_row, wrapped
from kerys.draw.columns import columns_of, cut
from kerys.draw.mykerinos.text import remarks
from kerys.draw.svg import seat_look
from kerys.facts.mykerinos.read import read
from kerys.facts.mykerinos.scene import (
    Area,
    Lot,
    PlayerScene,
    Scene,
    Stage,
    ranking,
    room_holders,
    track_of,
)
from kerys.facts.mykerinos.words import PATRON_LETTERS, lot_words, patron_word
from kerys.games.mykerinos.components import (
    AREA_WIDTH,
    AREAS_IN_LINE,
    COLUMNS,
    FIVE_ROOM,
    LOT_HEIGHT,
    PATRON_NAMES,
    THREE_ROOM,
    TWO_ROOM,
    WINGS,
)
from kerys.games.mykerinos.wording.notation import COLUMN_LETTERS, LOT_NAMES, room_text
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.table.owners import NEUTRAL, seat_letter
from kerys.table.view import View

CELL = 3
HALF_AREA = AREA_WIDTH // 2
MARGIN = 3
LINE = "─" * (HALF_AREA * CELL)
REGION_WIDE = MARGIN + AREAS_IN_LINE * (AREA_WIDTH * CELL + 3) + 2
FREE, PYRAMID = "·", "▲"
LABELS_WIDE = 8


def board_cells(view: View, *, width: int, lit: Collection[str] = ()) -> list[Row]:
    """The region with its lots, and the museum."""
    scene = read(view)
    rows: list[Row] = list(_region(scene.areas, width))
    rows += [(), *_museum(scene, width)]
    return [fitted(row, width) for row in rows]


# --- The region --------------------------------------------------------------------------------


def _region(areas: tuple[Area, ...], width: int) -> Iterator[Row]:
    """The spaces, two areas to a line; beside them their lots and rankings."""
    letters = [f"{letter:^{CELL}}" for letter in COLUMN_LETTERS]
    halves = ["".join(letters[at : at + HALF_AREA]) for at in range(0, COLUMNS, HALF_AREA)]
    head = " " * MARGIN + "".join(f" {half}" for half in halves[:2])
    yield (Span(f"{head} {''.join(f' {half}' for half in halves[2:])}", "dim"),)
    about = width - REGION_WIDE
    for first in range(0, len(areas), AREAS_IN_LINE):
        pair = areas[first : first + AREAS_IN_LINE]
        last = first + AREAS_IN_LINE >= len(areas)
        spaces = list(_line(pair, first, last))
        told = [row for area in pair for row in _about(area, about)]
        yield from beside((spaces, REGION_WIDE), (told, about))


def _line(pair: Sequence[Area], first: int, last: bool) -> Iterator[Row]:
    """Two areas next to each other."""
    yield Span(" " * MARGIN), *(span for area in pair for span in _edge(area))
    for row in range(LOT_HEIGHT):
        number = first // AREAS_IN_LINE * LOT_HEIGHT + row
        spans = [Span(f"{number + 1:>2} ", "dim")]
        for area in pair:
            spans += _area_row(area, row, number)
        yield tuple(spans)
    if last:
        yield (Span(" " * MARGIN + f"└{LINE}┴{LINE}┘" * len(pair), "frame"),)


def _edge(area: Area) -> tuple[Span, ...]:
    """The upper edge of an area, with its number."""
    number = f" {area.number + 1} "
    look = "now" if area.stage == Stage.NOW else "heading"
    name = f"area {area.number + 1}"
    return (
        Span("┌", "frame"),
        Span(number, look, name),
        Span(f"{LINE[len(number) :]}┬{LINE}┐", "frame"),
    )


def _area_row(area: Area, row: int, number: int) -> list[Span]:
    """A row of an area."""
    spans = [Span("│", "frame")]
    for column in range(AREA_WIDTH):
        place = area.number % AREAS_IN_LINE * AREA_WIDTH + column
        spans += _space(area, row * COLUMNS + column, COLUMN_LETTERS[place] + str(number + 1))
        if column + 1 == HALF_AREA:
            spans.append(Span("│", "frame"))
    return [*spans, Span("│", "frame")]


def _space(area: Area, bit: int, name: str) -> list[Span]:
    """What is on a space: a cube, a pyramid or both."""
    pyramid = PYRAMID if area.pyramids >> bit & 1 else ""
    shown, look = pyramid or FREE, "pyramid" if pyramid else "dim"
    for owner, board in zip(area.owners, area.cubes, strict=True):
        if board >> bit & 1:
            shown = seat_letter(owner) + pyramid
            look = f"{seat_look(owner)} {'last' if area.last == bit else 'bold'}"
    right = CELL - 1 - len(shown)
    return [Span(" ", "", name), Span(shown, look, name), Span(" " * right, "", name)]


def _about(area: Area, width: int) -> list[Row]:
    """The lots of an area, and who leads there."""
    here = area.stage == Stage.NOW
    spans = [Span(f"{area.number + 1}", "now" if here else "heading", f"area {area.number + 1}")]
    if area.stage == Stage.DONE:
        return [(spans[0], Span(" " + _("inspected"), "dim")), ()]
    for side, lot in enumerate(area.lots):
        spans.append(_lot(lot, area.number, side, here))
    leads: list[Span] = [Span(" ")]
    standings = ranking(area)
    for place, one in enumerate(standings):
        acts = place == area.place
        text = f"{seat_letter(one.owner)} {one.cubes}"
        leads.append(Span(f"[{text}]" if acts else text, f"{seat_look(one.owner)} bold"))
        if place + 1 < len(standings):
            leads.append(Span(" > " if one.ahead else " = ", "dim"))
    return [*wrapped(spans, width), tuple(leads)][:2]


def _lot(lot: Lot | None, area: int, side: int, here: bool) -> Span:
    """A lot: its patron and its points."""
    name = f"lot {LOT_NAMES[side]}" if here else f"lot {area + 1} {LOT_NAMES[side]}"
    if lot is None:
        return Span(_("taken"), "dim", name)
    look = "bold" if lot.patron == NONE else f"patron-{lot.patron}"
    return Span(f"▐{lot_words(lot)}", look, name)


# --- The museum --------------------------------------------------------------------------------


def _museum(scene: Scene, width: int) -> Iterator[Row]:
    """A column for each wing, a row for each kind of room."""
    holders = room_holders(scene.rooms, scene.owners)
    widths = LABELS_WIDE, *[(width - LABELS_WIDE) // WINGS] * WINGS
    heads = [Cell([(Span(_("Museum"), "title"),)])]
    for wing, patron in enumerate(scene.wings):
        said = f"{wing + 1} {patron_word(patron)}"[: widths[1] - 1]
        heads.append(Cell([(Span(said, f"patron-{patron}", f"wing {wing + 1}"),)]))
    yield from grid_row(heads, widths)
    for label, first in (
        (_("3-room"), THREE_ROOM),
        (_("5-room"), FIVE_ROOM),
        (_("2-room"), TWO_ROOM),
    ):
        cells = [Cell([(Span(label, "dim"),)])]
        for wing in range(WINGS):
            name = room_text(first + wing)
            between = f"{wing + 1}-{(wing + 1) % WINGS + 1} " if first == TWO_ROOM else ""
            cells.append(
                Cell([(Span(between, "dim", name), _room(holders[first + wing], name))], name)
            )
        yield from grid_row(cells, widths)


def _room(owner: int | None, name: str) -> Span:
    """Whose cube is in a room."""
    if owner is None:
        return Span(FREE, "dim", name)
    return Span(seat_letter(owner), f"{seat_look(owner)} bold", name)


# --- Players -----------------------------------------------------------------------------------


def player_cells(view: View, *, width: int) -> list[Row]:
    """What lies in front of each player, and the pass track."""
    scene = read(view)
    rows: list[Row] = []
    for player in sorted(scene.players, key=lambda one: not one.mine):
        rows += _player(player, width)
    if scene.neutral_common != NONE:
        rows.append(
            (
                Span(f"  {seat_letter(NEUTRAL)} " + _("the neutral"), "neutral bold"),
                Span(f"  {_('common')} {scene.neutral_common}", "", f"common of {NEUTRAL}"),
            )
        )
    track = [Span(_("Pass track"), "dim", "pass track")]
    for space, owner in enumerate(track_of(scene)):
        letter = FREE if owner is None else seat_letter(owner)
        look = "dim" if owner is None else f"{seat_look(owner)} bold"
        track.append(Span(f"{space + 1}:{letter}", look, "pass track"))
    rows.append(
        tuple(span for one in track for span in (Span("  " if one is track[0] else " "), one))
    )
    return [fitted(row, width) for row in rows]


def _player(player: PlayerScene, width: int) -> Iterator[Row]:
    """A line with name and points, then cubes and cards."""
    look, seat = seat_look(player.seat), player.seat
    points = f" {ngettext('{number} point', '{number} points', player.points)}"
    brings = f" +{player.exhibition}" if player.rank == NONE else ""
    room = width - columns_of(points + brings) - 2
    yield (
        Span("▶ " if player.asked else "  ", "now"),
        Span(cut(f"{seat_letter(seat)} {player.name}", room), f"{look} bold", f"player {seat}"),
        Span(points, "bold", f"player {seat}"),
        Span(brings, "dim", f"exhibition of {seat}" if brings else ""),
    )
    cubes = [
        Span(f"{_('personal')} {player.personal}", "", f"personal of {seat}"),
        Span(f"{_('common')} {player.common}", "", f"common of {seat}"),
    ]
    if player.neutral != NONE:
        cubes.append(Span(f"{_('neutral')} {player.neutral}", "", f"neutral of {seat}"))
    said = remarks(player)
    if said:
        cubes.append(Span(said, "dim"))
    cards = [
        Span(
            f"{PATRON_LETTERS[patron]} {many}x{player.worth[patron]}"
            + ("'" * player.tilted[patron]),
            f"patron-{patron}" if many else "dim",
            f"cards {PATRON_NAMES[patron]} of {seat}",
        )
        for patron, many in enumerate(player.cards)
    ]
    for spans in (cubes, cards):
        for row in wrapped(spans, width - 2):
            yield Span("  "), *row
