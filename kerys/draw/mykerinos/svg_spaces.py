"""The spaces of the region: ground, pyramids and cubes, and their dimensions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kerys.draw.svg import (
    TOKEN_SHAPES,
    box,
    disc,
    element,
    number,
    piece,
    rounded,
    spot,
    token,
    touch,
)
from kerys.games.mykerinos.components import (
    AREA_WIDTH,
    AREAS_IN_LINE,
    COLUMNS,
    LOT_HEIGHT,
    LOT_WIDTH,
)
from kerys.games.mykerinos.wording.notation import space_text


@dataclass(frozen=True)
class Measures:
    """The dimensions of a region."""

    cell: float
    lot_gap: float
    frame: float
    """The gap between an area's frame and its spaces."""
    area_gap: float
    left: float
    top: float
    right: float
    strip: float
    """The height of an area's heading."""
    cube: float
    low_cube: float
    """The radius of a cube that shares its space with a pyramid."""
    pyramid: float
    mark: float
    words: float

    @property
    def area_width(self) -> float:
        """An area with its frame."""
        return AREA_WIDTH * self.cell + self.lot_gap + 2 * self.frame

    @property
    def area_height(self) -> float:
        """An area with its heading and frame."""
        return self.strip + LOT_HEIGHT * self.cell + 2 * self.frame

    @property
    def width(self) -> float:
        """The whole panel."""
        return self.left + AREAS_IN_LINE * (self.area_width + self.area_gap) + self.right


WIDE = Measures(
    cell=72,
    lot_gap=3,
    frame=4,
    area_gap=7,
    left=24,
    top=26,
    right=4,
    strip=27,
    cube=19,
    low_cube=15,
    pyramid=21.5,
    mark=10.5,
    words=12,
)
NARROW = Measures(
    cell=38,
    lot_gap=2,
    frame=2,
    area_gap=4,
    left=14,
    top=18,
    right=2,
    strip=22,
    cube=10,
    low_cube=9,
    pyramid=12.5,
    mark=8.6,
    words=10,
)


def measures(narrow: bool) -> Measures:
    """The dimensions of a layout."""
    return NARROW if narrow else WIDE


def space_x(column: int, size: Measures) -> float:
    """The left edge of a space within its area."""
    return size.frame + column * size.cell + column // LOT_WIDTH * size.lot_gap


def space_y(row: int, size: Measures) -> float:
    """The top edge of a space within its area."""
    return size.strip + size.frame + row * size.cell


@cache
def space(
    place: int,
    owner: int | None,
    pyramid: bool,
    last: bool,
    lies: bool,
    narrow: bool,
) -> str:
    """A space: the ground, a pyramid, a cube."""
    size = measures(narrow)
    half = size.cell / 2
    x = space_x(place % COLUMNS % AREA_WIDTH, size) + half
    y = space_y(place // COLUMNS % LOT_HEIGHT, size) + half
    inset = half - (1.5 if narrow else 2.5)
    ground = "f-street" if lies else "none"
    drawn = [box(-inset, -inset, 2 * inset, 2 * inset, ground, 4 if narrow else 6)]
    if pyramid:
        drawn.append(element("g", pyramid_drawing(size.pyramid, lies), class_="pyramid"))
    drawn.append(touch(rounded(-inset, -inset, 2 * inset, 2 * inset, 4 if narrow else 6)))
    if owner is not None:
        laid = cube(owner, size.low_cube if pyramid else size.cube, last)
        drawn.append(piece(f"cube {place}", laid, home=owner))
    return spot(space_text(place), *drawn, moved=f"translate({number(x)} {number(y)})", holds=True)


@cache
def pyramid_drawing(half: float, lies: bool) -> str:
    """A pyramid from above: four faces, and the edges of its layers."""
    h = half
    lights = (
        ("f-white", 0.42, (-h, -h), (h, -h)),
        ("f-white", 0.16, (-h, h), (-h, -h)),
        ("f-black", 0.12, (h, -h), (h, h)),
        ("f-black", 0.26, (h, h), (-h, h)),
    )
    faces = "".join(
        element(
            "path",
            d=f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}L0 0Z",
            class_=look,
            opacity=share,
        )
        for look, share, (x1, y1), (x2, y2) in lights
    )
    rings = "".join(f"M-{s}-{s}H{s}V{s}H-{s}Z" for s in (number(h * 0.7), number(h * 0.4)))
    courses = element("path", d=rings, class_="none s-black", stroke_width=0.7, opacity=0.3)
    whole = box(-h, -h, 2 * h, 2 * h, "f-stone") + faces + courses
    return whole if lies else f'<g opacity=".45">{whole}</g>'


@cache
def cube(owner: int, radius: float, last: bool) -> str:
    """A cube with its shadow; the last one laid has a ring."""
    shadow = element(
        "path",
        d=TOKEN_SHAPES[owner],
        transform=f"translate(0 {number(radius * 0.14)}) scale({number(radius)})",
        class_="f-black",
        opacity=0.28,
    )
    ring = disc(0, 0, radius * 1.42, "none s-ink", 1.6) if last else ""
    return shadow + ring + element("g", token(owner, radius), class_="cube")
