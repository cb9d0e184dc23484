"""What Mykerinos asks, and what each answer would do, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.games.mykerinos.actions import CUBES_OF, DONE, KIND, LOT, ROOM, SPACE, Kind, Question
from kerys.games.mykerinos.wording import names as words
from kerys.games.mykerinos.wording.notation import kind_text, space_text
from kerys.locale import N_, _

QUESTIONS = {
    Question.ACTION: N_("Your turn: place, extend, use a patron or pass."),
    Question.ROOM: N_("Brown: choose a room of the museum for your cube."),
    Question.NEUTRAL_ACTION: N_("Lay neutral cubes too, or continue without them."),
    Question.INSPECTION: N_("Take a lot, or put a cube in the museum."),
    Question.LEFTOVER_LOT: N_("Take one of the remaining lots."),
    Question.NEUTRAL_LOT: N_("Choose the lot for the neutral archaeologist."),
}
KINDS = {
    Kind.PLACE: N_("Lay one cube on a free space"),
    Kind.EXTEND: N_("Lay two cubes in a chain next to one of yours"),
    Kind.PASS: N_("Pass for the rest of the season"),
    Kind.VIOLET_PLACE: N_("Violet: take a cube from the common reserve, then lay one cube"),
    Kind.VIOLET_EXTEND: N_("Violet: take a cube from the common reserve, then lay two in a chain"),
    Kind.LEMON_PLACE: N_("Lemon: lay one cube on a pyramid"),
    Kind.LEMON_EXTEND: N_("Lemon: lay two cubes in a chain, one of them on a pyramid"),
    Kind.BROWN: N_("Brown: put a cube from your reserve in the museum"),
    Kind.BLACKMORE: N_("Blackmore: lay two adjacent cubes on any free spaces"),
    Kind.TANGERINE: N_("Tangerine: lay three cubes in a chain next to one of yours"),
}
NEUTRAL_KINDS = {
    Kind.PLACE: N_("Lay one neutral cube on a free space"),
    Kind.EXTEND: N_("Lay two neutral cubes in a chain next to a neutral one"),
}
RULES = {
    Question.ACTION: ("MY-3.1", "MY-3.2", "MY-3.3", "MY-3.4", "MY-3.5", "MY-3.11"),
    Question.ROOM: ("MY-3.8", "MY-5.3", "MY-5.4"),
    Question.NEUTRAL_ACTION: ("MY-7.4", "MY-R10", "MY-R11"),
    Question.NEUTRAL_SPACE: ("MY-7.4", "MY-3.2", "MY-3.3"),
    Question.INSPECTION: ("MY-4.4", "MY-4.5", "MY-4.9", "MY-5.4"),
    Question.LEFTOVER_LOT: ("MY-4.7", "MY-4.9"),
    Question.NEUTRAL_LOT: ("MY-7.5", "MY-7.6", "MY-7.7", "MY-R8"),
}
KIND_RULES = {
    Kind.PLACE: ("MY-3.2",),
    Kind.EXTEND: ("MY-3.3",),
    Kind.VIOLET_PLACE: ("MY-3.6", "MY-3.2"),
    Kind.VIOLET_EXTEND: ("MY-3.6", "MY-3.3"),
    Kind.LEMON_PLACE: ("MY-3.7",),
    Kind.LEMON_EXTEND: ("MY-3.7", "MY-R4"),
    Kind.BLACKMORE: ("MY-3.9",),
    Kind.TANGERINE: ("MY-3.10",),
}


def question(state: Any, seat: int) -> str:
    """What the seat is asked."""
    asked = Question(int(state.question))
    if asked in QUESTIONS:
        return _(QUESTIONS[asked])
    cube, cubes = int(state.laid) + 1, int(CUBES_OF[int(state.kind)])
    if asked == Question.NEUTRAL_SPACE:
        return _("Lay neutral cube {cube} of {cubes}.").format(cube=cube, cubes=cubes)
    return _("Lay cube {cube} of {cubes} ({kind}).").format(
        cube=cube, cubes=cubes, kind=kind_text(int(state.kind))
    )


def rule_ids(state: Any, seat: int) -> tuple[str, ...]:
    """The rules behind the question."""
    asked = Question(int(state.question))
    if asked == Question.SPACE:
        return KIND_RULES[Kind(int(state.kind))]
    return RULES.get(asked, ())


def describe(state: Any, seat: int, action: int, names: Sequence[str]) -> str:
    """What an answer to the question would do."""
    asked = Question(int(state.question))
    if action == DONE:
        return _("Continue without neutral cubes")
    if action >= SPACE:
        if asked == Question.NEUTRAL_SPACE:
            return _("Lay a neutral cube on {space}").format(space=space_text(action - SPACE))
        return _("Lay a cube on {space}").format(space=space_text(action - SPACE))
    if action >= ROOM:
        return _("Put a cube in {room}").format(room=words.room(state, action - ROOM))
    if action >= LOT:
        lot = words.lot(state, action - LOT)
        if asked == Question.NEUTRAL_LOT:
            return _("Let the neutral archaeologist take {lot}").format(lot=lot)
        return _("Take {lot}").format(lot=lot)
    kinds = NEUTRAL_KINDS if asked == Question.NEUTRAL_ACTION else KINDS
    return _(kinds[Kind(action - KIND)])
