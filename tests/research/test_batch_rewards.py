"""What games bring their players in the end: by rank, by win or by points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kerys.games import GAMES
from kerys.research import Batch
from tests.contract.test_targets import run
from tests.research.batches import SMALL_BLOCKS

CASES = [(name, players) for name in GAMES for players in (2, 4)]


def finals(kind: Any, name: str, players: int, **options: Any) -> tuple[Any, Any]:
    """Rewards and points of the same random games."""
    batch = Batch(name, 40, players=players, seed=4, reward=kind, **options)
    rewards, scores = [], []
    for _ in range(250):
        batch.step(batch.sample())
        assert not batch.rewards[~batch.done].any()
        rewards.append(batch.rewards[batch.done].copy())
        scores.append(batch.scores[batch.done].copy())
    return np.concatenate(rewards), np.concatenate(scores)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_win_is_shared_by_those_who_are_first(case: tuple[str, int]) -> None:
    by_rank, _ = finals("rank", *case)
    by_win, _ = finals("win", *case)
    assert len(by_win) >= 40
    first = by_rank == by_rank.max(axis=1, keepdims=True)
    assert (by_win == (first / first.sum(axis=1, keepdims=True)).astype(np.float32)).all()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_points_count_against_the_mean_of_the_other_players(case: tuple[str, int]) -> None:
    rewards, scores = finals("points", *case)
    points = scores[:, : case[1]].astype(np.float64)  # without a neutral
    others = (points.sum(axis=1, keepdims=True) - points) / (case[1] - 1)
    assert rewards == pytest.approx((points - others) / 20, abs=1e-6)
    assert rewards.any()


def test_a_shared_win_is_a_half_each() -> None:
    by_win, scores = finals("win", "mykerinos", 2, mini=True)
    assert {0.0, 0.5, 1.0} == set(by_win.ravel().tolist())
    assert (by_win.sum(axis=1) == 1).all()
    assert (np.ptp(scores[by_win[:, 0] == 0.5], axis=1) == 0).all()


@pytest.mark.parametrize("mini", [False, True])
def test_points_have_a_column_for_everyone_who_scores(mini: bool) -> None:
    _, scores = finals("win", "ys", 2, mini=mini)
    assert scores.shape[1] == (2 if mini else 3), "mini Ys has no neutral merchant"
    assert scores.any(axis=0).all()


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(ValueError, match="rank, win, points"):
        Batch("ys", 4, reward="gold")  # type: ignore[arg-type]


def test_a_gpu_pays_the_same_under_the_simulator() -> None:
    program = (
        "from kerys.research import Batch\n"
        "from tests.research.batches import on_host\n"
        "for kind in ('win', 'points'):\n"
        "    batch = Batch('mykerinos', 1, device={!r}, players=2, mini=True, reward=kind)\n"
        "    while not on_host(batch.done).any():\n"
        "        batch.step(batch.sample())\n"
        "    print(on_host(batch.rewards).tolist(), on_host(batch.scores).tolist())\n"
    )
    simulated = run(
        "-c",
        f"{SMALL_BLOCKS}\n{program.format('gpu')}",
        NUMBA_ENABLE_CUDASIM="1",
        NUMBA_DISABLE_JIT="1",
    )
    assert simulated == run("-c", program.format("cpu"))
