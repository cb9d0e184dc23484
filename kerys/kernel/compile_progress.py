"""Whoever waits for a compilation can be told how it gets on.

Nothing is imported here, so that a command can listen before it knows whether it compiles at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """What was compiled since someone began to listen. Code from the cache does not count."""

    functions: int
    """How many functions, with the one that is being compiled."""
    seconds: float
    function: str
    """The function that is being compiled; empty when compiled code goes on running."""


class Compilation:
    """Counts functions and seconds for one listener."""

    def __init__(self, show: Callable[[Progress], None]) -> None:
        self._show = show
        self._functions = 0
        self._depth = 0  # a function is compiled while its caller is
        self._began = 0.0
        self._seconds = 0.0

    def started(self, function: str) -> None:
        """A function begins to be compiled."""
        if self._depth == 0:
            self._began = time.monotonic()
        self._depth += 1
        self._functions += 1
        running = time.monotonic() - self._began
        self._show(Progress(self._functions, self._seconds + running, function))

    def finished(self) -> None:
        """A function is compiled."""
        if self._depth == 0:
            return  # it began before anyone listened
        self._depth -= 1
        if self._depth == 0:
            self._seconds += time.monotonic() - self._began
            self._show(Progress(self._functions, self._seconds, ""))


_listening: list[Compilation] = []


@contextmanager
def announced(show: Callable[[Progress], None]) -> Iterator[None]:
    """Call `show` whenever a function starts to compile, and when compiled code runs again.

    It hears of all threads of this process, one at a time, in the thread that compiles.
    """
    compilation = Compilation(show)
    _listening.append(compilation)
    try:
        yield
    finally:
        _listening.remove(compilation)


def report_started(function: str) -> None:
    """Tell all listeners that a function begins to be compiled."""
    for compilation in list(_listening):
        compilation.started(function)


def report_finished() -> None:
    """Tell all listeners that the function begun last is compiled."""
    for compilation in list(_listening):
        compilation.finished()
