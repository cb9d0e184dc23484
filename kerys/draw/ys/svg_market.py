"""The market with its lines and columns, and the price scale."""

from __future__ import annotations

from functools import cache

from kerys.draw.measure import fitted
from kerys.draw.svg import box, disc, label, panel, path, piece, pieces_at, rounded
from kerys.draw.ys.svg_pieces import agent, gem, moved, spot
from kerys.facts.ys.scene import Agent, Scene
from kerys.facts.ys.words import colour_word
from kerys.games.ys.actions import Question
from kerys.games.ys.components import (
    CITY,
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    HIGHEST_PRICE,
    LINES,
    LOWEST_PRICE,
    SEATS,
)
from kerys.games.ys.wording.notation import place_text
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered

SIDE_COLUMN = 46.0
"""The width of the column with the lines' gems."""
HEAD = 58.0
"""The height of the title and the column headings."""
WIDE_ROW, NARROW_ROW, CLOSED_ROW = 60.0, 48.0, 26.0
WIDE_TOKEN, NARROW_TOKEN = 20.0, 15.5
PRICE_ROW = 25.0
PRICE_HEAD = 38.0

NAMED_ELSEWHERE = (Question.TAKE_GEM, Question.ALCHEMIST_GIVES)
"""Questions about the gems of a ship or a player, not of the bank."""


def market(table: Scene, width: float) -> list[str]:
    """The market, in pieces."""
    bank = table.question not in NAMED_ELSEWHERE
    row, y = _row(width, table.seats), HEAD
    drawn = [panel(width, market_height(width), _("Market"))]
    drawn.append(column_heads(width, table.steps, bank))
    for line in range(LINES):
        if line == 0 and table.seats < SEATS:
            drawn += pieces_at(0, y, [closed_line(width)])
            y += CLOSED_ROW
        else:
            spaces = table.market[line * COLUMNS : (line + 1) * COLUMNS]
            here = market_line(width, row, line, table.line_gems[line], spaces)
            drawn += pieces_at(0, y, [here])
            y += row
    return drawn


def market_height(width: float) -> float:
    """The height of the market, whether its first line is open or not."""
    return HEAD + LINES * _row(width, SEATS) + 6


def _row(width: float, seats: int) -> float:
    """The height of an open line; a closed one leaves more space for the others."""
    row = WIDE_ROW if width > 400 else NARROW_ROW
    return row if seats == SEATS else (LINES * row - CLOSED_ROW) / (LINES - 1)


def _column_width(width: float) -> float:
    """The width of a column."""
    return (width - SIDE_COLUMN - 8) / COLUMNS


@remembered(256)
def column_heads(width: float, steps: tuple[int, ...], bank: bool) -> str:
    """The colours of the columns, their settled order, and the names to choose a colour."""
    across = _column_width(width)
    drawn = []
    for colour in range(COLOURS):
        x = SIDE_COLUMN + across * colour
        step = f"{steps[colour]:+d}" if steps[colour] else ""
        size = 12.0 if across > 90 else 11.0
        name = fitted(colour_word(colour), size, across - 27 - (17 if step else 0))
        head = moved(13, 15.5, gem(colour, 9)) + label(25, 19, name, size, "f-ink b")
        if step:
            head += label(across - 4, 19, step, size, "f-lit b end")
        if bank:
            head = spot(COLOUR_NAMES[colour], rounded(2, 1.5, across - 4, 27), head)
        drawn.append(moved(x, 27, head))
    return "".join(drawn)


@remembered(1024)
def market_line(
    width: float, row: float, line: int, prize: int, spaces: tuple[Agent | None, ...]
) -> str:
    """A line: its gem and its four spaces."""
    across = _column_width(width)
    drawn = [label(12, row / 2 + 4, str(line + 1), 12, "f-muted b")]
    if prize != NONE:
        drawn.append(moved(33, row / 2, piece(f"line {line}", gem(prize, 10))))
    else:
        drawn.append(disc(33, row / 2, 3, "f-line"))
    for column, one in enumerate(spaces):
        space = _space(CITY + line * COLUMNS + column, across, row, one)
        drawn.append(moved(SIDE_COLUMN + across * column, 0, space))
    return "".join(drawn)


def _space(place: int, across: float, row: float, one: Agent | None) -> str:
    """A space, empty or taken."""
    inside = ""
    if one:
        radius = WIDE_TOKEN if row >= WIDE_ROW else NARROW_TOKEN
        inside = moved(across / 2, row / 2, agent(one, radius))
    ground = box(3, 3, across - 6, row - 6, "f-well s-faint", 6, 1)
    return ground + spot(place_text(place), rounded(3, 3, across - 6, row - 6), inside, holds=True)


@remembered(4)
def closed_line(width: float) -> str:
    """The first line with fewer than four players."""
    words = fitted(_("Line 1 is closed with fewer than four players"), 11, width - 80)
    return label(12, 16, "1", 12, "f-muted b") + label(SIDE_COLUMN + 6, 16, words, 11, "f-muted")


# --- Prices ------------------------------------------------------------------------------------


def price_height() -> float:
    """The height of the price scale."""
    return PRICE_HEAD + PRICE_ROW * COLOURS + 8


def prices(table: Scene, width: float) -> list[str]:
    """The price of each colour on its scale; the steps next to it can be chosen."""
    drawn = [price_scale(width)]
    for colour, price in enumerate(table.prices):
        row = price_row(width, colour, price)
        drawn += pieces_at(0, PRICE_HEAD + PRICE_ROW * colour, [row])
    return drawn


def _step(width: float) -> float:
    """The width of a step."""
    return (width - 20) / HIGHEST_PRICE


def _step_x(width: float, price: int) -> float:
    """The middle of a step."""
    return 10 + _step(width) * (price - 0.5)


@remembered(4)
def price_scale(width: float) -> str:
    """The scale without gems."""
    drawn = [panel(width, price_height(), _("Prices"))]
    for price in range(LOWEST_PRICE, HIGHEST_PRICE + 1):
        drawn.append(label(_step_x(width, price), 34, str(price), 9.5, "f-muted mid"))
    return "".join(drawn)


@cache
def price_row(width: float, colour: int, price: int) -> str:
    """The scale of one colour."""
    middle, half = PRICE_ROW / 2, _step(width) / 2
    look = f"none s-{COLOUR_NAMES[colour]}"
    first, last = _step_x(width, LOWEST_PRICE), _step_x(width, HIGHEST_PRICE)
    drawn = [path(f"M{first:.1f} {middle}H{last:.1f}", "none s-faint", 2)]
    for step in range(LOWEST_PRICE, HIGHEST_PRICE + 1):
        if abs(step - price) > 1:
            drawn.append(
                disc(_step_x(width, step), middle, 2.5, f"f-panel s-{COLOUR_NAMES[colour]}", 1.2)
            )
    for name, way in (("down", -1), ("up", 1)):
        if LOWEST_PRICE <= price + way <= HIGHEST_PRICE:
            x = _step_x(width, price) + way * half
            outline = rounded(min(x, x + way * 24), 1, 24, 24, 5)
            x += way * (half - 2.5)
            arrow = path(f"M{x:.1f} {middle - 4.5}l{way * 4.5} 4.5l{-way * 4.5} 4.5", look, 2)
            drawn.append(spot(f"{COLOUR_NAMES[colour]} {name}", outline, arrow))
    moving = piece(f"price {colour}", gem(colour, 9.5))
    drawn.append(moved(_step_x(width, price), middle, moving))
    return "".join(drawn)
