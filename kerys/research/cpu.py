"""The rows of a batch in ordinary memory, stepped by threads of compiled code."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.contract import Rules
from kerys.research.row_functions import Rows, stepping

LEAST_ROWS = 64
"""Fewer rows than this aren't worth a thread."""


class CpuRunner:
    """The rows of a batch in ordinary memory, cut into parts for threads."""

    def __init__(self, rules: Rules, rows: Rows, threads: int) -> None:
        self.rows = rows
        self.n = len(rows.states)
        self.compiled = stepping(rules)
        self.chosen = np.zeros(self.n, np.int32)
        self.done = rows.done.view(np.bool_)
        self.masks = rows.masks.view(np.bool_)
        parts = max(1, min(threads, self.n // LEAST_ROWS))
        bounds = [self.n * part // parts for part in range(parts + 1)]
        self.parts = list(pairwise(bounds))
        self.pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None

    def each_part(self, function: Any, *arguments: Any) -> list[Any]:
        """Call a compiled function for every part; this thread does the first."""
        waiting = [
            self.pool.submit(function, *part, *arguments) for part in self.parts[1:] if self.pool
        ]
        return [function(*self.parts[0], *arguments), *(one.result() for one in waiting)]

    def reset(self, master: NDArray[np.int64]) -> None:
        """Deal the first game of every row."""
        self.rows.master[:] = master
        self.each_part(self.compiled.start_rows, *self.rows)

    def numbers(self) -> NDArray[np.int64]:
        """The number of the game that each row plays."""
        found: NDArray[np.int64] = self.rows.books["number"].copy()
        return found

    def accept(self, actions: Any) -> NDArray[Any]:
        """Actions from outside as whole numbers, one per row."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(
                f"actions must be {self.n} whole numbers, one per game, not {chosen.dtype} of "
                f"shape {chosen.shape}"
            )
        if chosen.dtype == np.int32:
            return chosen
        narrow: NDArray[np.int32] = np.clip(chosen, -1, np.iinfo(np.int32).max).astype(np.int32)
        return narrow

    def find_illegal(self, chosen: NDArray[np.int32]) -> int:
        """The first row with an illegal action, or the number of rows."""
        found = self.each_part(self.compiled.find_illegal, chosen, self.rows.books)
        for row, (_first, last) in zip(found, self.parts, strict=True):
            if row < last:
                return int(row)
        return self.n

    def advance(self, chosen: NDArray[np.int32]) -> None:
        """Carry out actions."""
        self.each_part(self.compiled.advance_rows, chosen, *self.rows)

    def sample(self) -> NDArray[np.int32]:
        """Random legal actions."""
        self.each_part(self.compiled.sample_rows, self.chosen, self.rows.books)
        return self.chosen
