"""Ships with their gems."""

from __future__ import annotations

from functools import cache

from kerys.draw.svg import label, path, rounded
from kerys.draw.ys.svg_pieces import gem, moved, spot
from kerys.facts.ys.scene import Ship
from kerys.facts.ys.words import TIMES
from kerys.games.ys.components import COLOUR_NAMES
from kerys.games.ys.wording.things import ship_name

HULL = "M-54 1C-52 24-40 35-22 35H22C40 35 51 23 56-6L47-8C46 0 42 5 34 6H-36C-42 6-44 2-45-1Z"
PLANKS = "M-50 15Q-44 17-36 17H36Q46 16 51 12M-44 26Q-38 27-30 27H32Q39 26 44 23"
MASTS = "M0 6V-61M-45 0L0-58L50-7"
SAIL = "M3-57C31-46 39-28 35-13C24-17 12-17 3-13Z"
JIB = "M-3-54C-21-42-33-27-32-14C-21-18-10-18-3-15Z"
SEAMS = "M3-43C14-42 24-39 31-34M3-29C15-29 26-27 36-24"
PENNANT = "M0-64L15-60.5L0-57Z"
SPRAY = "M-46 36q5.5-5 11 0t11 0t11 0t11 0t11 0t11 0t11 0t11 0"
OUTLINE = rounded(-56, -60, 112, 100, 12)
LARGE, SMALL = 14.5, 11.0
LOADED = (0.0, -38.0, 38.0)
"""The positions of the large gem and the small ones on a whole ship."""
LEFT_ON_BOARD = {1: (0.0,), 2: (-20.0, 20.0), 3: (-34.0, 0.0, 34.0)}


@cache
def hull() -> str:
    """A ship without its cargo."""
    sail = "f-sail s-sandline"
    return (
        path(MASTS, "none s-timber", 1.6)
        + path(SAIL, sail, 1)
        + path(JIB, sail, 1)
        + path(SEAMS, "none s-sandline", 1)
        + path(PENNANT, "f-roof")
        + path(HULL, "f-brown s-panel", 1.5)
        + path(PLANKS, "none s-timber", 1.4)
        + path(SPRAY, "none s-foam", 2.2)
    )


@cache
def load(ship: Ship, named: bool) -> str:
    """The gems on a ship; `named`: one of them is to be taken."""
    places = LOADED if ship.whole else LEFT_ON_BOARD[len(ship.gems)]
    drawn = []
    for index, ((colour, many), x) in enumerate(zip(ship.gems, places, strict=True)):
        piece = _gems(colour, many, x, LARGE if ship.whole and index == 0 else SMALL)
        if named:
            piece = spot(COLOUR_NAMES[colour], rounded(x - 16, -16, 32, 50, 6), piece)
        drawn.append(piece)
    return "".join(drawn)


def _gems(colour: int, many: int, x: float, radius: float) -> str:
    """A gem on board; a gem that counts several times is drawn twice, with its number."""
    if many == 1:
        return moved(x, 19 - radius * 1.3, gem(colour, radius))
    apart = radius * 0.78
    tag = path(rounded(x - 13, 17, 26, 15, 7), "f-panel s-line", 1)
    return (
        moved(x - apart, -radius * 0.25, gem(colour, radius * 0.92))
        + moved(x + apart, -radius * 0.12, gem(colour, radius * 0.92))
        + tag
        + label(x, 28.6, f"{TIMES}{many}", 11.5, "f-ink b mid")
    )


def ship_at(x: float, y: float, quarter: int, ship: Ship, unloads: bool) -> str:
    """A ship in its harbour; `unloads`: one of its gems is to be taken now."""
    there = load(ship, unloads and not ship.whole)
    return moved(x, y, spot(ship_name(quarter), OUTLINE, hull(), there))
