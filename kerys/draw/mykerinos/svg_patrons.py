"""The marks of the patrons, each with its own shape, colour and letter."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from kerys.draw.svg import label, number, path
from kerys.facts.mykerinos.words import PATRON_LETTERS
from kerys.games.mykerinos.components import (
    BLACKMORE,
    BROWN,
    LEMON,
    PATRON_NAMES,
    TANGERINE,
    VIOLET,
)


def _flower(petals: int, inner: float, curve: float) -> str:
    """An outline of round petals."""
    corners = [
        (inner * sin(2 * pi * (k + 0.5) / petals), -inner * cos(2 * pi * (k + 0.5) / petals))
        for k in range(petals)
    ]
    arcs = "".join(
        f"A{curve} {curve} 0 1 1 {number(x)} {number(y)}" for x, y in corners[1:] + corners[:1]
    )
    return f"M{number(corners[0][0])} {number(corners[0][1])}{arcs}Z"


OUTLINES = {
    VIOLET: _flower(5, 0.64, 0.41),
    LEMON: "M-1.3 0C-1-.12-.8-.9 0-.9C.8-.9 1-.12 1.3 0C1 .12.8.9 0 .9C-.8.9-1 .12-1.3 0Z",
    BROWN: "M-1.3.62C-1.2.38-.86.36-.8.2C-.8-.62-.5-1.05 0-1.05C.5-1.05.8-.62.8.2"
    "C.86.36 1.2.38 1.3.62C.9.86.5.94 0 .94C-.5.94-.9.86-1.3.62Z",
    BLACKMORE: "M-.95-.98Q0-.72.95-.98V.1C.95.62.46.98 0 1.2C-.46.98-.95.62-.95.1Z",
    TANGERINE: "M0-.74A.9.9 0 1 1-.01-.74ZM.02-.8C.02-1.1.36-1.28.8-1.2C.72-.88.4-.7.02-.8Z",
}
"""Outlines of radius 1: a flower, a lemon, an explorer's hat, a shield, a fruit with a leaf."""
DARK_LETTERS = (LEMON, TANGERINE)
"""A white letter would be hard to read on these."""
DROPS = {VIOLET: 0.37, LEMON: 0.37, BROWN: 0.48, BLACKMORE: 0.36, TANGERINE: 0.52}
"""How far below the centre the letter is drawn."""


@cache
def mark(patron: int, radius: float) -> str:
    """A patron's mark around the origin."""
    outline = path(OUTLINES[patron], f"f-{PATRON_NAMES[patron]}")
    letter = label(
        0,
        DROPS[patron] * radius,
        PATRON_LETTERS[patron],
        1.05 * radius,
        f"{'f-black' if patron in DARK_LETTERS else 'f-onpiece'} b mid",
    )
    return f'<g transform="scale({number(radius)})">{outline}</g>{letter}'
