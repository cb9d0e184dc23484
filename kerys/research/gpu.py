"""The rows of a batch on a GPU: kernels around the very same functions, one thread a row.

Imported only where it is used: it needs numba-cuda and a device, or the CUDA simulator.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.bits import whole
from kerys.kernel.contract import Game
from kerys.kernel.gpu import THREADS_PER_BLOCK, blocks
from kerys.kernel.play import bind
from kerys.research.stepping import Rows, stepping

from numba import cuda  # isort: skip  # after kerys.kernel.gpu, which mends NumPy for it


class Kernels(NamedTuple):
    """The kernels of one game."""

    start: Any
    advance: Any
    find_illegal: Any
    sample: Any


@cache
def kernels(game: Game) -> Kernels:
    """The kernels of a game, made once."""
    names = vars(stepping(game))
    return Kernels(
        *(
            cuda.jit(bind(template, game, names))
            for template in (_start, _advance, _find_illegal, _sample)
        )
    )


class GpuRunner:
    """The rows of a batch on a GPU."""

    def __init__(self, game: Game, rows: Rows) -> None:
        self.n = len(rows.states)
        self.rows = Rows(*(cuda.to_device(array) for array in rows))
        self.kernels = kernels(game)
        self.chosen = cuda.to_device(np.zeros(self.n, np.int32))
        self.first_wrong = cuda.to_device(np.zeros(1, np.int64))
        self.done = self.rows.done.view(np.bool_)
        self.masks = self.rows.masks.view(np.bool_)

    def launch(self, kernel: Any, *arguments: Any) -> None:
        """Run a kernel, one thread a row."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*Grid size")  # few games are no mistake
            kernel[blocks(self.n), THREADS_PER_BLOCK](*arguments)

    def reset(self, master: NDArray[np.int64]) -> None:
        """Deal the first game of every row."""
        self.rows.master.copy_to_device(master)
        self.launch(self.kernels.start, *self.rows)

    def numbers(self) -> NDArray[np.int64]:
        """The number of the game that each row plays."""
        found: NDArray[np.int64] = self.rows.books.copy_to_host()["number"]
        return found

    def accept(self, actions: Any) -> Any:
        """Actions from outside on the device, without a copy if they are there already."""
        if hasattr(actions, "__cuda_array_interface__"):
            chosen = cuda.as_cuda_array(actions)
        elif hasattr(actions, "copy_to_host"):
            chosen = actions  # an array of the simulator's
        else:
            chosen = cuda.to_device(np.asarray(actions))
        if chosen.shape != (self.n,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(
                f"actions are {self.n} whole numbers, one a game, not {chosen.dtype} of shape "
                f"{chosen.shape}"
            )
        return chosen

    def find_illegal(self, chosen: Any) -> int:
        """The first row with a wrong action, or how many rows there are."""
        self.first_wrong.copy_to_device(np.array([self.n]))
        self.launch(self.kernels.find_illegal, chosen, self.rows.books, self.first_wrong)
        return int(self.first_wrong.copy_to_host()[0])

    def advance(self, chosen: Any) -> None:
        """Carry out actions."""
        self.launch(self.kernels.advance, chosen, *self.rows)

    def sample(self) -> Any:
        """Random legal actions."""
        self.launch(self.kernels.sample, self.chosen, self.rows.books)
        return self.chosen


# --- templates -------------------------------------------------------------------------------

# What `bind` fills in.
start: Any = None
advance: Any = None
is_legal: Any = None
sample: Any = None


def _start(states, options, master, books, seats, masks, seen, rewards, done, scores):
    """Deal a row's first game; `cuda` must be a global here for the simulator to find it."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        start(row, states, options, master, books, seats, masks, seen, rewards, done, scores)


def _advance(actions, states, options, master, books, seats, masks, seen, rewards, done, scores):
    """Carry out a row's action."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        advance(
            row, actions, states, options, master, books, seats, masks, seen, rewards, done, scores
        )


def _find_illegal(actions, books, first_wrong):
    """Note the first row whose action is not legal."""
    row = cuda.grid(1)
    if row < books.shape[0]:
        if not is_legal(whole(actions[row]), books[row].words):
            cuda.atomic.min(first_wrong, 0, row)


def _sample(actions, books):
    """Choose any legal action."""
    row = cuda.grid(1)
    if row < books.shape[0]:
        actions[row] = sample(books[row])
