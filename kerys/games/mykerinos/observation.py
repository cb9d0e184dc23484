"""What a seat knows, as numbers for learning.

Everything is seen from the seat: colours are counted from it clockwise, the neutral last. Nothing
of the lots to come is read, so that the full and the redacted state give the same numbers.
"""

from __future__ import annotations

import numpy as np

from kerys.games.mykerinos.actions import KINDS, Moment, Question
from kerys.games.mykerinos.components import (
    COLOURS,
    CUBES,
    LOTS,
    LOTS_IN_AREA,
    PATRONS,
    ROOMS,
    SEASON_LOTS,
    SEASONS,
    SPACES,
    WINGS,
)
from kerys.games.mykerinos.region import LOW_SPACES
from kerys.games.mykerinos.state import (
    cards_ready,
    colours,
    common_reserve,
    cubes_of,
    lots_of_season,
    pyramid_spaces,
)
from kerys.kernel.bits import has, lowest, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, from_seat

QUESTIONS = len(Question)
AREAS = int(SEASON_LOTS.max()) // LOTS_IN_AREA
"""Six areas at most, in the last season."""
LOT_FIELDS = PATRONS + 2
"""Patron, points, and whether the lot is still there."""
CUBE_SHARES = np.array([cubes / CUBES for cubes in range(CUBES + 1)], np.float32)
"""Looked up: dividing takes its time."""

OBSERVATION = (
    ("players: 2, 3 or 4", 3),
    ("season", SEASONS),
    ("question", QUESTIONS),
    ("owes an answer, by colour", COLOURS),
    ("first player of the season, by colour", COLOURS),
    ("this action is the last of the season", 1),
    ("kind of the action being carried out", KINDS),
    ("cubes of it that lie or stand already", 1),
    ("space of the cube laid last", SPACES),
    ("points of each colour, hundreds", COLOURS),
    ("personal reserve of each colour, share of 25", COLOURS),
    ("common reserve of each colour, share of 25", COLOURS),
    ("neutral cubes that each player holds, share of 25", COLOURS),
    ("pass space of each colour, first is 1, none is 0", COLOURS),
    ("cards of each colour by patron", COLOURS * PATRONS),
    ("cards of each colour that are not tilted, by patron", COLOURS * PATRONS),
    ("patron of each wing", WINGS * PATRONS),
    ("rooms of each colour", COLOURS * ROOMS),
    ("cubes of each colour on the region", COLOURS * SPACES),
    ("pyramids", SPACES),
    ("lots of the region: patron, points, still there", AREAS * LOTS_IN_AREA * LOT_FIELDS),
    ("area being inspected", AREAS),
    ("lots still to come, in the order of the file", LOTS),
)
"""Name and width of each field, in the order in which `observe` writes them."""


@rule
def observe(state, seat, out):
    """Write what a seat knows into the caller's buffer."""
    for index in range(out.shape[0]):
        out[index] = 0
    observe_blank(state, seat, out)


@rule
def observe_blank(state, seat, out):
    """The same into a buffer that is all zero already."""
    at = observe_stand(state, seat, out, 0)
    at = observe_colours(state, seat, out, at)
    at = observe_museum(state, seat, out, at)
    at = observe_region(state, seat, out, at)
    observe_lots(state, out, at)


@rule
def observe_stand(state, seat, out, at):
    """Players, season, question, and the action that is being carried out."""
    out[at + whole(state.players) - 2] = 1
    at += 3
    out[at + whole(state.season)] = 1
    at += SEASONS
    out[at + whole(state.question)] = 1
    at += QUESTIONS
    for other in range(whole(state.players)):
        if has(state.pending, other):
            out[at + from_seat(state, seat, other)] = 1
    at += COLOURS
    out[at + from_seat(state, seat, state.first)] = 1
    at += COLOURS
    out[at] = state.last_action
    at += 1
    if state.kind != NONE:
        out[at + whole(state.kind)] = 1
    at += KINDS
    out[at] = state.laid
    at += 1
    if state.last_space != NONE:
        out[at + whole(state.last_space)] = 1
    return at + SPACES


@rule
def observe_colours(state, seat, out, at):
    """Points, reserves, discs and cards."""
    personal = at + COLOURS
    common = personal + COLOURS
    held = common + COLOURS
    discs = held + COLOURS
    cards = discs + COLOURS
    ready = cards + COLOURS * PATRONS
    for colour in range(colours(state)):
        number = from_seat(state, seat, colour)
        out[common + number] = CUBE_SHARES[common_reserve(state, colour)]
        out[discs + number] = state.pass_space[colour] + 1
        if colour < state.players:
            out[at + number] = state.points[colour] / 100
            out[personal + number] = CUBE_SHARES[state.personal[colour]]
            out[held + number] = CUBE_SHARES[state.neutral_held[colour]]
            for patron in range(PATRONS):
                here = PATRONS * number + patron
                out[cards + here] = state.cards[colour, patron]
                out[ready + here] = cards_ready(state, colour, patron)
    return ready + COLOURS * PATRONS


@rule
def observe_museum(state, seat, out, at):
    """Who supports which wing, and whose cubes stand where."""
    for wing in range(WINGS):
        out[at + PATRONS * wing + whole(state.wings[wing])] = 1
    at += WINGS * PATRONS
    for colour in range(whole(state.players)):
        number = from_seat(state, seat, colour)
        observe_set(whole(state.rooms[colour]), out, at + ROOMS * number)
    return at + COLOURS * ROOMS


@rule
def observe_set(members, out, at):
    """A one for each member of a set; the buffer is clear."""
    while members != 0:
        out[at + lowest(members)] = 1
        members &= members - 1


@rule
def observe_board(board, out, at):
    """One number a space."""
    observe_set(board[0], out, at)
    observe_set(board[1], out, at + LOW_SPACES)
    return at + SPACES


@rule
def observe_region(state, seat, out, at):
    """Cubes and pyramids."""
    for colour in range(colours(state)):
        number = from_seat(state, seat, colour)
        observe_board(cubes_of(state, colour), out, at + SPACES * number)
    return observe_board(pyramid_spaces(state), out, at + COLOURS * SPACES)


@rule
def lot_is_there(state, index):
    """Whether a lot of the region has not been taken or discarded."""
    area = index // LOTS_IN_AREA
    if state.moment < Moment.AREA_OPENS or area > state.area:
        return True
    return area == state.area and has(state.lots_left, index % LOTS_IN_AREA)


@rule
def observe_lots(state, out, at):
    """The lots on the table, and how many of each patron are still to come."""
    area = at + AREAS * LOTS_IN_AREA * LOT_FIELDS
    coming = area + AREAS
    laid = lots_of_season(state)
    for index in range(laid):
        lot = whole(state.pile[whole(state.shown) - laid + index])
        here = at + LOT_FIELDS * index
        if state.lot_patrons[lot] != NONE:
            out[here + whole(state.lot_patrons[lot])] = 1
        out[here + PATRONS] = state.lot_values[lot]
        out[here + PATRONS + 1] = 1 if lot_is_there(state, index) else 0
    if state.moment == Moment.AREA_RANKS:
        out[area + whole(state.area)] = 1
    for lot in range(LOTS):
        out[coming + lot] = 1
    for index in range(whole(state.shown)):
        out[coming + whole(state.pile[index])] = 0
