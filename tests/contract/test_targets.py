"""The same functions on every target: interpreted, compiled, and as a CUDA kernel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kerys.kernel.chance import key_of_seed, streams
from kerys.kernel.play import play_on_cpu, random_play
from kerys.testing.targets import kernel_digests
from tests.contract.subjects import SUBJECTS, case_name
from tests.contract.trace import traces

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GAMES = {
    "ys": {4: 15, 3: 30, 2: 355},
    "mykerinos": {4: 150, 3: 300, 2: 560},
    "tiny": {2: 40, 3: 40},
    "mini ys": {2: 200},
    "mini mykerinos": {2: 200},
}
"""Games per variant, by number of players: over 1,000 of each real game, most of them short."""
MANY = 500


def variants_of(name: str) -> range:
    """The numbers of the variants of a game."""
    return range(len(SUBJECTS[name].game.variants))


def games_of(name: str, variant: int) -> int:
    """How many games of a variant are compared."""
    return GAMES[name][SUBJECTS[name].game.variants[variant]["players"]]


def interpreted_traces(name: str) -> list[list[str]]:
    """The digests of all games of all variants, played without compiling anything."""
    games = [str(games_of(name, variant)) for variant in variants_of(name)]
    arguments = "-W", "error", "-m", "tests.contract.trace", name, *games
    found: list[list[str]] = json.loads(run(*arguments, NUMBA_DISABLE_JIT="1"))
    return found


def run(*arguments: str, **environment: str) -> str:
    """The output of one of our Python programs in another environment."""
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


@pytest.mark.parametrize("name", SUBJECTS)
def test_interpreted_and_compiled_play_agree_after_every_decision(name: str) -> None:
    interpreted = interpreted_traces(name)
    assert len(interpreted) == len(variants_of(name))
    for variant, digests in enumerate(interpreted):
        assert digests == traces(name, variant, games_of(name, variant)), case_name((name, variant))


@pytest.mark.parametrize("name", ["ys", "mykerinos"])
def test_the_games_compared_are_many_and_ask_all_questions(name: str) -> None:
    assert sum(games_of(name, variant) for variant in variants_of(name)) > 1000
    for variant in variants_of(name):
        few, many = games_of(name, variant), max(games_of(name, variant), MANY)
        assert questions(name, variant, few) == questions(name, variant, many)


def questions(name: str, variant: int, games: int) -> set[int]:
    """The questions asked in the first games of a variant."""
    rules = SUBJECTS[name].game
    options, decide = rules.configure(**rules.variants[variant]), random_play(rules).decide
    found = set()
    for number in range(games):
        state, mask = rules.blank(), np.zeros(rules.mask_words, np.int64)
        dealer, player = streams(key_of_seed("trace"), number)
        rules.deal(state, options, dealer)
        while rules.actors(state):
            found.add(int(state.question))
            decide(state, mask, player)
    return found


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_cuda_kernel_plays_the_same_games_under_the_simulator(name: str) -> None:
    """The simulator can't pass its arrays to compiled code, so everything runs interpreted."""
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
