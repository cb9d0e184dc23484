"""A file lock: a second run of the same tournament is refused."""

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
    """The file, locked until it is closed or its process ends, and whether it was just created.

    A run that ends may remove its file between our opening and locking it. We would then hold a
    file that nobody else can find, so we start again.
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
    """The file, open for reading and writing, and whether it was created."""
    while True:
        try:
            return path.open("r+b"), False
        except FileNotFoundError:
            pass
        try:
            return path.open("x+b"), True
        except FileExistsError:
            if path.is_symlink() and not path.exists():
                raise  # a dangling link can be neither opened nor created


def _lock(file: BinaryIO, path: Path) -> None:
    """Take the lock or refuse; on systems without file locks, two runs aren't noticed."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise TournamentError(
            _(
                "{file} is in use: this tournament is already running. Wait until it is over, or "
                "name another file with --file."
            ).format(file=path)
        ) from error
    except OSError as error:
        raise TournamentError(
            _(
                "{file} cannot be locked against other runs ({problem}). Name a file on another "
                "disk with --file."
            ).format(file=path, problem=error.strerror)
        ) from error
