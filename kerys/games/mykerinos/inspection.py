"""MY-4: phase 3, in which the areas are inspected one by one."""

from __future__ import annotations

from kerys.games.mykerinos.actions import Moment, Question
from kerys.games.mykerinos.components import COLOURS, LEFT, LOTS_IN_AREA, RIGHT
from kerys.games.mykerinos.museum import enter_room, open_rooms
from kerys.games.mykerinos.region import area_board, without
from kerys.games.mykerinos.state import (
    colours,
    common_reserve,
    cubes_in_area,
    cubes_of,
    lots_of_season,
    neutral,
)
from kerys.kernel.bits import bit, has, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask

ACTING_PLACES = 2
"""First and second act; third and fourth only take what is left (MY-4.7)."""


@rule
def open_area(state):
    """The next area, line by line from the top left, with its two lots (MY-4.1, MY-P5)."""
    if state.area == lots_of_season(state) // LOTS_IN_AREA:
        state.moment = Moment.SEASON_ENDS
        return
    state.lots_left = bit(LEFT) | bit(RIGHT)
    state.cursor = 0
    state.moment = Moment.AREA_RANKS


@rule
def ranked(state, place):
    """The colour that is first (place 0), second, ... in the area, or NONE.

    More cubes, then the lower pass space (MY-4.2, MY-4.3, MY-C1).
    """
    placed = 0
    found = NONE
    for _ in range(place + 1):
        found = NONE
        best = NONE
        for colour in range(colours(state)):
            cubes = cubes_in_area(state, colour, state.area)
            strength = COLOURS * cubes - whole(state.pass_space[colour])
            if cubes > 0 and not has(placed, colour) and strength > best:
                best, found = strength, colour
        if found == NONE:
            return NONE
        placed |= bit(found)
    return found


@rule
def ask_ranked(state):
    """Whose turn it is by rank: act, take what is left, or go on to the next area.

    MY-4.4, MY-4.5, MY-4.6, MY-4.7, MY-P2, MY-R7.
    """
    place = whole(state.cursor)
    colour = ranked(state, place)
    if colour == NONE or state.lots_left == 0:
        state.moment = Moment.AREA_CLOSES
    elif colour == neutral(state):
        ask_for_neutral(state, place)
    elif place < ACTING_PLACES:
        ask(state, Question.INSPECTION, colour)
    else:
        ask(state, Question.LEFTOVER_LOT, colour)


@rule
def ask_for_neutral(state, place):
    """Someone chooses a lot for the neutral; alone it takes both, third it takes none.

    MY-7.5, MY-7.6, MY-7.8, MY-C3, MY-C4, MY-R8, MY-R9, MY-P13, MY-P14.
    """
    if place >= ACTING_PLACES:
        state.cursor += 1
    elif place == 1:
        ask(state, Question.NEUTRAL_LOT, ranked(state, 0))
    elif ranked(state, 1) == NONE:
        state.lots_left = 0
    elif ranked(state, 2) != NONE:
        ask(state, Question.NEUTRAL_LOT, ranked(state, 2))
    else:
        ask(state, Question.NEUTRAL_LOT, 1 - ranked(state, 1))


@rule
def museum_choices(state, seat):
    """Rooms for a cube from the common reserve, if there is one (MY-4.4, MY-R7).

    The mini game has no museum.
    """
    if state.mini or common_reserve(state, seat) == 0:
        return 0
    return open_rooms(state, seat)


@rule
def take_lot(state, seat, lot):
    """Points at once, and the patron's card for later seasons (MY-4.9, MY-4.10, MY-P16)."""
    card = whole(state.pile[first_lot(state) + lot])
    state.points[seat] += state.lot_values[card]
    if state.lot_patrons[card] != NONE:
        state.cards[seat, state.lot_patrons[card]] += 1
    remove_lot(state, lot)


@rule
def exhibit_common_cube(state, seat, room):
    """First or second in an area: a cube from the common reserve (MY-4.4, MY-4.5)."""
    enter_room(state, seat, room)
    state.cursor += 1


@rule
def remove_lot(state, lot):
    """A lot leaves the area; the next in rank follows (MY-7.7)."""
    state.lots_left &= ~bit(lot)
    state.cursor += 1


@rule
def first_lot(state):
    """The place in the pile of the area's left lot (MY-P5)."""
    laid = lots_of_season(state)
    return whole(state.shown) - laid + LOTS_IN_AREA * whole(state.area)


@rule
def close_area(state):
    """What is left is discarded; the cubes go to the common reserve (MY-4.8)."""
    area = area_board(state.area)
    for colour in range(colours(state)):
        board = without(cubes_of(state, colour), area)
        state.cubes[colour, 0] = board[0]
        state.cubes[colour, 1] = board[1]
    state.lots_left = 0
    state.area += 1
    state.moment = Moment.AREA_OPENS
