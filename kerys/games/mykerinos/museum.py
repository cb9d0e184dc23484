"""MY-5: the museum."""

from __future__ import annotations

from kerys.games.mykerinos.components import ALWAYS_OPEN, COLOURS, DOORS, FIVE_ROOM, WINGS
from kerys.kernel.bits import bit, whole
from kerys.kernel.compiling import rule


@rule
def open_rooms(state, seat):
    """The free rooms a player may put a cube in: 2s, 3s, and 5s they have a door to.

    MY-5.1, MY-5.2, MY-5.3, MY-5.4, MY-R13.
    """
    rooms = ALWAYS_OPEN
    for wing in range(WINGS):
        if whole(state.rooms[seat]) & whole(DOORS[wing]):
            rooms |= bit(FIVE_ROOM + wing)
    for colour in range(COLOURS):
        rooms &= ~whole(state.rooms[colour])
    return rooms


@rule
def enter_room(state, seat, room):
    """A cube into a room, for the rest of the game (MY-5.3, MY-R5)."""
    state.rooms[seat] |= bit(room)
