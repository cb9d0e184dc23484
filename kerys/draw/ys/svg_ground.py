"""The ground of the round city: what never changes during a game, below all pieces.

Ornaments keep to the walls, the streets and the ends of the rings: agents stand in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees

from kerys.draw.measure import fitted
from kerys.draw.svg import disc, element, label, path
from kerys.draw.ys.svg_geometry import (
    BANDS,
    CITY_EDGE,
    HARBOUR_EDGE,
    MIDDLE,
    MIRRORS,
    PALACE_EDGE,
    ROUNDEL,
    SHOPS_EDGE,
    STREET,
    WALL,
    Point,
    mirrored,
    sector,
)
from kerys.draw.ys.svg_lines import ROUND, arc, dashed, dots, polar, stroke, whole_arc
from kerys.draw.ys.svg_sea import piers, sea, shallows
from kerys.draw.ys.svg_stamps import (
    BOAT,
    CRATES,
    HOUSE,
    PALACES,
    STALL,
    TALL_HOUSE,
    TEAL_STALL,
    castle,
    short,
    stamped,
)
from kerys.games.ys.components import HARBOUR, QUARTERS, SHOPS
from kerys.locale import _
from kerys.locale.word_cache import remembered

GROUND = ("f-quay", "f-bazaar", "f-court")
LINES = ("s-quayline", "s-bazaarline", "s-courtline")
EDGES = (HARBOUR_EDGE, SHOPS_EDGE, PALACE_EDGE)
INSCRIPTION = 108.0
"""The part of a wall kept free for words."""


@remembered(4)
def ground(quarters: int) -> str:
    """The sea, the quarters in use, and the castle."""
    used = range(quarters)
    drawn = [
        sea(),
        piers(used),
        shallows(),
        disc(MIDDLE + 3, MIDDLE + 4, CITY_EDGE + 1, "f-sealine"),
        disc(MIDDLE, MIDDLE, CITY_EDGE, "f-street"),
        _streets(),
        *(_drowned_quarter(quarter) for quarter in range(quarters, QUARTERS)),
        _rings(used),
        _harbours(used),
        _shops(used),
        _palaces(used),
        _gates(used),
        _heart(),
    ]
    return "".join(drawn)


# --- Walls and streets -------------------------------------------------------------------------


def _streets() -> str:
    """Flagstones from the four sea gates to the castle."""
    cross = "".join(
        f"M{short(MIDDLE + x * ROUNDEL)} {short(MIDDLE + y * ROUNDEL)}"
        f"L{short(MIDDLE + x * CITY_EDGE)} {short(MIDDLE + y * CITY_EDGE)}"
        for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))
    )
    return dashed(cross, "s-bazaarline", 2 * STREET, ".9 7") + stroke(cross, "s-bazaarline", 0.8)


def _rings(used: Sequence[int]) -> str:
    """The ground of the areas and the walls around them."""
    drawn = []
    for area, (inner, outer) in BANDS.items():
        grounds = "".join(sector(quarter, inner, outer) for quarter in used)
        walls = "".join(sector(quarter, outer, outer + WALL) for quarter in used)
        shadow = "".join(whole_arc(quarter, outer - 2.5) for quarter in used)
        drawn += [
            path(grounds, f"{GROUND[area]} {LINES[area]}", 1),
            stroke(shadow, "s-ink", 5, opacity=0.06),
            path(walls, "f-wall s-walledge", 1),
            dashed(_merlons(used, outer + WALL - 2.2), "s-walledge", 3, "4.6 4.2"),
        ]
    return "".join(drawn)


def _merlons(used: Sequence[int], radius: float) -> str:
    """The battlements of a wall, on both sides of its inscription."""
    gap = degrees(INSCRIPTION / 2 / radius)
    return "".join(
        arc(quarter, radius, 4, 45 - gap) + arc(quarter, radius, 86, 45 + gap) for quarter in used
    )


def _gates(used: Sequence[int]) -> str:
    """Towers on both sides of the streets where they pass through the walls."""
    inner: list[Point] = []
    outer: list[Point] = []
    for quarter in used:
        for edge in EDGES:
            out, side = edge + WALL / 2, STREET + 5.0
            points = [mirrored(point, quarter) for point in ((out, side), (side, out))]
            (outer if edge == HARBOUR_EDGE else inner).extend(points)
    return (
        dots([*inner, *outer], "s-walledge", 17)
        + dots(inner, "s-wall", 14.5)
        + dots(inner, "s-walledge", 7)
        + dots(inner, "s-street", 4.5)
        + dots(outer, "s-roof", 14.5)
        + dots([(x - 1.2, y - 1.4) for x, y in outer], "s-awning", 8)
        + dots([(x - 1.5, y - 1.8) for x, y in outer], "s-canvas", 2.2)
    )


def _heart() -> str:
    """The round place in the centre with the castle."""
    return (
        disc(MIDDLE, MIDDLE, ROUNDEL + 3, "f-street s-walledge", 1.2)
        + element(
            "circle",
            cx=MIDDLE,
            cy=MIDDLE,
            r=ROUNDEL - 1,
            class_="none s-bazaarline",
            stroke_width=5,
            stroke_dasharray=".9 6.4",
        )
        + element("g", castle(1.05), transform=f"translate({MIDDLE:g} {MIDDLE + 5:g})")
    )


# --- The rings ---------------------------------------------------------------------------------


def _harbours(used: Sequence[int]) -> str:
    """Stone quays, with a basin for boats at each end."""
    inner, outer = BANDS[HARBOUR]
    courses = "".join(whole_arc(quarter, inner + off) for quarter in used for off in (5.5, 11))
    joints = "".join(whole_arc(quarter, inner + 5.5) for quarter in used)
    basins = "".join(
        arc(quarter, outer - 20, *span) for quarter in used for span in ((6.2, 13), (84.6, 77))
    )
    boats, crates = [], []
    for quarter in used:
        down = 7 if MIRRORS[quarter][1] < 0 else 9
        for angle in (8.3, 81.5):
            x, y = polar(quarter, outer - 20, angle)
            boats.append((x, y + down))
        for angle in (18.5, 71.5):
            x, y = polar(quarter, outer - 12, angle)
            crates.append((x, y + 4))
    return (
        stroke(courses, "s-quayline", 0.9)
        + dashed(joints, "s-quayline", 11, ".9 15")
        + stroke(basins, "s-walledge", 33, **ROUND)
        + stroke(basins, "s-sea2", 30, **ROUND)
        + stroke(basins, "s-sea3", 16, **ROUND)
        + stamped([(BOAT, boats), (CRATES, crates)])
    )


AWNINGS = ("s-awning", "s-teal", "s-gild")


def _shops(used: Sequence[int]) -> str:
    """A row of awnings along the inner wall, stalls and houses at the ends."""
    inner, _outer = BANDS[SHOPS]
    middle = inner + 5.5
    drawn = []
    rows: list[list[str]] = [[], [], []]
    for quarter in used:
        for index, start in enumerate(range(19, 70, 9)):
            rows[index % 3].append(arc(quarter, middle, start, start + 7.9))
    cloth = "".join(arc(quarter, middle, 18.4, 72.4) for quarter in used)
    drawn.append(stroke(cloth, "s-bazaarline", 11))
    drawn.append(stroke(cloth, "s-canvas", 9))
    for look, row in zip(AWNINGS, rows, strict=True):
        drawn.append(dashed("".join(row), look, 9, "3 3"))
    homes: list[list[Point]] = [[], [], [], []]
    for quarter in used:
        upper = MIRRORS[quarter][1] < 0
        low = 4 if upper else 13
        for kind, off, angle in (
            (0, 14, 5.6), (1, 33, 5.2), (2, 46, 12.5), (3, 44, 76.6), (0, 14, 84), (1, 36, 83.5),
        ):  # fmt: skip
            x, y = polar(quarter, inner + off, angle)
            homes[kind].append((x, y + low))
    for stamp, points in zip((HOUSE, TALL_HOUSE, STALL, TEAL_STALL), homes, strict=True):
        drawn.append(stamped([(stamp, points)]))
    return "".join(drawn)


def _palaces(used: Sequence[int]) -> str:
    """A palace in every quarter, in its own colour, with trees below the wall."""
    trees = "".join(
        arc(quarter, PALACE_EDGE - 9, *span) for quarter in used for span in ((5, 24), (66, 87))
    )
    paving = "".join(
        whole_arc(quarter, radius, 2) for quarter in used for radius in (60.0, 92.0, 124.0)
    )
    drawn = [
        stroke(paving, "s-courtline", 0.8, opacity=0.7),
        dashed(trees, "s-garden", 9, ".01 12.4", **ROUND),
    ]
    halls = []
    for quarter in used:
        x, y = mirrored((54, 47), quarter)
        foot = y if MIRRORS[quarter][1] < 0 else MIDDLE + 122
        halls.append((PALACES[quarter], [(x, foot)]))
    return "".join(drawn) + "".join(stamped([hall]) for hall in halls)


def _drowned_quarter(quarter: int) -> str:
    """A quarter that isn't used in this game: the sea has taken it."""
    x, y = mirrored((CITY_EDGE * 0.5, CITY_EDGE * 0.44), quarter)
    crests = []
    for row in range(9):
        radius = ROUNDEL + 22 + row * 30
        for angle in range(9 + 6 * (row % 2), 84, max(9, round(2600 / radius))):
            a, b = polar(quarter, radius, angle)
            crests.append(f"M{short(a - 8)} {short(b)}q4-4 8 0t8 0")
    ruins = "".join(
        arc(quarter, edge + WALL / 2, *span)
        for edge in EDGES
        for span in ((3, 17), (31, 36), (58, 64), (79, 86))
    )
    note = fitted(_("Quarter {quarter} is not in use").format(quarter=quarter + 1), 12, 190)
    return (
        path(sector(quarter, ROUNDEL + 2, CITY_EDGE, -0.5), "f-sea2")
        + dashed(ruins, "s-sea3", WALL, "9 3 5 2")
        + stroke("".join(crests), "s-foam", 1.2, opacity=0.8, **ROUND)
        + path(sector(quarter, ROUNDEL + 2, CITY_EDGE), "none s-sea3", 1)
        + label(x, y, note, 12, "f-ink mid")
    )
