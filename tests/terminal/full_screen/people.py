"""A person at the full-screen table, driven by Textual's pilot."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from kerys.games import GAMES
from kerys.terminal.library import begin
from kerys.terminal.local import LocalSitting
from kerys.terminal.saves import Saved
from kerys.terminal.screen.app import KerysApp
from kerys.terminal.screen.cards import Card
from kerys.terminal.screen.choices import Choices
from kerys.terminal.screen.spans import Spans
from kerys.terminal.screen.table import TableScreen

SHOTS = os.environ.get("KERYS_SHOTS")
"""The folder for pictures of screens; none are made without it."""
SIZES = ((80, 24), (100, 30), (160, 50))
PATIENCE = 3000
"""How often somebody waits for something before giving up."""
Keys = Callable[["Player"], Awaitable[None]]


class Player:
    """Somebody who presses keys and reads the screen."""

    def __init__(self, app: KerysApp, pilot: Pilot[Any], saved: Saved) -> None:
        self.app = app
        self.pilot = pilot
        self.saved = saved

    @property
    def table(self) -> TableScreen:
        """The table, which may be below a card."""
        return next(one for one in self.app.screen_stack if isinstance(one, TableScreen))

    def text(self, name: str) -> str:
        """What a part of the table shows."""
        return self.table.query_one(f"#{name}", Spans).text

    @property
    def choices(self) -> Choices:
        """The list of choices."""
        return self.table.query_one(Choices)

    def shot(self, name: str) -> None:
        """Keep a picture of the screen for people to look at, if they want it."""
        if SHOTS:
            folder = Path(SHOTS)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"terminal-{name}.svg").write_text(self.app.export_screenshot(), "utf-8")

    async def until(self, come_true: Callable[[], object], what: str) -> None:
        """Wait for something."""
        for _once in range(PATIENCE):
            if come_true():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"waited in vain: {what}")

    async def card(self) -> str:
        """Wait for a card and its words."""
        await self.until(lambda: isinstance(self.app.screen, Card), "the card")
        rows = self.app.screen.query_one("#rows", Spans)
        await self.until(lambda: rows.text, "the words of the card")
        return rows.text

    async def until_asked(self) -> None:
        """Wait for a question; cards are put away."""
        for _once in range(PATIENCE):
            if isinstance(self.app.screen, Card):
                await self.pilot.press("enter")
            elif self.choices.chooser is not None or self.saved.game.over:
                return
            await self.pilot.pause(0.02)
        raise AssertionError("nothing is asked")

    async def decide(self) -> None:
        """Choose the first of everything and confirm it."""
        await self.until_asked()
        ply = self.saved.game.ply
        while self.saved.game.ply == ply and not self.saved.game.over:
            await self.pilot.press("enter")
            if isinstance(self.app.screen, Card):
                await self.pilot.press("enter")


def new_game(
    folder: Path, game: str, bots: Sequence[str], name: str = "Ada", **options: Any
) -> Saved:
    """A new game for one person and bots."""
    chosen = GAMES[game].configure(players=len(bots) + 1, **options)
    return begin(game, chosen, bots=list(bots), names=[name], path=folder / f"{game}.kerys")


@asynccontextmanager
async def seated(saved: Saved, size: tuple[int, int], speed: str = "off") -> AsyncIterator[Player]:
    """A person at a table."""
    app = KerysApp(LocalSitting(saved, random.Random(1)), speed)
    async with app.run_test(size=size) as pilot:
        yield Player(app, pilot, saved)


def play(saved: Saved, size: tuple[int, int], keys: Keys, speed: str = "off") -> None:
    """Do something at a table."""

    async def run() -> None:
        async with seated(saved, size, speed) as player:
            await keys(player)

    asyncio.run(run())
