"""The sea around the round city: depths, waves, foam and piers."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, degrees

from kerys.draw.svg import box, disc, element, path
from kerys.draw.ys.svg_geometry import CITY_EDGE, MIDDLE, MIRRORS, SIDE, mirrored
from kerys.draw.ys.svg_lines import ROUND, dashed, dots, polar, stroke
from kerys.draw.ys.svg_stamps import short
from kerys.games.ys.components import QUARTERS

DEPTHS = ((349.0, "f-sea2"), (384.0, "f-sea3"), (417.0, "f-sea4"))
"""The distances from the centre where the water gets deeper, and its colours."""


def sea() -> str:
    """Water, deep in the corners, with waves."""
    drawn = [box(0.5, 0.5, SIDE - 1, SIDE - 1, "f-sea", 14)]
    for radius, look in DEPTHS:
        corners = "".join(_corner(quarter, radius) for quarter in range(QUARTERS))
        drawn.append(path(corners, look))
    drawn.append(stroke(_crests(), "s-foam", 1.2, opacity=0.7, **ROUND))
    return "".join(drawn)


def _corner(quarter: int, radius: float) -> str:
    """The corner of the sea beyond a radius, with a wavy edge."""
    edge = MIDDLE - 0.5
    start = degrees(asin((radius * radius - edge * edge) ** 0.5 / radius))
    steps = 2 * round((90 - 2 * start) * radius / 2600)
    x, y = MIRRORS[quarter]
    points = []
    for step in range(steps + 1):
        across, down = polar(quarter, radius, start + (90 - 2 * start) * step / steps)
        bend = f"A30 30 0 0 {int((step % 2 == 0) == (x * y > 0))} " if step else "M"
        points.append(f"{bend}{short(across)} {short(down)}")
    near, far = mirrored((edge - 14, edge), quarter), mirrored((edge, edge - 14), quarter)
    turn = int(x * y < 0)
    return (
        f"{''.join(points)}L{short(near[0])} {short(near[1])}"
        f"A14 14 0 0 {turn} {short(far[0])} {short(far[1])}Z"
    )


def _crests() -> str:
    """Little waves in the corners of the sea."""
    lines = []
    for row in range(31):
        y = 14 + row * 20
        for x in range(10 + 25 * (row % 2), int(SIDE) - 24, 50):
            if (x + 9 - MIDDLE) ** 2 + (y - MIDDLE) ** 2 > (CITY_EDGE + 20) ** 2:
                lines.append(f"M{x} {y}q5-4 9 0t9 0")
    return "".join(lines)


def shallows() -> str:
    """Foam along the quays."""
    drawn = [disc(MIDDLE, MIDDLE, CITY_EDGE + 3, "none s-foam", 5)]
    for off, width, dashes in ((9.5, 1.8, "26 9 14 17 40 12"), (14, 1.2, "12 30 22 19")):
        drawn.append(
            element(
                "circle",
                cx=MIDDLE,
                cy=MIDDLE,
                r=CITY_EDGE + off,
                class_="none s-foam",
                stroke_width=width,
                stroke_dasharray=dashes,
                opacity=0.8,
                **ROUND,
            )
        )
    return "".join(drawn)


def piers(used: Sequence[int]) -> str:
    """Wooden piers in front of the wall, on both sides of each ship."""
    lines, posts = [], []
    for quarter in used:
        for angle in (19.0, 28.0, 62.0, 71.0):
            x1, y1 = polar(quarter, CITY_EDGE - 2, angle)
            x2, y2 = polar(quarter, CITY_EDGE + 19, angle)
            lines.append(f"M{short(x1)} {short(y1)}L{short(x2)} {short(y2)}")
            posts += [polar(quarter, CITY_EDGE + 18, angle + side) for side in (-0.8, 0.8)]
    decks = "".join(lines)
    return (
        stroke(decks, "s-timber", 7)
        + dashed(decks, "s-canvas", 5, "2.8 1", opacity=0.35)
        + dots(posts, "s-timber", 4)
    )
