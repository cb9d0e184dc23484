"""Bots that fail in different ways, for processes that import this module before they think."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

from kerys.bots.base import Bot, Budget, RandomBot
from kerys.bots.registry import BOTS
from kerys.server import bot_processes
from kerys.table.action import Action
from kerys.table.view import View

BEGIN = bot_processes.BEGIN.replace(
    "from kerys", "from tests.server import odd_bots; odd_bots.register()\nfrom kerys", 1
)
"""The code that starts processes which know these bots."""
FOLDER = "KERYS_TEST_THOUGHTS"
"""The variable with the folder where slow bots note the processes they think in."""


class Odd(RandomBot):
    """A bot that counts as built in, so that it has no time limit."""

    def __init_subclass__(cls) -> None:
        cls.__module__ = "kerys.bots.odd"


class Slow(Odd):
    """Thinks for ten minutes the first time, and not at all after that."""

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        folder = Path(os.environ[FOLDER])
        if not list(folder.iterdir()):
            os.symlink(f"{os.getpid()} {os.getppid()}", folder / "thinking")  # atomic
            time.sleep(600)
        return super().choose(view, budget, rng)


class Raising(Odd):
    """Raises an error."""

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        raise ValueError("this one is odd")


class Deadly(Odd):
    """Kills its process."""

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class OddError(Exception):
    """An error that can't be unpickled in another process."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(one)


def unmade() -> Bot:
    """A bot that can't be created."""
    raise OddError(1, 2)


def register() -> None:
    """Register the bots in this process only."""
    BOTS.update(slow=Slow, raising=Raising, deadly=Deadly, unmade=unmade, grandmaster=Slow)


def thinking_in(folder: Path) -> list[int]:
    """The process in which a slow bot thinks and its parent, if it has started."""
    return [int(pid) for note in folder.iterdir() for pid in os.readlink(note).split()]
