"""The printed examples of inspection, museum, ending and two players (MY-E17 to MY-E20)."""

from __future__ import annotations

import pytest

from kerys.games.mykerinos.actions import Kind, Moment, Question
from kerys.games.mykerinos.components import (
    BLACKMORE,
    BROWN,
    LEFT,
    LEMON,
    NEUTRAL,
    RIGHT,
    TANGERINE,
    VIOLET,
)
from tests.mykerinos.areas import hold, in_common_reserve, lay, on_region, patrons
from tests.mykerinos.board import Board, five, kind, lot, room, three, two

BLUE, RED, GREEN, WHITE = range(4)
FIVES = {five(wing) for wing in range(5)}
OTHERS = {room_of(wing) for wing in range(5) for room_of in (three, two)}


@pytest.mark.rule("MY-E17", "MY-4.3", "MY-4.7", "MY-4.8", "MY-4.9", "MY-C1")
def test_inspection_of_the_example() -> None:
    board = Board.bare(players=4)
    lay(board, 0, (LEMON, 3), (BLACKMORE, 0))
    hold(board, 0, 4, 2, 2, 0)
    board.passed(WHITE, GREEN, RED, BLUE).inspect()
    assert (board.asked, board.lots()) == ([BLUE], {LEFT, RIGHT})
    board.answer(lot(LEFT))
    assert board.points() == [3, 0, 0, 0]
    assert (board.question, board.asked) == (Question.INSPECTION, [GREEN])
    board.answer(room(two(1)))
    assert board.question == Question.ACTION, "Red is not asked, White has nothing to ask"
    assert board.points() == [3, 0, 0, 0]
    assert [patrons(board, seat) for seat in range(4)] == [[LEMON], [BLACKMORE], [], []]
    assert board.state.rooms.tolist() == [0, 0, 1 << two(1), 0]
    assert [on_region(board, colour) for colour in range(4)] == [0, 0, 0, 0]


@pytest.mark.rule("MY-E17", "MY-4.8")
def test_eight_cubes_of_the_example_go_to_the_common_reserve() -> None:
    board = Board.bare(players=4)
    lay(board, 0, (LEMON, 3), (BLACKMORE, 0))
    hold(board, 0, 4, 2, 2, 0)
    hold(board, 1, 0, 0, 0, 1)
    board.passed(GREEN, RED, BLUE, WHITE).inspect()
    assert [in_common_reserve(board, colour) for colour in range(4)] == [11, 13, 13, 14]
    board.answer(lot(LEFT), room(two(1)))
    assert (board.state.area, board.asked) == (1, [WHITE])
    assert [in_common_reserve(board, colour) for colour in range(4)] == [15, 15, 15 - 1, 14]


@pytest.mark.rule("MY-E18", "MY-5.2", "MY-5.3", "MY-5.4")
def test_museum_of_the_example() -> None:
    board = Board.bare(players=4)
    board.state.wings[:] = (BROWN, LEMON, BLACKMORE, TANGERINE, VIOLET)
    lemon, blackmore = 1, 2
    for area, owner in enumerate((GREEN, GREEN, BLUE)):
        hold(board, area, *(2 if seat == owner else 0 for seat in range(4)))
    board.exhibit(BLUE, three(lemon))
    board.passed(BLUE, RED, GREEN, WHITE).inspect()
    assert board.asked == [GREEN]
    assert board.rooms() == OTHERS - {three(lemon)}, "all 5-rooms are closed"
    board.answer(room(two(lemon)))
    assert board.asked == [GREEN]
    free = OTHERS - {three(lemon), two(lemon)}
    assert board.rooms() == free | {five(lemon), five(blackmore)}
    board.answer(room(five(lemon)))
    assert (board.state.area, board.asked) == (2, [BLUE])
    assert board.rooms() == free, "Blue has the door, but Green has the room"


@pytest.mark.rule("MY-E19", "MY-6.2", "MY-6.3")
def test_final_count_of_the_example() -> None:
    board = Board.bare(season=4, players=4)
    board.state.wings[:] = (LEMON, BLACKMORE, VIOLET, BROWN, TANGERINE)
    owned = {LEMON: 2, BLACKMORE: 1, BROWN: 3, TANGERINE: 2, VIOLET: 1}
    for patron, number in owned.items():
        board.give(BLUE, patron, number)
    board.exhibit(BLUE, three(0), three(1), five(3), two(3))
    board.at(Moment.SEASON_ENDS)
    assert board.over
    assert board.points() == [6 + 3 + 15 + 4 + 1 + 5, 0, 0, 0]


@pytest.mark.rule("MY-E19", "MY-6.2")
@pytest.mark.parametrize(
    ("patron", "number", "points"),
    [(LEMON, 2, 6), (BLACKMORE, 1, 3), (BROWN, 3, 15), (TANGERINE, 2, 4), (VIOLET, 1, 1)],
)
def test_each_patron_of_the_example(patron: int, number: int, points: int) -> None:
    board = Board.bare(season=4, players=4).give(BLUE, patron, number)
    board.state.wings[:] = (LEMON, BLACKMORE, VIOLET, BROWN, TANGERINE)
    board.exhibit(BLUE, three(0), three(1), five(3), two(3)).at(Moment.SEASON_ENDS)
    assert board.points() == [points, 0, 0, 0]


@pytest.mark.rule("MY-E20", "MY-7.3", "MY-R8")
@pytest.mark.parametrize("first", [0, 1])
def test_two_player_passes_of_the_example(first: int) -> None:
    other = 1 - first
    board = Board.bare(players=2)
    lay(board, 0, (LEMON, 3), (BLACKMORE, 0))
    hold(board, 0, 2, 2, 2)
    board.turn_of(first).answer(kind(Kind.PASS), kind(Kind.PASS))
    assert [int(board.state.pass_space[one]) + 1 for one in (first, NEUTRAL, other)] == [1, 2, 3]
    assert (board.question, board.asked) == (Question.INSPECTION, [first])
    board.answer(room(three(0)))
    assert (board.question, board.asked) == (Question.NEUTRAL_LOT, [first]), "neutral is second"
    board.answer(lot(RIGHT))
    assert board.points() == [3 if seat == other else 0 for seat in range(2)], "other is third"
