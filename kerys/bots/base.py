"""What a bot is, and which there are."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from kerys.locale import _
from kerys.table.action import Action
from kerys.table.view import View


class BotError(ValueError):
    """There is no such bot; the message names those there are."""


class Bot(ABC):
    """A player: asked for a decision, it sees its own view and nothing else."""

    @abstractmethod
    def choose(self, view: View, rng: random.Random) -> Action:
        """One of `view.legal`."""


class RandomBot(Bot):
    """Any legal action, each as likely as the other."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """One of `view.legal`."""
        return rng.choice(view.legal)


BOTS: dict[str, type[Bot]] = {"random": RandomBot}


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(BOTS)


def bot_named(name: str) -> Bot:
    """A bot of that name."""
    if name not in BOTS:
        raise BotError(
            _("There is no bot '{name}'; there are {names}.").format(
                name=name, names=", ".join(BOTS)
            )
        )
    return BOTS[name]()
