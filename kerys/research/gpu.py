"""The rows of a batch on a GPU: kernels around the very same functions.

There is one kernel each to carry out actions, to mask and to observe: together they wouldn't fit
into the instruction cache of a multiprocessor. Threads of a warp do one thing at a time: actions
are therefore carried out question by question, so that neighbours take the same path through the
rules. What is observed is read many times, so it is copied to shared memory first. Masks are
written with neighbouring threads on neighbouring numbers; everything else uses one thread per row.

Imported only where it is used: it needs numba-cuda and a device, or the CUDA simulator.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.contract import Rules
from kerys.kernel.gpu import THREADS_PER_BLOCK, blocks
from kerys.kernel.linking import contract_names, link
from kerys.kernel.numba_cuda import cuda
from kerys.research import gpu_templates
from kerys.research.gpu_templates import BINS
from kerys.research.row_functions import Rows, stepping

from numba.cuda.cudadrv.driver import device_memset  # isort: skip  # after numba_cuda

NEAR_BYTES = 48 * 1024
"""The memory that the threads of a block share."""
WARP = 32
"""Threads that run together."""


class Kernels(NamedTuple):
    """The kernels of one game."""

    begin: Any
    count: Any
    sort: Any
    turn: Any
    mask: Any
    observe: Any
    find_illegal: Any
    sample: Any


@cache
def kernels(rules: Rules) -> Kernels:
    """The kernels of a game, compiled once."""
    names = {**contract_names(rules), **vars(stepping(rules)), "HELD": held(rules)}
    linked = link(rules.name, names, gpu_templates, compiled=cuda.jit)
    return Kernels(*(linked[f"{name}_kernel"] for name in Kernels._fields))


def held(rules: Rules) -> int:
    """How many states of a game the threads of a block hold near: two warps' if there is room."""
    fitting = NEAR_BYTES // rules.state.itemsize
    return min(2 * WARP, fitting // WARP * WARP) or fitting


def clear(array: Any) -> None:
    """Set an array on the device to zero."""
    device_memset(array, 0, array.size * array.dtype.itemsize)


class GpuRunner:
    """The rows of a batch on a GPU."""

    def __init__(self, rules: Rules, rows: Rows) -> None:
        self.n = len(rows.states)
        self.rows = Rows(*(cuda.to_device(array) for array in rows))
        self.kernels = kernels(rules)
        self.held = held(rules)
        self.order = cuda.to_device(np.zeros(self.n, np.int32))
        self.counts = cuda.to_device(np.zeros((2, BINS), np.int32))
        self.chosen = cuda.to_device(np.zeros(self.n, np.int32))
        self.first_wrong = cuda.to_device(np.zeros(1, np.int64))
        self.done = self.rows.done.view(np.bool_)
        self.masks = self.rows.masks.view(np.bool_)

    def launch(
        self, kernel: Any, *arguments: Any, threads: int = 0, block: int = THREADS_PER_BLOCK
    ) -> None:
        """Run a kernel with that many threads; by default, one per row."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*Grid size")  # few games aren't a mistake
            kernel[blocks(threads or self.n, block), block](*arguments)

    def show(self) -> None:
        """Write what the next seats may answer and what they know."""
        rows, seen = self.rows, self.rows.observations
        clear(seen)
        self.launch(self.kernels.mask, rows.books, rows.masks, threads=rows.masks.size)
        self.launch(self.kernels.observe, rows.states, rows.seats, seen, block=self.held)

    def reset(self, master: NDArray[np.int64]) -> None:
        """Deal the first game of every row."""
        self.rows.master.copy_to_device(master)
        self.launch(self.kernels.begin, *self._table())
        self.show()

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
                f"actions must be {self.n} whole numbers, one per game, not {chosen.dtype} of "
                f"shape {chosen.shape}"
            )
        return chosen

    def find_illegal(self, chosen: Any) -> int:
        """The first row with an illegal action, or the number of rows."""
        self.first_wrong.copy_to_device(np.array([self.n]))
        self.launch(self.kernels.find_illegal, chosen, self.rows.books, self.first_wrong)
        return int(self.first_wrong.copy_to_host()[0])

    def advance(self, chosen: Any) -> None:
        """Carry out actions, question by question."""
        clear(self.counts)
        self.launch(self.kernels.count, self.rows.states, self.counts, block=BINS)
        self.launch(self.kernels.sort, self.rows.states, self.counts, self.order, block=BINS)
        self.launch(self.kernels.turn, self.order, chosen, *self._table())
        self.show()

    def _table(self) -> tuple[Any, ...]:
        """What a turn changes, in the order in which it is taken."""
        rows = self.rows
        return (
            *(rows.states, rows.options, rows.master, rows.books, rows.seats),
            *(rows.rewards, rows.done, rows.scores),
        )

    def sample(self) -> Any:
        """Random legal actions."""
        self.launch(self.kernels.sample, self.chosen, self.rows.books)
        return self.chosen
