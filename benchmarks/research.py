"""Batches compared with pgx, PettingZoo's classics and OpenSpiel, in one run on one machine.

python benchmarks/research.py [--device cpu|gpu] [--batch 16384] [--seconds 5] [--page FILE]

A decision is a random legal choice by a player, with the observation and the mask of the next
player written. Contenders take turns of equal length, round by round, and the median round counts.
pgx and Kerys step the same number of games at once and redeal finished ones; PettingZoo and
OpenSpiel run one game in Python, as their users do. On a GPU, everything stays on the device, and
the games there are first compared with the CPU's, byte for byte. `--page` writes the results to a
page of the documentation and keeps the table for the other device.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import re
import statistics
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from kerys.research import Batch

GAMES = ("ys", "mykerinos")
PLAYERS = 4
PGX_GAMES = ("backgammon", "go_9x9", "sparrow_mahjong")
OPEN_SPIEL_GAMES = ("backgammon", "gin_rummy", "hearts")
PETTINGZOO_GAMES = ("connect_four_v3", "tictactoe_v3")
PEERS = ("pgx", "open_spiel", "pettingzoo")
LIBRARIES = ("numpy", "numba", "numba-cuda", "jax", "pgx", "pettingzoo", "open_spiel")
LOAD = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
"""The load from other processes: if it is high, core-seconds say more than seconds."""
STEPS = 20
AGREEING_ROWS, AGREEING_STEPS = 4096, 400
Play = Callable[[], int]
"""Plays for a moment; returns the number of decisions."""


def kerys_batch(game: str, batch: int, device: Any) -> Play:
    """A Kerys batch with random choices."""
    made = Batch(game, batch, players=PLAYERS, device=device)

    def play() -> int:
        for _ in range(STEPS):
            made.step(made.sample(), check=device == "cpu")
        if device == "gpu":
            made.done.copy_to_host()  # waits for the device
        return STEPS * batch

    return play


def pgx_batch(game: str, batch: int) -> Play:
    """A pgx batch with random choices, compiled as a whole."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(state: Any, key: Any) -> tuple[Any, Any]:
        key, choosing, dealing = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(choosing, odds, axis=-1)
        return step(state, action, jax.random.split(dealing, batch)), key

    compiled, key = jax.jit(once), jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))

    def play() -> int:
        nonlocal state, key
        for _ in range(STEPS):
            state, key = compiled(state, key)
        state.observation.block_until_ready()
        return STEPS * batch

    return play


def open_spiel_game(game: str) -> Play:
    """One OpenSpiel game, with observations and masks."""
    import pyspiel

    loaded, dice = pyspiel.load_game(game), random.Random(0)

    def play() -> int:
        state, decisions = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, weights)[0])
                continue
            player = state.current_player()
            if loaded.get_type().provides_observation_tensor:
                state.observation_tensor(player)
            else:
                state.information_state_tensor(player)
            mask = np.flatnonzero(state.legal_actions_mask(player))
            state.apply_action(int(mask[dice.randrange(len(mask))]))
            decisions += 1
        return decisions

    return play


def aec_game(env: Any) -> Play:
    """One game in a PettingZoo environment."""
    dice = random.Random(0)

    def play() -> int:
        env.reset(seed=dice.randrange(1 << 31))
        decisions = 0
        for _agent in env.agent_iter():
            observation, _, over, late, _ = env.last()
            if over or late:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[dice.randrange(len(legal))]))
            decisions += 1
        return decisions

    return play


def pettingzoo_game(game: str) -> Play:
    """One of PettingZoo's classics."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        classics = __import__("pettingzoo.classic", fromlist=[game])
        return aec_game(getattr(classics, game).env())


def kerys_pettingzoo(game: str) -> Play:
    """The Kerys environment for PettingZoo."""
    from kerys.research.pettingzoo import env

    return aec_game(env(game, players=PLAYERS))


def contenders(device: Any, batch: int) -> dict[str, Play]:
    """All contenders, ready and warmed up."""
    found: dict[str, Play] = {}

    def enter(name: str, make: Callable[..., Play], *arguments: Any) -> None:
        try:
            found[name] = make(*arguments)
            start = time.perf_counter()
            found[name]()
            print(f"{name} is ready, {time.perf_counter() - start:.0f} s", flush=True)
        except ImportError as error:
            found.pop(name, None)
            print(f"{name} does not run: {error}", flush=True)

    for game in GAMES:
        enter(f"kerys {game}", kerys_batch, game, batch, device)
    for game in PGX_GAMES:
        enter(f"pgx {game}", pgx_batch, game, batch)
    if device == "cpu":
        for game in OPEN_SPIEL_GAMES:
            enter(f"open_spiel {game}", open_spiel_game, game)
        for game in PETTINGZOO_GAMES:
            enter(f"pettingzoo {game}", pettingzoo_game, game)
        for game in GAMES:
            enter(f"kerys {game} under PettingZoo", kerys_pettingzoo, game)
    return found


@dataclass(frozen=True, order=True)
class Speed:
    """Decisions per second, and per second of one core's work."""

    clock: float
    core: float


def measure(play: Play, seconds: float) -> Speed:
    """Play for a while."""
    decisions, start, worked = 0, time.perf_counter(), time.process_time()
    while (passed := time.perf_counter() - start) < seconds:
        decisions += play()
    return Speed(decisions / passed, decisions / (time.process_time() - worked))


def run(device: Any, batch: int, seconds: float, rounds: int) -> dict[str, Speed]:
    """The median round of every contender."""
    playing = contenders(device, batch)
    speeds: dict[str, list[Speed]] = {name: [] for name in playing}
    for _ in range(rounds):
        for name, play in playing.items():
            speeds[name].append(measure(play, seconds))
    return {
        name: Speed(
            statistics.median(one.clock for one in found),
            statistics.median(one.core for one in found),
        )
        for name, found in speeds.items()
    }


def agree() -> None:
    """Check that the same seeds give the same games on both devices, byte for byte, or exit."""
    for game in GAMES:
        batches = [
            Batch(game, AGREEING_ROWS, players=PLAYERS, device=device, seed="agreement")
            for device in ("cpu", "gpu")
        ]
        names = ("states", "seats", "masks", "observations", "rewards", "done", "scores")
        for step in range(AGREEING_STEPS + 1):
            cpu, gpu = ([one.sample(), *(getattr(one, name) for name in names)] for one in batches)
            if step % 50 == 0:
                for name, here, there in zip(("sample", *names), cpu, gpu, strict=True):
                    if here.tobytes() != there.copy_to_host().tobytes():
                        raise SystemExit(f"{game}, step {step}: {name} differ on CPU and GPU")
            for one, shown in zip(batches, (cpu, gpu), strict=True):
                one.step(shown[0])
        print(f"{game}: {AGREEING_ROWS} rows equal over {AGREEING_STEPS} steps", flush=True)


def hand_over() -> None:
    """Check that observations reach PyTorch and JAX on the GPU without a copy, if installed."""
    batch = Batch("mykerinos", 64, device="gpu")
    address = batch.observations.__cuda_array_interface__["data"][0]
    try:
        import torch

        shared = torch.as_tensor(batch.observations, device="cuda").data_ptr() == address
        batch.step(torch.as_tensor(batch.sample(), device="cuda").long())
        print("PyTorch shares the memory:", shared)
    except ImportError:
        print("PyTorch is not installed")
    try:
        import jax

        shared = jax.numpy.asarray(batch.observations).unsafe_buffer_pointer() == address
        batch.step(jax.numpy.asarray(batch.sample()))
        print("JAX shares the memory:", shared)
    except ImportError:
        print("JAX is not installed")


def kernel_times(game: str, batch: int) -> None:
    """The time of each part of a step on the GPU."""
    made = Batch(game, batch, players=PLAYERS, device="gpu")
    for _ in range(STEPS):
        made.step(made.sample(), check=False)
    parts: dict[str, Callable[[], Any]] = {
        "choosing at random": made.sample,
        "a step": lambda: made.step(made.sample(), check=False),
        "a step with a check": lambda: made.step(made.sample()),
    }
    for name, part in parts.items():
        made.done.copy_to_host()
        start = time.perf_counter()
        for _ in range(STEPS):
            part()
        made.done.copy_to_host()
        print(f"{game}: {name} {1e3 * (time.perf_counter() - start) / STEPS:.2f} ms", flush=True)


def versions() -> str:
    """The versions of the software that ran."""
    found = []
    for library in LIBRARIES:
        try:
            found.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            continue
    return ", ".join([f"Python {platform.python_version()}", *found])


def machine(device: Any) -> str:
    """The machine that it ran on."""
    if device == "gpu":
        from numba import cuda

        name = cuda.get_current_device().name
        return str(name.decode() if isinstance(name, bytes) else name)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{cores} cores, {platform.machine()}, load average {LOAD:.1f} at the start"


def table(speeds: dict[str, Speed], device: Any, batch: int) -> str:
    """The results as a part of the page; ratios use core-seconds on a CPU, seconds elsewhere."""
    ours = [f"kerys {game}" for game in GAMES]
    kinds = (
        {"a second": "clock"} if device == "gpu" else {"a second": "clock", "a core-second": "core"}
    )
    measured = list(kinds.values())[-1]
    head = " | ".join(
        ["contender", *(f"decisions {kind}" for kind in kinds), *(f"{own} over it" for own in ours)]
    )
    lines = [
        f"## On the {device.upper()}",
        "",
        f"{machine(device)}; {batch:,} games at once; {versions()}.",
        "",
        f"| {head} |",
        "| --- |" + " ---: |" * (len(kinds) + len(ours)),
    ]
    for name, speed in speeds.items():
        own_speeds = [getattr(speeds[own], measured) for own in ours]
        cells = [f"{getattr(speed, kind):,.0f}" for kind in kinds.values()]
        for own in own_speeds:
            cells.append("" if name in ours else f"{own / getattr(speed, measured):,.1f}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def write_page(page: Path, device: Any, part: str) -> None:
    """Write the results to the page, in place of older ones for the same device."""
    old = page.read_text("utf-8") if page.exists() else ""
    parts = dict(re.findall(r"^(## On the \w+)\n(.*?)(?=^## |\Z)", old, re.MULTILINE | re.DOTALL))
    heading, _, rest = part.partition("\n")
    parts[heading] = rest
    intro = (
        "# Speed of the environments\n\n"
        "Written by `benchmarks/research.py`. A decision is a random legal choice, with the "
        "observation and\nthe mask of the next player written. pgx and Kerys step the same number "
        "of games at once;\nPettingZoo and OpenSpiel run one game in Python. On a CPU ratios are "
        "of core-seconds, so that nobody\ngains by using more cores. Games differ in what a "
        "decision costs: the ratios say what a researcher\nwaits for, not whose code is better.\n"
    )
    body = [f"{name}\n{parts[name].rstrip()}\n" for name in sorted(parts)]
    page.write_text("\n".join([intro, *body]), "utf-8")


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--batch", type=int, help="games at once; 16384 on a CPU, 262144 on a GPU")
    parser.add_argument("--seconds", type=float, default=5, help="for each contender and round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--page", type=Path, help="write the results into this page")
    arguments = parser.parse_args()
    device = arguments.device
    batch = arguments.batch or (16384 if device == "cpu" else 262_144)
    if device == "gpu":
        agree()
        hand_over()
        for game in GAMES:
            kernel_times(game, batch)
    part = table(run(device, batch, arguments.seconds, arguments.rounds), device, batch)
    print(part)
    if arguments.page is not None:
        write_page(arguments.page, device, part)


if __name__ == "__main__":
    main()
