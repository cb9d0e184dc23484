"""The same functions on every target: interpreted, compiled, and as a CUDA kernel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.subjects import CASES, case_name
from tests.contract.trace import traces

ROOT = Path(__file__).parents[2]
GAMES = {"ys": 72, "tiny": 40}
"""Games a variant: over 1,000 of Ys in all."""
KERNEL_GAMES = 3


def run(*arguments: str, **environment: str) -> str:
    """What a Python program of ours prints under another environment."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_interpreted_and_compiled_play_agree_after_every_decision(case: tuple[str, int]) -> None:
    name, variant = case
    games = GAMES[name]
    interpreted = run(
        *("-W", "error", "-m", "tests.contract.trace", name, str(variant), str(games)),
        NUMBA_DISABLE_JIT="1",
    )
    assert json.loads(interpreted) == traces(name, variant, games)


KERNEL = """
import json, sys
import numpy as np
from kerys.kernel.chance import key_of_seed
from kerys.kernel.play import play_on_cpu, play_on_gpu
from tests.contract.subjects import SUBJECTS
game, games = SUBJECTS[sys.argv[1]].game, int(sys.argv[2])
for variant in game.variants:
    results = []
    for play in (play_on_cpu, play_on_gpu):
        states, decisions = np.zeros(games, game.state), np.zeros(games, np.int64)
        play(game, game.configure(**variant), key_of_seed("kernel"), 5, states, decisions)
        results.append(states.tobytes() + decisions.tobytes())
    assert results[0] == results[1], variant
    assert decisions.min() > 0
print("equal")
"""


@pytest.mark.parametrize("name", ["ys", "tiny"])
def test_a_cuda_kernel_plays_the_same_games_under_the_simulator(name: str) -> None:
    printed = run("-c", KERNEL, name, str(KERNEL_GAMES), NUMBA_ENABLE_CUDASIM="1")
    assert printed.strip() == "equal"
