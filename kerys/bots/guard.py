"""A bot at a table: if it raises, hangs or answers illegally, a stand-in takes its turn."""

from __future__ import annotations

import logging
import random
import threading
from typing import Any

from kerys.bots.base import Bot, Budget
from kerys.table.action import Action
from kerys.table.view import View

LOG = logging.getLogger("kerys.bots")
PATIENCE = 5.0
"""How many budgets a bot may take, and never fewer seconds than this, before it counts as hung."""


MOST_SHOWN = 200


class Guarded:
    """A bot by name, and who stands in for it."""

    def __init__(self, name: str, bot: Bot, patience: float = PATIENCE) -> None:
        self.name = name
        self.bot = bot
        self.patience = patience
        self.faults = 0
        self._thread: threading.Thread | None = None

    def choose(self, view: View, budget: Budget | None, rng: random.Random) -> Action:
        """A legal action in any case."""
        given = budget or self.bot.budget
        legal = view.legal  # before a bot has tried anything out in its view
        try:
            answer = self._answer(view, given, random.Random(rng.random()))
            code = getattr(answer, "code", answer)
            for action in legal:
                if action.code == code:
                    return action
            problem = f"answered illegally: {_shown(answer)}"
        except TimeoutError:
            problem = "did not answer in time"
        except Exception as error:
            problem = f"raised {_shown(error)}"
        self.faults += 1
        LOG.warning("the bot %s of seat %d %s; a stand-in moves", self.name, view.seat, problem)
        return rng.choice(legal)

    def _answer(self, view: View, budget: Budget, rng: random.Random) -> Any:
        """What the bot says; one of other people's gets a thread of its own and a deadline."""
        if type(self.bot).__module__.startswith("kerys.bots."):
            return self.bot.choose(view, budget, rng)
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
        seconds = (budget.milliseconds or 0) / 1e3
        self._thread.join(max(self.patience, self.patience * seconds))
        if self._thread.is_alive():
            raise TimeoutError
        if failures:
            raise RuntimeError(_shown(failures[0]))
        return answers[0]


def _shown(thing: object) -> str:
    """Something of another package's in words, even if it cannot say them itself."""
    try:
        return repr(thing)[:MOST_SHOWN]
    except Exception:
        return type(thing).__name__
