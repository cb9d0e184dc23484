"""One seat as a Gymnasium environment, with bots in the others."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from sb3_contrib import MaskablePPO

from kerys.bots import BotError
from kerys.games import GAMES
from kerys.research.gymnasium import SeatEnv
from kerys.table import IllegalMove, SeatError


class Legal(SeatEnv):
    """Maps any number to a legal action: Gymnasium's checker doesn't know masks."""

    def step(self, action: Any) -> Any:
        legal = np.flatnonzero(self.action_masks())
        return super().step(int(legal[int(action) % len(legal)]) if len(legal) else action)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_finds_no_fault(name: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*render modes.*")
        check_env(Legal(name, players=3), skip_render_check=True)


def play(env: Any, seed: int) -> tuple[float, tuple[int, ...], list[bytes]]:
    """Play a whole game at random; returns the reward, the scores and all observations."""
    observation, info = env.reset(seed=seed)
    dice, seen, total, over = np.random.default_rng(seed), [observation.tobytes()], 0.0, False
    while not over:
        assert (info["action_mask"] == env.unwrapped.action_masks()).all()
        assert info["action_mask"].any()
        action = dice.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        seen.append(observation.tobytes())
        total += reward
    return total, info["scores"], seen


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_the_same_game(name: str) -> None:
    env = gymnasium.make(
        f"kerys/{name}-v{GAMES[name].environment}", bots=["greedy", "random", "random"], worlds=2
    )
    first, again, other = play(env, 5), play(env, 5), play(env, 6)
    assert first == again
    assert first[2] != other[2]
    assert first[0] in (-1, -1 / 3, 1 / 3, 1) or len(set(first[1])) < 4


def test_the_reward_is_the_place_of_the_seat() -> None:
    for seat in (0, 1, 2, None):
        env = SeatEnv("mykerinos", players=3, seat=seat)
        reward, scores, _ = play(env, 11)
        ranks = env.sequence.rules.player_ranks(env.sequence.state, 3)
        own = ranks[env.seat]
        assert reward == sum((rank > own) - (rank < own) for rank in ranks) / 2
        assert len(scores) == 3


def test_a_drawn_seat_changes_from_game_to_game() -> None:
    env = SeatEnv("mykerinos", players=4, seat=None)
    env.reset(seed=1)
    assert {env.reset()[0].shape and env.seat for _ in range(40)} == {0, 1, 2, 3}


def test_games_go_on_from_a_seed() -> None:
    env = SeatEnv("mykerinos", players=2)
    deals = []
    for _ in range(2):
        env.reset(seed=3)
        deals.append([env.reset()[0].tobytes() for _ in range(3)])
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 3


def test_illegal_actions_bots_and_seats_are_refused() -> None:
    env = SeatEnv("ys", players=2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="player_0"):
        env.step(607)
    with pytest.raises(BotError, match="one for each other seat"):
        SeatEnv("ys", players=4, bots=["random"])
    with pytest.raises(BotError, match="cheats"):
        SeatEnv("ys", bots="oracle")
    with pytest.raises(SeatError, match="0 to 1"):
        SeatEnv("ys", players=2, seat=2)


def test_maskable_ppo_learns_from_it() -> None:
    env = SeatEnv("mykerinos", players=2)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=0)
    model.learn(64)
    observation, info = env.reset(seed=0)
    action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool))
    assert info["action_mask"][action]


def test_ids_carry_a_version() -> None:
    assert {f"kerys/{name}-v{rules.environment}" for name, rules in GAMES.items()} <= set(
        gymnasium.registry
    )
