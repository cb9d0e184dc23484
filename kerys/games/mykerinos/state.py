"""The record of a game of Mykerinos, its options, and small readings of it.

It holds everything on the table, visible or hidden, but not how it came about. Fields are small
integers; `NONE` stands for "nothing" and, in a redacted record, for "not shown to this seat".
"""

from __future__ import annotations

import numpy as np

from kerys.games.mykerinos.components import (
    COLOURS,
    CUBES,
    LOTS,
    MINI_LOTS,
    NEUTRAL,
    PATRONS,
    SEASON_LOTS,
    SEATS,
    WINGS,
)
from kerys.games.mykerinos.region import BOARD_WORDS, area_board, meet, region_board, without
from kerys.kernel.bits import count, whole
from kerys.kernel.compiling import rule
from kerys.kernel.contract import record_dtype
from kerys.kernel.seats import NONE

small, wide, words = np.int8, np.int16, np.int64

AGREEMENTS = [
    ("players", small),
    ("revision", small),  # of the rules
    ("mini", small),
    ("lot_patrons", small, (LOTS,)),  # NONE for the lot without a patron
    ("lot_values", small, (LOTS,)),
    ("lot_pyramids", small, (LOTS,)),  # sets of the six spaces
]
"""What is agreed before the game; all of it is public."""

OPTIONS = record_dtype(AGREEMENTS)

STATE = record_dtype(
    [
        ("cubes", words, (COLOURS, BOARD_WORDS)),  # the spaces with a cube of each colour
        ("pyramids", words, (BOARD_WORDS,)),
        ("points", wide, (SEATS,)),
        ("rooms", wide, (COLOURS,)),  # the set of museum rooms each colour holds
        *AGREEMENTS,
        # Where the game stands.
        ("season", small),
        ("moment", small),
        ("question", small),
        ("pending", small),  # the set of seats that owe an answer
        ("first", small),  # who starts the season
        ("seat", small),  # whose turn it is
        ("last_action", small),  # all others have passed: this action is the last
        ("kind", small),  # the action being carried out
        ("laid", small),  # cubes of it that lie or stand already
        ("last_space", small),
        ("area", small),
        ("cursor", small),  # which place of the area's ranking acts
        ("lots_left", small),  # the set of lots still in the area
        # The deal.
        ("wings", small, (WINGS,)),  # the patron of each wing
        ("pile", small, (LOTS,)),  # lots in laying order
        ("turned", small, (LOTS,)),  # lots to come that will lie the other way up
        ("shown", small),  # lots laid so far
        # What each player has.
        ("personal", small, (SEATS,)),
        ("neutral_held", small, (SEATS,)),
        ("pass_space", small, (COLOURS,)),
        ("cards", small, (SEATS, PATRONS)),
        ("tilted", small, (SEATS, PATRONS)),
    ]
)


@rule
def owners(state):
    """How many score: the players; the neutral scores nothing (MY-7.1)."""
    return whole(state.players)


@rule
def has_neutral(state):
    """Whether a neutral archaeologist plays: with two players, not in the mini game (MY-7.1)."""
    return state.players == 2 and not state.mini


@rule
def lots_of_season(state):
    """How many lots lie on the table this season (MY-2.4, MY-R14)."""
    return MINI_LOTS if state.mini else whole(SEASON_LOTS[state.season])


@rule
def neutral(state):
    """The neutral colour with two players, or NONE (MY-7.1)."""
    return NEUTRAL if has_neutral(state) else NONE


@rule
def colours(state):
    """How many colours are in play (MY-P12)."""
    return 3 if has_neutral(state) else whole(state.players)


@rule
def cubes_of(state, colour):
    """The board of a colour's cubes."""
    return whole(state.cubes[colour, 0]), whole(state.cubes[colour, 1])


@rule
def cubes_on_region(state, colour):
    """How many cubes of a colour lie on the region."""
    board = cubes_of(state, colour)
    return count(board[0]) + count(board[1])


@rule
def region_in_use(state):
    """The spaces of the region this season; in the mini game those of one area."""
    return area_board(0) if state.mini else region_board(state.season)


@rule
def free_spaces(state):
    """The spaces of the region without a cube, pyramids included."""
    board = region_in_use(state)
    for colour in range(colours(state)):
        board = without(board, cubes_of(state, colour))
    return board


@rule
def pyramid_spaces(state):
    """The board of pyramids."""
    return whole(state.pyramids[0]), whole(state.pyramids[1])


@rule
def common_reserve(state, colour):
    """The cubes of a colour that are nowhere else (MY-1.2)."""
    held = cubes_on_region(state, colour) + count(whole(state.rooms[colour]))
    if colour == neutral(state):
        for seat in range(whole(state.players)):
            held += whole(state.neutral_held[seat])
    else:
        held += whole(state.personal[colour])
    return CUBES - held


@rule
def cubes_in_area(state, colour, area):
    """How many cubes of a colour lie in an area (MY-4.2)."""
    board = meet(cubes_of(state, colour), area_board(area))
    return count(board[0]) + count(board[1])


@rule
def cards_ready(state, seat, patron):
    """How many cards of a patron a seat has that are not tilted (MY-3.5, MY-P16)."""
    return whole(state.cards[seat, patron]) - whole(state.tilted[seat, patron])


@rule
def still_in(state):
    """How many players have not passed this season."""
    number = 0
    for seat in range(whole(state.players)):
        if state.pass_space[seat] == NONE:
            number += 1
    return number
