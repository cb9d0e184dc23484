"""Bots that fail in every way, for processes that import this before they think."""

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
"""How processes begin that know these bots."""
FOLDER = "KERYS_TEST_THOUGHTS"
"""The variable with the folder where slow bots note the processes that they think in."""


class Odd(RandomBot):
    """One that counts as ours, so that it isn't given a time limit."""

    def __init_subclass__(cls) -> None:
        cls.__module__ = "kerys.bots.odd"


class Slow(Odd):
    """Thinks for ten minutes the first time, and never after that."""

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        folder = Path(os.environ[FOLDER])
        if not list(folder.iterdir()):
            os.symlink(f"{os.getpid()} {os.getppid()}", folder / "thinking")  # all at once
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
    """An error that can't be read in another process."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(one)


def unmade() -> Bot:
    """A bot that can't be made."""
    raise OddError(1, 2)


def register() -> None:
    """Let this process know them; no other test should."""
    BOTS.update(slow=Slow, raising=Raising, deadly=Deadly, unmade=unmade, grandmaster=Slow)


def thinking_in(folder: Path) -> list[int]:
    """The process in which a slow bot thinks and the one it was forked from, if it has begun."""
    return [int(pid) for note in folder.iterdir() for pid in os.readlink(note).split()]
