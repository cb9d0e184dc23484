"""Random play on one core, compared with OpenSpiel and Catanatron in one run.

python benchmarks/engine.py [--seconds 5] [--rounds 3] [--json]

The contenders take turns of equal length, round by round, so that noise on the machine affects all
of them; the median round counts. A decision is a choice by a player: chance outcomes don't count,
nor do the forced decisions that Kerys carries out by itself. The peers are driven from Python, as
their users do; Kerys runs its compiled loop, as its users do with `kerys simulate`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

from kerys.games import GAMES
from kerys.kernel.chance import key_of_seed
from kerys.kernel.play import play_on_cpu

PLAYERS = 4
CHUNK = 500
OPEN_SPIEL_GAMES = ("backgammon", "gin_rummy", "hearts")


@dataclass(frozen=True)
class Speed:
    """Games and decisions per second."""

    games: float
    decisions: float


def measure(play: Callable[[], tuple[int, int]], seconds: float) -> Speed:
    """Call `play` for a while; it returns how many games and decisions it made."""
    games = decisions = 0
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        more_games, more_decisions = play()
        games += more_games
        decisions += more_decisions
    return Speed(games / passed, decisions / passed)


def kerys_player(name: str) -> Callable[[], tuple[int, int]]:
    """Batches of random Kerys games, each with new deals."""
    game = GAMES[name]
    options = game.configure(players=PLAYERS)
    states, decisions = np.zeros(CHUNK, game.state), np.zeros(CHUNK, np.int64)
    played = 0

    def play() -> tuple[int, int]:
        nonlocal played
        play_on_cpu(game, options, key_of_seed("engine"), played, states, decisions)
        played += CHUNK
        return CHUNK, int(decisions.sum())

    play()
    return play


def open_spiel_player(name: str) -> Callable[[], tuple[int, int]]:
    """One random OpenSpiel game, driven from Python."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(0)

    def play() -> tuple[int, int]:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, weights)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                decisions += 1
        return 1, decisions

    return play


def catanatron_player() -> Callable[[], tuple[int, int]]:
    """One Catanatron game between four of its own random players."""
    from catanatron import Color, Game, RandomPlayer

    made = 0

    class Counting(RandomPlayer):  # type: ignore[misc]
        """A random player that counts its decisions; a single option doesn't count."""

        def decide(self, game: Any, playable_actions: Any) -> Any:
            nonlocal made
            made += len(playable_actions) > 1
            return super().decide(game, playable_actions)

    def play() -> tuple[int, int]:
        nonlocal made
        made = 0
        Game([Counting(colour) for colour in Color]).play()
        return 1, made

    return play


def start_times(name: str) -> tuple[float, float]:
    """Wall time of `kerys simulate GAME --games 1` without and with a compiled cache."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kerys.cli", "simulate", name, "--games", "1", "--json"]
        seconds = []
        for _ in range(2):
            start = time.perf_counter()
            subprocess.run(
                command,
                env={**os.environ, "NUMBA_CACHE_DIR": folder},
                check=True,
                capture_output=True,
            )
            seconds.append(time.perf_counter() - start)
    return seconds[0], seconds[1]


def run(seconds: float, rounds: int) -> dict[str, Any]:
    """Run all contenders, round by round."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    contenders = {f"kerys {name}": kerys_player(name) for name in GAMES}
    contenders |= {f"open_spiel {name}": open_spiel_player(name) for name in OPEN_SPIEL_GAMES}
    contenders["catanatron"] = catanatron_player()
    speeds: dict[str, list[Speed]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, play in contenders.items():
            speeds[name].append(measure(play, seconds))
    median = {
        name: Speed(
            statistics.median(one.games for one in found),
            statistics.median(one.decisions for one in found),
        )
        for name, found in speeds.items()
    }
    starts = {name: start_times(name) for name in GAMES}
    return {
        "versions": {one: version(one) for one in ("numba", "numpy", "open_spiel", "catanatron")},
        "speeds": {name: vars(speed) for name, speed in median.items()},
        "ratios": {
            f"kerys {name}": {
                "decisions over open_spiel backgammon": median[f"kerys {name}"].decisions
                / median["open_spiel backgammon"].decisions,
                "games over catanatron": median[f"kerys {name}"].games / median["catanatron"].games,
            }
            for name in GAMES
        },
        "state bytes": {name: game.state.itemsize for name, game in GAMES.items()},
        "start seconds": {
            name: {"first, with compilation": first, "cached": cached}
            for name, (first, cached) in starts.items()
        },
    }


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="for each contender and round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = run(arguments.seconds, arguments.rounds)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    print("versions:", ", ".join(f"{one} {number}" for one, number in found["versions"].items()))
    print(f"{'':24}{'games/s':>14}{'decisions/s':>16}")
    for name, speed in found["speeds"].items():
        print(f"{name:24}{speed['games']:>14,.1f}{speed['decisions']:>16,.0f}")
    for title in ("ratios", "start seconds"):
        for name, values in found[title].items():
            for what, value in values.items():
                print(f"{name}, {what}: {value:,.1f}")
    for name, size in found["state bytes"].items():
        print(f"{name}: {size} bytes a state")


if __name__ == "__main__":
    main()
