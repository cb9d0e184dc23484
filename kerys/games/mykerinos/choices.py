"""What may be answered: the one generator of legality."""

from __future__ import annotations

from kerys.games.mykerinos.actions import DONE, KIND, LOT, ROOM, SPACE, Question
from kerys.games.mykerinos.components import NEUTRAL
from kerys.games.mykerinos.digging import kind_choices, next_spaces
from kerys.games.mykerinos.inspection import museum_choices
from kerys.games.mykerinos.museum import open_rooms
from kerys.games.mykerinos.neutral import neutral_kinds
from kerys.games.mykerinos.region import LOW_SPACES
from kerys.kernel.bits import count, has, lowest, mask_clear, mask_put, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE


@rule
def legal(state, seat, mask):
    """Write what a seat may answer; returns how many answers there are."""
    mask_clear(mask)
    if seat < 0 or not has(state.pending, seat):
        return 0
    if asks_space(state):
        board = space_choices(state, seat)
        mask_put(mask, SPACE, board[0])
        mask_put(mask, SPACE + LOW_SPACES, board[1])
        return count(board[0]) + count(board[1])
    answers = choices(state, seat)
    mask_put(mask, DONE, answers)
    return count(answers)


@rule
def asks_space(state):
    """Whether a space of the region is asked for."""
    return state.question == Question.SPACE or state.question == Question.NEUTRAL_SPACE


@rule
def space_choices(state, seat):
    """The board of spaces on which the next cube may go."""
    return next_spaces(state, seat if state.question == Question.SPACE else NEUTRAL)


@rule
def choices(state, seat):
    """The set of answers to any other question: DONE, kinds, lots and rooms."""
    if state.question == Question.ACTION:
        return kind_choices(state, seat) << KIND
    if state.question == Question.NEUTRAL_ACTION:
        return neutral_kinds(state, seat) << KIND | 1 << DONE
    if state.question == Question.ROOM:
        return open_rooms(state, seat) << ROOM
    lots = whole(state.lots_left) << LOT
    if state.question == Question.INSPECTION:
        return lots | museum_choices(state, seat) << ROOM
    return lots


@rule
def forced_answer(state):
    """The seat that has only one answer, and that answer; or NONE, NONE (MY-P19)."""
    if state.pending == 0:
        return NONE, NONE
    seat = lowest(whole(state.pending))
    if asks_space(state):
        board = space_choices(state, seat)
        if count(board[0]) + count(board[1]) == 1:
            return seat, SPACE + (lowest(board[0]) if board[0] else LOW_SPACES + lowest(board[1]))
        return NONE, NONE
    answers = choices(state, seat)
    if count(answers) == 1:
        return seat, lowest(answers)
    return NONE, NONE
