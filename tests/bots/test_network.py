"""Networks in bots: the compiled layers, the policy, and the search that is guided by them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kerys.bots import Budget, bot_named
from kerys.bots.network.network_file import Network
from kerys.bots.network.players import LearnedBot, PolicyBot
from kerys.bots.search.workspace import ROOT, VALUE, VIEW, VISITS, WORLD
from kerys.games import GAMES
from kerys.kernel.bits import lowest
from kerys.kernel.contract import Rules, State
from kerys.table import View, new
from tests.bots.networks import random_network

NAMES = ("mykerinos", "ys")


def views(game: str, players: int, every: int = 7) -> Iterator[View]:
    """Positions of a random game, as the seat that is asked sees them."""
    rng = random.Random(f"{game} {players}")
    table = new(game, players=players, seed=5)
    while not table.over:
        view = table.view(rng.choice(table.actors))
        if table.ply % every == 0:
            yield view
        table.push(view.seat, rng.choice(view.legal))


def layers(network: Network, rules: Rules, state: State, seat: int) -> NDArray[np.float32]:
    """The last layer, by NumPy."""
    seen = np.zeros(rules.observation_size, np.float32)
    rules.observe(state, seat, seen)
    wide = np.maximum(seen @ network.first_weights + network.first_bias, 0)
    narrow: NDArray[np.float32] = np.maximum(wide @ network.second_weights + network.second_bias, 0)
    return narrow


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Shares that add up to 1."""
    often = np.exp(logits.astype(np.float64) - logits.max())
    shares: NDArray[np.float64] = often / often.sum()
    return shares


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_compiled_layers_give_what_numpy_gives(game: str, players: int) -> None:
    rules, bot = GAMES[game], PolicyBot()
    network = bot.network = random_network(rules)
    for view in views(game, players):
        bot.look(view, random.Random(0))
        bot.think.policy(*bot.workspace[:2], view.seat)
        codes = [action.code for action in view.legal]
        narrow = layers(network, rules, bot.workspace.pool[VIEW], view.seat)
        logits = narrow @ network.policy_weights + network.policy_bias
        found = bot.workspace.notes.totals[codes]
        np.testing.assert_allclose(found, softmax(logits[codes]), rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize("game", NAMES)
def test_the_root_is_worth_what_the_network_says_of_the_positions_after_it(game: str) -> None:
    """One world deep, a tree averages the network's values, turned to the right owners."""
    rules, bot = GAMES[game], LearnedBot()
    network = bot.network = random_network(rules)
    checked = 0
    for view in views(game, 3, every=11):
        bot.look(view, random.Random(0))
        bot.grow(view.seat, Budget(worlds=1), 0.0)
        state = bot.workspace.pool[WORLD]
        asked = int(rules.actors(state))
        if not asked:
            continue
        seat, owners = lowest(asked), int(rules.owners(state))
        narrow = layers(network, rules, state, seat)
        shares = softmax((narrow @ network.value_weights + network.value_bias)[:owners])
        wanted = [shares[(owner - seat) % owners] for owner in range(owners)]
        found = bot.workspace.reals[ROOT, VALUE : VALUE + owners]
        np.testing.assert_allclose(found, wanted, rtol=1e-3)
        checked += 1
    assert checked > 5


@pytest.mark.parametrize("game", NAMES)
def test_a_learned_search_repeats_itself_with_the_same_worlds(game: str) -> None:
    for view in views(game, 4, every=31):
        found = set()
        for _ in range(2):
            bot = LearnedBot()
            bot.network = random_network(GAMES[game])
            found.add(bot.choose(view, Budget(worlds=40), random.Random(3)).code)
        assert len(found) == 1


@pytest.mark.parametrize("game", NAMES)
def test_the_policy_takes_its_favourite_and_draws_sealed_answers(game: str) -> None:
    bot, sealed = PolicyBot(), set[int]()
    bot.network = random_network(GAMES[game])
    for view in views(game, 4):
        luck = map(random.Random, range(9))
        answers = {bot.choose(view, Budget(worlds=1), rng).code for rng in luck}
        assert answers <= {action.code for action in view.legal}
        if bot.is_secret():
            sealed |= answers
        else:
            assert len(answers) == 1
    assert (len(sealed) > 1) == (game == "ys")


@pytest.mark.parametrize("game", NAMES)
def test_what_others_hide_does_not_change_the_policy(game: str) -> None:
    """The network sees what `redact` leaves: another deal that looks the same gives the same."""
    rules, bot = GAMES[game], PolicyBot()
    bot.network = random_network(rules)
    for view in views(game, 3, every=13):
        shares: list[NDArray[np.float64]] = []
        for _ in range(2):
            bot.look(view, random.Random(1))
            if shares:
                world: Any = bot.workspace.pool[VIEW]
                rules.resample(world, view.seat, bot.workspace.notes.chance)
            bot.think.policy(*bot.workspace[:2], view.seat)
            shares.append(bot.workspace.notes.totals[[one.code for one in view.legal]].copy())
        one, other = shares
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", ["policy", "learned"])
@pytest.mark.parametrize("game", NAMES)
def test_the_networks_that_come_with_the_games_play_whole_games(name: str, game: str) -> None:
    table, rng = new(game, players=3, seed=2), random.Random(1)
    bots = [bot_named(name) for _seat in range(3)]
    while not table.over:
        seat = table.actors[0]
        table.push(seat, bots[seat].choose(table.view(seat), Budget(worlds=24), rng))
    assert max(table.scores) > 0


@pytest.mark.parametrize("game", NAMES)
def test_worlds_seen_are_counted_at_the_root(game: str) -> None:
    view = next(views(game, 2))
    bot = LearnedBot()
    bot.network = random_network(GAMES[game])
    bot.choose(view, Budget(worlds=100), random.Random(0))
    assert bot.workspace.tree[ROOT, VISITS] == bot.worlds_seen
