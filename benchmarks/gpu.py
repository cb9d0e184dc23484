"""Correctness and speed on a GPU: the same games as on the CPU, state for state, and how fast.

python benchmarks/gpu.py [--games 140000] [--batch 1000000]

Needs a CUDA device and numba-cuda, in addition to NumPy and Numba.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from kerys.games import GAMES
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.contract import Rules
from kerys.kernel.gpu import THREADS_PER_BLOCK, blocks, gpu_kernel, play_on_gpu
from kerys.kernel.play import play_on_cpu

from numba import cuda  # isort: skip  # after kerys.kernel.gpu, which patches NumPy for it


def agree(rules: Rules, games: int) -> None:
    """Check all variants: final states and decision counts are equal, byte for byte."""
    total, games = 0, -(-games // len(rules.variants))
    for variant in rules.variants:
        options = rules.configure(**variant)
        results = []
        for play in (play_on_cpu, play_on_gpu):
            states, decisions = np.zeros(games, rules.state), np.zeros(games, np.int64)
            play(rules, options, key_of_seed("agreement"), 0, states, decisions)
            results.append((states.tobytes(), decisions.tobytes()))
        if results[0] != results[1]:
            raise SystemExit(f"{rules.name} {variant}: CPU and GPU differ")
        total += games
        print(f"{rules.name} {variant}: {games} games equal", flush=True)
    print(f"{rules.name}: {total} games equal on CPU and GPU", flush=True)


def speed(rules: Rules, batch: int, players: int) -> None:
    """Decisions per second of random play, with the states kept on the device."""
    options = cuda.to_device(np.array([rules.configure(players=players)], rules.options))
    master = cuda.to_device(generator(key_of_seed("speed")))
    states = cuda.device_array(batch, rules.state)
    decisions = cuda.device_array(batch, np.int64)
    kernel = gpu_kernel(rules)[blocks(batch), THREADS_PER_BLOCK]
    best = 0.0
    for run in range(4):
        cuda.synchronize()
        start = time.perf_counter()
        kernel(states, options, master, run * batch, decisions)
        cuda.synchronize()
        seconds = time.perf_counter() - start
        made = int(decisions.copy_to_host().sum())
        if run > 0:  # the first run compiles or loads
            best = max(best, made / seconds)
            print(
                f"{rules.name}, {players} players: {batch} games, {made / seconds:,.0f} decisions/s"
            )
    print(f"{rules.name}, {players} players: best {best:,.0f} decisions/s", flush=True)


def main() -> None:
    """Run both parts for every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=140_000, help="games of each to compare")
    parser.add_argument("--batch", type=int, default=1_000_000, help="games at once for speed")
    arguments = parser.parse_args()
    if not cuda.is_available():
        raise SystemExit("no CUDA device: run this on a machine with a GPU")
    print("device:", cuda.get_current_device().name)
    for rules in GAMES.values():
        start = time.perf_counter()
        gpu_kernel(rules)
        agree(rules, arguments.games)
        print(f"{rules.name}: {time.perf_counter() - start:.0f} s with compilation")
        for players in (4, 3, 2):
            speed(rules, arguments.batch, players)


if __name__ == "__main__":
    main()
