"""The city for a narrow page: the same rings and quarters, unrolled to bands that grow.

The palaces meet in the middle, the harbours lie at the sea above and below.
"""

from __future__ import annotations

from functools import cache

from kerys.draw.measure import fitted
from kerys.draw.svg import box, element, label, number, path, pieces_at, rounded
from kerys.draw.ys.svg_city import GROUND, inscription, plaque
from kerys.draw.ys.svg_geometry import figure_size
from kerys.draw.ys.svg_pieces import agent, moved, spot
from kerys.draw.ys.svg_ships import roundel, ship_at
from kerys.facts.ys.scene import Agent, Scene, Ship
from kerys.games.ys.actions import Question
from kerys.games.ys.components import AREAS, HARBOUR, MERCHANT, PALACE, QUARTERS
from kerys.games.ys.wording.notation import place_text
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered

WIDE = 340.0
MARGIN = 7.0
STREET = 6.0
HALF = (WIDE - 2 * MARGIN - STREET) / 2
SEA = 86.0
WALL = 16.0
RADIUS, CAPTION = 10.0, 9.5
CELL_WIDE, CELL_HIGH = figure_size(RADIUS, CAPTION)
ROW = CELL_HIGH + 2
PADDING = 5.0
ACROSS = int((HALF - 8) // CELL_WIDE)
PLAQUE = 28.0
LEFT, RIGHT = MARGIN, MARGIN + HALF + STREET
UPPER, LOWER = (0, 1), (3, 2)
"""The quarters from left to right, above and below the middle."""


def city(table: Scene) -> tuple[float, list[str]]:
    """The height of the whole city, and its pieces."""
    bands: list[str] = []
    upper, lower = (_heights(table, pair) for pair in (UPPER, LOWER))
    y = SEA
    for area in range(AREAS):
        bands += _band(table, UPPER, area, y, upper[area])
        y += WALL + upper[area]
    middle = y + STREET / 2
    y += STREET
    for area in reversed(range(AREAS)):
        bands += _band(table, LOWER, area, y, lower[area])
        y += WALL + lower[area]
    height = y + SEA
    unloads = table.question == Question.TAKE_GEM
    shores = [
        shore(quarter, ship, unloads, quarter == table.scored_quarter)
        for quarter, ship in enumerate(table.ships[: table.quarters])
    ]
    where = ((LEFT, 0.0), (RIGHT, 0.0), (RIGHT, y), (LEFT, y))
    drawn = [sea(height, y)]
    for quarter, sight in enumerate(shores):
        drawn += pieces_at(*where[quarter], [sight])
    return height, [*drawn, *bands, *pieces_at(WIDE / 2, middle, [roundel(15)])]


def _heights(table: Scene, pair: tuple[int, int]) -> list[float]:
    """How high the bands of two neighbours must be, from the harbour in."""
    heights = []
    for area in range(AREAS):
        most = max(len(table.city[quarter * AREAS + area]) for quarter in pair)
        rows = max(1, -(-most // ACROSS))
        heights.append(rows * ROW + 2 * PADDING + (PLAQUE if area == PALACE else 0))
    return heights


def _band(table: Scene, pair: tuple[int, int], area: int, y: float, height: float) -> list[str]:
    """An area of each of two neighbours."""
    merchant = table.played_by[MERCHANT] != NONE
    drawn: list[str] = []
    for x, quarter in zip((LEFT, RIGHT), pair, strict=True):
        place = quarter * AREAS + area
        if quarter >= table.quarters:
            drawn += pieces_at(x, y, [unused(area, height)])
            continue
        prize = table.prizes[quarter] if area == PALACE else NONE
        agents, closed = table.city[place], table.closed == place
        here = city_area(place, agents, closed, prize, merchant, height)
        drawn += pieces_at(x, y, [here])
    return drawn


@cache
def sea(height: float, bottom: float) -> str:
    """The sea around the city, with gentle lines of waves above and below it."""
    lines = []
    for index, y in enumerate((20, 44, 68, bottom + 20, bottom + 44, bottom + 68)):
        for x in range(14 + 22 * (index % 2), int(WIDE) - 30, 46):
            lines.append(f"M{x} {number(y)}q5.5-4.5 11 0t11 0")
    return (
        box(0.5, 0.5, WIDE - 1, height - 1, "f-sea s-sealine", 12, 1)
        + path("".join(lines), "none s-sealine", 1)
        + box(MARGIN - 3, SEA - 3, WIDE - 2 * MARGIN + 6, bottom - SEA + 6, "f-paper", 15)
    )


@remembered(512)
def shore(quarter: int, ship: Ship | None, unloads: bool, scored: bool) -> str:
    """The number of a quarter and its ship, on the half of the sea before it."""
    left, upper = quarter in (0, 3), quarter in UPPER
    drawn = label(14 if left else HALF - 14, 50, str(quarter + 1), 22, "f-muted b mid")
    if ship:
        drawn += ship_at(HALF / 2, 45, quarter, ship, unloads)
    if scored:
        y = SEA - 3 if upper else 3
        drawn += path(f"M10 {number(y)}H{number(HALF - 10)}", "none s-lit", 4)
    return drawn


@remembered(2048)
def city_area(
    place: int, agents: tuple[Agent, ...], closed: bool, prize: int, merchant: bool, height: float
) -> str:
    """One area with its wall, its name, its prize and its agents."""
    quarter, area = divmod(place, AREAS)
    upper = quarter in UPPER
    top = WALL if upper else 0.0
    wall = 0.0 if upper else height
    ground = _ground(quarter, area, height, top, wall) + (_closed(top, height) if closed else "")
    words = fitted(inscription(area, closed, merchant), 10.5, HALF - 12)
    drawn = [label(HALF / 2, wall + 11.8, words, 10.5, "f-ink b mid")]
    if prize != NONE:
        y = top + height - PLAQUE + 1 if upper else top + 5
        x = 8.0 if quarter in (0, 3) else HALF - 8 - 128
        drawn.append(moved(x, y, plaque(prize, 128, PLAQUE - 6)))
    first = top + PADDING + (PLAQUE if area == PALACE and not upper else 0)
    for index, one in enumerate(agents):
        row, column = divmod(index, ACROSS)
        count = min(ACROSS, len(agents) - row * ACROSS)
        step = min((HALF - 8) / count, CELL_WIDE * 1.3)
        x = HALF / 2 + (column - (count - 1) / 2) * step
        drawn.append(moved(x, first + row * ROW + RADIUS * 1.2, agent(one, RADIUS, CAPTION)))
    outline = rounded(2, top + 2, HALF - 4, height - 4, 4)
    return ground + spot(place_text(place), outline, *drawn, holds=True)


def _ground(quarter: int, area: int, height: float, top: float, wall: float) -> str:
    """The ground of an area and the wall on its outer side."""
    stones = "".join(f"M{x} 0h4" for x in range(6, int(HALF) - 6, 9))
    edge = 1.5 if wall == 0 else WALL - 1.5
    return (
        _quay(quarter, wall, area == HARBOUR)
        + moved(0, wall + edge, path(stones, "none s-stone", 3))
        + box(0.5, top, HALF - 1, height, f"{GROUND[area]} s-sandline", 0, 1)
    )


def _quay(quarter: int, wall: float, outermost: bool) -> str:
    """A wall; that of a harbour has a round corner at the sea."""
    if not outermost:
        return box(0, wall, HALF, WALL, "f-sand")
    turn = 12.0
    corner = {0: (0, 0), 1: (HALF, 0), 2: (HALF, WALL), 3: (0, WALL)}[quarter]
    points = []
    for x, y in ((0.0, 0.0), (HALF, 0.0), (HALF, WALL), (0.0, WALL)):
        if (x, y) == corner:
            along, down = (turn if x == 0 else HALF - turn), (turn if y == 0 else WALL - turn)
            ends = [(x, down), (along, y)] if quarter in (0, 2) else [(along, y), (x, down)]
            first, last = ends
            points.append(
                f"{number(first[0])} {number(wall + first[1])}"
                f"Q{number(x)} {number(wall + y)} {number(last[0])} {number(wall + last[1])}"
            )
        else:
            points.append(f"{number(x)} {number(wall + y)}")
    return path("M" + "L".join(points) + "Z", "f-sand")


def _closed(top: float, height: float) -> str:
    """An area that nobody may enter or leave this round."""
    return element(
        "path",
        d=rounded(1.5, top + 1.5, HALF - 3, height - 3, 3),
        class_="f-well s-muted",
        stroke_width=2.5,
        stroke_dasharray="9 6",
    )


@remembered(64)
def unused(area: int, height: float) -> str:
    """A part of the quarter that nobody enters in this game."""
    drawn = box(0.5, 0, HALF - 1, height + WALL, "f-well s-line", 0, 1)
    drawn += path(f"M8 8L{number(HALF - 8)} {number(height + WALL - 8)}", "none s-line", 2)
    if area == PALACE:
        note = fitted(_("Quarter {quarter} is not in use").format(quarter=QUARTERS), 11, HALF - 16)
        middle = (height + WALL) / 2 + 4
        drawn += box(4, middle - 14, HALF - 8, 20, "f-well") + label(
            HALF / 2, middle, note, 11, "f-muted mid"
        )
    return drawn
