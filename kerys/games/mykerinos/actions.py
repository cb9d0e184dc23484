"""Moments, questions and the numbers of the answers.

The game stands at a *moment* of the season. There it may put a *question* to a seat. An answer is
an *action*: a number in one space, made of families by what is named (a kind of action, a space,
a room, a lot). The same number means the same thing in every question.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from kerys.games.mykerinos.components import (
    BLACKMORE,
    BROWN,
    LEMON,
    LOTS_IN_AREA,
    ROOMS,
    SPACES,
    TANGERINE,
    VIOLET,
)
from kerys.kernel.seats import NONE


class Moment(IntEnum):
    """Where a season stands."""

    TURN = 0
    TURN_CUBES = 1
    TURN_NEUTRAL = 2
    NEUTRAL_CUBES = 3
    TURN_ENDS = 4
    AREA_OPENS = 5
    AREA_RANKS = 6
    AREA_CLOSES = 7
    SEASON_ENDS = 8
    OVER = 9


class Question(IntEnum):
    """What is asked."""

    NOTHING = 0
    ACTION = 1
    SPACE = 2
    ROOM = 3
    NEUTRAL_ACTION = 4
    NEUTRAL_SPACE = 5
    INSPECTION = 6
    LEFTOVER_LOT = 7
    NEUTRAL_LOT = 8


class Kind(IntEnum):
    """What a player can do in a turn: the four actions, the fourth by patron (MY-3.1, MY-P8)."""

    PLACE = 0
    EXTEND = 1
    PASS = 2
    VIOLET_PLACE = 3
    VIOLET_EXTEND = 4
    LEMON_PLACE = 5
    LEMON_EXTEND = 6
    BROWN = 7
    BLACKMORE = 8
    TANGERINE = 9


KINDS = len(Kind)
NEUTRAL_KINDS = 2
"""The neutral places or extends (MY-7.4)."""
CUBES_OF = np.array([1, 2, 0, 1, 2, 1, 2, 0, 2, 3], np.int8)
"""How many cubes each kind lays on the region."""
PATRON_OF = np.array(
    [NONE, NONE, NONE, VIOLET, VIOLET, LEMON, LEMON, BROWN, BLACKMORE, TANGERINE], np.int8
)
"""Whose card each kind tilts."""
EXTENSIONS = sum(
    1 << kind for kind in (Kind.EXTEND, Kind.VIOLET_EXTEND, Kind.LEMON_EXTEND, Kind.TANGERINE)
)
"""The kinds whose first cube goes next to one of your own."""

# The families, one after the other.
DONE = 0
KIND = DONE + 1
LOT = KIND + KINDS
ROOM = LOT + LOTS_IN_AREA
SPACE = ROOM + ROOMS
ACTIONS = SPACE + SPACES
