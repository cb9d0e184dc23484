"""The region as plain text: the spaces as letters, the areas as a table."""

from __future__ import annotations

from kerys.draw.mykerinos.text_tables import sentence, table
from kerys.facts.mykerinos.scene import Area, Stage, ranking
from kerys.facts.mykerinos.words import lot_words
from kerys.games.mykerinos.components import AREA_WIDTH, AREAS_IN_LINE, COLUMNS, LOT_HEIGHT
from kerys.games.mykerinos.wording.notation import COLUMN_LETTERS
from kerys.locale import _
from kerys.table.owners import seat_letter

FREE, PYRAMID, LAST = ".", "^", "*"
CELL = 4
MARGIN = " " * 5
EDGE = "+" + "-" * (2 * CELL) + "+" + "-" * (2 * CELL) + "+"


def region(areas: tuple[Area, ...], width: int) -> str:
    """The spaces, a legend, and the areas."""
    signs = _(
        "Letters are cubes, {pyramid} is a pyramid, {free} a free space; "
        "{cube} a cube on a pyramid, {last} the cube laid last."
    ).format(pyramid=PYRAMID, free=FREE, cube="A" + PYRAMID, last="A" + LAST)
    lines = [
        _("Region").upper(),
        *board(areas),
        *sentence(signs, width),
        "",
        _("Areas").upper(),
        *areas_table(areas, width),
    ]
    return "\n".join(lines)


def board(areas: tuple[Area, ...]) -> list[str]:
    """The spaces, two areas per line."""
    letters = [f"{letter:^{CELL}}" for letter in COLUMN_LETTERS]
    halves = ["".join(letters[at : at + 2]) for at in range(0, COLUMNS, 2)]
    lines = [f"{MARGIN} {halves[0]} {halves[1]}   {halves[2]} {halves[3]}".rstrip()]
    for first in range(0, len(areas), AREAS_IN_LINE):
        pair = areas[first : first + AREAS_IN_LINE]
        lines.append(MARGIN + " ".join(edge(area) for area in pair))
        for row in range(LOT_HEIGHT):
            number = first // AREAS_IN_LINE * LOT_HEIGHT + row + 1
            lines.append(f"{number:>4} " + " ".join(area_row(area, row) for area in pair))
    return [*lines, MARGIN + " ".join([EDGE] * AREAS_IN_LINE)]


def edge(area: Area) -> str:
    """The upper edge of an area, with its number."""
    number = f" {area.number + 1} "
    return EDGE[:2] + number + EDGE[2 + len(number) :]


def area_row(area: Area, row: int) -> str:
    """A row of an area."""
    cells = [sign(area, row * COLUMNS + column) for column in range(AREA_WIDTH)]
    return f"|{cells[0]}{cells[1]}|{cells[2]}{cells[3]}|"


def sign(area: Area, bit: int) -> str:
    """What is on a space."""
    cubes = (
        seat_letter(owner)
        for owner, board_ in zip(area.owners, area.cubes, strict=True)
        if board_ >> bit & 1
    )
    pyramid = PYRAMID if area.pyramids >> bit & 1 else ""
    shown = next(cubes, "") + pyramid + (LAST if area.last == bit else "")
    return f" {shown or FREE:<{CELL - 1}}"


def areas_table(areas: tuple[Area, ...], width: int) -> list[str]:
    """The lots and the ranking of every area."""
    head = "", "", _("left lot"), _("right lot"), _("cubes, first to last")
    rows: list[tuple[str, ...]] = [head]
    for area in areas:
        stage = ""
        if area.stage != Stage.AHEAD:
            stage = _("now") if area.stage == Stage.NOW else _("inspected")
        gone = _("taken") if area.stage == Stage.NOW else "-"
        lots = [lot_words(lot) if lot else gone for lot in area.lots]
        rows.append((str(area.number + 1), stage, *lots, ranking_words(area)))
    note = _("> means ahead, = means level until the players pass; brackets show who acts now.")
    return [
        *table(rows, "rllll", width),
        *sentence(note, width),
    ]


def ranking_words(area: Area) -> str:
    """The colours in an area, first to last."""
    said = ""
    standings = ranking(area)
    for place, one in enumerate(standings):
        shown = f"{seat_letter(one.owner)} {one.cubes}"
        said += f"[{shown}]" if place == area.place else shown
        if place + 1 < len(standings):
            said += " > " if one.ahead else " = "
    return said
