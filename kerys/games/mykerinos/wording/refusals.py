"""Why an action doesn't answer the question, told from what everyone can see."""

from __future__ import annotations

from typing import Any

from kerys.games.mykerinos.actions import (
    ACTIONS,
    CUBES_OF,
    DONE,
    EXTENSIONS,
    KIND,
    LOT,
    NEUTRAL_KINDS,
    PATRON_OF,
    ROOM,
    SPACE,
    Kind,
    Question,
)
from kerys.games.mykerinos.components import COLOURS, FIVE_ROOM, NEUTRAL, TWO_ROOM
from kerys.games.mykerinos.region import board_of, is_empty, meet, next_to
from kerys.games.mykerinos.state import (
    cards_ready,
    common_reserve,
    cubes_of,
    cubes_on_region,
    free_spaces,
    pyramid_spaces,
    region_in_use,
)
from kerys.games.mykerinos.wording import names as words
from kerys.games.mykerinos.wording.notation import space_text
from kerys.games.mykerinos.wording.questions import question
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext

ANSWERS = {
    Question.ACTION: (KIND, LOT),
    Question.NEUTRAL_ACTION: (DONE, KIND + NEUTRAL_KINDS),
    Question.SPACE: (SPACE, ACTIONS),
    Question.NEUTRAL_SPACE: (SPACE, ACTIONS),
    Question.ROOM: (ROOM, SPACE),
    Question.INSPECTION: (LOT, SPACE),
    Question.LEFTOVER_LOT: (LOT, ROOM),
    Question.NEUTRAL_LOT: (LOT, ROOM),
}
"""The first action that can answer a question, and the first after those."""

LEMON_KINDS = (Kind.LEMON_PLACE, Kind.LEMON_EXTEND)


def refuse(state: Any, seat: int, action: int) -> str:
    """Why an action doesn't answer the question."""
    first, end = ANSWERS[Question(int(state.question))]
    if not first <= action < end:
        return _("That doesn't answer the question: {question}").format(
            question=question(state, seat)
        )
    if action >= SPACE:
        return _space(state, seat, action - SPACE)
    if action >= ROOM:
        return _room(state, seat, action - ROOM)
    if action >= LOT:
        return _("That lot is gone.")
    return _kind(state, seat, Kind(action - KIND))


def _kind(state: Any, seat: int, kind: Kind) -> str:
    """Why a kind of action can't be completed."""
    neutral = state.question == Question.NEUTRAL_ACTION
    patron = int(PATRON_OF[kind])
    if patron != NONE and state.cards[seat, patron] == 0:
        return _("You have no {patron} card.").format(patron=words.patron(patron))
    if patron != NONE and cards_ready(state, seat, patron) == 0:
        return _("You have already used all your {patron} cards this season.").format(
            patron=words.patron(patron)
        )
    if kind in (Kind.VIOLET_PLACE, Kind.VIOLET_EXTEND) and common_reserve(state, seat) == 0:
        return _("Violet needs one of your cubes in the common reserve, and there are none.")
    if kind == Kind.BROWN:
        return _("No room of the museum is open to you.")
    needed = int(CUBES_OF[kind]) - (kind in (Kind.VIOLET_PLACE, Kind.VIOLET_EXTEND))
    held = int(state.neutral_held[seat] if neutral else state.personal[seat])
    if held < needed:
        return ngettext(
            "This needs {number} cube, and you have fewer.",
            "This needs {number} cubes, and you have fewer.",
            needed,
        )
    return _no_space(state, seat, kind, neutral)


def _no_space(state: Any, seat: int, kind: Kind, neutral: bool) -> str:
    """Why no space of the region will do for the first cube of an action."""
    if EXTENSIONS >> kind & 1 and cubes_on_region(state, NEUTRAL if neutral else seat) == 0:
        if neutral:
            return _("There is no neutral cube on the region to extend from.")
        return _("You have no cube on the region to extend from.")
    if kind in LEMON_KINDS and is_empty(meet(free_spaces(state), pyramid_spaces(state))):
        return _("There is no free pyramid on the region.")
    return _("There is no room on the region for the whole action.")


def _room(state: Any, seat: int, room: int) -> str:
    """Why a room can't be entered."""
    where = words.room(state, room)
    if state.question == Question.INSPECTION and common_reserve(state, seat) == 0:
        return _("You have no cube in the common reserve for the museum.")
    if any(int(state.rooms[colour]) >> room & 1 for colour in range(COLOURS)):
        return _("There is already a cube in {room}.").format(room=where)
    assert FIVE_ROOM <= room < TWO_ROOM
    return _("To enter {room}, you need a cube in a room that opens onto it.").format(room=where)


def _space(state: Any, seat: int, space: int) -> str:
    """Why a cube can't go on a space."""
    name = space_text(space)
    here = board_of(space)
    kind = Kind(int(state.kind))
    if is_empty(meet(here, region_in_use(state))):
        return _("{space} isn't part of the region this season.").format(space=name)
    if is_empty(meet(here, free_spaces(state))):
        return _("There is already a cube on {space}.").format(space=name)
    colour = NEUTRAL if state.question == Question.NEUTRAL_SPACE else seat
    if state.laid and is_empty(meet(here, next_to(board_of(int(state.last_space))))):
        return _("{space} isn't next to the previous cube, {last}.").format(
            space=name, last=space_text(int(state.last_space))
        )
    extends = EXTENSIONS >> kind & 1 and not state.laid
    if extends and is_empty(meet(here, next_to(cubes_of(state, colour)))):
        return _("{space} isn't next to a cube of that colour.").format(space=name)
    pyramid = not is_empty(meet(here, pyramid_spaces(state)))
    if pyramid and kind not in LEMON_KINDS:
        return _("There is a pyramid on {space}: only Lemon can build there.").format(space=name)
    if pyramid and state.laid:
        return _("Only one of Lemon's two cubes can go on a pyramid.")
    if not pyramid and kind == Kind.LEMON_PLACE:
        return _("There is no pyramid on {space}: Lemon must build on one.").format(space=name)
    if not pyramid and kind == Kind.LEMON_EXTEND and state.laid:
        return _("One of Lemon's two cubes must go on a pyramid.")
    return _("The chain can't be completed from {space}.").format(space=name)
