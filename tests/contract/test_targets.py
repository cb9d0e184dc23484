"""The same functions on every target: interpreted, compiled, and as a CUDA kernel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kerys.kernel.play import play_on_cpu
from kerys.testing.targets import kernel_digests
from tests.contract.subjects import CASES, SUBJECTS, case_name
from tests.contract.trace import traces

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GAMES = {"mykerinos": 340, "tiny": 40, "mini ys": 200, "mini mykerinos": 200}
YS_GAMES = {4: 30, 3: 60, 2: 205}
"""Games a variant, in Ys by players, since short games are cheap: over 1,000 of each real game."""


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
    games = GAMES.get(name) or YS_GAMES[SUBJECTS[name].game.variants[variant]["players"]]
    interpreted = run(
        *("-W", "error", "-m", "tests.contract.trace", name, str(variant), str(games)),
        NUMBA_DISABLE_JIT="1",
    )
    assert json.loads(interpreted) == traces(name, variant, games)


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_cuda_kernel_plays_the_same_games_under_the_simulator(name: str) -> None:
    """The simulator cannot hand its arrays to compiled code, so that it runs interpreted."""
    simulated = run(
        "-c",
        "import json; from kerys.kernel.gpu import play_on_gpu;"
        "from kerys.testing.targets import kernel_digests;"
        "from tests.contract.subjects import SUBJECTS;"
        f"print(json.dumps(kernel_digests(SUBJECTS[{name!r}].game, play_on_gpu)))",
        NUMBA_ENABLE_CUDASIM="1",
        NUMBA_DISABLE_JIT="1",
    )
    assert json.loads(simulated) == kernel_digests(SUBJECTS[name].game, play_on_cpu)
