"""The plan of the round city: where its areas are, and where agents fit in them.

Everything is computed in the first quadrant, with both axes pointing to the sea, and mirrored into
the quarter: quarters 1 to 4 lie clockwise from the top left.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt

from kerys.draw.svg import number
from kerys.games.ys.components import HARBOUR, PALACE, SHOPS

SIDE = 640.0
"""The side of the square of sea around the city."""
MIDDLE = SIDE / 2
STREET = 4.0
"""Half the width of the streets between the quarters."""
WALL = 13.0
PALACE_EDGE, SHOPS_EDGE, HARBOUR_EDGE = 153.0, 222.0, 291.0
CITY_EDGE = HARBOUR_EDGE + WALL
ROUNDEL = 22.0
"""The radius of the place in the middle."""
BANDS = {
    HARBOUR: (SHOPS_EDGE + WALL, HARBOUR_EDGE),
    SHOPS: (PALACE_EDGE + WALL, SHOPS_EDGE),
    PALACE: (ROUNDEL + 2, PALACE_EDGE),
}
"""Inner and outer radius of each ring."""
PLAQUE_HIGH = 25.0
"""A palace's prize lies along the street to the side; agents stand behind it."""

MIRRORS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The signs of x and y in each quarter."""

Point = tuple[float, float]
Seats = tuple[float, tuple[Point, ...]]
"""The radius of the tokens, and their positions."""

SIZES = (22.3, 20.5, 19.0, 17.5, 16.0, 14.5, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0)
"""Radii of the tokens, from roomy to crowded."""
CELL = 2.5
"""The side of an agent's cell, in token radii: no shape is wider."""
APART = 2.62
"""The least distance between the centres of agents, in radii: slanted shapes just don't touch."""


def mirrored(point: Point, quarter: int) -> Point:
    """A point of the first quadrant, mirrored into a quarter of the whole drawing."""
    x, y = MIRRORS[quarter]
    return MIDDLE + x * point[0], MIDDLE + y * point[1]


@cache
def sector(quarter: int, inner: float, outer: float, inset: float = 0.0) -> str:
    """The outline of a ring segment in one quarter."""
    street = STREET + inset
    inner, outer = inner + inset, outer - inset

    def corner(radius: float, first: bool) -> str:
        along = sqrt(radius * radius - street * street)
        x, y = mirrored((street, along) if first else (along, street), quarter)
        return f"{number(x)} {number(y)}"

    x, y = MIRRORS[quarter]
    turn, back = (0, 1) if x * y > 0 else (1, 0)
    start = f"M{corner(outer, True)}A{number(outer)} {number(outer)} 0 0 {turn} "
    return (
        f"{start}{corner(outer, False)}L{corner(inner, False)}"
        f"A{number(inner)} {number(inner)} 0 0 {back} {corner(inner, True)}Z"
    )


@cache
def wall_line(quarter: int, radius: float) -> str:
    """The arc that words on a wall follow, from left to right."""
    upper = MIRRORS[quarter][1] < 0
    ends = [mirrored(point, quarter) for point in ((radius, 0.0), (0.0, radius))]
    (x1, y1), (x2, y2) = sorted(ends)
    arc = f"A{number(radius)} {number(radius)} 0 0 {int(upper)} "
    return f"M{number(x1)} {number(y1)}{arc}{number(x2)} {number(y2)}"


# --- Room for agents ---------------------------------------------------------------------------


@cache
def standing(area: int, agents: int) -> Seats:
    """The positions of some agents in an area, as large as they fit."""
    for radius in SIZES:
        if area == PALACE:
            points = _on_shelves(agents, radius * CELL)
        else:
            points = _on_an_arc(area, agents, radius) or _crowded(area, agents, radius * CELL)
        if len(points) == agents:
            return radius, tuple(points)
    raise ValueError(f"{agents} agents don't fit in an area")


def _on_an_arc(area: int, agents: int, radius: float) -> list[Point]:
    """One row along the middle of the ring, if the tokens fit side by side."""
    inner, outer = BANDS[area]
    # Arcs are slightly longer than the straight line between tokens.
    step = radius * APART * 1.01
    middle = (inner + outer) / 2
    reach = pi / 2 * middle - 2 * STREET - radius * CELL - 4
    if radius * CELL > outer - inner or (agents - 1) * step > reach:
        return []
    angles = [pi / 4 + (index - (agents - 1) / 2) * step / middle for index in range(agents)]
    return [(middle * cos(angle), middle * sin(angle)) for angle in angles]


def _crowded(area: int, agents: int, side: float) -> list[Point]:
    """Cells packed from one end of the ring to the other; the middle ones are used."""
    inner, outer = BANDS[area]
    cells: list[Point] = []
    for step in range(450):
        angle = step * pi / 900
        for tread in range(int(inner), int(outer), 2):
            cell = tread * cos(angle), tread * sin(angle)
            if _inside(cell, side, inner, outer) and not any(
                abs(cell[0] - x) < side and abs(cell[1] - y) < side for x, y in cells
            ):
                cells.append(cell)
    windows = [cells[start : start + agents] for start in range(len(cells) - agents + 1)]
    return min(windows, key=_off_the_middle, default=[])


def _off_the_middle(cells: list[Point]) -> float:
    """How far a group of cells is from being centred in a quarter."""
    return abs(sum(x - y for x, y in cells))


def _inside(cell: Point, side: float, inner: float, outer: float) -> bool:
    """Whether a cell lies within a ring and clear of the streets."""
    x, y = cell[0] - side / 2, cell[1] - side / 2
    return (
        x > STREET
        and y > STREET
        and x * x + y * y > inner * inner
        and (x + side) ** 2 + (y + side) ** 2 < outer * outer
    )


# --- The palaces -------------------------------------------------------------------------------


def _on_shelves(agents: int, side: float) -> list[Point]:
    """Straight rows behind the prize, as few as possible, centred if they fit."""
    bottom = STREET + PLAQUE_HIGH + 3
    for rows in range(1, int((PALACE_EDGE - bottom) // side) + 1):
        middle = bottom + (PALACE_EDGE * 0.82 - bottom - rows * side) / 2
        for start in (max(bottom, middle), bottom):
            lengths = [_shelf(start + (row + 1) * side) for row in range(rows)]
            rooms = [int(length // side) for length in lengths]
            if sum(rooms) >= agents:
                return _fill(lengths, rooms, agents, side, start)
    return []


def _shelf(top: float) -> float:
    """The length of a row that ends at this distance from the street."""
    edge = PALACE_EDGE - 1
    return max(0.0, sqrt(max(0.0, edge * edge - top * top)) - STREET - 1)


def _fill(
    lengths: list[float], rooms: list[int], agents: int, side: float, start: float
) -> list[Point]:
    """Spread agents over rows in proportion to their capacity, centred and loosely spaced."""
    shares = [0] * len(rooms)
    for _ in range(agents):
        free = [row for row in range(len(rooms)) if shares[row] < rooms[row]]
        shares[min(free, key=lambda row: (shares[row] + 1) / rooms[row])] += 1
    points: list[Point] = []
    for row, (length, share) in enumerate(zip(lengths, shares, strict=True)):
        step = min(length / max(share, 1), side * 1.1)
        first = STREET + 1 + length / 2 - step * (share - 1) / 2
        points += [(first + step * index, start + (row + 0.5) * side) for index in range(share)]
    return points
