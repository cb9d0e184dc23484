"""The mini games are small enough to be solved, and show how good a bot is."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest

import kerys
from kerys.games import GAMES
from kerys.kernel.contract import OptionsError
from kerys.research import Batch
from kerys.research.solving import (
    Tree,
    exploitability,
    mini,
    policy_of,
    result_against,
    solve,
    tree_of,
)


@pytest.fixture(scope="module")
def mini_ys() -> Tree:
    return tree_of(mini("ys"))


def test_exploitability_falls_to_nothing_in_mini_ys(mini_ys: Tree) -> None:
    policy, path = solve(mini_ys, 64)
    assert path == sorted(path, reverse=True)
    assert path[0] > 0.9
    assert path[-1] < 0.001
    assert exploitability(mini_ys, policy) == path[-1]
    assert set(policy) == set(mini_ys.tables)
    mixed = [
        shares for shares in policy.values() if 0.05 < max(share for _, share in shares) < 0.95
    ]
    assert mixed, "a solution keeps others guessing"


def test_search_is_measured_against_the_solution_of_mini_ys(mini_ys: Tree) -> None:
    solution, path = solve(mini_ys, 64)
    random, search = (policy_of(mini_ys, *bot) for bot in (("random", 1), ("search", 16)))
    lost = [-result_against(mini_ys, policy, solution) for policy in (solution, search, random)]
    assert lost == sorted(lost)
    assert abs(lost[0]) < 1e-9
    assert -path[-1] <= lost[1] < lost[2] - 0.1


def test_search_solves_mini_mykerinos() -> None:
    tree = tree_of(mini("mykerinos"))
    _, path = solve(tree, 32)
    assert path == sorted(path, reverse=True)
    assert path[-1] < 0.01
    assert exploitability(tree, policy_of(tree, "search", 4)) < 0.01
    assert exploitability(tree, pyspiel.UniformRandomPolicy(tree.game)) > 0.5


def test_every_information_state_has_a_table_that_looks_so(mini_ys: Tree) -> None:
    seen = {
        table.information_state_string(table.current_player()) for table in mini_ys.tables.values()
    }
    assert len(seen) == len(mini_ys.tables) == 1989
    for name, table in list(mini_ys.tables.items())[::97]:
        texts = [table.action_to_string(action) for action in table.legal_actions()]
        assert list(mini_ys.actions[name]) == texts


@pytest.mark.parametrize("name", GAMES)
def test_small_versions_have_records_views_and_batches(name: str) -> None:
    game = kerys.new(name, players=2, mini=True, seed=4)
    while not game.over:
        assert len(game.view(0).svg()) > 1000
        assert str(game.view(game.actors[0]))
        game.push(game.actors[0], game.legal(game.actors[0])[-1])
    record = game.record()
    assert record.options["mini"] is True
    assert record.verify().scores == game.scores
    assert len(game.scores) == 2, "no neutral party"
    batch = Batch(name, 100, players=2, mini=True)
    ended = 0
    for _ in range(40):
        batch.step(batch.sample())
        ended += int(batch.done.sum())
    assert ended >= 300


@pytest.mark.parametrize(
    "options",
    [
        {"mini": True},
        {"mini": True, "players": 3},
        {"mini": 1, "players": 2},
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_what_goes_not_with_a_small_version_is_refused(name: str, options: Any) -> None:
    with pytest.raises(OptionsError, match=r"mini .* for 2 players|on or off"):
        GAMES[name].configure(**options)


def test_mini_ys_has_one_quarter_and_ships_of_its_own() -> None:
    with pytest.raises(OptionsError, match="has 1 quarters"):
        GAMES["ys"].configure(players=2, mini=True, quarters=3)
    with pytest.raises(OptionsError, match="ships"):
        GAMES["ys"].configure(players=2, mini=True, ships=[])
    with pytest.raises(OptionsError, match="basic game"):
        GAMES["ys"].configure(players=2, mini=True, express=True)
