"""Small buildings and sights of the city, as outlines that one path repeats at many points.

Each stamp is a list of layers: a look, and an outline relative to the middle of its base. All
outlines of a drawing that share a look form one path, which keeps a whole city small.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from kerys.draw.svg import element, path

Point = tuple[float, float]
Stamp = tuple[tuple[str, str], ...]
"""Looks and outlines, from back to front."""

HOUSE: Stamp = (
    ("f-canvas", "m-8 0v-12h16v12z"),
    ("f-roof", "m-10-11l10-10l10 10z"),
    ("f-glow", "m-1.5-8h3v3.5h-3z"),
)
TALL_HOUSE: Stamp = (
    ("f-canvas", "m-6 0v-19h12v19z"),
    ("f-teal", "m-8-18l8-10l8 10z"),
    ("f-glow", "m-3-15h2.4v3.4h-2.4zm3.6 0h2.4v3.4h-2.4zm-1.8 8h2.4v3.4h-2.4z"),
)
STALL: Stamp = (
    ("f-timber", "m-9 0v-7h1v3h16v-3h1v7h-1v-2h-16v2z"),
    ("f-canvas", "m-9-14h18l2 7h-22z"),
    ("f-awning", "m-9-14h4l-1 7h-5zm7 0h4v7h-4zm7 0h4l2 7h-5z"),
)
TEAL_STALL: Stamp = (STALL[0], STALL[1], ("f-teal", STALL[2][1]))
BOAT: Stamp = (
    ("f-timber", "m-10-4q1.5 5 10 5t10-5z"),
    ("f-canvas", "m-.6-5v-15q7.5 6 6.6 14.4zm-1.2 0v-11q-6.5 6-6 11z"),
)
TREE: Stamp = (
    ("f-timber", "m-.8 0h1.6v-6h-1.6z"),
    ("f-garden", "m0-4.5c-6 0-6-5.5-3.6-6.5c-.5-5 7.7-5 7.2 0c2.4 1 2.4 6.5-3.6 6.5z"),
)
CRATES: Stamp = (
    ("f-timber", "m-6 0v-6h6v6zm7 0v-5h5v5z"),
    ("f-roof", "m-4.5-6.5v-5h5v5z"),
)

PALACES: tuple[Stamp, ...] = (
    (  # A great dome between two turrets.
        ("f-courtline", "m-42 0v-26h9v-6h12v-8h42v8h12v6h9v26z"),
        ("f-gild", "m-19-42c-1-19 12-22 19-33c7 11 20 14 19 33zm-23 15c-1-9 5-11 7.5-16"
         "c2.5 5 8.5 7 7.5 16zm69 0c-1-9 5-11 7.5-16c2.5 5 8.5 7 7.5 16z"),
        ("f-court",
         "m-7 0v-14a7 7 0 0 1 14 0v14zm-23 0v-9a4 4 0 0 1 8 0v9zm38 0v-9a4 4 0 0 1 8 0v9z"),
        ("f-glow", "m-13-33h3v5h-3zm11.5 0h3v5h-3zm11.5 0h3v5h-3zm-45.5 13h3v5h-3zm68 0h3v5h-3z"),
    ),
    (  # Three spires.
        ("f-courtline", "m-40 0v-38h14v14h12v-30h28v30h12v-14h14v38z"),
        ("f-gild", "m-16-54l16-29l16 29zm-26 16l9-20l9 20zm66 0l9-20l9 20z"),
        ("f-court", "m-7 0v-13a7 7 0 0 1 14 0v13zm-17-4v-10a3.5 3.5 0 0 1 7 0v10z"
         "m41 0v-10a3.5 3.5 0 0 1 7 0v10z"),
        ("f-glow", "m-9-46h3.5v7h-3.5zm7.25 0h3.5v7h-3.5zm7.25 0h3.5v7h-3.5zm-40 11h3.5v6h-3.5z"
         "m63.5 0h3.5v6h-3.5z"),
    ),
    (  # A stepped hall with a lantern.
        ("f-courtline", "m-42 0v-20h12v-14h13v-13h9v-14h16v14h9v13h13v14h12v20z"),
        ("f-gild", "m-10-61c-1-10 6-12 10-20c4 8 11 10 10 20zm-34 41v-4h16v4zm12-14v-4h16v4z"
         "m30 0v-4h16v4zm26 14v-4h16v4zm-44-27v-4h40v4z"),
        ("f-court",
         "m-6 0v-12a6 6 0 0 1 12 0v12zm-22 0v-8a4 4 0 0 1 8 0v8zm36 0v-8a4 4 0 0 1 8 0v8z"),
        ("f-glow", "m-2-57h4v7h-4zm-11 18h3v6h-3zm11.5 0h3v6h-3zm11.5 0h3v6h-3z"),
    ),
    (  # Two domes and a colonnade.
        ("f-courtline", "m-42 0v-34h24v12h36v-12h24v34z"),
        ("f-gild",
         "m-42-36c-1-13 8-16 12-25c4 9 13 12 12 25zm60 0c-1-13 8-16 12-25c4 9 13 12 12 25z"
         "m-36 12l18-14l18 14z"),
        ("f-court", "m-15-2v-17h4v17zm8.7 0v-17h4v17zm8.7 0v-17h4v17zm8.7 0v-17h4v17z"
         "m-46.1 2v-10a4 4 0 0 1 8 0v10zm62 0v-10a4 4 0 0 1 8 0v10z"),
        ("f-glow", "m-31.5-26h3v5h-3zm60 0h3v5h-3z"),
    ),
)  # fmt: skip
"""One for each quarter, 84 wide and up to 83 high."""

CASTLE: Stamp = (
    ("f-wall", "m-24 14v-24h10v-12h9v-12h10v12h9v12h10v24z"),
    ("f-walledge", "m-24 14v-6h48v6zm0-27v-3h2.5v2h2.5v-2h2.5v2h2.5v3zm38 0v-3h2.5v2h2.5v-2"
     "h2.5v2h2.5v3z"),
    ("f-roof", "m-15.5-22l6-11l6 11zm19 0l6-11l6 11zm-10.5-12l7-14l7 14z"),
    ("f-gild", "m-.6-46v-9h8l-2.5 3l2.5 3h-6.8v3z"),
    ("f-walledge", "m-5 14v-8a5 5 0 0 1 10 0v8z"),
    ("f-glow", "m-1.5-27h3v6h-3zm-9.5 8h3v5h-3zm19 0h3v5h-3zm-9.5 4h3v5h-3z"),
)  # fmt: skip


def stamped(places: Iterable[tuple[Stamp, Iterable[Point]]]) -> str:
    """Stamps at their points, front ones last; looks keep their order of first use."""
    layers: dict[tuple[int, str], list[str]] = {}
    for stamp, points in places:
        spots = [f"M{short(x)} {short(y)}" for x, y in points]
        for depth, (look, outline) in enumerate(stamp):
            layers.setdefault((depth, look), []).extend(spot + outline for spot in spots)
    return "".join(path("".join(layers[key]), key[1]) for key in sorted(layers))


def short(value: float) -> str:
    """A coordinate with at most one decimal, which is precise enough for decoration."""
    return f"{value:.1f}".removesuffix(".0")


@cache
def castle(size: float) -> str:
    """The heart of the city, around the origin."""
    return element("g", stamped([(CASTLE, [(0, 0)])]), transform=f"scale({size:g})")
