"""The rows of a batch in ordinary memory, stepped by threads of compiled code."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.contract import Rules
from kerys.research.row_functions import Rows, as_records, flags_of, stepping

LEAST_ROWS = 64
"""Fewer rows than this aren't worth a thread."""


class CpuRunner:
    """The rows of a batch in ordinary memory, cut into parts for threads."""

    def __init__(self, rules: Rules, rows: Rows, threads: int) -> None:
        self.rows = rows
        self.n = len(rows.states)
        self.rules = rules
        self.compiled = stepping(rules)
        self.chosen = np.zeros(self.n, np.int32)
        self.done = rows.done.view(np.bool_)
        self.masks = rows.masks.view(np.bool_)
        parts = max(1, min(threads, self.n // LEAST_ROWS))
        bounds = [self.n * part // parts for part in range(parts + 1)]
        self.parts = list(pairwise(bounds))
        self.pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None

    def each_part(
        self, function: Any, *arguments: Any, own: list[tuple[Any, ...]] | None = None
    ) -> list[Any]:
        """Call a compiled function for every part; this thread does the first.

        `own` holds arguments for one part each, which come before those that all parts share.
        """
        parts = self.parts if own is None else [a + b for a, b in zip(self.parts, own, strict=True)]
        waiting = [self.pool.submit(function, *part, *arguments) for part in parts[1:] if self.pool]
        return [function(*parts[0], *arguments), *(one.result() for one in waiting)]

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
        return self._first(self.each_part(self.compiled.find_illegal, chosen, self.rows.books))

    def _first(self, found: list[int]) -> int:
        """The first row that was found in any part, or the number of rows."""
        for row, (_first, last) in zip(found, self.parts, strict=True):
            if row < last:
                return int(row)
        return self.n

    def advance(self, chosen: NDArray[np.int32]) -> None:
        """Carry out actions."""
        self.each_part(self.compiled.advance_rows, chosen, *self.rows)

    def sample(self, where: NDArray[np.bool_] | None) -> NDArray[np.int32]:
        """Random legal actions."""
        if where is None:
            self.each_part(self.compiled.sample_rows, self.chosen, self.rows.books)
        else:
            self.each_part(self.compiled.sample_some_rows, self.chosen, where, self.rows.books)
        return self.chosen

    @cached_property
    def thinking(self) -> tuple[Any, list[tuple[Any, ...]], NDArray[np.int32]]:
        """What `greedy` needs: its compiled function, memory for each part, and its answers."""
        from kerys.research.greedy import choosing, workspaces  # with the bots; few need them

        spaces = workspaces(self.rules, len(self.parts))
        return choosing(self.rules), spaces, np.zeros(self.n, np.int32)

    def greedy(self, worlds: int, where: NDArray[np.bool_]) -> NDArray[np.int32]:
        """The answers of the bot `greedy`."""
        rows, (choose, spaces, answers) = self.rows, self.thinking
        known = (rows.states, rows.books, rows.seats)
        self.each_part(choose, answers, where, worlds, *known, own=spaces)
        return answers

    def on_host(self, numbers: Any) -> NDArray[Any]:
        """Numbers from outside in ordinary memory."""
        return np.asarray(numbers)

    @cached_property
    def seen(self) -> NDArray[np.float32]:
        """Where `observe` writes."""
        return np.zeros_like(self.rows.observations)

    def observe(self, viewers: NDArray[np.int8]) -> NDArray[np.float32]:
        """What one seat of each row knows."""
        self.each_part(self.compiled.observe_rows, self.rows.states, viewers, self.seen)
        return self.seen

    @cached_property
    def all_seen(self) -> NDArray[np.float32]:
        """Where `observe_all` writes."""
        (_n, players), (_n, size) = self.rows.rewards.shape, self.rows.observations.shape
        return np.zeros((self.n, players, size), np.float32)

    def observe_all(self) -> NDArray[np.float32]:
        """What every seat of each row knows."""
        self.each_part(self.compiled.observe_all_rows, self.rows.states, self.all_seen)
        return self.all_seen

    def get_states(self) -> NDArray[Any]:
        """A copy of all states."""
        found: NDArray[Any] = self.rows.states.copy()
        return found

    def accept_states(self, states: Any) -> NDArray[Any]:
        """States from outside, still unchecked."""
        return as_records(states, self.rules.state)

    def find_unplayable(self, states: NDArray[Any]) -> int:
        """The first state that doesn't fit into its row or is over, or the number of rows."""
        room = self.rows.rewards, self.rows.scores
        return self._first(self.each_part(self.compiled.find_unplayable, states, *room))

    def set_states(self, states: NDArray[Any]) -> None:
        """Replace all states."""
        self.rows.states[:] = states
        self._refresh(np.ones(self.n, np.uint8))

    def fork(self, sources: NDArray[np.int64], targets: NDArray[np.int64]) -> None:
        """Copy rows onto others."""
        self.rows.states[targets] = self.rows.states[sources]
        self._refresh(flags_of(targets, self.n))

    def resample(self, viewers: NDArray[np.int8]) -> None:
        """Turn each row into a random world that agrees with what a seat knows."""
        self.each_part(self.compiled.imagine_rows, viewers, self.rows.states, self.rows.books)
        self._refresh(np.ones(self.n, np.uint8))

    def _refresh(self, changed: NDArray[np.uint8]) -> None:
        """Ask and show changed rows again."""
        self.each_part(self.compiled.refresh_rows, changed, *self.rows)
