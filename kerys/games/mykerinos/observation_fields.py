"""The fields of an observation, for learning: their names, widths and beginnings.

Most numbers are 0 or 1; the others are shares of a power of two, which every target rounds alike.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from kerys.games.mykerinos.actions import KINDS, Question
from kerys.games.mykerinos.components import (
    COLOURS,
    LOTS,
    LOTS_IN_AREA,
    PATRONS,
    ROOMS,
    SEASON_LOTS,
    SEASONS,
    SPACES,
    WINGS,
)

OBSERVATION_VERSION = 1
"""Raised when a number of an observation comes to mean something else."""
QUESTIONS = len(Question)
MOST_LAID = 3
AREAS = int(SEASON_LOTS.max()) // LOTS_IN_AREA
"""Six areas at most, in the last season."""
LOT_FIELDS = PATRONS + 1
WORTHS = 3
"""What a card can be worth beyond 1: 2, 3 or 5."""

# Shares of whole numbers that are looked up: to convert and divide takes its time.
QUARTERS = np.array([number / 4 for number in range(128)], np.float32)
EIGHTHS = np.array([number / 8 for number in range(128)], np.float32)
SIXTEENTHS = np.array([number / 16 for number in range(128)], np.float32)

OBSERVATION = (
    ("players: 2, 3 or 4", 3),
    ("mini Mykerinos", 1),
    ("season", SEASONS),
    ("question", QUESTIONS),
    ("owes an answer, by colour", COLOURS),
    ("first player of the season, by colour", COLOURS),
    ("this action is the last of the season", 1),
    ("kind of the action being carried out", KINDS),
    ("cubes of it that lie or stand already: 1, 2 or 3", MOST_LAID),
    ("space of the cube laid last", SPACES),
    ("points of each colour, sixty-fourths", COLOURS),
    ("points of each colour if the game ended now, sixty-fourths", COLOURS),
    ("personal reserve of each colour, sixteenths", COLOURS),
    ("common reserve of each colour, sixteenths", COLOURS),
    ("neutral cubes that each player holds, sixteenths", COLOURS),
    ("pass space of each colour", COLOURS * COLOURS),
    ("cards of each colour by patron, quarters", COLOURS * PATRONS),
    ("cards of each colour that are not tilted, by patron, quarters", COLOURS * PATRONS),
    ("worth of each patron's cards to each colour: 2, 3 or 5", COLOURS * PATRONS * WORTHS),
    ("points for each patron's cards of each colour, sixteenths", COLOURS * PATRONS),
    ("patron of each wing", WINGS * PATRONS),
    ("rooms of each colour", COLOURS * ROOMS),
    ("cubes of each colour on the region", COLOURS * SPACES),
    ("pyramids", SPACES),
    ("lots that are still there: patron, points in quarters", AREAS * LOTS_IN_AREA * LOT_FIELDS),
    ("worth of these lots to the seat, card included, eighths", AREAS * LOTS_IN_AREA),
    ("area being inspected", AREAS),
    ("place in its ranking that is asked", COLOURS),
    ("cubes in each area by colour, quarters", AREAS * COLOURS),
    ("place of each colour in each area, as it is now", AREAS * COLOURS * COLOURS),
    ("lead of the seat in each area over the best other, quarters", AREAS),
    ("free spaces in each area without a pyramid, eighths", AREAS),
    ("free pyramids in each area, quarters", AREAS),
    ("free spaces in each area next to cubes of each colour, eighths", AREAS * COLOURS),
    ("lots still to come, in the order of the file", LOTS),
    ("lots still to come by patron, then without one, eighths", PATRONS + 1),
)
"""Name and width of each field."""

(
    PLAYERS_AT,
    MINI_AT,
    SEASON_AT,
    QUESTION_AT,
    PENDING_AT,
    FIRST_AT,
    LAST_ACTION_AT,
    KIND_AT,
    LAID_AT,
    LAST_SPACE_AT,
    POINTS_AT,
    END_POINTS_AT,
    PERSONAL_AT,
    COMMON_AT,
    HELD_AT,
    DISCS_AT,
    CARDS_AT,
    READY_AT,
    WORTH_AT,
    PATRON_POINTS_AT,
    WINGS_AT,
    ROOMS_AT,
    CUBES_AT,
    PYRAMIDS_AT,
    LOTS_AT,
    LOT_WORTH_AT,
    AREA_AT,
    CURSOR_AT,
    AREA_CUBES_AT,
    PLACES_AT,
    LEAD_AT,
    FREE_AT,
    FREE_PYRAMIDS_AT,
    EXTENSIONS_AT,
    COMING_AT,
    COMING_PATRONS_AT,
) = accumulate((width for _, width in OBSERVATION[:-1]), initial=0)
"""Where each field begins."""
