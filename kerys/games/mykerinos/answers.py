"""What an answer does at once; what follows from it is in the flow of the game."""

from __future__ import annotations

from kerys.games.mykerinos.actions import DONE, KIND, LOT, ROOM, SPACE, Question
from kerys.games.mykerinos.digging import choose_kind, exhibit_own_cube, lay_own_cube
from kerys.games.mykerinos.inspection import exhibit_common_cube, remove_lot, take_lot
from kerys.games.mykerinos.neutral import choose_neutral_kind, lay_neutral_cube
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE


@rule
def answer(state, seat, action):
    """Carry out one answer; what follows from it is for `apply`."""
    question = state.question
    state.pending = 0
    if question == Question.SPACE:
        lay_own_cube(state, seat, action - SPACE)
    elif question == Question.NEUTRAL_SPACE:
        lay_neutral_cube(state, seat, action - SPACE)
    elif question == Question.ACTION:
        choose_kind(state, seat, action - KIND)
    elif question == Question.NEUTRAL_ACTION:
        choose_neutral_kind(state, NONE if action == DONE else action - KIND)
    elif question == Question.ROOM:
        exhibit_own_cube(state, seat, action - ROOM)
    elif question == Question.NEUTRAL_LOT:
        remove_lot(state, action - LOT)
    elif action < ROOM:
        take_lot(state, seat, action - LOT)
    else:
        exhibit_common_cube(state, seat, action - ROOM)
