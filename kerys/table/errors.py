"""What can go wrong at the table; each message tells people what was wrong."""

from __future__ import annotations

from kerys.kernel.contract import OptionsError
from kerys.locale import _

__all__ = [
    "GameError",
    "IllegalMove",
    "NotYourTurn",
    "OptionsError",
    "PlyError",
    "RecordError",
    "SeatError",
    "StaleMove",
    "UndoError",
    "UnknownGame",
    "UnknownMove",
    "VerifyError",
]


class GameError(ValueError):
    """The game can't do what was asked; nothing has changed."""


class UnknownGame(GameError):  # noqa: N818 - the name says what it is
    """There is no game with this name."""


class SeatError(GameError):
    """There is no such seat, or the player named can't take it."""


class PlyError(GameError):
    """The game hasn't reached that ply."""


class NotYourTurn(GameError):  # noqa: N818
    """It isn't this seat's turn."""


class UnknownMove(GameError):  # noqa: N818
    """The text isn't an action of the game; `nearest` holds the closest legal ones."""

    def __init__(self, message: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest


class IllegalMove(GameError):  # noqa: N818
    """The action exists, but isn't a legal answer; the message says why."""


class StaleMove(GameError):  # noqa: N818
    """The move answers an older state of the game; `revision` is that of the current one."""

    def __init__(self, message: str, revision: int) -> None:
        super().__init__(message)
        self.revision = revision


class UndoError(GameError):
    """There is nothing to take back, or it is too late; the message says why."""


class RecordError(GameError):
    """A record can't be read; the message names the line."""

    def __init__(self, problem: str, line: int | None = None, file: str = "") -> None:
        where = [file] if file else []
        if line is not None:
            where.append(_("line {line}").format(line=line))
        super().__init__(f"{', '.join(where)}: {problem}" if where else problem)
        self.problem = problem
        self.line = line


class VerifyError(GameError):
    """A record doesn't prove what it claims; `where` names the header line that is false."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where
