"""A bot at a table: if it raises, hangs or gives an illegal answer, a stand-in takes its turn."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from kerys.bots.base import Bot, Budget
from kerys.bots.guests.guest import PATIENCE, Guest, longest
from kerys.bots.guests.protocol import Fault, legal_code, shown
from kerys.bots.warmup import warm_up
from kerys.kernel.contract import State
from kerys.kernel.seats import NONE
from kerys.table.action import Action
from kerys.table.view import View

LOG = logging.getLogger("kerys.bots")


@cache
def _load(kind: type[Bot], game: str) -> None:
    """Warm up all bots of one kind, once per process."""
    warm_up(kind(), game)


class Guarded:
    """A bot by name, with a stand-in for when it fails."""

    def __init__(self, name: str, bot: Bot, patience: float = PATIENCE) -> None:
        self.name = name
        self.bot: Any = bot
        self.patience = patience
        self.faults = 0
        self._unready: Exception | None = None
        self._thread: threading.Thread | None = None

    @property
    def peeks(self) -> bool:
        """Whether the bot is shown the true state, as far as it says so."""
        try:
            return bool(self.bot.cheats) and hasattr(self.bot, "show")
        except Exception:
            return False

    def prepare(self, game: str) -> None:
        """Load everything that a first decision needs, so that loading doesn't count as thinking.

        Errors are reported when the bot should have moved.
        """
        if self._unready is not None:
            return
        try:
            if isinstance(self.bot, Guest):
                self.bot.prepare(game)
            elif self._is_ours:
                kind: type[Bot] = type(self.bot)
                _load(kind, game)
        except Exception as error:
            self._unready = error

    @property
    def _is_ours(self) -> bool:
        """Whether it comes with Kerys, and so keeps to its time limit."""
        ours = type(self.bot).__module__.startswith("kerys.bots.")
        return ours and not isinstance(self.bot, Guest)

    def choose(
        self, view: View, budget: Budget | None, rng: random.Random, truth: State | None = None
    ) -> Action:
        """A legal action, whatever the bot does; the truth is for bots that cheat.

        Only KeyboardInterrupt and SystemExit pass through.
        """
        # A bot may modify its view, so the answer is built from copies.
        seat, rules, names = view.seat, view.rules, view.names
        codes = tuple(action.code for action in view.legal)
        asked = rules.copy(view.state)
        code, problem = self._code(view, codes, budget, rng.random(), truth)
        if problem:
            self.faults += 1
            LOG.warning("the bot %s in seat %d %s; a stand-in moves", self.name, seat, problem)
            code = rng.choice(codes)
        return Action(seat, code, rules, asked, names)

    def _code(
        self,
        view: View,
        codes: tuple[int, ...],
        budget: Budget | None,
        seed: float,
        truth: State | None,
    ) -> tuple[int, str]:
        """The legal code that the bot chooses, and what went wrong if it chose none."""
        self.prepare(view.game)
        try:
            code = self._answer(view, codes, budget, seed, truth)
        except TimeoutError:
            return NONE, "did not answer in time"
        except Fault as fault:
            return NONE, str(fault)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            return NONE, f"raised {shown(error)}"
        return code, ""

    def leave(self) -> None:
        """The game is over for this bot."""
        if isinstance(self.bot, Guest):
            self.bot.leave()

    def _answer(
        self,
        view: View,
        codes: tuple[int, ...],
        budget: Budget | None,
        seed: float,
        truth: State | None,
    ) -> int:
        """The code that the bot chooses: a guest in its process, other foreign bots in a thread."""
        unready, self._unready = self._unready, None
        if unready is not None:
            raise unready
        if isinstance(self.bot, Guest):
            given = budget or self.bot.budget
            if truth is not None:
                self.bot.show(truth)
            seconds = longest(given, self.patience)
            return legal_code(self.bot.answer(view, given, seed, seconds), codes)

        def decide() -> int:
            if truth is not None:
                self.bot.show(truth)
            return legal_code(self.bot.choose(view, given, random.Random(seed)), codes)

        if self._is_ours:
            given = budget or self.bot.budget
            return decide()
        given = budget or self._in_a_thread(lambda: self.bot.budget, self.patience)
        return int(self._in_a_thread(decide, longest(given, self.patience)))

    def _in_a_thread(self, call: Callable[[], Any], seconds: float) -> Any:
        """The answer of a foreign bot that was created in this process.

        If it hangs it cannot be ended: that takes a bot with a name and a process of its own.
        """
        if self._thread is not None and self._thread.is_alive():
            raise TimeoutError
        answers: list[Any] = []
        failures: list[str] = []

        def think() -> None:
            try:
                answers.append(call())
            except Fault as fault:
                failures.append(str(fault))
            except BaseException as error:
                failures.append(f"raised {shown(error)}")

        self._thread = threading.Thread(target=think, daemon=True)
        self._thread.start()
        self._thread.join(seconds)
        if self._thread.is_alive():
            raise TimeoutError
        if failures:
            raise Fault(failures[0])
        return answers[0]
