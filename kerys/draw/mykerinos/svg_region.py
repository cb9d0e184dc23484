"""The region: a dig seen from above, in areas of two lots."""

from __future__ import annotations

from functools import cache

from kerys.draw.mykerinos.svg_patrons import mark
from kerys.draw.mykerinos.svg_spaces import measures, space, space_x, space_y
from kerys.draw.svg import (
    at,
    box,
    element,
    explained,
    label,
    panel,
    pieces_at,
    rounded,
    spot,
    token,
    touch,
    words,
)
from kerys.facts.mykerinos.read import first_space
from kerys.facts.mykerinos.scene import Area, Lot, Stage, ranking
from kerys.facts.mykerinos.words import lot_words
from kerys.games.mykerinos.components import (
    AREA_WIDTH,
    AREAS_IN_LINE,
    COLUMNS,
    LOT_HEIGHT,
    LOT_WIDTH,
)
from kerys.games.mykerinos.wording.notation import COLUMN_LETTERS, LOT_NAMES
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered


def region_height(areas: int, narrow: bool) -> float:
    """The height of the panel for a number of areas."""
    size = measures(narrow)
    return size.top + areas // AREAS_IN_LINE * (size.area_height + size.area_gap) + size.right


def region(areas: tuple[Area, ...], narrow: bool) -> list[str]:
    """The whole panel, in pieces."""
    size = measures(narrow)
    drawn = [ground(len(areas), narrow)]
    for area in areas:
        line, side = divmod(area.number, AREAS_IN_LINE)
        x = size.left + side * (size.area_width + size.area_gap)
        y = size.top + line * (size.area_height + size.area_gap)
        drawn += pieces_at(x, y, [area_drawing(area, narrow)])
    return drawn


@cache
def ground(areas: int, narrow: bool) -> str:
    """The panel with the letters of the columns and the numbers of the rows."""
    size = measures(narrow)
    drawn = [panel(size.width, region_height(areas, narrow))]
    step = size.area_width + size.area_gap
    for column in range(COLUMNS):
        side, inside = divmod(column, AREA_WIDTH)
        x = size.left + side * step + space_x(inside, size) + size.cell / 2
        drawn.append(label(x, size.top - 6, COLUMN_LETTERS[column], size.words, "f-muted mid"))
    for row in range(areas // AREAS_IN_LINE * LOT_HEIGHT):
        line, inside = divmod(row, LOT_HEIGHT)
        y = size.top + line * (size.area_height + size.area_gap) + space_y(inside, size)
        y += size.cell / 2 + size.words * 0.36
        drawn.append(label(size.left / 2 + 1, y, str(row + 1), size.words, "f-muted mid"))
    return "".join(drawn)


@remembered(1024)
def area_drawing(area: Area, narrow: bool) -> str:
    """An area: its heading, lots and spaces, with cubes and pyramids."""
    named = explained(f"area {area.number + 1}", frame(area.stage, narrow), heading(area, narrow))
    drawn = [named]
    for side, lot in enumerate(area.lots):
        drawn.append(lot_ground(side, lot is not None, narrow))
    owners = tuple(zip(area.owners, area.cubes, strict=True))
    corner = first_space(area.number)
    for row in range(LOT_HEIGHT):
        for column in range(AREA_WIDTH):
            at_bit = row * COLUMNS + column
            owner = next((who for who, board in owners if board >> at_bit & 1), None)
            drawn.append(
                space(
                    corner + at_bit,
                    owner,
                    bool(area.pyramids >> at_bit & 1),
                    area.last == at_bit,
                    area.lots[column // LOT_WIDTH] is not None,
                    narrow,
                )
            )
    for side, lot in enumerate(area.lots):
        if lot is not None:
            drawn.append(cartouche_on_lot(area, side, lot, narrow))
    return "".join(drawn)


@cache
def frame(stage: Stage, narrow: bool) -> str:
    """The frame of an area; the one being inspected stands out."""
    size = measures(narrow)
    look = "f-street2 s-ink" if stage == Stage.NOW else "f-street2 s-sandline"
    if stage == Stage.DONE:
        look = "f-well s-faint"
    line = 2 if stage == Stage.NOW else 1
    return box(0, 0, size.area_width, size.area_height, look, size.frame + 3, line)


def heading(area: Area, narrow: bool) -> str:
    """The number of an area and its ranking."""
    size = measures(narrow)
    middle = size.strip / 2 + 1
    base = middle + size.words * 0.36
    edge = size.frame + 4
    drawn = [label(edge, base, str(area.number + 1), size.words + 1, "f-ink b")]
    if area.stage == Stage.DONE:
        drawn = [label(edge, base, str(area.number + 1), size.words + 1, "f-muted b")]
        drawn.append(label(edge + 16, base, _("inspected"), size.words, "f-muted"))
        return "".join(drawn)
    radius, step = (8.6, 36) if narrow else (9.5, 52)
    x = edge + (11 if narrow else 22) + radius
    standings = ranking(area)
    for place, one in enumerate(standings):
        last = place + 1 == len(standings)
        if place == 0 and (last or one.ahead):
            drawn.append(box(x - radius * 1.3, middle - 10.5, radius * 2.6 + 13, 21, "f-panel", 6))
        drawn.append(at(x, middle, token(one.owner, radius)))
        drawn.append(label(x + radius * 1.2 + 2, base, str(one.cubes), size.words, "f-ink b"))
        if place == area.place:
            drawn.append(box(x - radius * 1.3, size.strip - 2, radius * 2.6 + 13, 3, "f-lit", 1.5))
        if not last:
            between = "\u203a" if one.ahead else "="
            far = x + step * (0.65 if narrow else 0.62)
            drawn.append(label(far, base, between, size.words, "f-muted mid"))
        x += step
    return "".join(drawn)


@cache
def lot_ground(side: int, lies: bool, narrow: bool) -> str:
    """The card of a lot under its spaces; a dashed outline once it is taken."""
    size = measures(narrow)
    x, y = space_x(side * LOT_WIDTH, size), space_y(0, size)
    width, height = LOT_WIDTH * size.cell, LOT_HEIGHT * size.cell
    if lies:
        return box(x, y, width, height, "f-sand s-sandline", 4, 1)
    return element(
        "rect",
        x=x + 1,
        y=y + 1,
        width=width - 2,
        height=height - 2,
        rx=4,
        class_="none s-sandline",
        stroke_dasharray="4 4",
    )


def cartouche_on_lot(area: Area, side: int, lot: Lot, narrow: bool) -> str:
    """A lot's cartouche, between the first and second row of its spaces.

    In the area being inspected you can choose the whole lot, so a clickable surface covers it.
    """
    size = measures(narrow)
    x = space_x(side * LOT_WIDTH, size)
    y = space_y(0, size)
    width, height = LOT_WIDTH * size.cell, LOT_HEIGHT * size.cell
    shown = at(x + width / 2, y + size.cell, cartouche(lot, narrow))
    if area.stage != Stage.NOW:
        return explained(f"lot {area.number + 1} {LOT_NAMES[side]}", shown)
    name = f"lot {LOT_NAMES[side]}"
    return spot(name, touch(rounded(x + 1, y + 1, width - 2, height - 2, 5)), shown)


@remembered(64)
def cartouche(lot: Lot, narrow: bool) -> str:
    """The patron and the points of a lot, around the origin."""
    size = measures(narrow)
    radius = size.mark
    height = 2 * radius + (1 if narrow else 5)
    shown_mark, shown_value = lot.patron != NONE, lot.value > 0
    value = (size.words + 1) * 0.9
    width = (2.5 * radius if shown_mark else 8) + (value if shown_value else 0) + 6
    drawn = [element("title", words(lot_words(lot)))]
    drawn.append(box(-width / 2, -height / 2, width, height, "f-panel s-stone", height / 2, 1.2))
    x = -width / 2 + (3 if shown_mark else 7)
    if shown_mark:
        drawn.append(at(x + 1.25 * radius, 0, mark(lot.patron, radius)))
        x += 2.5 * radius
    if shown_value:
        base = (size.words + 1) * 0.36
        drawn.append(
            label(x + value / 2 - 0.5, base, str(lot.value), size.words + 1, "f-ink b mid")
        )
    return "".join(drawn)
