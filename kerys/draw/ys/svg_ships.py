"""Ships with their gems, and the other small sights of the city."""

from __future__ import annotations

from functools import cache

from kerys.draw.svg import disc, element, label, path, rounded
from kerys.draw.ys.svg_pieces import gem, moved, spot
from kerys.facts.ys.scene import Ship
from kerys.facts.ys.words import TIMES
from kerys.games.ys.components import COLOUR_NAMES

HULL = "M-40 8C-34 26-20 30 0 30C20 30 34 26 40 8C30 14 14 16 0 16C-14 16-30 14-40 8Z"
MAST = "M0 16V-40"
SAIL = "M3-38C26-30 30-12 26-2C18-5 10-5 3-2Z"
JIB = "M-3-36C-18-24-22-12-21-3C-14-6-8-6-3-4Z"
WAVES = "M-33 36q5.5-5 11 0t11 0t11 0t11 0t11 0t11 0"
OUTLINE = rounded(-42, -42, 84, 82, 10)
LOADED = (0.0, -25.0, 25.0)
"""Where the large gem and the small ones of a whole ship lie."""
LEFT_ON_BOARD = {1: (0.0,), 2: (-14.0, 14.0), 3: (-28.0, 0.0, 28.0)}


@cache
def hull() -> str:
    """A ship without its load."""
    sail = "f-panel s-sandline"
    return (
        path(WAVES, "none s-sealine", 1.5)
        + path(MAST, "none s-stone", 2)
        + path(SAIL, sail, 1)
        + path(JIB, sail, 1)
        + path(HULL, "f-brown s-panel", 1)
    )


@cache
def load(ship: Ship, named: bool) -> str:
    """The gems on a ship; `named`: one of those left is to be taken."""
    places = LOADED if ship.whole else LEFT_ON_BOARD[len(ship.gems)]
    drawn = []
    for index, ((colour, many), x) in enumerate(zip(ship.gems, places, strict=True)):
        large = ship.whole and index == 0
        radius = 13.0 if large else 9.5
        piece = moved(x, 1 if large or not ship.whole else 7, gem(colour, radius))
        if many > 1:
            piece += _times(x, many, ship.whole)
        if named:
            piece = spot(COLOUR_NAMES[colour], rounded(x - 14, -12, 28, 43, 6), piece)
        drawn.append(piece)
    return "".join(drawn)


def _times(x: float, many: int, on_the_hull: bool) -> str:
    """How often a gem counts; the hull has room for it in its middle only."""
    words = f"{TIMES}{many}"
    if on_the_hull:
        return label(x, 26.5, words, 9.5, "f-onpiece b mid")
    tag = path(rounded(x - 9, 16, 18, 12, 5), "f-panel s-line", 1)
    return tag + label(x, 25.2, words, 9.5, "f-ink b mid")


def ship_at(x: float, y: float, quarter: int, ship: Ship, unloads: bool) -> str:
    """A ship in its harbour; `unloads`: one of its gems is asked for now."""
    there = load(ship, unloads and not ship.whole)
    return moved(x, y, spot(f"ship {quarter + 1}", OUTLINE, hull(), there))


@cache
def roundel(radius: float) -> str:
    """The heart of the city: a castle on a round place."""
    unit = radius / 22
    towers = (
        "M-11 9V-5H-8V-8H-5V-5H-3V-9H-1V-13L0-15L1-13V-9H3V-5H5V-8H8V-5H11V9H3V4A3 3 0 0 0-3 4V9Z"
    )
    return (
        disc(0, 0, radius, "f-sand s-stone", 1.5)
        + disc(0, 0, radius - 3.5, "none s-sandline", 1)
        + element("path", d=towers, transform=f"scale({unit:.2f})", class_="f-stone")
    )
