"""The end of the game: points for gems and the throne room, and ranks (YS-7, YS-13.7, YS-P10)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kerys.games.ys import YS
from kerys.games.ys.components import BLACK, BLUE, GREEN, RED, YELLOW
from tests.ys.board import Board
from tests.ys.scoring import NEUTRAL, final

COLOURS = (BLUE, GREEN, YELLOW, RED)
TABLE = {
    1: (24, 20, 16, 12),
    2: (18, 15, 12, 9),
    3: (12, 10, 8, 6),
    4: (6, 5, 4, 3),
}
"""YS-7.2: for each place of a player, the points by rank of the colour."""
BY_PRICE = (12, 11, 10, 9)
"""Prices that rank the colours from left to right."""


def owning(gem: int, *counts: int, prices: tuple[int, ...] = BY_PRICE) -> Board:
    """A table with one player per count, who owns that many gems of one colour."""
    board = Board.bare(players=len(counts))
    board.state.prices[:] = prices
    for seat, count in enumerate(counts):
        board.state.gems[seat, gem] = count
    return board


def ranks(board: Board) -> list[int]:
    return [int(YS.rank(board.state, owner)) for owner in range(len(board.points()))]


@pytest.mark.rule("YS-7.1")
@pytest.mark.parametrize(
    ("prices", "order"),
    [
        ((12, 11, 10, 9), (BLUE, GREEN, YELLOW, RED)),
        ((1, 2, 3, 15), (RED, YELLOW, GREEN, BLUE)),
        ((8, 8, 8, 8), (BLUE, GREEN, YELLOW, RED)),
        ((3, 9, 3, 9), (GREEN, RED, BLUE, YELLOW)),
        ((5, 6, 6, 6), (GREEN, YELLOW, RED, BLUE)),
        ((7, 7, 9, 7), (YELLOW, BLUE, GREEN, RED)),
    ],
)
def test_colours_rank_by_price_and_then_from_the_left(
    prices: tuple[int, ...], order: tuple[int, ...]
) -> None:
    board = Board.bare(players=4)
    board.state.prices[:] = prices
    for seat, colour in enumerate(order):
        board.state.gems[seat, colour] = 1
    assert final(board) == [24, 20, 16, 12]


@pytest.mark.rule("YS-7.2")
@pytest.mark.parametrize("gem", COLOURS)
def test_points_by_place_and_rank(gem: int) -> None:
    assert final(owning(gem, 2, 9, 1, 5)) == [TABLE[place][gem] for place in (3, 1, 4, 2)]


@pytest.mark.rule("YS-7.2")
def test_points_of_all_colours_add_to_the_score_track() -> None:
    board = Board.bare(players=4)
    board.state.prices[:] = BY_PRICE
    board.state.points[:] = (10, 20, 30, 40)
    for colour in COLOURS:
        board.state.gems[:, colour] = (4, 3, 2, 1)
    board.state.gems[2, BLACK] = 2
    assert final(board) == [10 + 72, 20 + 54, 30 + 36 + 4, 40 + 18]


@pytest.mark.rule("YS-7.3", "YS-C5")
@pytest.mark.parametrize("gem", COLOURS)
def test_no_gem_no_points(gem: int) -> None:
    assert final(owning(gem, 0, 1, 0, 2)) == [0, TABLE[2][gem], 0, TABLE[1][gem]]
    assert final(owning(gem, 0, 0, 0, 0)) == [0, 0, 0, 0]


@pytest.mark.rule("YS-7.4", "YS-C4", "YS-C23")
@pytest.mark.parametrize("gem", COLOURS)
@pytest.mark.parametrize(
    ("counts", "places"),
    [
        ((5, 5, 3, 1), (2, 2, 3, 4)),
        ((6, 5, 5, 3), (1, 3, 3, 4)),
        ((8, 6, 6, 3), (1, 3, 3, 4)),
        ((5, 3, 1, 1), (1, 2, 4, 4)),
        ((5, 5, 5, 1), (3, 3, 3, 4)),
        ((1, 5, 1, 1), (4, 1, 4, 4)),
        ((2, 2, 7, 7), (4, 4, 2, 2)),
        ((4, 4, 4, 4), (4, 4, 4, 4)),
    ],
)
def test_tied_players_get_the_lowest_place_of_their_group(
    gem: int, counts: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert final(owning(gem, *counts)) == [TABLE[place][gem] for place in places]


@pytest.mark.rule("YS-R22")
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((3, 0, 0, 0), [24, 0, 0, 0]),
        ((3, 3, 0, 0), [18, 18, 0, 0]),
        ((0, 2, 0, 4), [0, 18, 0, 24]),
        ((3, 0, 3, 3), [12, 0, 12, 12]),
        ((0, 1, 1, 5), [0, 12, 12, 24]),
    ],
)
def test_those_without_a_gem_push_nobody_down(counts: tuple[int, ...], points: list[int]) -> None:
    assert final(owning(BLUE, *counts)) == points


@pytest.mark.rule("YS-R21")
@pytest.mark.parametrize(
    ("counts", "places"),
    [((3, 2, 1), (1, 2, 3)), ((2, 2, 1), (2, 2, 3)), ((3, 1, 1), (1, 3, 3)), ((1, 1, 1), (3,) * 3)],
)
def test_three_players_use_the_same_table(counts: tuple[int, ...], places: tuple[int, ...]) -> None:
    for gem in COLOURS:
        assert final(owning(gem, *counts)) == [TABLE[place][gem] for place in places]


@pytest.mark.rule("YS-7.5", "YS-C6")
@pytest.mark.parametrize(
    ("count", "points"),
    [(0, 0), (1, 1), (2, 4), (3, 8), (4, 12), (5, 16), (6, 20), (7, 24), (8, 24), (9, 24)],
)
def test_black_gems(count: int, points: int) -> None:
    assert final(owning(BLACK, 0, count, 0, 0)) == [0, points, 0, 0]


@pytest.mark.rule("YS-C18", "YS-7.5")
@pytest.mark.parametrize("prices", [(1, 1, 1, 1), (15, 15, 15, 15), (1, 15, 3, 12)])
def test_black_gems_have_no_price_and_no_places(prices: tuple[int, ...]) -> None:
    assert final(owning(BLACK, 3, 3, 6, 1, prices=prices)) == [8, 8, 20, 1]


@pytest.mark.rule("YS-C18")
def test_black_gems_are_no_coloured_gems() -> None:
    board = owning(BLUE, 2, 1, 0, 0)
    board.state.gems[:, BLACK] = (0, 5, 5, 0)
    assert final(board) == [24, 18 + 16, 16, 0]


def brute_force(gems: list[list[int]], prices: list[int], neutral: bool) -> list[int]:
    """Points for coloured gems, computed by comparing piles, dearest colour first."""
    points = [0] * len(gems)
    for column, colour in enumerate(sorted(COLOURS, key=lambda colour: (-prices[colour], colour))):
        piles = sorted((pile[colour] for pile in gems if pile[colour]), reverse=True)
        lowest = {count: place for place, count in enumerate(piles, 1)}
        for owner, pile in enumerate(gems):
            if pile[colour]:
                points[owner] += TABLE[lowest[pile[colour]]][column]
            elif neutral and owner == NEUTRAL:
                points[owner] += TABLE[3][column]
    return points


@pytest.mark.rule(
    "YS-7.1", "YS-7.2", "YS-7.3", "YS-7.4", "YS-C4", "YS-R21", "YS-R22", "YS-11.10", "YS-P11"
)
@settings(deadline=None, max_examples=150, derandomize=True)
@given(
    players=st.integers(2, 4),
    gems=st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=4, max_size=4),
    prices=st.lists(st.integers(1, 15) | st.integers(7, 9), min_size=4, max_size=4),
)
def test_gem_points_agree_with_another_computation(
    players: int, gems: list[list[int]], prices: list[int]
) -> None:
    board = Board.bare(players=players)
    owners = max(players, 3)
    board.state.prices[:] = prices
    board.state.gems[:owners, :4] = gems[:owners]
    assert final(board) == brute_force(gems[:owners], prices, players == 2)


@pytest.mark.rule("YS-7.6")
def test_most_points_win_whatever_the_gems() -> None:
    board = owning(BLACK, 9, 0, 8, 7)
    board.state.points[:] = (0, 25, 0, 0)
    assert final(board) == [24, 25, 24, 24]
    assert ranks(board) == [2, 1, 3, 4]


@pytest.mark.rule("YS-7.6", "YS-P10")
def test_more_gems_win_a_tie_and_black_ones_count_like_coloured_ones() -> None:
    board = owning(BLACK, 8, 7, 7, 0)
    board.state.gems[1, RED] = 1
    board.state.gems[3, RED] = 3
    board.state.points[:] = (9, 0, 9, 21)
    assert final(board) == [33, 33, 33, 33]
    assert ranks(board) == [1, 1, 3, 4]


@pytest.mark.rule("YS-R23", "YS-P10")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((50, 50, 40, 30), [1, 1, 3, 4]),
        ((50, 40, 40, 40), [1, 2, 2, 2]),
        ((30, 50, 50, 50), [4, 1, 1, 1]),
        ((40, 50, 40, 50), [3, 1, 3, 1]),
        ((50, 50, 50, 50), [1, 1, 1, 1]),
        ((10, 20, 30, 40), [4, 3, 2, 1]),
    ],
)
def test_equals_share_a_rank_and_the_next_is_skipped(
    points: tuple[int, ...], expected: list[int]
) -> None:
    board = Board.bare(players=4)
    board.order(3, 1, 0, 2)
    board.state.points[:] = points
    final(board)
    assert ranks(board) == expected
    assert YS.player_ranks(board.state, 4) == expected


@pytest.mark.rule("YS-7.6")
def test_score_is_the_track_and_the_game_is_over() -> None:
    board = owning(BLUE, 1, 2, 3, 4)
    assert final(board) == [YS.score(board.state, seat) for seat in range(4)] == [6, 12, 18, 24]
    assert all(board.choices(seat) == [] for seat in range(4))


def enthroned(*totals: int) -> Board:
    """A table with these throne totals of up to 12, three agents each."""
    board = Board.bare(players=len(totals), kings_favour=True)
    for seat, total in enumerate(totals):
        for slot in range(3):
            number = min(4, total)
            board.enthrone(seat, slot, number)
            total -= number
    return board


@pytest.mark.rule("YS-13.7", "YS-13.8", "YS-R35")
@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((9, 5, 3, 1), [12, 7, 3, 0]),
        ((1, 12, 0, 7), [3, 12, 0, 7]),
        ((7, 7, 3, 1), [9, 9, 3, 0]),
        ((5, 5, 5, 2), [7, 7, 7, 0]),
        ((6, 6, 6, 6), [5, 5, 5, 5]),
        ((8, 4, 4, 1), [12, 5, 5, 0]),
        ((8, 4, 4, 4), [12, 3, 3, 3]),
        ((9, 5, 2, 2), [12, 7, 1, 1]),
        ((9, 9, 2, 2), [9, 9, 1, 1]),
        ((0, 0, 0, 0), [5, 5, 5, 5]),
    ],
)
def test_throne_room_with_four_players(totals: tuple[int, ...], points: list[int]) -> None:
    assert final(enthroned(*totals)) == points


@pytest.mark.rule("YS-R21", "YS-13.7", "YS-R35")
@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((9, 5, 0), [12, 7, 3]),
        ((7, 7, 3), [9, 9, 3]),
        ((4, 4, 4), [7, 7, 7]),
        ((8, 2, 2), [12, 5, 5]),
        ((0, 0, 1), [5, 5, 12]),
    ],
)
def test_throne_room_with_three_players(totals: tuple[int, ...], points: list[int]) -> None:
    assert final(enthroned(*totals)) == points


@pytest.mark.rule("YS-13.7")
def test_throne_room_counts_only_in_kings_favour() -> None:
    board = enthroned(9, 5, 3, 1)
    board.state.kings_favour = 0
    assert final(board) == [0, 0, 0, 0]
