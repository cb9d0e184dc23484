"""Two players: what the neutral merchant wins, takes and moves (YS-11.5 to YS-11.9)."""

from __future__ import annotations

import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import (
    BLACK,
    BLUE,
    GREEN,
    HARBOUR,
    INTRIGUER,
    PALACE,
    RED,
    SHOPS,
    WHITE,
    YELLOW,
)
from tests.ys.board import Board, area, colour, space
from tests.ys.scoring import CONTESTS, NEUTRAL, put_all, quarter_ranking, winner


def table(prices: tuple[int, ...] = (8, 8, 8, 8), intriguer: int | None = None) -> Board:
    """Two players with strong fronts."""
    board = Board.bare(players=2)
    board.front(0, 4, 3, 3)
    board.front(1, 4, 4, 3)
    board.state.prices[:] = prices
    if intriguer is not None:
        board.force(INTRIGUER, intriguer)
    return board


@pytest.mark.rule("YS-11.5", "YS-R41", "YS-R6")
@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("number", [0, 2])
@pytest.mark.parametrize(
    ("teams", "intriguer", "expected"),
    [
        ((0, 2), None, NEUTRAL),
        ((1, 3), None, NEUTRAL),
        ((0, 1, 2), None, NEUTRAL),
        ((0, 2), 0, 0),
        ((0, 1, 3), 0, 0),
        ((1, 2), 0, NEUTRAL),
    ],
)
def test_neutral_wins_every_tie_but_the_intriguers(
    contest: str, number: int, teams: tuple[int, ...], intriguer: int | None, expected: int
) -> None:
    board = table(intriguer=intriguer)
    put_all(board, contest, [(team, number) for team in teams])
    assert winner(board, contest) == expected


@pytest.mark.rule("YS-11.5", "YS-R41")
@pytest.mark.parametrize(
    ("numbers", "intriguer", "ranks"),
    [
        ((2, 2, 2), None, [NEUTRAL, 1]),
        ((2, 2, 2), 0, [0, NEUTRAL]),
        ((3, 2, 2), None, [0, NEUTRAL]),
        ((3, 2, 2), 1, [0, 1]),
        ((3, 2, 2), 0, [0, NEUTRAL]),
        ((2, 2, 1), None, [1, 0]),
    ],
)
def test_neutral_in_tied_quarter_ranks(
    numbers: tuple[int, ...], intriguer: int | None, ranks: list[int]
) -> None:
    board = table(intriguer=intriguer)
    put_all(board, "quarter", enumerate(numbers))
    assert quarter_ranking(board) == ranks


@pytest.mark.rule("YS-11.5")
@pytest.mark.parametrize("contest", CONTESTS)
def test_both_neutral_sets_count_together_and_better_totals_win(contest: str) -> None:
    board = table()
    put_all(board, contest, [(2, 1), (3, 2), (1, 2)])
    assert winner(board, contest) == NEUTRAL
    board = table()
    put_all(board, contest, [(2, 1), (3, 2), (1, 4)])
    assert winner(board, contest) == 1


@pytest.mark.rule("YS-11.6", "YS-R48")
@pytest.mark.parametrize(("character", "points"), [(box.KING, 5), (box.PRINCE, 4)])
def test_king_and_prince_pay_the_neutral(character: int, points: int) -> None:
    board = table()
    put_all(board, "palace", [(2, 1)])
    board.prize(1, character)
    board.at(Moment.QUARTER_AREAS)
    assert board.points() == [0, 0, points]
    assert board.gems(NEUTRAL) == [0] * 5


@pytest.mark.rule("YS-11.6", "YS-11.7", "YS-R45")
@pytest.mark.parametrize("character", sorted({*range(box.CHARACTERS)} - {box.KING, box.PRINCE}))
def test_any_other_card_is_a_gem_for_the_neutral(character: int) -> None:
    board = table(prices=(7, 9, 9, 8))
    put_all(board, "palace", [(2, 1)])
    board.prize(1, character)
    board.at(Moment.QUARTER_AREAS)
    assert board.question == Question.NEXT_COLUMN
    assert board.gems(NEUTRAL) == [0, 1, 0, 0, 0]
    assert board.points() == [0, 0, 0]
    assert not any(board.state.hand)
    assert not any(board.state.won)


@pytest.mark.rule("YS-R45", "YS-11.7")
@pytest.mark.parametrize(
    ("prices", "gem"),
    [((8, 8, 8, 8), BLUE), ((7, 9, 9, 8), GREEN), ((1, 2, 15, 15), YELLOW), ((8, 8, 8, 9), RED)],
)
def test_neutral_takes_the_dearest_gem_for_a_blue_card(prices: tuple[int, ...], gem: int) -> None:
    board = table(prices)
    board.state.round_number = box.ROUNDS - 1
    put_all(board, "palace", [(3, 0)])
    board.at(Moment.QUARTER_AREAS)
    assert board.question == Question.NEXT_COLUMN
    assert board.gems(NEUTRAL) == [int(other == gem) for other in range(5)]


@pytest.mark.rule("YS-11.8", "YS-R42", "YS-P28")
@pytest.mark.parametrize(
    ("ship", "prices", "taken", "left"),
    [
        ((BLUE, GREEN, RED), (8, 8, 8, 8), [1, 1, 0, 0], RED),
        ((BLUE, GREEN, RED), (8, 9, 15, 9), [0, 1, 0, 1], BLUE),
        ((YELLOW, GREEN, RED), (9, 8, 8, 7), [0, 1, 1, 0], RED),
        ((RED, RED, BLUE), (8, 8, 8, 9), [0, 0, 0, 2], BLUE),
        ((BLUE, WHITE, RED), (8, 12, 8, 9), [0, 1, 0, 1], BLUE),
        ((BLUE, WHITE, RED), (8, 7, 8, 8), [2, 0, 0, 0], RED),
        ((BLUE, WHITE, WHITE), (8, 7, 9, 9), [0, 0, 2, 0], BLUE),
    ],
)
def test_neutral_first_takes_white_and_then_the_dearest(
    ship: tuple[int, int, int], prices: tuple[int, ...], taken: list[int], left: int
) -> None:
    board = table(prices)
    put_all(board, "quarter", [(2, 4), (1, 1)])
    board.ship(1, *ship)
    board.at(Moment.QUARTER_OPENS)
    assert board.question == Question.NEXT_COLUMN
    assert board.gems(NEUTRAL)[:4] == taken
    assert board.gems(1)[:4] == [int(gem == left) for gem in range(4)]


@pytest.mark.rule("YS-R42", "YS-P28")
@pytest.mark.parametrize(
    ("first", "second", "taken"),
    [(BLUE, WHITE, [0, 0, 0, 1]), (WHITE, RED, [1, 0, 0, 0]), (BLUE, RED, [0, 1, 0, 0])],
)
def test_neutral_second_gets_the_gem_that_is_left(
    first: int, second: int, taken: list[int]
) -> None:
    board = table(prices=(8, 10, 9, 8))
    put_all(board, "quarter", [(2, 1), (1, 2)])
    board.ship(1, BLUE, WHITE, RED)
    board.at(Moment.QUARTER_OPENS)
    for gem in (first, second):
        board.answer(colour(gem), 1)
        if gem == WHITE:
            board.answer(colour(YELLOW), 1)
    assert board.gems(NEUTRAL)[:4] == taken


@pytest.mark.rule("YS-R43")
def test_dearest_is_by_the_table_before_the_columns_move() -> None:
    board = table(prices=(9, 7, 7, 8))
    board.put(2, 4, space(2, RED))
    board.put(0, 1, space(3, YELLOW))
    board.put(0, 1, space(2, GREEN))
    board.put(0, 0, space(3, GREEN))
    board.state.line_gems[1:] = (WHITE, GREEN)
    board.at(Moment.MARKET_OPENS)
    assert board.gems(NEUTRAL) == [1, 0, 0, 0, 0]
    assert board.prices() == [9 - 2 + 1, 7 + 1, 7 - 1, 8 + 2]


@pytest.mark.rule("YS-11.9", "YS-R44", "YS-P27")
@pytest.mark.parametrize(
    ("gems", "prices", "raised"),
    [
        ((0, 0, 0, 0), (8, 8, 8, 8), BLUE),
        ((1, 3, 3, 2), (8, 8, 8, 8), GREEN),
        ((0, 0, 0, 2), (9, 9, 9, 1), RED),
        ((1, 3, 3, 2), (8, 15, 14, 8), YELLOW),
        ((1, 3, 3, 2), (8, 15, 15, 8), RED),
        ((1, 3, 3, 2), (8, 15, 15, 15), BLUE),
        ((0, 0, 0, 0), (15, 8, 8, 8), GREEN),
        ((2, 0, 0, 0), (15, 15, 8, 8), YELLOW),
    ],
)
def test_neutral_best_bidder_raises_what_it_owns_most(
    gems: tuple[int, ...], prices: tuple[int, ...], raised: int
) -> None:
    board = table(prices)
    board.put(3, 0, space(2, RED))
    board.state.gems[NEUTRAL, :] = (*gems, 9)
    board.at(Moment.MARKET_BIDDER)
    assert board.question == Question.BID
    assert board.prices() == [price + (index == raised) for index, price in enumerate(prices)]


@pytest.mark.rule("YS-P9", "YS-6.3")
def test_columns_count_neutral_agents() -> None:
    board = table()
    board.put(0, 3, space(2, BLUE))
    board.put(2, 2, space(2, GREEN))
    board.put(3, 2, space(3, GREEN))
    board.put(1, 2, space(2, YELLOW))
    board.put(2, 1, space(3, YELLOW))
    board.put(1, 1, space(3, RED))
    board.at(Moment.MARKET_COLUMNS)
    assert board.prices()[GREEN:] == [8 + 2, 8 + 1, 8 - 2]


@pytest.mark.rule("YS-P9", "YS-R41")
@pytest.mark.parametrize(
    ("fronts", "order", "intriguer", "decider"),
    [
        ((3, 4), (0, 1), None, 1),
        ((4, 3), (1, 0), None, 0),
        ((4, 4), (1, 0), None, 1),
        ((3, 4), (1, 0), 0, 0),
    ],
)
def test_a_player_decides_column_ties_never_the_neutral(
    fronts: tuple[int, int], order: tuple[int, int], intriguer: int | None, decider: int
) -> None:
    board = table(intriguer=intriguer)
    board.order(*order)
    for seat in (0, 1):
        board.front(seat, fronts[seat], 1, 0)
    for column in (BLUE, RED):
        board.put(2, 2, space(2, column))
    board.put(3, 1, space(3, GREEN))
    board.at(Moment.MARKET_COLUMNS)
    assert (board.question, board.asked) == (Question.NEXT_COLUMN, [decider])


@pytest.mark.rule("YS-R32", "YS-R48")
def test_neutral_scores_shops_with_and_without_the_merchant_and_black_gems() -> None:
    board = table()
    board.put(2, 0, area(1, SHOPS))
    board.put(2, 0, area(1, HARBOUR))
    board.put(1, 4, area(1, PALACE))
    board.at(Moment.QUARTER_AREAS)
    assert (board.points(), board.gems(NEUTRAL)[BLACK]) == ([0, 0, 3], 1)
    board = table()
    board.force(box.MERCHANT, 0)
    board.put(2, 0, area(1, SHOPS))
    board.at(Moment.QUARTER_AREAS)
    assert board.points() == [0, 0, 5]
