"""Random play of any game on a GPU: a CUDA kernel around the very same functions.

Imported only where it is used: it needs numba-cuda and a device, or the CUDA simulator.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

# numba-cuda 0.30 looks these names up when imported; NumPy 2.5 no longer has them.
for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):
        setattr(np, _old, getattr(np, _new))

from kerys.kernel.extras import extra

with extra("gpu"):
    import numba_cuda  # noqa: F401  # Numba's own CUDA target is no longer developed
from numba import cuda

from kerys.kernel.chance import CHANCE_WORDS, generator
from kerys.kernel.contract import Rules
from kerys.kernel.play import bind, random_play

THREADS_PER_BLOCK = 256


def is_available() -> bool:
    """Whether there is a device, or a simulated one."""
    return bool(cuda.is_available())


@cache
def gpu_kernel(game: Rules) -> Any:
    """The kernel of a game, one thread a game."""
    names = {"play": random_play(game).play, "MASK_WORDS": game.mask_words}
    return cuda.jit(bind(_kernel, game, names))


def blocks(threads: int, block: int = THREADS_PER_BLOCK) -> int:
    """How many blocks so many threads need."""
    return -(-threads // block)


def play_on_gpu(
    game: Rules,
    options: Any,
    key: bytes,
    first: int,
    states: NDArray[Any],
    decisions: NDArray[np.int64],
) -> None:
    """The same games as `play_on_cpu`, state for state."""
    device_states = cuda.to_device(states)
    device_decisions = cuda.to_device(decisions)
    device_options = cuda.to_device(np.array([options], game.options))
    master = cuda.to_device(generator(key))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*Grid size")  # few games are no mistake
        gpu_kernel(game)[blocks(len(states)), THREADS_PER_BLOCK](
            device_states, device_options, master, first, device_decisions
        )
    device_states.copy_to_host(states)
    device_decisions.copy_to_host(decisions)


# What `bind` fills in.
play: Any = None
MASK_WORDS: Any = None


def _kernel(states, options, master, first, decisions):  # type: ignore[no-untyped-def]
    """Play one game; `cuda` must be a global here for the simulator to find it."""
    number = cuda.grid(1)
    if number < states.shape[0]:
        mask = cuda.local.array(MASK_WORDS, np.int64)
        dealer = cuda.local.array(CHANCE_WORDS, np.int64)
        player = cuda.local.array(CHANCE_WORDS, np.int64)
        decisions[number] = play(
            states[number], options[0], master, first + number, mask, dealer, player
        )
