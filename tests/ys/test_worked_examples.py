"""The printed examples, number for number, on bare states (YS-E1 to YS-E11)."""

from __future__ import annotations

import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLUE, GREEN, RED, WHITE, YELLOW
from tests.ys.board import Board, colour, space, up


@pytest.mark.rule("YS-E6", "YS-6.2", "YS-6.3", "YS-6.4", "YS-6.5")
@pytest.mark.parametrize("mirrored", [False, True])
def test_market_of_the_running_example(mirrored: bool) -> None:
    blue, orange, purple, yellow = 1, 0, 3, 2
    board = Board.bare(players=4)
    board.order(orange, blue, yellow, purple)
    board.front(blue, 1, 0, 4)
    board.front(orange, 4, 1, 0)
    board.front(purple, 4, 2, 1)
    board.front(yellow, 3, 2, 1)
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
