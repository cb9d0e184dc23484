"""The printed examples of phases 1 to 3, number for number (YS-E1 to YS-E4)."""

from __future__ import annotations

from collections import Counter

import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLUE, RED, WHITE, YELLOW
from kerys.games.ys.rounds import begin_round
from tests.ys.board import HIDDEN, OPEN, Board, area, bid, colour, position, put, space

ORANGE, BLUE_PLAYER, YELLOW_PLAYER, PURPLE = range(4)
BIDS = {BLUE_PLAYER: (1, 0), ORANGE: (4, 1), PURPLE: (4, 2), YELLOW_PLAYER: (3, 2)}


def after_bids(first: int, third: int) -> Board:
    """The example before positions are chosen; two old order cards are only in the lost image."""
    board = Board.bare(players=4)
    board.order(first, ORANGE, third, YELLOW_PLAYER)
    board.at(Moment.BIDS)
    for seat, pair in BIDS.items():
        board.answer(bid(*pair), seat)
    return board


@pytest.mark.rule("YS-E1", "YS-2.5", "YS-10.1", "YS-C7")
@pytest.mark.parametrize(("players", "blue"), [(4, 2), (3, 1)])
def test_ship_of_the_example(players: int, blue: int) -> None:
    board = Board.bare(players=players)
    board.ship(1, BLUE, WHITE, RED)
    for seat in range(3):
        board.put(seat, 4 - seat, area(1, box.SHOPS))
    board.at(Moment.QUARTER_OPENS)
    assert board.choices() == [colour(BLUE), colour(RED), colour(WHITE)]
    pool = {gem: int(board.state.ship_gems[gem]) for gem in range(box.SHIP_COLOURS)}
    assert +Counter(pool) == {BLUE: blue, WHITE: 1, RED: 1}
    board.answer(colour(WHITE)).answer(colour(YELLOW)).answer(colour(RED))
    taken = [board.gems(seat)[:4] for seat in range(3)]
    second, third = [1, 0, 0, 0], [blue - 1, 0, 0, 0]
    assert taken == [[0, 0, 1, 1], second, third]


@pytest.mark.rule("YS-E2", "YS-2.7")
@pytest.mark.parametrize("large", [YELLOW, RED])
def test_market_of_the_example_has_white_on_line_one(large: int) -> None:
    board = Board.bare(players=4)
    board.state.deck[4] = (large, WHITE, YELLOW + RED - large)
    board.state.drawn = 0
    begin_round(board.state)
    assert [int(gem) for gem in board.state.line_gems] == [WHITE, YELLOW, RED]


@pytest.mark.rule("YS-E3", "YS-3.2", "YS-3.3")
@pytest.mark.parametrize(
    ("first", "third"), [(BLUE_PLAYER, PURPLE), (PURPLE, BLUE_PLAYER)], ids=("blue", "purple")
)
def test_bids_of_the_example(first: int, third: int) -> None:
    board = after_bids(first, third)
    for chooser, card in ((PURPLE, 4), (ORANGE, 1), (YELLOW_PLAYER, 3)):
        assert (board.question, board.asked) == (Question.POSITION, [chooser])
        board.answer(position(card))
    order = [int(seat) for seat in board.state.order]
    assert order == [ORANGE, BLUE_PLAYER, YELLOW_PLAYER, PURPLE]


@pytest.mark.rule("YS-E4", "YS-4.3", "YS-4.4")
def test_placement_of_the_example() -> None:
    board = after_bids(BLUE_PLAYER, PURPLE)
    for card in (4, 1, 3):
        board.answer(position(card))
    for seat in (ORANGE, BLUE_PLAYER, YELLOW_PLAYER):
        assert board.asked == [seat]
        board.answer(put(0, OPEN, area(1, box.PALACE))).answer(put(1, HIDDEN, area(2, box.SHOPS)))
    bottom_left = space(3, BLUE)
    assert board.asked == [PURPLE]
    board.answer(put(3, OPEN, bottom_left))
    assert board.points()[PURPLE] == 1
    board.answer(put(1, HIDDEN, area(3, box.HARBOUR)))
    assert board.points() == [0, 0, 0, 1]
    assert board.asked == [ORANGE]
    spaces = {where for _, _, where, _ in board.placements() if where >= box.MARKET}
    lines = {space(line, gem) for line in (1, 2, 3) for gem in range(4)}
    assert spaces == lines - {bottom_left}
