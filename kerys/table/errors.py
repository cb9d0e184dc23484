"""What can go wrong at the table, as types; each message is a sentence for the person at fault."""

from __future__ import annotations

from kerys.kernel.contract import OptionsError
from kerys.locale import _

__all__ = [
    "GameError",
    "IllegalMove",
    "NotYourTurn",
    "OptionsError",
    "RecordError",
    "SeatError",
    "StaleMove",
    "UndoError",
    "UnknownMove",
    "VerifyError",
]


class GameError(ValueError):
    """Something that was asked of a game cannot be done; nothing has changed."""


class SeatError(GameError):
    """There is no such seat, or no such game or option of one."""


class NotYourTurn(GameError):  # noqa: N818 - the name says what it is
    """The seat owes no decision now."""


class UnknownMove(GameError):  # noqa: N818
    """The text is no action of the game; `nearest` are the closest legal ones."""

    def __init__(self, message: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest


class IllegalMove(GameError):  # noqa: N818
    """The action exists, but is no answer to what is asked; the message says why."""


class StaleMove(GameError):  # noqa: N818
    """The move answers an older state of the game; `revision` is that of the current one."""

    def __init__(self, message: str, revision: int) -> None:
        super().__init__(message)
        self.revision = revision


class UndoError(GameError):
    """The decision cannot be taken back any more."""


class RecordError(GameError):
    """A record cannot be read; the message names the line."""

    def __init__(self, problem: str, line: int | None = None, file: str = "") -> None:
        where = [file] if file else []
        if line is not None:
            where.append(_("line {line}").format(line=line))
        super().__init__(f"{', '.join(where)}: {problem}" if where else problem)
        self.problem = problem
        self.line = line


class VerifyError(GameError):
    """A record does not prove what it says; `where` is the line of the header that is not true."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where
