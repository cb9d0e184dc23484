"""The printed examples, number for number, on bare states (YS-E1 to YS-E11)."""

from __future__ import annotations

import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLACK, BLUE, GREEN, HARBOUR, PALACE, RED, SHOPS, WHITE, YELLOW
from tests.ys.board import Board, area, colour, space, up
from tests.ys.scoring import final

orange, blue, yellow, purple = range(4)
"""The players of the running example, in the order of their new order cards."""


def running_example() -> Board:
    """The fronts and order cards of YS-E5 and YS-E6, which are one round."""
    board = Board.bare(players=4)
    board.order(orange, blue, yellow, purple)
    board.front(blue, 1, 0, 4)
    board.front(orange, 4, 1, 0)
    board.front(purple, 4, 2, 1)
    board.front(yellow, 3, 2, 1)
    return board


@pytest.mark.rule("YS-E5", "YS-5.3", "YS-5.6", "YS-5.7", "YS-5.8", "YS-5.9")
def test_quarter_of_the_running_example() -> None:
    board = running_example()
    board.put(yellow, 4, area(1, HARBOUR))
    board.put(blue, 3, area(1, HARBOUR))
    board.put(orange, 1, area(1, HARBOUR))
    board.put(yellow, 4, area(1, SHOPS))
    board.put(orange, 4, area(1, SHOPS))
    board.put(purple, 3, area(1, SHOPS))
    board.put(blue, 2, area(1, SHOPS))
    board.put(blue, 4, area(1, PALACE))
    board.put(purple, 3, area(1, PALACE))
    board.ship(1, BLUE, RED, GREEN)
    board.prize(1, box.QUEEN)

    board.at(Moment.QUARTER_OPENS)
    board.answer(colour(BLUE), blue).answer(colour(RED), blue)
    assert board.choices(yellow) == [colour(BLUE), colour(GREEN)]
    board.answer(colour(BLUE), yellow)
    assert board.gems(blue) == [1, 0, 0, 1, 0]
    assert board.gems(yellow) == [1, 0, 0, 0, 1]
    assert board.gems(purple) == [0, 1, 0, 0, 0]
    assert board.gems(orange) == [0, 0, 0, 0, 0]
    assert board.points() == [0, 0, 3, 0]
    assert [board.won(seat) for seat in range(4)] == [set(), {box.QUEEN}, set(), set()]


@pytest.mark.rule("YS-E6", "YS-6.2", "YS-6.3", "YS-6.4", "YS-6.5")
@pytest.mark.parametrize("mirrored", [False, True])
def test_market_of_the_running_example(mirrored: bool) -> None:
    board = running_example()
    left, right = (RED, BLUE) if mirrored else (BLUE, RED)
    board.put(blue, 3, space(1, left))
    board.put(orange, 4, space(1, GREEN))
    board.put(blue, 1, space(1, right))
    board.put(orange, 0, space(2, left))
    board.put(yellow, 3, space(2, right))
    board.put(purple, 1, space(3, left))
    board.put(purple, 0, space(3, right))
    board.state.line_gems[:] = (WHITE, YELLOW, RED)

    board.at(Moment.MARKET_OPENS)
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [orange])
    board.answer(colour(GREEN))
    assert board.gems(orange)[GREEN] == 1
    assert board.gems(yellow)[YELLOW] == 1
    assert board.gems(purple)[RED] == 1
    assert (board.question, board.asked) == (Question.NEXT_COLUMN, [purple])
    assert board.choices() == [colour(BLUE), colour(RED)]
    board.answer(colour(BLUE))
    assert (board.question, board.asked) == (Question.MOVE_PRICE, [orange])
    board.answer(up(GREEN))
    start = box.START_PRICE
    assert board.prices() == [start + 2, start, start - 2, start + 1]


@pytest.mark.rule("YS-E7", "YS-7.1", "YS-7.2")
@pytest.mark.parametrize(
    ("gem", "points"),
    [
        (BLUE, [24, 18, 12, 6]),
        (RED, [20, 15, 10, 5]),
        (YELLOW, [16, 12, 8, 4]),
        (GREEN, [12, 9, 6, 3]),
    ],
)
def test_price_ranking_of_the_example(gem: int, points: list[int]) -> None:
    board = Board.bare(players=4)
    board.state.prices[:] = (11, 5, 8, 11)
    board.state.gems[:, gem] = (4, 3, 2, 1)
    assert final(board) == points


@pytest.mark.rule("YS-E8", "YS-C23", "YS-7.4")
@pytest.mark.parametrize("counts", [(6, 5, 5, 3), (8, 6, 6, 3)])
def test_gem_ties_of_the_examples(counts: tuple[int, ...]) -> None:
    board = Board.bare(players=4)
    board.state.gems[:, BLUE] = counts
    assert final(board) == [24, 12, 12, 6]


@pytest.mark.rule("YS-E9", "YS-7.5", "YS-C6")
def test_black_gems_of_the_example() -> None:
    points = []
    for count in range(9):
        board = Board.bare(players=4)
        board.state.gems[0, BLACK] = count
        points.append(final(board)[0])
    assert points == [0, 1, 4, 8, 12, 16, 20, 24, 24]


@pytest.mark.rule("YS-E10", "YS-13.8")
def test_throne_tie_of_the_example() -> None:
    board = Board.bare(players=4, kings_favour=True)
    for seat, numbers in enumerate(((4, 1, 1), (2, 2, 2), (4, 1, 0), (3, 1, 0))):
        for slot, number in enumerate(numbers):
            board.enthrone(seat, slot, number)
    assert final(board) == [9, 9, 3, 0]


@pytest.mark.rule("YS-E11", "YS-6.7")
def test_lone_zero_in_a_port_wins_the_black_gem() -> None:
    board = Board.bare(players=4)
    board.put(3, 0, area(1, HARBOUR))
    board.put(0, 4, area(1, SHOPS))
    board.at(Moment.QUARTER_AREAS)
    assert [board.gems(seat)[BLACK] for seat in range(4)] == [0, 0, 0, 1]


@pytest.mark.rule("YS-E11", "YS-6.7")
@pytest.mark.parametrize("zero", [BLUE, GREEN, YELLOW])
def test_column_with_a_zero_beats_the_empty_column(zero: int) -> None:
    board = Board.bare(players=4)
    empty, *others = [column for column in (RED, BLUE, GREEN, YELLOW) if column != zero]
    board.put(0, 0, space(1, zero))
    for column, number in zip(others, (2, 1), strict=True):
        board.put(0, number, space(1, column))
    board.at(Moment.MARKET_COLUMNS)
    assert board.question == Question.MOVE_PRICE
    assert board.prices()[zero] == box.START_PRICE - 1
    assert board.prices()[empty] == box.START_PRICE - 2
