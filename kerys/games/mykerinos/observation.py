"""What a seat knows, as numbers for learning.

Everything is seen from the seat: colours are counted from it clockwise, the neutral last. Nothing
of the lots to come is read, so that the full and the redacted state give the same numbers.
"""

from __future__ import annotations

from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.components import (
    COLOURS,
    LOTS,
    LOTS_IN_AREA,
    NO_ROOM,
    PATRONS,
    ROOMS,
    SPACES,
    WINGS,
)
from kerys.games.mykerinos.ending import card_worth, set_points
from kerys.games.mykerinos.observation_areas import observe_areas
from kerys.games.mykerinos.observation_fields import (
    AREA_AT,
    CARDS_AT,
    COMING_AT,
    COMING_PATRONS_AT,
    COMMON_AT,
    CUBES_AT,
    CURSOR_AT,
    DISCS_AT,
    EIGHTHS,
    END_POINTS_AT,
    FIRST_AT,
    HELD_AT,
    KIND_AT,
    LAID_AT,
    LAST_ACTION_AT,
    LAST_SPACE_AT,
    LOT_FIELDS,
    LOT_WORTH_AT,
    LOTS_AT,
    MINI_AT,
    PATRON_POINTS_AT,
    PENDING_AT,
    PERSONAL_AT,
    PLAYERS_AT,
    POINTS_AT,
    PYRAMIDS_AT,
    QUARTERS,
    QUESTION_AT,
    READY_AT,
    ROOMS_AT,
    SEASON_AT,
    SIXTEENTHS,
    WINGS_AT,
    WORTH_AT,
    WORTHS,
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
from kerys.kernel.bits import bit, has, lowest, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, at_number, from_seat

NUMBER_BITS = 8
"""A number for each patron, and before them for none, is one integer with so many bits for each."""
NUMBER_MASK = (1 << NUMBER_BITS) - 1


@rule
def observe(state, seat, out):
    """Write what a seat knows into the caller's buffer."""
    for index in range(out.shape[0]):
        out[index] = 0
    observe_blank(state, seat, out)


@rule
def observe_blank(state, seat, out):
    """The same into a buffer that is all zero already."""
    observe_stand(state, seat, out)
    observe_action(state, out)
    observe_colours(state, seat, out)
    observe_players(state, seat, out)
    observe_board(pyramid_spaces(state), out, PYRAMIDS_AT)
    for wing in range(WINGS):
        out[WINGS_AT + PATRONS * wing + whole(state.wings[wing])] = 1
    observe_lots(state, card_worths(state, at_number(state, seat, 0)), out)
    observe_coming(state, out)
    observe_areas(state, seat, out)


@rule
def observe_stand(state, seat, out):
    """Players, season, question, and who is asked."""
    out[PLAYERS_AT + whole(state.players) - 2] = 1
    out[MINI_AT] = state.mini
    out[SEASON_AT + whole(state.season)] = 1
    out[QUESTION_AT + whole(state.question)] = 1
    out[FIRST_AT + from_seat(state, seat, state.first)] = 1
    for other in range(whole(state.players)):
        if has(state.pending, other):
            out[PENDING_AT + from_seat(state, seat, other)] = 1
    if state.moment == Moment.AREA_RANKS:
        out[AREA_AT + whole(state.area)] = 1
        if state.cursor < COLOURS:
            out[CURSOR_AT + whole(state.cursor)] = 1


@rule
def observe_action(state, out):
    """The action that is being carried out."""
    out[LAST_ACTION_AT] = state.last_action
    if state.kind != NONE:
        out[KIND_AT + whole(state.kind)] = 1
    if state.laid > 0:
        out[LAID_AT + whole(state.laid) - 1] = 1
    if state.last_space != NONE:
        out[LAST_SPACE_AT + whole(state.last_space)] = 1


@rule
def observe_colours(state, seat, out):
    """Cubes and disc of each colour."""
    for number in range(colours(state)):
        colour = at_number(state, seat, number)
        observe_board(cubes_of(state, colour), out, CUBES_AT + SPACES * number)
        out[COMMON_AT + number] = SIXTEENTHS[common_reserve(state, colour)]
        if state.pass_space[colour] != NONE:
            out[DISCS_AT + COLOURS * number + whole(state.pass_space[colour])] = 1


@rule
def observe_players(state, viewer, out):
    """Points, reserves, rooms and cards of each player."""
    for number in range(whole(state.players)):
        seat = at_number(state, viewer, number)
        out[PERSONAL_AT + number] = SIXTEENTHS[state.personal[seat]]
        out[HELD_AT + number] = SIXTEENTHS[state.neutral_held[seat]]
        observe_set(whole(state.rooms[seat]), out, ROOMS_AT + ROOMS * number)
        worths = card_worths(state, seat)
        exhibited = 0
        for patron in range(PATRONS):
            here = PATRONS * number + patron
            worth = number_of(worths, patron)
            cards = whole(state.cards[seat, patron])
            exhibited += worth * cards
            if worth > NO_ROOM:
                out[WORTH_AT + WORTHS * here + (worth - 1) // 2] = 1
            out[CARDS_AT + here] = QUARTERS[cards]
            out[READY_AT + here] = QUARTERS[cards_ready(state, seat, patron)]
            out[PATRON_POINTS_AT + here] = SIXTEENTHS[worth * cards]
        if state.moment == Moment.OVER:
            exhibited = 0
        else:
            exhibited += set_points(state, seat)
        out[POINTS_AT + number] = state.points[seat] / 64
        out[END_POINTS_AT + number] = (whole(state.points[seat]) + exhibited) / 64


@rule
def card_worths(state, seat):
    """What a card of each patron is worth to a player, for `number_of` (MY-6.2)."""
    worths = 0
    for wing in range(WINGS):
        worth = card_worth(state, seat, wing)
        worths |= worth << (NUMBER_BITS * (1 + whole(state.wings[wing])))
    return worths


@rule
def number_of(numbers, patron):
    """The number of a patron among those that one integer holds."""
    return (numbers >> (NUMBER_BITS * (1 + patron))) & NUMBER_MASK


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


@rule
def observe_lots(state, worths, out):
    """The lots that are still on the table."""
    laid = lots_of_season(state)
    there = (1 << laid) - 1
    if state.moment >= Moment.AREA_OPENS:
        first = LOTS_IN_AREA * whole(state.area)
        there &= ~((1 << (first + LOTS_IN_AREA)) - 1) | whole(state.lots_left) << first
    for index in range(laid):
        if has(there, index):
            lot = whole(state.pile[whole(state.shown) - laid + index])
            points = whole(state.lot_values[lot])
            out[LOTS_AT + LOT_FIELDS * index + PATRONS] = QUARTERS[points]
            patron = whole(state.lot_patrons[lot])
            if patron != NONE:
                out[LOTS_AT + LOT_FIELDS * index + patron] = 1
                points += number_of(worths, patron)
            out[LOT_WORTH_AT + index] = EIGHTHS[points]


@rule
def observe_coming(state, out):
    """The lots that nobody has seen yet: each of them, and how many of each patron."""
    coming = (1 << LOTS) - 1
    for index in range(whole(state.shown)):
        coming &= ~bit(state.pile[index])
    numbers = 0
    for lot in range(LOTS):
        comes = (coming >> lot) & 1
        out[COMING_AT + lot] = comes
        numbers += comes << (NUMBER_BITS * (1 + whole(state.lot_patrons[lot])))
    out[COMING_PATRONS_AT + PATRONS] = EIGHTHS[number_of(numbers, NONE)]
    for patron in range(PATRONS):
        out[COMING_PATRONS_AT + patron] = EIGHTHS[number_of(numbers, patron)]
