"""MY-2 and MY-6.1: a season begins and ends."""

from __future__ import annotations

from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.components import (
    CUBES_A_SEASON,
    CUBES_A_SEASON_OF_FOUR,
    LOT_SPACES,
    LOTS_IN_AREA,
    MINI_CUBES,
    NEUTRAL,
    NEUTRAL_CUBES_A_SEASON,
    PATRONS,
    SEASONS,
)
from kerys.games.mykerinos.ending import end_game
from kerys.games.mykerinos.region import BOARD_WORDS, board_of, lot_space
from kerys.games.mykerinos.state import common_reserve, has_neutral, lots_of_season
from kerys.kernel.bits import has, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE


@rule
def begin_season(state):
    """Cubes for all, lots on the table, the first player's turn (MY-2.1, MY-3.1)."""
    take_cubes(state)
    lay_region(state)
    state.seat = state.first
    state.moment = Moment.TURN


@rule
def take_cubes(state):
    """Own cubes from the common reserve, as far as it goes; unused ones are kept.

    MY-2.2, MY-2.3, MY-P17; with two players neutral ones too, from the first player on (MY-7.2,
    MY-R11, MY-P1).
    """
    share = CUBES_A_SEASON_OF_FOUR if state.players == 4 else CUBES_A_SEASON
    if state.mini:
        share = MINI_CUBES
    for turn in range(whole(state.players)):
        seat = (whole(state.first) + turn) % whole(state.players)
        state.personal[seat] += min(share, common_reserve(state, seat))
        if has_neutral(state):
            held = min(NEUTRAL_CUBES_A_SEASON, common_reserve(state, NEUTRAL))
            state.neutral_held[seat] += held


@rule
def lay_region(state):
    """Lots face up, line by line; a lot's direction is forgotten (MY-2.4, MY-P5, MY-P6)."""
    for word in range(BOARD_WORDS):
        state.pyramids[word] = 0
    for index in range(lots_of_season(state)):
        at = whole(state.shown)
        pyramids = state.lot_pyramids[state.pile[at]]
        for place in range(LOT_SPACES):
            if has(pyramids, place):
                area, lot = index // LOTS_IN_AREA, index % LOTS_IN_AREA
                low, high = board_of(lot_space(area, lot, place, state.turned[at]))
                state.pyramids[0] |= low
                state.pyramids[1] |= high
        state.turned[at] = 0
        state.shown += 1


@rule
def end_season(state):
    """The last to pass starts the next season; cards are straightened (MY-6.1, MY-R6, MY-R15)."""
    for seat in range(whole(state.players)):
        if state.pass_space[seat] > state.pass_space[state.first]:
            state.first = seat
    for seat in range(whole(state.players)):
        state.pass_space[seat] = NONE
        for patron in range(PATRONS):
            state.tilted[seat, patron] = 0
    if state.season == SEASONS - 1:
        end_game(state)
    else:
        state.season += 1
        begin_season(state)
