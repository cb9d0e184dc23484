"""Columns and the price table (YS-6.3, YS-6.4, YS-R12 to YS-R16)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BANKER, BLUE, GREEN, INTRIGUER, RED, YELLOW
from tests.ys.board import Board, card, colour, down, space, up

COLOURS = (BLUE, GREEN, YELLOW, RED)
STEPS = (2, 1, -1, -2)


def market(*columns: tuple[int, ...], players: int = 4) -> Board:
    """Agents of these values in the columns, from line 3 up; seats 0, 1, 2 have one line each."""
    board = Board.bare(players=players)
    for column, numbers in enumerate(columns):
        for seat, number in enumerate(numbers):
            board.put(seat, number, space(3 - seat, column))
    return board


def moves(board: Board) -> list[int]:
    """The changes of the prices, which all started at the start space."""
    return [price - box.START_PRICE for price in board.prices()]


@pytest.mark.rule("YS-R15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_prices_start_in_the_middle_of_fifteen_spaces(players: int) -> None:
    assert Board.dealt(players=players).prices() == [8, 8, 8, 8]


@pytest.mark.rule("YS-6.3")
@pytest.mark.parametrize("order", list(permutations(COLOURS)))
def test_columns_move_prices_by_rank(order: tuple[int, ...]) -> None:
    board = Board.bare(players=4)
    for place, column in enumerate(order):
        board.put(place, 4 - place, space(2, column))
    board.at(Moment.MARKET_COLUMNS)
    assert board.question == Question.MOVE_PRICE
    assert moves(board) == [STEPS[order.index(column)] for column in COLOURS]


@pytest.mark.rule("YS-6.3", "YS-C28")
def test_columns_add_the_agents_of_all_players() -> None:
    board = market((1, 1, 1), (4,), (2, 3), (2,))
    board.at(Moment.MARKET_COLUMNS)
    assert moves(board) == [-1, 1, 2, -2]


@pytest.mark.rule("YS-6.4")
def test_more_agents_win_a_column_tie() -> None:
    board = market((4,), (2, 1, 1), (2, 2), (1, 0))
    board.at(Moment.MARKET_COLUMNS)
    assert board.question == Question.MOVE_PRICE
    assert moves(board) == [-1, 2, 1, -2]


@pytest.mark.rule("YS-E11", "YS-6.7", "YS-P29")
def test_column_with_a_zero_is_ahead_of_an_empty_one() -> None:
    board = market((), (0,), (0, 0), (0, 0, 0))
    board.at(Moment.MARKET_COLUMNS)
    assert moves(board) == [-2, -1, 1, 2]


@pytest.mark.rule("YS-6.4", "YS-R13")
@pytest.mark.parametrize(
    ("fronts", "order", "decider"),
    [
        ((5, 6, 7, 9), (0, 1, 2, 3), 3),
        ((5, 9, 9, 9), (3, 2, 1, 0), 3),
        ((5, 9, 9, 8), (3, 2, 1, 0), 2),
        ((7, 7, 7, 7), (1, 0, 3, 2), 1),
    ],
)
def test_decider_has_the_best_front_of_all_players(
    fronts: tuple[int, ...], order: tuple[int, ...], decider: int
) -> None:
    board = market((4,), (), (4,), (2,))
    board.order(*order)
    for seat, total in enumerate(fronts):
        board.front(seat, total // 3, total // 3, total - total // 3 * 2)
    board.at(Moment.MARKET_COLUMNS)
    assert (board.question, board.asked) == (Question.NEXT_COLUMN, [decider])
    assert board.choices() == [colour(BLUE), colour(YELLOW)]


@pytest.mark.rule("YS-6.4", "YS-9.8", "YS-R12")
@pytest.mark.parametrize("columns", [((4,), (), (4,), (2,)), ((), (), (), ())])
def test_intriguer_decides_column_ties_from_anywhere(columns: tuple[tuple[int, ...], ...]) -> None:
    board = market(*columns)
    board.front(0, 4, 4, 3)
    board.force(INTRIGUER, 3)
    board.at(Moment.MARKET_COLUMNS)
    assert (board.question, board.asked) == (Question.NEXT_COLUMN, [3])


@pytest.mark.rule("YS-6.4", "YS-9.8")
def test_intriguer_does_not_win_a_column_that_the_count_settles() -> None:
    board = Board.bare(players=4)
    board.put(0, 4, space(1, BLUE))
    board.put(1, 3, space(1, GREEN))
    board.put(1, 1, space(2, GREEN))
    board.put(2, 1, space(1, RED))
    board.force(INTRIGUER, 0)
    board.at(Moment.MARKET_COLUMNS)
    assert board.question == Question.MOVE_PRICE
    assert moves(board) == [1, 2, -2, -1]


@pytest.mark.rule("YS-6.4", "YS-P24", "YS-R13")
@pytest.mark.parametrize(
    ("columns", "answers", "expected"),
    [
        (((4,), (4,), (1,), ()), [GREEN], [1, 2, -1, -2]),
        (((4,), (1,), (1,), ()), [YELLOW], [2, -1, 1, -2]),
        (((4,), (2,), (), ()), [RED], [2, 1, -2, -1]),
        (((4,), (4,), (4,), ()), [YELLOW, BLUE], [1, -1, 2, -2]),
        (((), (), (), (0,)), [YELLOW, BLUE], [-1, -2, 1, 2]),
        (((1,), (3,), (1,), (3,)), [RED, BLUE], [-1, 1, -2, 2]),
        (((1,), (1,), (1,), (1,)), [RED, GREEN, BLUE], [-1, 1, -2, 2]),
    ],
)
def test_decider_names_the_next_column_of_each_tied_group(
    columns: tuple[tuple[int, ...], ...], answers: list[int], expected: list[int]
) -> None:
    board = market(*columns)
    board.front(3, 4, 4, 3)
    board.at(Moment.MARKET_COLUMNS)
    for column in answers:
        assert (board.question, board.asked) == (Question.NEXT_COLUMN, [3])
        assert moves(board) == [0, 0, 0, 0]
        board.answer(colour(column))
    assert board.question == Question.MOVE_PRICE
    assert moves(board) == expected


@pytest.mark.rule("YS-P24")
def test_best_group_is_asked_for_first() -> None:
    board = market((1,), (3,), (1,), (3,)).at(Moment.MARKET_COLUMNS)
    assert board.choices() == [colour(GREEN), colour(RED)]
    board.answer(colour(RED))
    assert board.choices() == [colour(BLUE), colour(YELLOW)]


@pytest.mark.rule("YS-R12", "YS-R13", "YS-P29")
@pytest.mark.parametrize("order", list(permutations(COLOURS)))
def test_decider_orders_all_columns_of_an_empty_market(order: tuple[int, ...]) -> None:
    board = Board.bare(players=4)
    board.front(2, 4, 4, 3)
    board.at(Moment.MARKET_OPENS)
    for column in order[:3]:
        board.answer(colour(column), 2)
    assert moves(board) == [STEPS[order.index(column)] for column in COLOURS]
    assert board.question == Question.BID


@pytest.mark.rule("YS-R16")
def test_prices_move_together_and_may_meet_and_pass() -> None:
    board = market((4,), (3,), (2,), (1,))
    board.state.prices[:] = (8, 9, 11, 12)
    board.at(Moment.MARKET_COLUMNS)
    assert board.prices() == [10, 10, 10, 10]
    board = market((4,), (3,), (2,), (1,))
    board.state.prices[:] = (5, 5, 6, 6)
    board.at(Moment.MARKET_COLUMNS)
    assert board.prices() == [7, 6, 5, 4]


@pytest.mark.rule("YS-R15")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((13, 14, 2, 3), [15, 15, 1, 1]),
        ((14, 15, 1, 2), [15, 15, 1, 1]),
        ((15, 15, 1, 1), [15, 15, 1, 1]),
        ((1, 1, 15, 15), [3, 2, 14, 13]),
    ],
)
def test_prices_stay_on_the_track(before: tuple[int, ...], after: list[int]) -> None:
    board = market((4,), (3,), (2,), (1,))
    board.state.prices[:] = before
    board.at(Moment.MARKET_COLUMNS)
    assert board.prices() == after


@pytest.mark.rule("YS-R14", "YS-R15")
@pytest.mark.parametrize(
    ("prices", "forbidden"),
    [
        ((15, 8, 8, 8), {up(BLUE)}),
        ((8, 8, 8, 1), {down(RED)}),
        ((15, 1, 15, 1), {up(BLUE), down(GREEN), up(YELLOW), down(RED)}),
        ((14, 2, 15, 2), {up(YELLOW)}),
    ],
)
def test_best_bidder_chooses_a_possible_move(prices: tuple[int, ...], forbidden: set[int]) -> None:
    board = market((1,))
    board.state.prices[:] = prices
    board.at(Moment.MARKET_BIDDER)
    every = {move(number) for number in COLOURS for move in (up, down)}
    assert set(board.choices()) == every - forbidden


@pytest.mark.rule("YS-R15")
@pytest.mark.parametrize(
    ("prices", "raises", "raised", "lowers"),
    [
        ((8, 8, 8, 8), [BLUE, GREEN, YELLOW, RED], GREEN, [BLUE, YELLOW, RED]),
        ((15, 8, 8, 1), [GREEN, YELLOW, RED], GREEN, [BLUE, YELLOW]),
        ((8, 1, 1, 1), [GREEN, YELLOW, RED], GREEN, [BLUE]),
        ((15, 15, 8, 1), [YELLOW, RED], RED, [BLUE, GREEN, YELLOW]),
    ],
)
def test_banker_moves_two_colours_that_can_move(
    prices: tuple[int, ...], raises: list[int], raised: int, lowers: list[int]
) -> None:
    board = Board.bare(players=4)
    board.state.prices[:] = prices
    board.give(0, BANKER)
    board.at(Moment.END_OF_SCORING).answer(card(BANKER))
    assert board.choices() == [up(number) for number in raises]
    board.answer(up(raised))
    if len(lowers) > 1:
        assert board.choices() == [down(number) for number in lowers]
        board.answer(down(lowers[0]))
    expected = list(prices)
    expected[raised] += 1
    expected[lowers[0]] -= 1
    assert board.prices() == expected


@pytest.mark.rule("YS-6.3", "YS-6.4", "YS-P24", "YS-R13", "YS-R15", "YS-C28")
@settings(deadline=None, max_examples=100, derandomize=True)
@given(
    spaces=st.dictionaries(
        st.tuples(st.integers(1, 3), st.sampled_from(COLOURS)),
        st.tuples(st.integers(0, 3), st.sampled_from([0, 0, 1, 1, 2, 3])),
    ),
    prices=st.tuples(*[st.integers(1, 15)] * 4),
    data=st.data(),
)
def test_columns_follow_sums_then_counts_then_the_decider(
    spaces: dict[tuple[int, int], tuple[int, int]], prices: tuple[int, ...], data: st.DataObject
) -> None:
    board = Board.bare(players=4)
    board.front(1, 4, 3, 3)
    board.state.prices[:] = prices
    columns: dict[int, list[int]] = {column: [] for column in COLOURS}
    for (line, column), (seat, number) in spaces.items():
        board.put(seat, number, space(line, column))
        columns[column].append(number)
    groups: dict[tuple[int, int], list[int]] = {}
    for column, numbers in columns.items():
        groups.setdefault((sum(numbers), len(numbers)), []).append(column)
    board.at(Moment.MARKET_COLUMNS)
    ranking: list[int] = []
    for strength in sorted(groups, reverse=True):
        tied = groups[strength]
        while len(tied) > 1:
            assert (board.question, board.asked) == (Question.NEXT_COLUMN, [1])
            assert board.choices() == [colour(column) for column in sorted(tied)]
            chosen = data.draw(st.sampled_from(tied))
            board.answer(colour(chosen))
            ranking.append(chosen)
            tied.remove(chosen)
        ranking += tied
    assert board.question == (Question.MOVE_PRICE if spaces else Question.BID)
    assert board.prices() == [
        max(1, min(15, prices[column] + STEPS[ranking.index(column)])) for column in COLOURS
    ]
