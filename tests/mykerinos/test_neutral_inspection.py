"""Two players: the neutral in the inspection, and who chooses for it (MY-7.5 to MY-7.8)."""

from __future__ import annotations

import pytest

from kerys.games.mykerinos.actions import Question
from kerys.games.mykerinos.components import LEFT, LEMON, NEUTRAL, RIGHT, VIOLET
from tests.mykerinos.areas import hold, lay, on_region, patrons, ready_beside_neutral
from tests.mykerinos.board import Board, lot, room, three

MUSEUM = room(three(0))
ONLY_LOTS = [lot(LEFT), lot(RIGHT)]
PATRON_OF_SIDE = {LEFT: VIOLET, RIGHT: LEMON}


def inspected(*numbers: int, first: int = 0) -> Board:
    """The first area with these cubes of seat 0, seat 1 and the neutral, at its first question.

    In the second area seat 0 is alone, so the game stops there.
    """
    board = ready_beside_neutral(*numbers, first=first)
    return hold(board, 1, 1).inspect()


def taken(board: Board) -> list[list[int]]:
    """The cards of both players, once the first area is closed."""
    assert (board.state.area, board.question, board.asked) == (1, Question.INSPECTION, [0])
    assert on_region(board, NEUTRAL) == 0
    assert not board.state.rooms[NEUTRAL]
    assert not board.state.cards[NEUTRAL].any()
    return [patrons(board, seat) for seat in range(2)]


# --- Neutral first -----------------------------------------------------------------------------


@pytest.mark.rule("MY-7.6", "MY-R9", "MY-P14", "MY-7.5")
@pytest.mark.parametrize(("second", "third"), [(0, 1), (1, 0)])
@pytest.mark.parametrize("side", [LEFT, RIGHT])
def test_third_chooses_for_a_neutral_first_then_second_acts(
    second: int, third: int, side: int
) -> None:
    numbers = (2, 1, 3) if second == 0 else (1, 2, 3)
    board = inspected(*numbers, first=third)
    assert (board.question, board.asked) == (Question.NEUTRAL_LOT, [third])
    assert board.choices() == ONLY_LOTS, "never the museum"
    board.answer(lot(side))
    assert (board.question, board.asked) == (Question.INSPECTION, [second])
    assert board.lots() == {1 - side}
    assert board.rooms()
    board.answer(lot(1 - side))
    cards = taken(board)
    assert (cards[second], cards[third]) == ([PATRON_OF_SIDE[1 - side]], [])


@pytest.mark.rule("MY-R9", "MY-P14", "MY-4.7")
@pytest.mark.parametrize("side", [LEFT, RIGHT])
def test_third_takes_what_second_leaves_after_a_neutral_first(side: int) -> None:
    board = inspected(2, 1, 3).answer(lot(side), MUSEUM)
    assert taken(board) == [[], [PATRON_OF_SIDE[1 - side]]]


@pytest.mark.rule("MY-7.6", "MY-C4", "MY-R9", "MY-P14")
@pytest.mark.parametrize("present", [0, 1])
def test_absent_player_chooses_for_a_neutral_first(present: int) -> None:
    board = inspected(*((2, 0, 3) if present == 0 else (0, 2, 3)))
    assert (board.question, board.asked) == (Question.NEUTRAL_LOT, [1 - present])
    assert board.choices() == ONLY_LOTS
    board.answer(lot(RIGHT))
    assert (board.question, board.asked) == (Question.INSPECTION, [present])
    assert (board.lots(), bool(board.rooms())) == ({LEFT}, True)
    board.answer(lot(LEFT))
    cards = taken(board)
    assert (cards[present], cards[1 - present]) == ([VIOLET], [])


@pytest.mark.rule("MY-R9", "MY-C1")
def test_absent_chooser_gets_no_lot_himself() -> None:
    board = inspected(0, 2, 3).answer(lot(RIGHT), MUSEUM)
    assert taken(board) == [[], []]


@pytest.mark.rule("MY-R7", "MY-7.5")
def test_second_without_a_museum_must_take_what_the_neutral_leaves() -> None:
    board = ready_beside_neutral(2, 1, 3)
    hold(board, 1, 1)
    board.state.personal[0] = 25 - 3
    board.inspect().answer(lot(LEFT))
    assert taken(board) == [[LEMON], []]


# --- Neutral second ----------------------------------------------------------------------------


@pytest.mark.rule("MY-R8", "MY-C3", "MY-P14", "MY-7.5")
@pytest.mark.parametrize(("first", "third"), [(0, 1), (1, 0)])
@pytest.mark.parametrize("side", [LEFT, RIGHT])
def test_first_chooses_for_a_neutral_second_after_going_to_the_museum(
    first: int, third: int, side: int
) -> None:
    board = inspected(*((3, 1, 2) if first == 0 else (1, 3, 2)), first=third)
    assert (board.question, board.asked) == (Question.INSPECTION, [first])
    board.answer(MUSEUM)
    assert (board.question, board.asked) == (Question.NEUTRAL_LOT, [first])
    assert board.choices() == ONLY_LOTS, "never the museum"
    board.answer(lot(side))
    cards = taken(board)
    assert (cards[first], cards[third]) == ([], [PATRON_OF_SIDE[1 - side]])


@pytest.mark.rule("MY-R8", "MY-C3", "MY-7.5")
@pytest.mark.parametrize("side", [LEFT, RIGHT])
def test_neutral_second_takes_the_only_lot_left_unasked(side: int) -> None:
    board = inspected(3, 1, 2).answer(lot(side))
    assert taken(board) == [[PATRON_OF_SIDE[side]], []], "nothing is left for the third"


@pytest.mark.rule("MY-P13", "MY-R8", "MY-4.6")
@pytest.mark.parametrize("present", [0, 1])
def test_player_beside_the_neutral_is_not_alone(present: int) -> None:
    board = inspected(*((3, 0, 2) if present == 0 else (0, 3, 2)))
    assert (board.question, board.asked) == (Question.INSPECTION, [present])
    board.answer(MUSEUM)
    assert (board.question, board.asked) == (Question.NEUTRAL_LOT, [present])
    board.answer(lot(LEFT))
    assert taken(board) == [[], []]


@pytest.mark.rule("MY-4.6", "MY-P13")
def test_player_without_the_neutral_is_alone() -> None:
    board = inspected(0, 3, 0).answer(MUSEUM)
    assert taken(board) == [[], []]


# --- Neutral third and alone -------------------------------------------------------------------


@pytest.mark.rule("MY-R9", "MY-7.5")
def test_neutral_third_takes_nothing_and_the_leftovers_are_discarded() -> None:
    board = inspected(3, 2, 1).answer(MUSEUM, room(three(1)))
    assert taken(board) == [[], []], "nobody is asked for the neutral"


@pytest.mark.rule("MY-R9", "MY-4.5")
@pytest.mark.parametrize("cubes", [0, 1])
def test_second_before_the_neutral_acts_as_always(cubes: int) -> None:
    board = inspected(3, 2, cubes).answer(lot(LEFT))
    assert (board.asked, board.lots(), bool(board.rooms())) == ([1], {RIGHT}, True)
    board.answer(lot(RIGHT))
    assert taken(board) == [[VIOLET], [LEMON]]


@pytest.mark.rule("MY-7.8", "MY-C4", "MY-7.7")
def test_both_lots_leave_the_game_when_the_neutral_is_alone() -> None:
    board = inspected(0, 0, 1)
    assert taken(board) == [[], []], "nobody is asked"


@pytest.mark.rule("MY-7.7", "MY-7.1")
@pytest.mark.parametrize("numbers", [(2, 1, 3), (0, 0, 3), (2, 0, 3)])
def test_lots_of_the_neutral_score_for_nobody(numbers: tuple[int, ...]) -> None:
    board = lay(ready_beside_neutral(*numbers), 0, (LEMON, 3), (VIOLET, 2))
    hold(board, 1, 1)
    board.inspect()
    if numbers[0]:
        board.answer(lot(LEFT), MUSEUM)
    third_takes = numbers[1] > 0
    assert board.state.points.tolist() == [0, 2 if third_takes else 0, 0, 0]
    assert taken(board) == [[], [VIOLET] if third_takes else []]


@pytest.mark.rule("MY-7.7")
def test_lots_of_the_neutral_never_come_back() -> None:
    board = ready_beside_neutral(0, 0, 1)
    lots = board.state.pile[:2].tolist()
    board.inspect().until(lambda one: one.state.season == 3)
    later = board.state.pile[8:].tolist()
    assert not set(lots) & set(later)


# --- Ties --------------------------------------------------------------------------------------


@pytest.mark.rule("MY-7.3", "MY-4.3")
@pytest.mark.parametrize("first", [0, 1])
def test_first_passer_wins_ties_against_the_neutral(first: int) -> None:
    board = inspected(*((2, 0, 2) if first == 0 else (0, 2, 2)), first=first)
    assert (board.question, board.asked) == (Question.INSPECTION, [first])


@pytest.mark.rule("MY-7.3", "MY-4.3")
@pytest.mark.parametrize("first", [0, 1])
def test_other_player_loses_ties_against_the_neutral(first: int) -> None:
    board = inspected(*((0, 2, 2) if first == 0 else (2, 0, 2)), first=first)
    assert (board.question, board.asked) == (Question.NEUTRAL_LOT, [first])
    board.answer(lot(LEFT))
    assert (board.question, board.asked) == (Question.INSPECTION, [1 - first])


@pytest.mark.rule("MY-7.3", "MY-4.2")
def test_one_more_cube_of_the_neutral_beats_its_pass_space() -> None:
    board = inspected(2, 1, 3, first=0)
    assert (board.question, board.asked) == (Question.NEUTRAL_LOT, [1])
