"""The rows of a batch on a GPU: kernels around the very same functions.

One kernel each carries out actions, clears, masks and observes: together they would not fit into
the memory that a multiprocessor keeps its instructions in. What is long is cleared and masked with
neighbouring threads on neighbouring numbers; all else is one thread a row.

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

    begin: Any
    turn: Any
    clear: Any
    mask: Any
    observe: Any
    find_illegal: Any
    sample: Any


@cache
def kernels(game: Game) -> Kernels:
    """The kernels of a game, made once."""
    names = vars(stepping(game))
    return Kernels(
        *(
            cuda.jit(bind(template, game, names))
            for template in (_begin, _turn, _clear, _mask, _observe, _find_illegal, _sample)
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

    def launch(self, kernel: Any, *arguments: Any, threads: int = 0) -> None:
        """Run a kernel with so many threads; without a number, one a row."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*Grid size")  # few games are no mistake
            kernel[blocks(threads or self.n), THREADS_PER_BLOCK](*arguments)

    def show(self) -> None:
        """Write what the next seats may answer and what they know."""
        rows = self.rows
        self.launch(self.kernels.clear, rows.observations, threads=rows.observations.size)
        self.launch(self.kernels.mask, rows.books, rows.masks, threads=rows.masks.size)
        self.launch(self.kernels.observe, rows.states, rows.seats, rows.observations)

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
        self.launch(self.kernels.turn, chosen, *self._table())
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


# --- templates -------------------------------------------------------------------------------

# What `bind` fills in.
begin: Any = None
turn: Any = None
spread_part: Any = None
observe_blank: Any = None
is_legal: Any = None
sample: Any = None


def _begin(states, options, master, books, seats, rewards, done, scores):
    """Deal a row's first game; `cuda` must be a global here for the simulator to find it."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        begin(row, states, options, master, books, seats, rewards, done, scores)


def _turn(actions, states, options, master, books, seats, rewards, done, scores):
    """Carry out a row's action."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        turn(row, actions, states, options, master, books, seats, rewards, done, scores)


def _clear(seen):
    """Make one number zero."""
    at = cuda.grid(1)
    if at < seen.size:
        seen[at // seen.shape[1], at % seen.shape[1]] = 0


def _mask(books, masks):
    """Write one part of a row's mask."""
    at = cuda.grid(1)
    if at < masks.size:
        row, part = at // masks.shape[1], at % masks.shape[1]
        masks[row, part] = spread_part(books[row].words, part)


def _observe(states, seats, seen):
    """Write what a row's seat knows; the row is clear."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        observe_blank(states[row], whole(seats[row]), seen[row])


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
