"""The museum: a pentagon of five wings around a central hall.

A wing lies along each side: its 5-room at the outer wall, its 3-room in front of the hall. Each
corner is the 2-room of the two wings that meet there. Doors show which rooms lead to a 5-room.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, tan

from kerys.draw.measure import fitted
from kerys.draw.mykerinos.svg_patrons import mark
from kerys.draw.svg import (
    at,
    disc,
    element,
    explained,
    label,
    number,
    panel,
    path,
    piece,
    spot,
    token,
    touch,
)
from kerys.facts.mykerinos.words import patron_word
from kerys.games.mykerinos.components import FIVE_ROOM, PATRON_NAMES, ROOMS, TWO_ROOM, WINGS
from kerys.games.mykerinos.wording.notation import room_text
from kerys.locale import _
from kerys.locale.word_cache import remembered

Point = tuple[float, float]

HALF = pi / WINGS
"""Half the angle of a wing, seen from the centre."""
HALL, CORNER, DEPTH = 0.25, 0.29, 0.32
"""Relative to the radius: the hall, a 2-room's walls along the sides, a 5-room's depth."""


def turned(wing: float, along: float, out: float) -> Point:
    """A point by its position along a wing's side and its distance from the centre.

    The first wing is at the upper right; the others follow clockwise.
    """
    angle = (2 * wing + 1) * HALF - pi / 2
    return out * cos(angle) - along * sin(angle), out * sin(angle) + along * cos(angle)


@cache
def corners(room: int, radius: float) -> tuple[Point, ...]:
    """The corners of a room's outline, relative to the centre of the museum."""
    wing = room % WINGS
    side = radius * cos(HALF)
    half_side = radius * sin(HALF)
    share = CORNER * radius
    wall = half_side - share
    inner = side - DEPTH * radius
    meeting = wall / tan(HALF)
    hall = HALL * radius * cos(HALF)
    half_hall = HALL * radius * sin(HALF)
    if room >= TWO_ROOM:
        tip = (turned(wing, half_side, side), turned(wing + 1, -wall, side))
        return (*tip, turned(wing, wall, meeting), turned(wing, wall, side))
    if room >= FIVE_ROOM:
        return tuple(
            turned(wing, along, out)
            for along, out in ((-wall, side), (wall, side), (wall, inner), (-wall, inner))
        )
    return tuple(
        turned(wing, along, out)
        for along, out in (
            (-wall, inner),
            (wall, inner),
            (wall, meeting),
            (half_hall, hall),
            (-half_hall, hall),
            (-wall, meeting),
        )
    )


def middle(room: int, radius: float) -> Point:
    """Where a room's number or cube is drawn."""
    wing = room % WINGS
    side = radius * cos(HALF)
    if room >= TWO_ROOM:
        # The centre of the circle that touches all four walls.
        slope = tan(pi / 2 - HALF)
        out = radius - CORNER * radius * slope / (1 + slope) / cos(HALF)
        return out * sin(2 * HALF * (wing + 1)), -out * cos(2 * HALF * (wing + 1))
    if room >= FIVE_ROOM:
        return turned(wing, 0, side - DEPTH * radius / 2)
    return turned(wing, 0, (side - DEPTH * radius + HALL * radius * cos(HALF)) / 2 - radius * 0.005)


def outline(points: tuple[Point, ...]) -> str:
    """A closed outline."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


@remembered(512)
def museum(
    holders: tuple[int | None, ...],
    wings: tuple[int, ...],
    width: float,
    height: float,
    narrow: bool,
) -> str:
    """The whole panel."""
    outside = 25 if narrow else 32
    beside = 50 if narrow else 56
    radius = min((height - 34 - outside) / (1 + cos(HALF)), (width / 2 - beside) / sin(2 * HALF))
    plan = [room_drawing(room, holders[room], wings[room % WINGS], radius) for room in range(ROOMS)]
    names = [wing_words(wing, wings[wing], radius, width, narrow) for wing in range(WINGS)]
    top = (height - outside + 10 - radius * (1 + cos(HALF))) / 2 + radius
    return panel(width, height, _("Museum")) + at(
        width / 2, top, *plan, walls(radius), *names, class_="museum"
    )


@cache
def room_drawing(room: int, owner: int | None, patron: int, radius: float) -> str:
    """A room, its number, and the cube in it."""
    points = corners(room, radius)
    x, y = middle(room, radius)
    value = 2 if room >= TWO_ROOM else 5 if room >= FIVE_ROOM else 3
    drawn = [path(outline(points), "f-panel")]
    if room < TWO_ROOM:
        tint = 0.3 if value == 5 else 0.16
        drawn.append(
            element("path", d=outline(points), class_=f"f-{PATRON_NAMES[patron]}", opacity=tint)
        )
    drawn.append(touch(outline(points)))
    if owner is None:
        drawn.append(label(x, y + radius * 0.045, str(value), radius * 0.12, "f-muted b mid"))
    else:
        size = max(9.0, radius * 0.062)
        laid = piece(f"room {room}", token(owner, radius * 0.074), home=owner)
        drawn.append(at(x, y - radius * 0.03, laid, class_="cube"))
        drawn.append(label(x, y + radius * 0.05 + size, str(value), size, "f-ink mid"))
    return spot(room_text(room), *drawn, holds=True)


@cache
def walls(radius: float) -> str:
    """All walls, the doors to the 5-rooms, and the hall in the middle."""
    inner = "".join(outline(corners(room, radius)) for room in range(ROOMS))
    outer = outline(tuple(turned(wing + 0.5, 0, radius) for wing in range(WINGS)))
    hall = outline(tuple(turned(wing + 0.5, 0, HALL * radius) for wing in range(WINGS)))
    drawn = [path(hall, "f-well"), path(inner, "none s-stone", 2.4)]
    drawn.append(path(outer, "none s-stone", 5))
    for wing in range(WINGS):
        drawn.extend(doors(wing, radius))
    drawn.append(hall_floor(HALL * radius))
    return element("g", *drawn, stroke_linejoin="round", pointer_events="none")


def doors(wing: int, radius: float) -> list[str]:
    """The three doors of a wing's 5-room."""
    side = radius * cos(HALF)
    wall = radius * sin(HALF) - CORNER * radius
    inner = side - DEPTH * radius
    half = radius * 0.06
    between = (inner + side) / 2
    ways = [((-half, inner), (half, inner))]
    ways += [((x, between - half), (x, between + half)) for x in (-wall, wall)]
    drawn = []
    for one, other in ways:
        (x1, y1), (x2, y2) = turned(wing, *one), turned(wing, *other)
        way = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
        # The posts stand across the wall at both ends of the opening.
        dx, dy = (y1 - y2) * 0.25, (x2 - x1) * 0.25
        posts = "".join(
            f"M{number(x - dx)} {number(y - dy)}L{number(x + dx)} {number(y + dy)}"
            for x, y in ((x1, y1), (x2, y2))
        )
        drawn.append(path(way, "none s-panel", 4.5) + path(posts, "none s-stone", 2.4))
    return drawn


def hall_floor(radius: float) -> str:
    """A sun in the floor of the hall."""
    rays = "".join(
        f"M{number(0.3 * radius * sin(k * pi / 10))} {number(-0.3 * radius * cos(k * pi / 10))}"
        f"L{number(0.52 * radius * sin(k * pi / 10))} {number(-0.52 * radius * cos(k * pi / 10))}"
        for k in range(20)
    )
    return path(rays, "none s-stone", 1.2) + disc(0, 0, 0.22 * radius, "f-stone")


def wing_words(wing: int, patron: int, radius: float, width: float, narrow: bool) -> str:
    """The number and the patron of a wing, outside its outer wall."""
    size = 9.5 if narrow else 12
    round_ = 9 if narrow else 11
    x, y = turned(wing, 0, radius * cos(HALF) + (16 if narrow else 20))
    words = f"{wing + 1} {patron_word(patron)}"
    beside = 1.3 * round_ + 4
    left, base = x + (beside if x > -1 else -beside), y + size * 0.36
    if abs(x) > radius * 0.7:
        # There is little space beside the mark; below it the wall slants inward.
        left, base = x + (-round_ if x > 0 else round_), y + round_ + size + 2
    words = fitted(words, size, width / 2 - abs(left) - 3)
    shown = label(left, base, words, size, "f-ink" if x > -1 else "f-ink end")
    return explained(f"wing {wing + 1}", at(x, y, mark(patron, round_)), shown)
