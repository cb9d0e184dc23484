"""Faults that are injected at a chosen moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kerys.table.game import Move
from kerys.terminal.saves import Saved

REPLACE = "kerys.table.record.os.replace"
"""The call that puts a file in place atomically."""


class Killed(BaseException):
    """The process ends on the spot: nothing is caught or cleaned up."""


class Fault:
    """Makes a function fail: at one call, from one call on, or not yet."""

    def __init__(self, real: Callable[..., Any], error: BaseException) -> None:
        self.real = real
        self.error = error
        self.calls = 0
        self.failing: Callable[[int], bool] = lambda _call: False

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.calls += 1
        if self.failing(self.calls):
            raise self.error
        return self.real(*arguments, **named)


def own(moves: tuple[Move, ...], saved: Saved) -> list[Move]:
    """The decisions made by people."""
    return [move for move in moves if move.seat in saved.people]
