"""What lies in the box: the region, the museum, cubes, patrons and points (MY-F8 to MY-F13).

Numbers only; the chapters say how they are used.
"""

from __future__ import annotations

import numpy as np

SEATS = 4
SEASONS = 4
"""MY-2.1."""

# --- The region (MY-1.5 to MY-1.7, MY-R12, MY-F10, MY-P20) -------------------------------------

COLUMNS, ROWS = 8, 9
"""Six rows in the first three seasons, nine in the last (MY-2.4)."""
SPACES = COLUMNS * ROWS
"""Space `row * COLUMNS + column`: columns a to h from the left, rows 1 to 9 from the top
(MY-P18)."""
LOT_WIDTH, LOT_HEIGHT = 2, 3
LOT_SPACES = LOT_WIDTH * LOT_HEIGHT
"""Numbered row by row: 1 2 / 3 4 / 5 6, here from 0 (MY-F11)."""
LOTS_IN_AREA = 2
LEFT, RIGHT = range(LOTS_IN_AREA)
AREAS_IN_LINE = 2
AREA_WIDTH = LOT_WIDTH * LOTS_IN_AREA
LOTS = 36
"""MY-1.1."""
SEASON_LOTS = np.array([8, 8, 8, 12], np.int8)
"""MY-2.4, MY-R14."""

MINI_LOTS = 2
"""Mini Mykerinos is small enough to be solved: the last season of two players without a neutral,
one area, two cubes each, no museum."""

# --- Cubes (MY-1.2, MY-P12) --------------------------------------------------------------------

COLOURS = 4
"""One colour a player; with two players, colour 2 is the neutral's (MY-7.1)."""
CUBES = 25
NEUTRAL = 2
CUBES_A_SEASON, CUBES_A_SEASON_OF_FOUR = 11, 8
"""MY-2.2, MY-7.2."""
MINI_CUBES = 2
NEUTRAL_CUBES_A_SEASON = 4
"""MY-7.2."""
NEUTRAL_PASS_SPACE = 1
"""The neutral's disc lies on pass space 2, counted from 0 here (MY-7.3, MY-R15)."""

# --- Patrons (MY-F8) ---------------------------------------------------------------------------

PATRONS = 5
VIOLET, LEMON, BROWN, BLACKMORE, TANGERINE = range(PATRONS)
PATRON_NAMES = ("violet", "lemon", "brown", "blackmore", "tangerine")
LOTS_OF_PATRON = 7
LOT_VALUES = (0, 2, 3)
"""Points of a lot with a patron; the one without is worth 5 (MY-1.5, MY-6.4)."""
PATRONLESS_VALUE = 5

# --- The museum (MY-5.1 to MY-5.4, MY-R13, MY-F13) ---------------------------------------------

WINGS = 5
ROOMS = 3 * WINGS
"""The 3-rooms of wings 0 to 4, then their 5-rooms, then the 2-rooms between wing i and i + 1."""
THREE_ROOM, FIVE_ROOM, TWO_ROOM = 0, WINGS, 2 * WINGS
ALWAYS_OPEN = (1 << WINGS) - 1 | ((1 << WINGS) - 1) << TWO_ROOM
"""The 2- and 3-rooms, which need no room before them (MY-5.4)."""
DOORS = np.array(
    [
        1 << (THREE_ROOM + wing) | 1 << (TWO_ROOM + wing) | 1 << (TWO_ROOM + (wing - 1) % WINGS)
        for wing in range(WINGS)
    ],
    np.int16,
)
"""For each wing, the set of rooms that open on its 5-room (MY-5.1, MY-5.2)."""

# --- Points (MY-6.2, MY-6.3) -------------------------------------------------------------------

BEST_FIVE, BEST_THREE, BEST_TWO, NO_ROOM = 5, 3, 2, 1
"""What a card is worth, by the best of your own rooms in its patron's wing."""
SET_POINTS = 5
