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
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.contract import Rules
from kerys.kernel.gpu import THREADS_PER_BLOCK, blocks
from kerys.kernel.linking import contract_names, link
from kerys.kernel.numba_cuda import cuda
from kerys.locale import _
from kerys.research import gpu_templates
from kerys.research.gpu_templates import BINS
from kerys.research.row_functions import Rows, as_records, flags_of, stepping
from kerys.research.simulation import TargetError

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
    observe_all: Any
    find_illegal: Any
    sample: Any
    sample_where: Any
    find_unplayable: Any
    gather: Any
    take: Any
    imagine: Any


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


def is_on_device(array: Any) -> bool:
    """Whether an array from outside is on the device; those of the simulator have no interface."""
    return hasattr(array, "__cuda_array_interface__") or hasattr(array, "copy_to_host")


def on_device(array: Any) -> Any:
    """An array from outside on the device, without a copy if it is there already."""
    if hasattr(array, "__cuda_array_interface__"):
        return cuda.as_cuda_array(array)
    return array if is_on_device(array) else cuda.to_device(np.asarray(array))


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
        rows = self.rows
        self.launch(self.kernels.mask, rows.books, rows.masks, threads=rows.masks.size)
        self._observe(rows.seats, rows.observations)

    def _observe(self, viewers: Any, seen: Any) -> None:
        """Write what one seat of each row knows."""
        clear(seen)
        self.launch(self.kernels.observe, self.rows.states, viewers, seen, block=self.held)

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
        chosen = on_device(actions)
        if chosen.shape != (self.n,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(
                f"actions must be {self.n} whole numbers, one per game, not {chosen.dtype} of "
                f"shape {chosen.shape}"
            )
        return chosen

    def find_illegal(self, chosen: Any) -> int:
        """The first row with an illegal action, or the number of rows."""
        return self._first(self.kernels.find_illegal, chosen, self.rows.books)

    def _first(self, kernel: Any, *arguments: Any) -> int:
        """The first row that a kernel finds, or the number of rows."""
        self.first_wrong.copy_to_device(np.array([self.n]))
        self.launch(kernel, *arguments, self.first_wrong)
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
            *(rows.rewards, rows.done, rows.scores, rows.reward),
        )

    def sample(self, where: NDArray[np.bool_] | None) -> Any:
        """Random legal actions."""
        if where is None:
            self.launch(self.kernels.sample, self.chosen, self.rows.books)
        else:
            wanted = cuda.to_device(where)
            self.launch(self.kernels.sample_where, self.chosen, wanted, self.rows.books)
        return self.chosen

    def greedy(self, worlds: int, where: NDArray[np.bool_]) -> Any:
        """The answers of the bot `greedy`: not here."""
        raise TargetError(
            _("greedy runs on the CPU only: give `get_states()` to a batch with device='cpu'")
        )

    def on_host(self, numbers: Any) -> NDArray[Any]:
        """Numbers from outside in ordinary memory."""
        return np.asarray(on_device(numbers).copy_to_host() if is_on_device(numbers) else numbers)

    @cached_property
    def seen(self) -> Any:
        """Where `observe` writes."""
        return cuda.device_array(self.rows.observations.shape, np.float32)

    def observe(self, viewers: NDArray[np.int8]) -> Any:
        """What one seat of each row knows."""
        self._observe(cuda.to_device(viewers), self.seen)
        return self.seen

    @cached_property
    def all_seen(self) -> Any:
        """Where `observe_all` writes."""
        (_n, players), (_n, size) = self.rows.rewards.shape, self.rows.observations.shape
        return cuda.device_array((self.n, players, size), np.float32)

    def observe_all(self) -> Any:
        """What every seat of each row knows."""
        seen = self.all_seen
        clear(seen)
        threads = self.n * seen.shape[1]
        self.launch(
            *(self.kernels.observe_all, self.rows.states, seen), threads=threads, block=self.held
        )
        return seen

    def get_states(self) -> NDArray[Any]:
        """A copy of all states in ordinary memory."""
        found: NDArray[Any] = self.rows.states.copy_to_host()
        return found

    def accept_states(self, states: Any) -> Any:
        """States from outside on the device, still unchecked."""
        if is_on_device(states):
            return on_device(states)
        return on_device(as_records(states, self.rows.states.dtype))

    def find_unplayable(self, states: Any) -> int:
        """The first state that doesn't fit into its row or is over, or the number of rows."""
        return self._first(
            self.kernels.find_unplayable, states, self.rows.rewards, self.rows.scores
        )

    def set_states(self, states: Any) -> None:
        """Replace all states."""
        self._take(np.ones(self.n, np.uint8), states)

    def fork(self, sources: NDArray[np.int64], targets: NDArray[np.int64]) -> None:
        """Copy rows onto others; by way of other memory, since a row may be both."""
        incoming = cuda.device_array(self.n, self.rows.states.dtype)
        self.launch(
            self.kernels.gather,
            *map(cuda.to_device, (sources, targets)),
            *(self.rows.states, incoming),
            threads=len(sources),
        )
        self._take(flags_of(targets, self.n), incoming)

    def _take(self, changed: NDArray[np.uint8], incoming: Any) -> None:
        """Give changed rows their new states, and show them."""
        self.launch(self.kernels.take, cuda.to_device(changed), incoming, *self._questions())
        self.show()

    def resample(self, viewers: NDArray[np.int8]) -> None:
        """Turn each row into a random world that agrees with what a seat knows."""
        self.launch(self.kernels.imagine, cuda.to_device(viewers), *self._questions())
        self.show()

    def _questions(self) -> tuple[Any, ...]:
        """What a new question changes, in the order in which it is taken."""
        rows = self.rows
        return (rows.states, rows.books, rows.seats, rows.rewards, rows.done)
