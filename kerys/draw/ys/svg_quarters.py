"""The city for a narrow page: the same rings and quarters, unrolled into bands that can grow.

The palaces meet in the middle; the harbours are at the top and the bottom.
"""

from __future__ import annotations

from functools import cache

from kerys.draw.measure import fitted
from kerys.draw.svg import box, disc, element, explained, label, number, path, pieces_at, rounded
from kerys.draw.ys.svg_city import inscription, plaque
from kerys.draw.ys.svg_geometry import CELL
from kerys.draw.ys.svg_ground import GROUND, LINES
from kerys.draw.ys.svg_lines import ROUND, dashed, stroke
from kerys.draw.ys.svg_pieces import agent, moved, spot
from kerys.draw.ys.svg_ships import ship_at
from kerys.draw.ys.svg_stamps import BOAT, HOUSE, PALACES, TALL_HOUSE, TREE, castle, stamped
from kerys.facts.ys.scene import Agent, Scene, Ship
from kerys.games.ys.actions import Question
from kerys.games.ys.components import AREAS, HARBOUR, MERCHANT, PALACE, QUARTERS, SHOPS
from kerys.games.ys.wording.notation import place_text
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered

WIDE = 340.0
MARGIN = 7.0
STREET = 6.0
HALF = (WIDE - 2 * MARGIN - STREET) / 2
SEA = 108.0
WALL = 16.0
RADIUS = 15.0
SIDE = RADIUS * CELL
ROW = SIDE + 2
PADDING = 6.0
ACROSS = int((HALF - 8) // SIDE)
PLAQUE = 28.0
SWELL = (WIDE - 2) / 16
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
    return height, [*drawn, *bands, *pieces_at(WIDE / 2, middle, [castle(0.7)])]


def _heights(table: Scene, pair: tuple[int, int]) -> list[float]:
    """The heights that the bands of two neighbours need, from the harbour inward."""
    heights = []
    for area in range(AREAS):
        most = max(len(table.city[quarter * AREAS + area]) for quarter in pair)
        rows = max(1, -(-most // ACROSS))
        heights.append(rows * ROW + 2 * PADDING + (PLAQUE if area == PALACE else 0))
    return heights


def _band(table: Scene, pair: tuple[int, int], area: int, y: float, height: float) -> list[str]:
    """The same area of two neighbouring quarters."""
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
    """The sea around the city, deeper farther out, with foam along the quays."""
    drawn = [box(0.5, 0.5, WIDE - 1, height - 1, "f-sea s-sealine", 12, 1)]
    for depth, look in ((74, "f-sea2"), (47, "f-sea3"), (22, "f-sea4")):
        swell = f"q{SWELL / 2:g}-5 {SWELL:g} 0t{SWELL:g} 0" * 8
        drawn.append(path(f"M1 {depth}{swell}V12a11 11 0 0 0-11-11H12a11 11 0 0 0-11 11Z", look))
        foot = number(height - depth)
        drawn.append(
            path(
                f"M1 {foot}{swell}V{number(height - 12)}a11 11 0 0 1-11 11H12a11 11 0 0 1-11-11Z",
                look,
            )
        )
    lines = []
    for index, y in enumerate((16, 38, 60, 84, *(bottom + down for down in (24, 48, 70, 92)))):
        for x in range(12 + 22 * (index % 2), int(WIDE) - 24, 44):
            lines.append(f"M{x} {number(y)}q4.5-4 9 0t9 0")
    drawn.append(stroke("".join(lines), "s-foam", 1.2, opacity=0.7))
    across, down = WIDE - 2 * MARGIN, bottom - SEA
    for off, width in ((5.0, 1.2), (1.5, 3.0)):
        quay = rounded(MARGIN - off, SEA - off, across + 2 * off, down + 2 * off, 15)
        drawn.append(path(quay, "none s-foam", width))
    drawn.append(box(MARGIN, SEA, across, down, "f-street", 13))
    return "".join(drawn)


@remembered(512)
def shore(quarter: int, ship: Ship | None, unloads: bool, scored: bool) -> str:
    """The number of a quarter and its ship, on its half of the sea."""
    left, upper = quarter in (0, 3), quarter in UPPER
    drawn = ""
    if ship:
        drawn = ship_at(HALF / 2 + (6 if left else -6), 67 if upper else 71, quarter, ship, unloads)
    x, y = (10.0 if left else HALF - 10), (18.0 if upper else SEA - 18)
    stone = disc(x, y, 11.5, "f-panel s-sealine", 1.5)
    drawn += explained(
        f"quarter {quarter + 1}", stone, label(x, y + 5.8, str(quarter + 1), 16, "f-ink b mid")
    )
    if scored:
        y = SEA - 3 if upper else 3
        drawn += path(f"M10 {number(y)}H{number(HALF - 10)}", "none s-lit", 4)
    return drawn


@remembered(8192)
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
        step = min((HALF - 8) / count, SIDE * 1.3)
        x = HALF / 2 + (column - (count - 1) / 2) * step
        drawn.append(moved(x, first + row * ROW + SIDE / 2, agent(one, RADIUS)))
    outline = rounded(2, top + 2, HALF - 4, height - 4, 4)
    return ground + spot(place_text(place), outline, *drawn, holds=True)


def _ground(quarter: int, area: int, height: float, top: float, wall: float) -> str:
    """The ground of an area and the wall on its outer side."""
    edge = 2.0 if wall == 0 else WALL - 2.0
    merlons = f"M6 {number(wall + edge)}H{number(HALF - 6)}"
    return (
        _quay(quarter, wall, area == HARBOUR)
        + dashed(merlons, "s-walledge", 3, "4.6 4.4")
        + box(0.5, top, HALF - 1, height, f"{GROUND[area]} {LINES[area]}", 0, 1)
        + stroke(f"M1 {number(top + 2)}H{number(HALF - 1)}", "s-ink", 4, opacity=0.06)
        + moved(0, top, SIGHTS[area](quarter, height))
    )


def _harbour(quarter: int, height: float) -> str:
    """A stone quay with a basin at each end."""
    foot = height - 5 if quarter in UPPER else 5.0
    paving = f"M1 {number(foot)}H{number(HALF - 1)}"
    middle = number(height / 2)
    basins = f"M17 {middle}h10M{number(HALF - 27)} {middle}h10"
    boats = [(x, height / 2 + 7) for x in (22.0, HALF - 22)]
    return (
        dashed(paving, "s-quayline", 9, ".9 13")
        + stroke(basins, "s-walledge", 27, **ROUND)
        + stroke(basins, "s-sea2", 24, **ROUND)
        + stroke(basins, "s-sea3", 12, **ROUND)
        + stamped([(BOAT, boats)])
    )


def _market(quarter: int, height: float) -> str:
    """Awnings along the inner wall, houses at the ends."""
    foot = height - 5 if quarter in UPPER else 5.0
    cloth = f"M30 {number(foot)}H{number(HALF - 30)}"
    drawn = [stroke(cloth, "s-bazaarline", 10.5), stroke(cloth, "s-canvas", 9)]
    for index, look in enumerate(("s-awning", "s-teal", "s-gild", "s-teal", "s-awning")):
        row = f"M{number(31 + index * 20.2)} {number(foot)}h17.6"
        drawn.append(dashed(row, look, 9, "2.6 2.4"))
    base = height / 2 + 13
    drawn.append(stamped([(HOUSE, [(HALF - 13, base)])]))
    drawn.append(stamped([(TALL_HOUSE, [(13, base)])]))
    return "".join(drawn)


def _palace(quarter: int, height: float) -> str:
    """The palace of a quarter, in its own colour, and trees."""
    upper = quarter in UPPER
    foot = height - PLAQUE - 2 if upper else height - 5
    trees = [(x, foot) for x in (12.0, 25.0, HALF - 25, HALF - 12)]
    hall = element(
        "g",
        stamped([(PALACES[quarter], [(0, 0)])]),
        transform=f"translate({number(HALF / 2)} {number(foot)}) scale(.62)",
    )
    return stamped([(TREE, trees)]) + hall


SIGHTS = {HARBOUR: _harbour, SHOPS: _market, PALACE: _palace}
"""The decoration of each kind of area."""


def _quay(quarter: int, wall: float, outermost: bool) -> str:
    """A wall; a harbour's has a rounded corner at the sea."""
    if not outermost:
        return box(0.5, wall + 0.5, HALF - 1, WALL - 1, "f-wall s-walledge", 0, 1)
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
    return path("M" + "L".join(points) + "Z", "f-wall s-walledge", 1)


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
    """A part of a quarter that isn't used in this game: the sea has taken it."""
    whole = height + WALL
    crests = "".join(
        f"M{x} {y}q4.5-4 9 0t9 0"
        for row, y in enumerate(range(12, int(whole) - 4, 19))
        for x in range(10 + 22 * (row % 2), int(HALF) - 20, 44)
    )
    ruins = f"M3 {number(whole - WALL / 2)}h34m50 0h12m24 0H{number(HALF - 3)}"
    drawn = (
        box(0, 0, HALF, whole, "f-sea2")
        + dashed(ruins, "s-sea3", WALL - 4, "9 3 5 2")
        + stroke(crests, "s-foam", 1.2, opacity=0.8)
    )
    if area == PALACE:
        note = fitted(_("Quarter {quarter} is not in use").format(quarter=QUARTERS), 11, HALF - 16)
        middle = whole / 2 + 4
        drawn += box(4, middle - 14, HALF - 8, 20, "f-sea2") + label(
            HALF / 2, middle, note, 11, "f-ink mid"
        )
    return drawn
