"""Progress of compilation, for those who wait for it.

Nothing is imported here, so that a command can listen before it knows whether it compiles at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Progress:
    """What was compiled since a listener registered. Code from the cache doesn't count."""

    functions: int
    """How many functions, including the one being compiled."""
    seconds: float
    function: str
    """The function being compiled; empty when compiled code runs again."""


class Listener(Protocol):
    """Hears when functions are compiled."""

    def started(self, function: str) -> None:
        """Compilation of a function starts."""
        ...

    def finished(self) -> None:
        """Compilation of the last function started has ended."""
        ...


class Compilation:
    """Counts functions and seconds for one listener."""

    def __init__(self, show: Callable[[Progress], None]) -> None:
        self._show = show
        self._functions = 0
        self._depth = 0  # a function is compiled while its caller is
        self._began = 0.0
        self._seconds = 0.0

    def started(self, function: str) -> None:
        """Compilation of a function starts."""
        if self._depth == 0:
            self._began = time.monotonic()
        self._depth += 1
        self._functions += 1
        running = time.monotonic() - self._began
        self._show(Progress(self._functions, self._seconds + running, function))

    def finished(self) -> None:
        """Compilation of a function ends."""
        if self._depth == 0:
            return  # it started before this listener registered
        self._depth -= 1
        if self._depth == 0:
            self._seconds += time.monotonic() - self._began
            self._show(Progress(self._functions, self._seconds, ""))


_listening: list[Listener] = []


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Tell a listener of everything that is compiled inside."""
    _listening.append(listener)
    try:
        yield
    finally:
        _listening.remove(listener)


@contextmanager
def announced(show: Callable[[Progress], None]) -> Iterator[None]:
    """Call `show` whenever a function starts to compile, and when compiled code runs again.

    It hears of all threads of this process, one at a time, in the thread that compiles.
    """
    with listening(Compilation(show)):
        yield


def report_started(function: str) -> None:
    """Tell all listeners that compilation of a function starts."""
    for listener in list(_listening):
        listener.started(function)


def report_finished() -> None:
    """Tell all listeners that compilation of the last function started has ended."""
    for listener in list(_listening):
        listener.finished()
