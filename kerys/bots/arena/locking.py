"""A lock on a file: of two runs of one tournament, the second is refused."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

from kerys.bots.arena.tournament import TournamentError
from kerys.locale import _

if sys.platform != "win32":
    import fcntl


def open_locked(path: Path) -> tuple[BinaryIO, bool]:
    """The file, locked until it is closed or its process ends, and whether it was made just now.

    A run that ends may remove its file between our opening and locking it: then we would hold a
    file that nobody else can find, so we begin again.
    """
    while True:
        file, made = _opened(path)
        try:
            _lock(file, path)
            if still_there(file, path):
                return file, made
        except BaseException:
            file.close()
            raise
        file.close()


def still_there(file: BinaryIO, path: Path) -> bool:
    """Whether an open file is the one that a path leads to."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _opened(path: Path) -> tuple[BinaryIO, bool]:
    """The file to read and write, and whether it had to be made."""
    while True:
        try:
            return path.open("r+b"), False
        except FileNotFoundError:
            pass
        try:
            return path.open("x+b"), True
        except FileExistsError:
            if path.is_symlink() and not path.exists():
                raise  # a link to nowhere: neither there nor to be made


def _lock(file: BinaryIO, path: Path) -> None:
    """Take the lock, or say who has it; where the system knows none, two runs are not noticed."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise TournamentError(
            _(
                "{file} is in use: this tournament is being played elsewhere at this moment. Wait "
                "until it is over, or name another file with --file."
            ).format(file=path)
        ) from error
    except OSError as error:
        raise TournamentError(
            _(
                "{file} cannot be locked against other runs ({problem}). Name a file on another "
                "disk with --file."
            ).format(file=path, problem=error.strerror)
        ) from error
