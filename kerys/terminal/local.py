"""A game in this process: people at one keyboard, bots, and a file that always holds everything."""

from __future__ import annotations

import asyncio
import random
import shlex
from collections.abc import Callable, Sequence

from kerys.bots.guard import Guarded
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.study.advice import Advice
from kerys.table.errors import GameError
from kerys.table.story import Told
from kerys.table.summary import Summary, summary
from kerys.table.view import View
from kerys.terminal.local_master import LocalMaster
from kerys.terminal.saves import Saved
from kerys.terminal.seats import honest_bot
from kerys.terminal.sitting import Frame


class LocalSitting:
    """A saved game with its bots."""

    def __init__(self, saved: Saved, rng: random.Random) -> None:
        self.saved = saved
        self.game = saved.game
        self.trouble = ""
        self.waiting = ""
        self.seat = self._first_person()
        self._rng = rng
        self._decided = asyncio.Event()
        self._master = LocalMaster(saved)
        self._bots = {
            seat: Guarded(name, honest_bot(name, saved.game.name))
            for seat, name in enumerate(saved.bots)
            if name
        }

    @property
    def view(self) -> View:
        """What the person at the keyboard sees now."""
        return self.game.view(self.seat)

    @property
    def bots(self) -> tuple[str, ...]:
        """For each seat, its bot or an empty string."""
        return self.saved.bots

    @property
    def farewell(self) -> str:
        """Where the game is saved, and how to go on or verify it."""
        file = shlex.quote(str(self.saved.path))
        if self.trouble:
            return self.trouble
        if self.game.over:
            return _("The record is {file}; verify it with: kerys verify {file}").format(file=file)
        return _("The game is saved. Continue with: kerys play {file}").format(file=file)

    @property
    def may_undo(self) -> bool:
        """Whether the last decision can be taken back."""
        return self.seat != SPECTATOR and self.game.undoable(self.seat) is not None

    @property
    def seen_until(self) -> int:
        """The ply after the person's last decision."""
        last = None if self.seat == SPECTATOR else self.game.last_of(self.seat)
        return 0 if last is None else last + 1

    @property
    def next_person(self) -> str:
        """The name of another person who has to come to the keyboard now, if any."""
        people = [seat for seat in self.game.actors if seat in self.saved.people]
        if not people or self.seat in people or self._bots_asked():
            return ""
        return self.game.names[people[0]]

    @property
    def asks(self) -> int:
        """How often each person may ask the master."""
        return self.saved.asks

    @property
    def asked(self) -> str:
        """Who has asked the master, and what they have left."""
        return self._master.asked

    def hand_over(self) -> None:
        """Show the table to the next person."""
        self.seat = next(seat for seat in self.game.actors if seat in self.saved.people)

    def story(self) -> Sequence[Told]:
        """What has happened so far, in words."""
        return self.game.story(self.seat)

    def frames(self, since: int) -> Sequence[Frame]:
        """The moments since a ply."""
        moments = self.game.moments(self.seat, min(since, self.game.ply))
        return [Frame(one.told, self.game.view_of(one, self.seat)) for one in moments]

    async def summary(self, number: int) -> Summary:
        """What a round brought each player."""
        return summary(self.game, self.seat, number)

    async def ask(self) -> Advice:
        """What the master would do, and why; it thinks in a thread."""
        view = self._master.question(self.seat)
        weighed = await asyncio.to_thread(self._master.weigh, view)
        advice = self._master.answer(view, weighed)
        self._save()
        return advice

    async def decide(self, move: str) -> None:
        """Answer the question; the answer is saved before this returns."""
        self.game.push(self.seat, move)
        self._save()
        self._decided.set()

    async def undo(self) -> None:
        """Take back the last decision."""
        self.game.undo(self.seat)
        self._save()
        self._decided.set()

    async def run(self, changed: Callable[[], None]) -> None:
        """Let the bots play whenever they are asked."""
        self._save()
        try:
            self.waiting = _("Getting the bots ready ...") if self._bots else ""
            for bot in self._bots.values():
                await asyncio.to_thread(bot.prepare, self.game.rules.name)
            self.waiting = ""
            changed()
            while True:
                self._decided.clear()
                asked = self._bots_asked()
                if asked:
                    await self._think(asked[0])
                    changed()
                else:
                    await self._decided.wait()
                    changed()
        finally:
            for bot in self._bots.values():
                bot.leave()

    async def _think(self, seat: int) -> None:
        """Let a bot decide; its answer is dropped if the question has changed meanwhile."""
        view = self.game.view(seat)
        move = await asyncio.to_thread(self._bots[seat].choose, view, None, self._rng)
        if self.game.view(seat).revision == view.revision:
            self.game.push(seat, move)
            self._save()

    def _bots_asked(self) -> list[int]:
        """The bots that owe a decision."""
        return [seat for seat in self.game.actors if seat in self._bots]

    def _save(self) -> None:
        """Save; if that fails, the game continues in memory, and the screen says so."""
        try:
            self.saved.save()
            self.trouble = ""
        except (GameError, OSError) as error:
            self.trouble = _("NOT SAVED: {error}").format(error=error)

    def _first_person(self) -> int:
        """The seat whose view is shown first; with several people, nobody's before they come."""
        people = self.saved.people
        return people[0] if len(people) == 1 else SPECTATOR
