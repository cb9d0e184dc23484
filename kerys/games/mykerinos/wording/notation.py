"""Every action of Mykerinos as a short text that people read and type, and back.

    place · extend · pass · violet place · lemon extend · brown · blackmore · tangerine · done
    c4 · lot left · 3-room 2 · 5-room 2 · 2-room 2-3

Spaces are columns a to h and rows 1 to 9 (MY-P18). Rooms go by their wing, 1 to 5; a 2-room by the
two wings it lies between. An action has one text, a text at most one action.
"""

from __future__ import annotations

from functools import cache

from kerys.games.mykerinos.actions import ACTIONS, DONE, KIND, LOT, ROOM, SPACE, Kind
from kerys.games.mykerinos.components import COLUMNS, FIVE_ROOM, TWO_ROOM, WINGS

COLUMN_LETTERS = "abcdefgh"
LOT_NAMES = ("left", "right")


def space_text(space: int) -> str:
    """A space of the region: `c4`."""
    return f"{COLUMN_LETTERS[space % COLUMNS]}{space // COLUMNS + 1}"


def room_text(room: int) -> str:
    """A room of the museum: `3-room 2`, `2-room 5-1`."""
    wing = room % WINGS
    if room >= TWO_ROOM:
        return f"2-room {wing + 1}-{(wing + 1) % WINGS + 1}"
    return f"{5 if room >= FIVE_ROOM else 3}-room {wing + 1}"


def kind_text(kind: int) -> str:
    """A kind of action: `extend`, `lemon place`."""
    return Kind(kind).name.lower().replace("_", " ")


@cache
def text(action: int) -> str:
    """The text of an action."""
    if action >= SPACE:
        return space_text(action - SPACE)
    if action >= ROOM:
        return room_text(action - ROOM)
    if action >= LOT:
        return f"lot {LOT_NAMES[action - LOT]}"
    if action >= KIND:
        return kind_text(action - KIND)
    assert action == DONE
    return "done"


@cache
def texts() -> dict[str, int]:
    """Every text with its action."""
    return {text(action): action for action in range(ACTIONS)}
