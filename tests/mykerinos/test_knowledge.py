"""What seats may know: the lots to come are hidden, and resampled uniformly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Moment
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.seats import NONE
from tests.mykerinos.board import Board

SHOWN = {1: 8, 2: 16, 3: 24, 4: 36}
"""The number of lots laid up to each season (MY-P5)."""
DRAWS_A_WORLD = 60


def in_season(season: int, players: int = 4, seed: int = 3) -> Board:
    """A dealt game at a question of a season: the seventh, or the last if there are fewer."""
    board = Board.dealt(seed=seed, players=players)
    board.until(lambda one: one.state.season == season - 1)
    for _ in range(6):
        before = MYKERINOS.copy(board.state)
        board.random()
        if board.over or board.state.season != season - 1:
            board.state = before
            break
    return board


def worlds(board: Board, draws: int, seat: int = 0) -> list[Any]:
    """Worlds that are possible for a seat."""
    view, chance = MYKERINOS.view(board.state, seat), generator(key_of_seed("worlds"))
    found = []
    for _ in range(draws):
        world = MYKERINOS.copy(view)
        MYKERINOS.resample(world, seat, chance)
        found.append(world)
    return found


def check_equally_often(found: Counter[Hashable], possible: set[Hashable]) -> None:
    """Check that everything possible is drawn, nothing else, and nothing much more often."""
    assert set(found) == possible
    expected, freedom = found.total() / len(possible), len(possible) - 1
    squared = sum((number - expected) ** 2 / expected for number in found.values())
    assert squared <= freedom + 5 * np.sqrt(2 * freedom), "some worlds are drawn more often"


# --- Hiding ------------------------------------------------------------------------------------


@pytest.mark.rule("MY-2.4", "MY-P5")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("season", [1, 2, 3, 4])
def test_order_and_direction_of_the_lots_to_come_are_hidden(season: int, players: int) -> None:
    board = in_season(season, players)
    for seat in range(-1, players):
        seen = board.view(seat).state
        assert set(seen.pile[SHOWN[season] :].tolist()) <= {NONE}
        assert not seen.turned[SHOWN[season] :].any()
        assert seen.pile[: SHOWN[season]].tolist() == board.state.pile[: SHOWN[season]].tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("season", [1, 2, 3, 4])
def test_nothing_else_is_hidden(season: int, players: int) -> None:
    board = in_season(season, players)
    for seat in range(-1, players):
        seen = board.view(seat).state
        for name in MYKERINOS.state.names or ():
            if name not in ("pile", "turned"):
                assert (getattr(seen, name) == getattr(board.state, name)).all(), name


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_and_spectator_has_the_same_view(players: int) -> None:
    board = in_season(2, players)
    views = {board.view(seat).state.tobytes() for seat in range(-1, players)}
    assert len(views) == 1


def test_views_do_not_depend_on_the_order_or_direction_to_come() -> None:
    board = in_season(1)
    other = Board(MYKERINOS.copy(board.state))
    other.state.pile[8:] = board.state.pile[8:][::-1]
    other.state.turned[8:] = 1 - board.state.turned[8:]
    assert board.view(0).state.tobytes() == other.view(0).state.tobytes()


def test_view_leaves_the_true_state_alone() -> None:
    board = in_season(2)
    before = board.state.tobytes()
    board.view(1)
    assert board.state.tobytes() == before


def test_a_view_is_enough_to_know_the_choices() -> None:
    board = in_season(3)
    assert board.view(0).choices() == board.choices()


@pytest.mark.rule("MY-P6")
@pytest.mark.parametrize("season", [1, 2, 3, 4])
def test_direction_of_a_laid_lot_is_no_part_of_a_view(season: int) -> None:
    board = in_season(season)
    assert not board.view(NONE).state.turned[: SHOWN[season]].any()


@pytest.mark.rule("MY-P6")
def test_directions_with_the_same_pyramids_give_the_same_view() -> None:
    views = []
    for turns in product((0, 1), repeat=3):
        board = Board.bare(players=3).passed(0, 1, 2)
        # Lots 10 and 12 have pyramids in opposite corners, lot 14 has none.
        board.state.turned[[10, 12, 14]] = turns
        board.at(Moment.SEASON_ENDS)
        assert board.state.season == 1
        views.append(board.view(0).state.tobytes())
    assert len(set(views)) == 1


@pytest.mark.rule("MY-P6")
def test_directions_with_other_pyramids_are_seen_on_the_region() -> None:
    seen = []
    for turned in (0, 1):
        board = Board.bare(players=3).passed(0, 1, 2)
        board.state.turned[8] = turned
        board.at(Moment.SEASON_ENDS)
        seen.append(board.view(0).state.pyramids.tolist())
    assert seen[0] != seen[1]


# --- Resampling --------------------------------------------------------------------------------


@pytest.mark.rule("MY-R14")
@pytest.mark.parametrize("season", [1, 2, 3, 4])
def test_set_of_the_lots_to_come_is_exact(season: int) -> None:
    board = in_season(season)
    shown = SHOWN[season]
    to_come = sorted(board.state.pile[shown:].tolist())
    assert to_come == sorted(set(range(box.LOTS)) - set(board.view(0).state.pile[:shown].tolist()))
    for world in worlds(board, 100):
        assert sorted(world.pile[shown:].tolist()) == to_come


@pytest.mark.rule("MY-P6")
@pytest.mark.parametrize("season", [1, 3, 4])
def test_imagined_worlds_keep_all_that_was_seen(season: int) -> None:
    board = in_season(season)
    view = board.view(0).state.tobytes()
    for world in worlds(board, 50):
        assert MYKERINOS.view(world, 0).tobytes() == view
        assert world.pile[: SHOWN[season]].tolist() == board.state.pile[: SHOWN[season]].tolist()
        assert not world.turned[: SHOWN[season]].any(), "a laid lot has no direction"


@pytest.mark.rule("MY-2.4", "MY-R12")
@pytest.mark.parametrize("season", [1, 2, 3])
def test_next_lot_and_its_direction_are_equally_likely(season: int) -> None:
    board = in_season(season)
    shown = SHOWN[season]
    possible = set(product(board.state.pile[shown:].tolist(), (0, 1)))
    found: Counter[Hashable] = Counter(
        (int(world.pile[shown]), int(world.turned[shown]))
        for world in worlds(board, DRAWS_A_WORLD * len(possible))
    )
    check_equally_often(found, set(possible))


@pytest.mark.rule("MY-2.4", "MY-R12")
@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_every_order_and_direction_is_equally_likely(seat: int) -> None:
    """Three lots are unseen, so that all worlds can be counted."""
    board = Board.bare(season=4, players=3)
    board.state.shown = box.LOTS - 3
    possible = set(product(permutations((33, 34, 35)), product((0, 1), repeat=3)))
    found: Counter[Hashable] = Counter(
        (tuple(world.pile[-3:].tolist()), tuple(world.turned[-3:].tolist()))
        for world in worlds(board, DRAWS_A_WORLD * len(possible), seat)
    )
    assert len(possible) == 48
    check_equally_often(found, set(possible))


@pytest.mark.rule("MY-2.4")
def test_every_lot_is_equally_likely_at_the_end_of_the_pile() -> None:
    board = in_season(3)
    found: Counter[Hashable] = Counter(int(world.pile[-1]) for world in worlds(board, 12 * 100))
    check_equally_often(found, set(board.state.pile[24:].tolist()))


def test_nothing_is_imagined_in_the_last_season() -> None:
    board = in_season(4)
    for world in worlds(board, 5):
        assert world.tobytes() == board.state.tobytes()
