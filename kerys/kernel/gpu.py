"""Random play of any game on a GPU: a CUDA kernel around the very same functions.

Imported only where it is used: it needs numba-cuda and a device, or the CUDA simulator.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel import gpu_templates
from kerys.kernel.chance import generator
from kerys.kernel.contract import Rules
from kerys.kernel.linking import contract_names, link
from kerys.kernel.numba_cuda import cuda
from kerys.kernel.play import random_play

THREADS_PER_BLOCK = 256


def is_available() -> bool:
    """Whether there is a device, or a simulated one."""
    return bool(cuda.is_available())


@cache
def gpu_kernel(rules: Rules) -> Any:
    """The kernel of a game, with one thread per game played."""
    names = {**contract_names(rules), "play": random_play(rules).play}
    return link(rules.name, names, gpu_templates, compiled=cuda.jit)["play_kernel"]


def blocks(threads: int, block: int = THREADS_PER_BLOCK) -> int:
    """How many blocks that many threads need."""
    return -(-threads // block)


def play_on_gpu(
    rules: Rules,
    options: Any,
    key: bytes,
    first: int,
    states: NDArray[Any],
    decisions: NDArray[np.int64],
) -> None:
    """The same games as `play_on_cpu`, state for state."""
    device_states = cuda.to_device(states)
    device_decisions = cuda.to_device(decisions)
    device_options = cuda.to_device(np.array([options], rules.options))
    master = cuda.to_device(generator(key))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*Grid size")  # few games aren't a mistake
        gpu_kernel(rules)[blocks(len(states)), THREADS_PER_BLOCK](
            device_states, device_options, master, first, device_decisions
        )
    device_states.copy_to_host(states)
    device_decisions.copy_to_host(decisions)
