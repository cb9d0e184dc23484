"""Two players: the neutral merchant at the end of the game (YS-11.10, YS-R48, YS-P11)."""

from __future__ import annotations

import pytest

from kerys.games.ys import YS
from kerys.games.ys.components import BLACK, BLUE, GREEN, RED, YELLOW
from tests.ys.board import Board
from tests.ys.scoring import NEUTRAL, final

POINTS = ((24, 20, 16, 12), (18, 15, 12, 9), (12, 10, 8, 6))
"""YS-7.2: place by rank of the colour."""


@pytest.mark.rule("YS-11.10", "YS-P11", "YS-R48", "YS-R41")
@pytest.mark.parametrize("gem", [BLUE, GREEN, YELLOW, RED])
@pytest.mark.parametrize(
    ("counts", "places"),
    [
        ((2, 1, 0), (1, 2, 3)),
        ((2, 2, 0), (2, 2, 3)),
        ((2, 0, 0), (1, 0, 3)),
        ((0, 0, 0), (0, 0, 3)),
        ((2, 1, 3), (2, 3, 1)),
        ((2, 1, 2), (2, 3, 2)),
        ((2, 1, 1), (1, 3, 3)),
        ((1, 1, 1), (3, 3, 3)),
        ((0, 0, 1), (0, 0, 1)),
        ((0, 1, 1), (0, 2, 2)),
    ],
)
def test_neutral_places_in_a_colour(
    gem: int, counts: tuple[int, ...], places: tuple[int, ...]
) -> None:
    board = Board.bare(players=2)
    board.state.prices[:] = (12, 11, 10, 9)
    board.state.gems[:3, gem] = counts
    expected = [POINTS[place - 1][gem] if place else 0 for place in places]
    expected[NEUTRAL] += sum(POINTS[2]) - POINTS[2][gem]
    assert final(board) == expected


@pytest.mark.rule("YS-R48")
def test_consolation_is_for_colours_only_and_black_gems_pay() -> None:
    board = Board.bare(players=2)
    assert final(board) == [0, 0, 36]
    board = Board.bare(players=2)
    board.state.gems[:3, BLACK] = (0, 3, 7)
    assert final(board) == [0, 8, 36 + 24]


@pytest.mark.rule("YS-R48", "YS-P10")
@pytest.mark.parametrize(
    ("points", "ranks", "among_players"),
    [
        ((40, 50, 30), [3, 2, 1], [2, 1]),
        ((66, 70, 30), [2, 1, 2], [2, 1]),
        ((70, 66, 30), [1, 2, 2], [1, 2]),
        ((66, 66, 30), [1, 1, 1], [1, 1]),
        ((10, 66, 30), [3, 1, 1], [2, 1]),
        ((60, 60, 30), [2, 2, 1], [1, 1]),
    ],
)
def test_neutral_is_ranked_and_the_players_order_is_reported_beside(
    points: tuple[int, ...], ranks: list[int], among_players: list[int]
) -> None:
    board = Board.bare(players=2)
    board.state.points[:3] = points
    assert final(board) == [points[0], points[1], points[2] + 36]
    assert [YS.rank(board.state, owner) for owner in range(3)] == ranks
    assert YS.player_ranks(board.state, 2) == among_players
