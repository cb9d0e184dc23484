"""A bot at a table: if it raises, hangs or answers illegally, a stand-in takes its turn."""

from __future__ import annotations

import logging
import random
import threading
from functools import cache
from typing import Any

from kerys.bots.base import Bot, Budget
from kerys.bots.guests.guest import PATIENCE, Guest, longest
from kerys.bots.guests.protocol import Fault, shown
from kerys.bots.warmup import warm_up
from kerys.kernel.contract import State
from kerys.table.action import Action
from kerys.table.view import View

LOG = logging.getLogger("kerys.bots")


@cache
def _load(kind: type[Bot], game: str) -> None:
    """Make all bots of one kind quick from their first decision on; once in a process."""
    warm_up(kind(), game)


class Guarded:
    """A bot by name, and who stands in for it."""

    def __init__(self, name: str, bot: Bot, patience: float = PATIENCE) -> None:
        self.name = name
        self.bot: Any = bot
        self.patience = patience
        self.faults = 0
        self._unready: Exception | None = None
        self._thread: threading.Thread | None = None

    @property
    def peeks(self) -> bool:
        """Whether the bot wants to be shown the true state, if that can be found out."""
        try:
            return bool(self.bot.cheats) and hasattr(self.bot, "show")
        except Exception:
            return False

    def prepare(self, game: str) -> None:
        """Have all that a first decision needs, so that loading it is not taken for thinking."""
        if isinstance(self.bot, Guest) and self._unready is None:
            try:
                self.bot.prepare(game)
            except Exception as error:
                self._unready = error  # told when it should have moved
        elif self._is_ours:
            kind: type[Bot] = type(self.bot)
            _load(kind, game)

    @property
    def _is_ours(self) -> bool:
        """Whether it is one of those that come with Kerys, and keep to their time."""
        ours = type(self.bot).__module__.startswith("kerys.bots.")
        return ours and not isinstance(self.bot, Guest)

    def choose(
        self, view: View, budget: Budget | None, rng: random.Random, truth: State | None = None
    ) -> Action:
        """A legal action in any case; the truth is for bots that cheat."""
        legal = view.legal  # before a bot has tried anything out in its view
        seed = rng.random()
        self.prepare(view.game)
        try:
            answer = self._answer(view, budget, seed, truth)
            code = getattr(answer, "code", answer)
            for action in legal:
                if action.code == code:
                    return action
            problem = f"answered illegally: {shown(answer)}"
        except TimeoutError:
            problem = "did not answer in time"
        except Fault as fault:
            problem = str(fault)
        except Exception as error:
            problem = f"raised {shown(error)}"
        self.faults += 1
        LOG.warning("the bot %s of seat %d %s; a stand-in moves", self.name, view.seat, problem)
        return rng.choice(legal)

    def leave(self) -> None:
        """The game is over for this bot."""
        if isinstance(self.bot, Guest):
            self.bot.leave()

    def _answer(self, view: View, budget: Budget | None, seed: float, truth: State | None) -> Any:
        """What the bot says: a guest in its process, others of other people's in a thread."""
        unready, self._unready = self._unready, None
        if unready is not None:
            raise unready
        given = budget or self.bot.budget
        if truth is not None:
            self.bot.show(truth)
        if isinstance(self.bot, Guest):
            return self.bot.answer(view, given, seed, longest(given, self.patience))
        if self._is_ours:
            return self.bot.choose(view, given, random.Random(seed))
        return self._in_a_thread(view, given, random.Random(seed))

    def _in_a_thread(self, view: View, budget: Budget, rng: random.Random) -> Any:
        """The answer of a bot that was made in this process, and cannot be moved to another.

        Where it hangs it cannot be ended either: only bots that have a name everywhere can.
        """
        if self._thread is not None and self._thread.is_alive():
            raise TimeoutError
        answers: list[Any] = []
        failures: list[BaseException] = []

        def think() -> None:
            try:
                answers.append(self.bot.choose(view, budget, rng))
            except BaseException as error:
                failures.append(error)

        self._thread = threading.Thread(target=think, daemon=True)
        self._thread.start()
        self._thread.join(longest(budget, self.patience))
        if self._thread.is_alive():
            raise TimeoutError
        if failures:
            raise Fault(f"raised {shown(failures[0])}")
        return answers[0]
