"""The same functions on every target: interpreted, compiled, and as a CUDA kernel."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from importlib import import_module
from typing import Any

import numpy as np

from kerys.kernel.chance import key_of_seed, streams
from kerys.kernel.contract import SPECTATOR, Rules, State
from kerys.kernel.play import play_on_cpu, random_play

GAMES = 5
KNOWLEDGE_EVERY = 23
"""Views, imagined worlds and observations are compared once per this many decisions."""
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
SIMULATED = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
"""The simulator can't pass its arrays to compiled code, so it runs interpreted."""


def check_targets(rules: Rules, games: int = GAMES) -> None:
    """A game is played in the same way interpreted, compiled and on a simulated GPU."""
    reference = reference_of(rules)
    for variant in range(len(rules.variants)):
        interpreted = in_process(INTERPRETED, reference, "trace", variant, games)
        assert interpreted == traces(rules, variant, games), "interpreted play differs"
    simulated = in_process(SIMULATED, reference, "kernel")
    assert simulated == kernel_digests(rules, play_on_cpu), "play on a GPU differs"


def reference_of(rules: Rules) -> str:
    """Where another process finds a game: `module:NAME`."""
    module = import_module(rules.configure.__module__)
    for place in (sys.modules[module.__name__.partition(".")[0]], module, *sys.modules.values()):
        for name, value in list(vars(place).items()) if place else ():
            if value is rules:
                return f"{place.__name__}:{name}"
    raise LookupError(f"{rules.name} isn't in a module that another process can import")


def in_process(environment: dict[str, str], reference: str, *arguments: object) -> Any:
    """What `main` prints in a process with another environment."""
    program = f"import sys; from {__name__} import main; main(*sys.argv[1:])"
    command = [sys.executable, "-W", "error", "-c", program, reference, *map(str, arguments)]
    environment = {**os.environ, **environment}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def traces(rules: Rules, variant: int, games: int, every: int = KNOWLEDGE_EVERY) -> list[str]:
    """The digests of the first games of a variant."""
    options = rules.configure(**rules.variants[variant])
    return [trace(rules, options, number, every) for number in range(games)]


def trace(rules: Rules, options: State, number: int, every: int) -> str:
    """One game: a digest of the state after every decision, and of what seats know about it."""
    dealer, player = streams(key_of_seed("trace"), number)
    decide = random_play(rules).decide
    state, mask = rules.blank(), np.zeros(rules.mask_words, np.int64)
    rules.deal(state, options, dealer)
    digest = hashlib.sha256(state.tobytes())
    node = 0
    while rules.actors(state):
        seat, action = decide(state, mask, player)
        digest.update(f"{seat} {action}".encode() + state.tobytes())
        if node % every == number % every:
            digest.update(knowledge(rules, state, int(options.players), player))
        node += 1
    for seat in range(int(options.players)):
        digest.update(f"{rules.score(state, seat)} {rules.rank(state, seat)}".encode())
    return digest.hexdigest()


def knowledge(rules: Rules, state: State, players: int, chance: Any) -> bytes:
    """The views, one imagined world and the observation of every seat."""
    found = b""
    for seat in range(SPECTATOR, players):
        view = rules.view(state, seat)
        found += view.tobytes()
        rules.resample(view, seat, chance)
        found += view.tobytes()
        if seat != SPECTATOR:
            out = np.zeros(rules.observation_size, np.float32)
            rules.observe(state, seat, out)
            found += out.tobytes()
    return found


def kernel_digests(rules: Rules, play: Any, games: int = 3) -> list[str]:
    """Final states and lengths of a few games of every variant, as digests."""
    found = []
    for variant in rules.variants:
        states = np.zeros(games, rules.state)
        decisions = np.zeros(games, np.int64)
        play(rules, rules.configure(**variant), key_of_seed("kernel"), 5, states, decisions)
        assert decisions.min() > 0
        found.append(hashlib.sha256(states.tobytes() + decisions.tobytes()).hexdigest())
    return found


def main(reference: str, what: str, *numbers: str) -> None:
    """Print digests of the games that the target of this process plays."""
    module, _colon, name = reference.partition(":")
    rules = getattr(import_module(module), name)
    if what == "kernel":
        from kerys.kernel.gpu import play_on_gpu

        print(json.dumps(kernel_digests(rules, play_on_gpu)))
    else:
        variant, games = map(int, numbers)
        print(json.dumps(traces(rules, variant, games)))
