"""Points and lines of the round city.

Dashes do much of the work: a dashed line can be a row of merlons, flagstones or trees.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import asin, cos, degrees, radians, sin

from kerys.draw.svg import element
from kerys.draw.ys.svg_geometry import MIRRORS, STREET, Point, mirrored
from kerys.draw.ys.svg_stamps import short

ROUND = {"stroke_linecap": "round"}


def polar(quarter: int, radius: float, angle: float) -> Point:
    """A point of a quarter by its distance from the centre and its angle from the side street."""
    turn = radians(angle)
    return mirrored((radius * cos(turn), radius * sin(turn)), quarter)


def arc(quarter: int, radius: float, start: float, end: float) -> str:
    """A part of a circle around the centre, between two angles."""
    x, y = MIRRORS[quarter]
    (x1, y1), (x2, y2) = polar(quarter, radius, start), polar(quarter, radius, end)
    sweep = int((x * y > 0) == (start < end))
    return (
        f"M{short(x1)} {short(y1)}A{short(radius)} {short(radius)} 0 0 {sweep}"
        f" {short(x2)} {short(y2)}"
    )


def whole_arc(quarter: int, radius: float, margin: float = 0.0) -> str:
    """The same from street to street, or almost."""
    start = degrees(asin((STREET + margin) / radius))
    return arc(quarter, radius, start, 90 - start)


def stroke(outline: str, look: str, width: float, **more: str | float) -> str:
    """A line."""
    return element("path", d=outline, class_=f"none {look}", stroke_width=width, **more)


def dashed(outline: str, look: str, width: float, dashes: str, **more: str | float) -> str:
    """A row of equal things, as a dashed line."""
    return stroke(outline, look, width, stroke_dasharray=dashes, **more)


def dots(points: Iterable[Point], look: str, width: float) -> str:
    """A disc at each point."""
    outline = "".join(f"M{short(x)} {short(y)}h.01" for x, y in points)
    return stroke(outline, look, width, **ROUND)
