"""MY-3: phase 2, in which cubes are laid on the region."""

from __future__ import annotations

from kerys.games.mykerinos.actions import (
    CUBES_OF,
    EXTENSIONS,
    KINDS,
    PATRON_OF,
    Kind,
    Moment,
    Question,
)
from kerys.games.mykerinos.components import COLOURS
from kerys.games.mykerinos.museum import enter_room, open_rooms
from kerys.games.mykerinos.region import (
    board_of,
    is_empty,
    join,
    meet,
    next_to,
    next_to_two,
    without,
)
from kerys.games.mykerinos.state import (
    cards_ready,
    common_reserve,
    cubes_of,
    free_spaces,
    pyramid_spaces,
    still_in,
)
from kerys.kernel.bits import bit, has, lowest, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask

# --- Turns -------------------------------------------------------------------------------------


@rule
def ask_action(state):
    """One action a turn; a player without cubes passes without being asked.

    MY-3.1, MY-3.4, MY-P3; even with a Violet card (MY-C2, MY-R1).
    """
    state.last_action = still_in(state) == 1
    if state.personal[state.seat] == 0:
        pass_turn(state, whole(state.seat))
    else:
        ask(state, Question.ACTION, whole(state.seat))


@rule
def kind_choices(state, seat):
    """The kinds of action that can be completed (MY-3.5, MY-R3, MY-P7, MY-P8)."""
    kinds = 0
    for kind in range(KINDS):
        if can_do(state, seat, kind):
            kinds |= bit(kind)
    return kinds


@rule
def can_do(state, seat, kind):
    """Whether a player has the card, the cubes and the spaces for a kind of action."""
    if kind == Kind.PASS:
        return True
    patron = whole(PATRON_OF[kind])
    if patron != NONE and cards_ready(state, seat, patron) == 0:
        return False
    cubes = whole(state.personal[seat])
    if kind == Kind.BROWN:
        return open_rooms(state, seat) != 0
    if kind == Kind.VIOLET_PLACE or kind == Kind.VIOLET_EXTEND:
        if common_reserve(state, seat) == 0:
            return False
        cubes += 1
    return cubes >= CUBES_OF[kind] and not is_empty(first_spaces(state, seat, kind))


@rule
def choose_kind(state, seat, kind):
    """Begin an action: pass, or tilt the card it needs (MY-3.4, MY-3.5, MY-3.6)."""
    if kind == Kind.PASS:
        pass_turn(state, seat)
        return
    patron = whole(PATRON_OF[kind])
    if patron != NONE:
        state.tilted[seat, patron] += 1
    if kind == Kind.VIOLET_PLACE or kind == Kind.VIOLET_EXTEND:
        state.personal[seat] += 1
    begin_chain(state, kind)
    state.moment = Moment.TURN_CUBES


@rule
def pass_turn(state, seat):
    """Leave this phase; no neutral action follows (MY-3.4, MY-R10)."""
    lay_disc(state, seat)
    state.moment = Moment.TURN_ENDS


@rule
def lay_disc(state, seat):
    """The disc on the lowest free pass space (MY-3.4, MY-7.3, MY-1.3)."""
    taken = 0
    for colour in range(COLOURS):
        if state.pass_space[colour] != NONE:
            taken |= bit(state.pass_space[colour])
    state.pass_space[seat] = lowest(~taken)


@rule
def end_turn(state):
    """The next player still in, clockwise; the last one acts once more (MY-3.1, MY-3.11, MY-P12).

    Then their disc goes on the last space and the areas are inspected (MY-R6, MY-P15).
    """
    if state.last_action:
        if state.pass_space[state.seat] == NONE:
            lay_disc(state, whole(state.seat))
        state.last_action = 0
        state.area = 0
        state.moment = Moment.AREA_OPENS
        return
    seat = (whole(state.seat) + 1) % whole(state.players)
    while state.pass_space[seat] != NONE:
        seat = (seat + 1) % whole(state.players)
    state.seat = seat
    state.moment = Moment.TURN


# --- Chains of cubes (MY-R3) -------------------------------------------------------------------


@rule
def begin_chain(state, kind):
    """Begin an action without any cube laid yet; NONE ends one."""
    state.kind = kind
    state.laid = 0
    state.last_space = NONE


@rule
def chain_is_whole(state):
    """Whether all cubes of the action have been laid."""
    return state.laid == CUBES_OF[state.kind]


@rule
def next_spaces(state, colour):
    """The spaces on which the next cube of the action may go."""
    if state.laid == 0:
        return first_spaces(state, colour, whole(state.kind))
    return following_spaces(state)


@rule
def first_spaces(state, colour, kind):
    """Where the first cube may go, so that the chain can be completed.

    MY-3.2, MY-3.3, MY-3.7, MY-3.9, MY-3.10, MY-R2, MY-R3, MY-R4.
    """
    free = free_spaces(state)
    pyramids = meet(free, pyramid_spaces(state))
    plain = without(free, pyramids)
    if kind == Kind.LEMON_PLACE:
        return pyramids
    if kind == Kind.LEMON_EXTEND:
        spaces = join(meet(plain, next_to(pyramids)), meet(pyramids, next_to(plain)))
    elif CUBES_OF[kind] == 1:
        spaces = plain
    elif CUBES_OF[kind] == 2:
        spaces = meet(plain, next_to(plain))
    else:
        spaces = meet(plain, next_to(meet(plain, next_to_two(plain))))
    if has(EXTENSIONS, kind):
        spaces = meet(spaces, next_to(cubes_of(state, colour)))
    return spaces


@rule
def following_spaces(state):
    """Where a further cube may go: next to the one before, and the chain can be completed.

    Lemon's pair has exactly one pyramid, first or second (MY-3.7, MY-R4).
    """
    free = free_spaces(state)
    pyramids = meet(free, pyramid_spaces(state))
    plain = without(free, pyramids)
    last = board_of(state.last_space)
    beside = next_to(last)
    if state.kind == Kind.LEMON_EXTEND and is_empty(meet(last, pyramid_spaces(state))):
        return meet(pyramids, beside)
    if CUBES_OF[state.kind] - state.laid == 2:
        return meet(meet(plain, beside), next_to(plain))
    return meet(plain, beside)


@rule
def lay_cube(state, colour, space):
    """Lay a cube on a space; the caller takes it from its reserve."""
    low, high = board_of(space)
    state.cubes[colour, 0] |= low
    state.cubes[colour, 1] |= high
    state.laid += 1
    state.last_space = space


@rule
def ask_cube(state):
    """The next cube of the action: to the museum for Brown, else to the region (MY-3.8)."""
    seat = whole(state.seat)
    if state.kind == Kind.BROWN and state.laid == 0:
        ask(state, Question.ROOM, seat)
    elif state.kind == Kind.BROWN or chain_is_whole(state):
        begin_chain(state, whole(NONE))
        state.moment = Moment.TURN_NEUTRAL
    else:
        ask(state, Question.SPACE, seat)


@rule
def lay_own_cube(state, seat, space):
    """One cube from the personal reserve (MY-3.2, MY-3.3)."""
    state.personal[seat] -= 1
    lay_cube(state, seat, space)


@rule
def exhibit_own_cube(state, seat, room):
    """Brown: a cube from the personal reserve into the museum (MY-3.8, MY-R5)."""
    state.personal[seat] -= 1
    state.laid = 1
    enter_room(state, seat, room)
