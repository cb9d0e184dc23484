"""What lies in the box: places, colours, agents, cards and tables (YS-F1 to YS-F7).

Numbers only; the chapters say how they are used.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

SEATS = 4
ROUNDS = 4
"""YS-2.1."""

# --- The city and the market (YS-1.9, YS-F6) ---------------------------------------------------

QUARTERS = 4
AREAS = 3
HARBOUR, SHOPS, PALACE = range(AREAS)
CITY = QUARTERS * AREAS
"""Places 0 to 11: area 0, 1, 2 of quarter 0, then of quarter 1, and so on."""

LINES = 3
"""Market lines 1, 2, 3 are numbered 0, 1, 2 here; line 0 of the board is never used (YS-C27)."""
COLUMNS = 4
MARKET = CITY
"""Places 12 to 23: the four columns of the first line, then of the second, then of the third."""
PLACES = CITY + LINES * COLUMNS
THRONE = PLACES
"""The throne room of King's Favour, a place that nobody places agents on (YS-13.2)."""

# --- Colours (YS-1.6, YS-1.7, YS-1.8, YS-C22) --------------------------------------------------

COLOURS = 4
BLUE, GREEN, YELLOW, RED = range(COLOURS)
"""From left to right on the price table; one column of the market each."""
BLACK = 4
WHITE = 5
OWNED_COLOURS = 5
"""Players own the four colours and black; white is turned into a colour at once (YS-2.8)."""
SHIP_COLOURS = 6
COLOUR_NAMES = ("blue", "green", "yellow", "red", "black", "white")

LOWEST_PRICE, START_PRICE, HIGHEST_PRICE = 1, 8, 15
"""Fifteen spaces, start in the middle (YS-R15, YS-F6)."""
COLUMN_STEPS = np.array([2, 1, -1, -2], np.int8)
"""What being first to fourth does to a column's price (YS-6.3)."""

# --- Agents (YS-1.2, YS-1.3, YS-F3, YS-C21) ----------------------------------------------------

VALUES = 5
"""Agents are worth 0 to 4."""
TEAMS = 4
"""One team a player; with two players, teams 2 and 3 are the neutral agents each of them holds."""
TEAM_SIZES = np.array(
    [
        [2, 3, 1, 3, 2],  # the eleven agents of a player: how many of each value
        [2, 2, 1, 2, 2],  # Ys Express: without one 3 and one 1 (YS-12.1)
        [1, 1, 1, 0, 1],  # the neutral's, for each of two players (YS-11.2)
        [1, 1, 0, 1, 1],  # the strong neutral's (YS-11.11, YS-P14)
        [0, 3, 0, 0, 2],  # mini Ys
    ],
    np.int8,
)
FULL_TEAM, EXPRESS_TEAM, NEUTRAL_TEAM, STRONG_TEAM, MINI_TEAM = range(5)
EXTRA_VALUE = 2
"""King's Favour brings in an extra 2 after each of the first three rounds (YS-13.1)."""

TURNS, EXPRESS_TURNS = 4, 3
"""YS-4.1, YS-12.3."""
MINI_TURNS = 1
MINI_AREAS = 1 << HARBOUR | 1 << SHOPS
"""Mini Ys is small enough to be solved: the last round of two players without a neutral, one
quarter with two areas, no market, one turn each, and ships with gems of one colour."""
FRONT = 3
BOARD_AGENTS = 32
"""At most 4 players, 4 turns, 2 agents; told apart by the number of their placement (YS-P19)."""
THRONE_AGENTS = 3
"""King's Favour sends three agents of each player to the throne room (YS-R34)."""
AGENTS = BOARD_AGENTS + TEAMS * THRONE_AGENTS
MARKED_VALUE = 5
"""What the Mercenary's agent counts (YS-9.12)."""
ANY_VALUE = (1 << VALUES) - 1

# --- Characters (YS-1.5, YS-F2) ----------------------------------------------------------------

CHARACTERS = 15
(
    ALCHEMIST,
    BANKER,
    CAPTAIN,
    CARDINAL,
    SPY,
    HERALD,
    ILLUSIONIST,
    INTRIGUER,
    JEWELER,
    MAGICIAN,
    MERCHANT,
    MERCENARY,
    QUEEN,
    PRINCE,
    KING,
) = range(CHARACTERS)
CHARACTER_NAMES = (
    *("alchemist", "banker", "captain", "cardinal", "spy", "herald", "illusionist", "intriguer"),
    *("jeweler", "magician", "merchant", "mercenary", "queen", "prince", "king"),
)


class Window(IntEnum):
    """When a character may be played (YS-8.5, YS-R1, YS-C15)."""

    BEFORE_PLACEMENT = 0
    BEFORE_TURN = 1
    AFTER_TURN = 2
    BEFORE_SCORING = 3
    END_OF_SCORING = 4
    AT_ONCE = 5


WINDOW_OF = {
    ALCHEMIST: Window.END_OF_SCORING,
    BANKER: Window.END_OF_SCORING,
    CAPTAIN: Window.BEFORE_SCORING,
    CARDINAL: Window.BEFORE_PLACEMENT,
    SPY: Window.BEFORE_PLACEMENT,
    HERALD: Window.BEFORE_SCORING,
    ILLUSIONIST: Window.BEFORE_PLACEMENT,
    INTRIGUER: Window.BEFORE_SCORING,
    JEWELER: Window.END_OF_SCORING,
    MAGICIAN: Window.AFTER_TURN,
    MERCHANT: Window.BEFORE_SCORING,
    MERCENARY: Window.AFTER_TURN,
    QUEEN: Window.BEFORE_TURN,  # YS-C1
    PRINCE: Window.AT_ONCE,
    KING: Window.AT_ONCE,
}
"""Kept as data, so that a corrected icon is a change of one line."""

CARDS_PER_ROUND = 2
"""YS-8.3, YS-C17."""
LOOKS = 3
"""YS-9.5."""
PRINCE_POINTS, KING_POINTS = 4, 5
"""YS-9.14."""
JEWELER_GEMS = 2
"""YS-9.9."""

# --- Ships (YS-2.5, YS-F5) ---------------------------------------------------------------------

SHIPS = 24
SHIP_GEMS = 3
"""A ship shows a large gem and two small ones, in this order."""
SHIPS_DRAWN = ROUNDS * (QUARTERS + 1)

# --- Points ------------------------------------------------------------------------------------

MARKET_POINTS = 1
"""YS-4.4."""
SHOPS_POINTS, MERCHANT_POINTS = 3, 5
"""YS-5.7, YS-9.11."""
GEM_POINTS = np.array([[24, 20, 16, 12], [18, 15, 12, 9], [12, 10, 8, 6], [6, 5, 4, 3]], np.int8)
"""Rows: the player's place in a colour; columns: the colour's rank by price (YS-7.2)."""
BLACK_POINTS = np.array([0, 1, 4, 8, 12, 16, 20, 24], np.int8)
"""For 0 to 7 and more black gems (YS-7.5, YS-C6)."""
THRONE_POINTS = np.array([12, 7, 3, 0], np.int8)
"""YS-13.7."""
CONSOLATION_PLACE = 2
"""The place whose points the neutral gets for a colour it has none of (YS-11.10)."""
