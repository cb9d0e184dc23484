"""Random play of any game on a GPU: a template, linked to one game by `kerys.kernel.gpu`."""

from __future__ import annotations

import numpy as np

from kerys.kernel.chance import CHANCE_WORDS
from kerys.kernel.linking import template
from kerys.kernel.numba_cuda import cuda


@template
def play_kernel(states, options, master, first, decisions):
    """Play one game; `cuda` must be a global here for the simulator to find it."""
    number = cuda.grid(1)
    if number < states.shape[0]:
        mask = cuda.local.array(MASK_WORDS, np.int64)
        dealer = cuda.local.array(CHANCE_WORDS, np.int64)
        player = cuda.local.array(CHANCE_WORDS, np.int64)
        decisions[number] = play(
            states[number], options[0], master, first + number, mask, dealer, player
        )
