"""What players do, counted in short games against counts by hand."""

from __future__ import annotations

from typing import Any

import pytest

from kerys.bots.base import RandomBot
from kerys.bots.habits import Habit, Tally, habits_of, tallies
from kerys.games import GAMES
from kerys.table import Game, new
from kerys.table.commitment import secret_of_seed
from kerys.table.game import dealt
from tests.bots.tools import play
from tests.contract.tiny import TINY


def decided(name: str, decisions: str, **options: Any) -> Game:
    """A game with these decisions, each by the first seat that is asked."""
    game = new(name, seed=1, **options)
    for text in decisions.split(", "):
        game.push(game.actors[0], text)
    return game


ROUND = (
    "bid 0+0, bid 4+2, bid 1+0, order 1, order 2, "  # seats 0, 1, 2; then 1 and 2 choose
    "place 4 open 1-palace, place 3 hidden blue-2, "  # seat 1
    "place 3 hidden 1-harbour, place 0 open red-3, "  # seat 2
    "place 4 hidden green-3, place 4 open 2-shops"  # seat 0
)


def test_bids_and_placed_strength_of_ys() -> None:
    first, second, third = tallies(decided("ys", ROUND, players=3))
    assert first == {"zero_bids": (1, 1), "bid": (0, 1), "hidden": (4, 8), "market": (4, 8)}
    assert second == {"zero_bids": (0, 1), "bid": (6, 1), "hidden": (3, 7), "market": (3, 7)}
    assert third == {"zero_bids": (0, 1), "bid": (1, 1), "hidden": (3, 3), "market": (0, 3)}


def test_neutral_agents_of_ys_are_nobodys_strength() -> None:
    turn = "place 1 open 1-palace, place 3 hidden 1-palace"
    with_neutral = f"bid 1+0, bid 0+0, order 1, {turn}, place 4 hidden blue-2"
    first, _second = tallies(decided("ys", with_neutral, players=2))
    assert first["hidden"] == (3, 4)
    assert first["market"] == (0, 4)


def test_a_whole_game_of_ys_is_counted() -> None:
    mini = (
        "bid 1+1, bid 4+1, order 2, "  # seats 0 and 1; 1 chooses to be second
        "place 1 hidden 1-shops, place 4 open 1-shops, "  # seat 0
        "place 1 open 1-shops, place 4 hidden 1-harbour"  # seat 1
    )
    game = decided("ys", mini, players=2, mini=True)
    assert game.over
    first, second = tallies(game)
    assert first == {"zero_bids": (0, 1), "bid": (2, 1), "hidden": (1, 5), "market": (0, 5)}
    assert second == {"zero_bids": (0, 1), "bid": (5, 1), "hidden": (4, 5), "market": (0, 5)}


def test_passes_of_mykerinos_in_all_seasons() -> None:
    """Nobody lays a cube: 11, 22 and twice 25 are left; the last to pass is the next to start."""
    game = decided("mykerinos", ", ".join(["pass"] * 12), players=3)
    assert game.over
    start = game.moves[0].seat
    found = [tallies(game)[(start + place) % 3] for place in range(3)]
    assert [one["passing"] for one in found] == [(1 + 2 + 3 + 1, 4), (8, 4), (9, 4)]
    assert {one["cubes_left"] for one in found} == {(11 + 22 + 25 + 25, 4)}
    assert {one["museum"] for one in found} == {(0, 0)}


def test_the_last_player_of_a_season_passes_after_a_last_action() -> None:
    game = decided("mykerinos", "place a1, pass, pass, place c1, 3-room 1", players=3)
    start = game.moves[0].seat
    found = [tallies(game)[(start + place) % 3] for place in range(3)]
    assert found[0] == {"passing": (3, 1), "cubes_left": (9, 1), "museum": (1, 1)}
    assert found[1] == {"passing": (1, 1), "cubes_left": (11, 1), "museum": (0, 0)}
    assert found[2] == {"passing": (2, 1), "cubes_left": (11, 1), "museum": (0, 0)}


def test_a_player_without_cubes_passes_without_being_asked() -> None:
    decisions = "place a1, place c1, place d1, place a2, lot left"  # seats 0, 1, 0, 1; then 0
    game = decided("mykerinos", decisions, players=2, mini=True)
    assert game.over
    first, second = tallies(game)
    assert first == {"passing": (1, 1), "cubes_left": (0, 1), "museum": (0, 1)}
    assert second == {"passing": (2, 1), "cubes_left": (0, 1), "museum": (0, 0)}


def test_the_neutral_takes_no_position_in_passing() -> None:
    game = decided("mykerinos", "pass, pass", players=2)
    assert sorted(one["passing"] for one in tallies(game)) == [(1, 1), (2, 1)]


@pytest.mark.parametrize("name", GAMES)
def test_every_habit_comes_up_in_whole_games(name: str) -> None:
    for mine in tallies(play(name, {"players": 4}, [RandomBot()] * 4)):
        assert mine.keys() == {habit.name for habit in habits_of(GAMES[name])}
        assert all(tally.out_of > 0 for tally in mine.values())
        for habit in habits_of(GAMES[name]):
            assert not habit.is_share or 0 <= (mine[habit.name].mean or 0) <= 1


def test_a_game_without_an_evaluator_has_no_habits() -> None:
    assert habits_of(TINY) == ()
    assert tallies(dealt(TINY, TINY.configure(players=2), secret_of_seed(1))) == [{}, {}]


def test_means_are_shown_as_shares_or_numbers() -> None:
    assert Habit("hidden", "hidden", is_share=True).shown(Tally(1, 3).mean) == "33.3%"
    assert Habit("bid", "mean bid").shown(Tally(1, 3).mean) == "0.33"
    assert Habit("bid", "mean bid").shown(Tally().mean) == ""
