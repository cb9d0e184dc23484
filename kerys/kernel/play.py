"""Random play of any game, compiled: one game, a batch on the CPU, a batch on the GPU.

The functions below the line are templates: the names of the contract (`deal`, `legal`, ...) are
free in them, and `bind` gives them the functions of one game. A closure would do the same, but
Numba caches no closure over compiled functions.
"""

from __future__ import annotations

import hashlib
import inspect
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.bits import count, mask_nth, nth
from kerys.kernel.chance import CHANCE_WORDS, below, branch, generator
from kerys.kernel.compiling import rule
from kerys.kernel.contract import Game

THREADS_PER_BLOCK = 256


@dataclass(frozen=True)
class RandomPlay:
    """The compiled drivers of one game."""

    decide: Any
    """decide(state, mask, chance): one random decision; returns seat and action."""
    play: Any
    """play(state, options, master, number, mask, dealer, player): deals and plays one game."""
    batch: Any
    """batch(states, options, master, first, decisions, mask, dealer, player): many games."""


def source_digest(game: Game) -> str:
    """A digest of the folders a game is written in.

    Numba would go on using a cached driver when a game outside this package changes.
    """
    functions = (game.deal, game.actors, game.legal, game.apply)
    folders = {Path(inspect.getfile(inspect.unwrap(one))).parent for one in functions}
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def bind(template: Any, game: Game, names: dict[str, Any]) -> Any:
    """A compiled copy of a template with the free names filled in for one game."""
    scope = {**template.__globals__, **names}
    bound = FunctionType(
        template.__code__, scope, f"{template.__name__}_{game.name}_{source_digest(game)}"
    )
    bound.__qualname__ = bound.__name__
    bound.__module__ = template.__module__
    bound.__doc__ = template.__doc__
    return rule(bound)


@cache
def random_play(game: Game) -> RandomPlay:
    """The drivers of a game, made once."""
    names = {"deal": game.deal, "actors": game.actors, "legal": game.legal, "apply": game.apply}
    decide = bind(_decide, game, names)
    play = bind(_play, game, {**names, "decide": decide})
    return RandomPlay(decide, play, bind(_batch, game, {"play": play}))


@cache
def gpu_kernel(game: Game) -> Any:
    """The same play as a CUDA kernel, one thread a game."""
    from numba import cuda

    play = random_play(game).play
    mask_words, chance_words = game.mask_words, CHANCE_WORDS

    @cuda.jit
    def kernel(states, options, master, first, decisions):  # type: ignore[no-untyped-def]
        number = cuda.grid(1)
        if number < states.shape[0]:
            mask = cuda.local.array(mask_words, np.int64)
            dealer = cuda.local.array(chance_words, np.int64)
            player = cuda.local.array(chance_words, np.int64)
            decisions[number] = play(
                states[number], options[0], master, first + number, mask, dealer, player
            )

    return kernel


def play_on_cpu(
    game: Game,
    options: Any,
    key: bytes,
    first: int,
    states: NDArray[Any],
    decisions: NDArray[np.int64],
) -> None:
    """Play games number `first` and on into `states`; how long each was into `decisions`."""
    mask = np.zeros(game.mask_words, np.int64)
    dealer, player = generator(key), generator(key)
    random_play(game).batch(states, options, generator(key), first, decisions, mask, dealer, player)


def play_on_gpu(
    game: Game,
    options: Any,
    key: bytes,
    first: int,
    states: NDArray[Any],
    decisions: NDArray[np.int64],
) -> None:
    """The same games as `play_on_cpu`, state for state, on the GPU."""
    from numba import cuda

    device_states = cuda.to_device(states)
    device_decisions = cuda.to_device(decisions)
    device_options = cuda.to_device(np.array([options], game.options))
    blocks = -(-len(states) // THREADS_PER_BLOCK)
    gpu_kernel(game)[blocks, THREADS_PER_BLOCK](
        device_states, device_options, cuda.to_device(generator(key)), first, device_decisions
    )
    device_states.copy_to_host(states)
    device_decisions.copy_to_host(decisions)


# --- templates -------------------------------------------------------------------------------

# What `bind` fills in.
deal: Any = None
actors: Any = None
legal: Any = None
apply: Any = None
decide: Any = None
play: Any = None


def _decide(state, mask, chance):  # type: ignore[no-untyped-def]
    """One decision: any seat that owes one, any of its legal actions."""
    waiting = actors(state)
    seat = nth(waiting, below(chance, count(waiting)))
    options = legal(state, seat, mask)
    action = mask_nth(mask, below(chance, options))
    apply(state, seat, action)
    return seat, action


def _play(state, options, master, number, mask, dealer, player):  # type: ignore[no-untyped-def]
    """Game `number` of a master key, from the deal to the end; returns how many decisions."""
    branch(master, number, dealer, player)
    deal(state, options, dealer)
    decisions = 0
    while actors(state) != 0:
        decide(state, mask, player)
        decisions += 1
    return decisions


def _batch(states, options, master, first, decisions, mask, dealer, player):  # type: ignore[no-untyped-def]
    """Games `first` and on, one after the other."""
    for index in range(states.shape[0]):
        decisions[index] = play(states[index], options, master, first + index, mask, dealer, player)
