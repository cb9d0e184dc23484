"""The PettingZoo environments pass PettingZoo's own tests, in every variant."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.utils import parallel_to_aec

from kerys.games import GAMES
from kerys.research import sequence
from kerys.research.pettingzoo import env, parallel_env, raw_env
from kerys.research.sequence import HIGHEST, LOWEST
from kerys.table import IllegalMove

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # from games that it imports
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.max_cycles_test import max_cycles_test

CASES = [(name, options) for name, game in GAMES.items() for options in game.variants]


def case_name(case: tuple[str, dict[str, Any]]) -> str:
    return "-".join([case[0], *(f"{key}={value}" for key, value in case[1].items())])


@contextmanager
def dictionaries_allowed() -> Iterator[None]:
    """PettingZoo's test has a fixed list of environments whose observations are dictionaries."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        yield


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_api_of_every_variant(case: tuple[str, Any]) -> None:
    with dictionaries_allowed():
        api_test(env(case[0], **case[1]), num_cycles=120)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_seeds(case: tuple[str, Any]) -> None:
    seed_test(lambda: env(case[0], **case[1]), num_cycles=200)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_rendering(
    case: tuple[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequence, "PICTURE_WIDTH", 200)  # large ones take long
    render_test(lambda render_mode: env(case[0], render_mode=render_mode, **case[1]))
    assert capsys.readouterr().out.count("\n") > 20


class Masked(spaces.Discrete):
    """A space that samples legal actions: PettingZoo's parallel tests don't know masks."""

    def __init__(self, table: Any, agent: str) -> None:
        super().__init__(table.sequence.rules.actions + 1)
        self.table, self.agent = table, agent

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        legal = self.table.observe(self.agent)["action_mask"]
        return np.int64(self.np_random.choice(np.flatnonzero(legal)))


def masked_parallel_env(game: str, **options: Any) -> Any:
    """The parallel environment, whose samples respect its masks."""
    made = parallel_env(game, **options)
    made.action_spaces = {agent: Masked(made, agent) for agent in made.possible_agents}
    return made


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_all_agents_at_once(case: tuple[str, Any]) -> None:
    with dictionaries_allowed():
        parallel_api_test(masked_parallel_env(case[0], **case[1]), num_cycles=150)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_cycles_are_limited(case: tuple[str, Any]) -> None:
    def parallel(max_cycles: int) -> Any:
        return masked_parallel_env(case[0], max_cycles=max_cycles, **case[1])

    max_cycles_test(
        SimpleNamespace(
            parallel_env=parallel,
            env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)),
        )
    )


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_decisions_are_limited(case: tuple[str, Any]) -> None:
    made = env(case[0], max_cycles=7, **case[1])
    made.reset(seed=1)
    steps = 0
    for agent in made.agent_iter():
        observation, _, terminated, truncated, _ = made.last()
        assert not terminated
        if truncated:
            made.step(None)
            continue
        made.step(made.action_space(agent).sample(observation["action_mask"]))
        steps += 1
    assert steps == 7
    assert not made.agents


def play(made: Any, seed: int) -> tuple[list[float], Any]:
    """A whole game at random: rewards, and the state it ended in."""
    made.reset(seed=seed)
    dice = np.random.default_rng(seed)
    total = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        observation, reward, terminated, _, _ = made.last()
        total[agent] += reward
        if terminated:
            made.step(None)
        else:
            made.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    return list(total.values()), made.unwrapped.sequence


@pytest.mark.parametrize("case", CASES[::4], ids=case_name)
def test_a_whole_game_pays_by_rank(case: tuple[str, Any]) -> None:
    rewards, sequence = play(env(case[0], **case[1]), 3)
    ranks = sequence.rules.player_ranks(sequence.state, sequence.players)
    assert sum(rewards) == pytest.approx(0)
    assert sorted(range(len(ranks)), key=lambda seat: ranks[seat]) == sorted(
        range(len(ranks)), key=lambda seat: (-rewards[seat], ranks[seat])
    )
    assert len(set(rewards)) == len(set(ranks))


def test_sealed_choices_are_made_in_one_parallel_step() -> None:
    made = masked_parallel_env("ys", players=4)
    observations, _ = made.reset(seed=2)
    assert all(one["action_mask"][:-1].any() for one in observations.values()), "all bid"
    made.step({agent: made.action_space(agent).sample() for agent in made.agents})
    asked = [agent for agent in made.agents if made.observe(agent)["action_mask"][:-1].any()]
    assert len(asked) == 1, "then one after the other"
    assert all(made.observe(one)["action_mask"][-1] for one in made.agents if one not in asked)


@pytest.mark.parametrize("wrong", [-1, 10_000, None])
def test_a_wrong_action_is_refused_and_changes_nothing(wrong: Any) -> None:
    one, many = raw_env("ys", players=3), parallel_env("ys", players=3)
    one.reset(seed=4)
    many.reset(seed=4)
    before = one.sequence.state.tobytes()
    with pytest.raises(IllegalMove, match="player_0"):
        one.step(wrong)
    right = {
        agent: int(np.flatnonzero(many.observe(agent)["action_mask"])[0]) for agent in many.agents
    }
    with pytest.raises(IllegalMove, match="player_2"):
        many.step({**right, "player_2": wrong})
    assert one.sequence.state.tobytes() == many.sequence.state.tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_observations_keep_within_their_space(name: str) -> None:
    from kerys.research import Batch

    lowest, highest = 0.0, 0.0
    for players in (2, 3, 4):
        batch = Batch(name, 200, players=players, seed="bounds")
        for _ in range(250):
            batch.step(batch.sample())
            lowest = min(lowest, float(batch.observations.min()))
            highest = max(highest, float(batch.observations.max()))
    assert lowest >= LOWEST
    assert 1 < highest <= HIGHEST


def test_names_carry_a_version() -> None:
    assert raw_env("ys").metadata["name"] == "kerys_ys_v2"
    assert str(env("mykerinos").unwrapped) == "kerys_mykerinos_v1"


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="human, ansi, rgb_array"):
        env("ys", render_mode="film")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_cycles must be a whole number"):
        env("ys", max_cycles=0)
