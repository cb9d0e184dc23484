"""Things that go wrong at a chosen moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kerys.table.game import Move
from kerys.terminal.saves import Saved

REPLACE = "kerys.table.record.os.replace"
"""What puts a file in its place, whole or not at all."""


class Killed(BaseException):
    """The process ends on the spot: nobody catches it, nothing is tidied up."""


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
    """What people decided."""
    return [move for move in moves if move.seat in saved.people]
