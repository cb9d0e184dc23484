"""Bots that fail or spy, for the tests."""

from __future__ import annotations

import random
from typing import Any

from kerys.bots.base import Bot, Budget
from kerys.table.action import Action
from kerys.table.view import View


class Raising(Bot):
    """Raises at every third decision of a game."""

    asked = 0

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        self.asked += 1
        if self.asked % 3 == 0:
            raise ZeroDivisionError("lost count")
        return rng.choice(view.legal)


class Watching(Bot):
    """Records what it is given."""

    given: list[tuple[View, Budget]] = []  # noqa: RUF012 - shared on purpose

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        self.given.append((view, budget))
        return rng.choice(view.legal)


class Peeking(Watching):
    """Sees the true state."""

    cheats = True
    seen: list[Any] = []  # noqa: RUF012 - shared on purpose

    def show(self, state: Any) -> None:
        self.seen.append(state)
