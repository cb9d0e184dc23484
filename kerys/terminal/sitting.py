"""Sitting at a table in the full-screen application: what is seen there, and how to decide.

The table can be a game in this process (`local.py`) or on a server (`remote.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from kerys.study.advice import Advice
from kerys.table.story import Told
from kerys.table.summary import Summary
from kerys.table.view import View


class Frame(NamedTuple):
    """A moment: what was told, and what could be seen after it."""

    told: Told
    view: View


class Sitting(Protocol):
    """Everything the application needs of a table."""

    @property
    def view(self) -> View:
        """What the person at the keyboard sees now."""
        ...

    @property
    def bots(self) -> tuple[str, ...]:
        """For each seat, the level of the bot that plays it, or an empty string."""
        ...

    @property
    def farewell(self) -> str:
        """What to say to a person who leaves: where the game is, and how to come back."""
        ...

    @property
    def trouble(self) -> str:
        """What is wrong at the moment, such as a lost connection; empty if nothing is."""
        ...

    @property
    def waiting(self) -> str:
        """Why the game can't be shown yet, such as missing players; empty once it can."""
        ...

    @property
    def seen_until(self) -> int:
        """The ply until which the person has seen the game; a film shows what came after it."""
        ...

    @property
    def next_person(self) -> str:
        """The name of another person who has to come to this keyboard now; usually empty."""
        ...

    @property
    def may_undo(self) -> bool:
        """Whether the last decision can be taken back."""
        ...

    @property
    def asks(self) -> int:
        """How often each player may ask the master; 0 if that wasn't agreed on."""
        ...

    @property
    def asked(self) -> str:
        """Who has asked the master, and what they have left."""
        ...

    def hand_over(self) -> None:
        """Show the table to the next person at this keyboard."""
        ...

    def story(self) -> Sequence[Told]:
        """What has happened so far, in words."""
        ...

    def frames(self, since: int) -> Sequence[Frame]:
        """The moments since a ply; fewer if some are no longer known."""
        ...

    async def summary(self, number: int) -> Summary:
        """What a round, counted from 1, brought each player. Raises a `GameError`."""
        ...

    async def ask(self) -> Advice:
        """What the master would do, and why. Raises a `GameError`."""
        ...

    async def decide(self, move: str) -> None:
        """Answer the question; returns once the answer is safe. Raises a `GameError`."""
        ...

    async def undo(self) -> None:
        """Take back the last decision. Raises a `GameError`."""
        ...

    async def run(self, changed: Callable[[], None]) -> None:
        """Let the others play; calls `changed` after everything that happens, until cancelled."""
        ...
