"""What a bot is: a seat that gets a view, a budget and a generator, and never the game."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass

from kerys.games import GAMES
from kerys.locale import N_, _
from kerys.table.action import Action
from kerys.table.view import View


class BotError(ValueError):
    """There is no such bot, or it cannot play this; the message says what is possible."""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: in milliseconds, or in imagined worlds to be repeatable."""

    milliseconds: int | None = None
    worlds: int | None = None

    def __post_init__(self) -> None:
        given = [amount for amount in (self.milliseconds, self.worlds) if amount is not None]
        if len(given) != 1 or given[0] <= 0:
            raise BotError(_("A budget is a positive number of milliseconds or of worlds."))


class Bot(ABC):
    """A player: asked for a decision, it sees its own view and nothing else.

    To make one, write a class with `choose`, and offer it under the entry point `kerys.bots`. It is
    made without arguments, afresh for each seat and game, in a process of its own, and may keep
    what it likes between decisions. If it raises, takes far too long, dies or answers illegally, a
    stand-in takes the turn and the log says so.
    """

    budget = Budget(milliseconds=200)
    """What it gets where nobody says otherwise."""
    about = ""
    """What it does, in a sentence without a full stop."""
    cheats = False
    """Whether it is shown the true state, which only measurements may do."""
    games: tuple[str, ...] | None = None
    """The names of the games that it can play; None: any game."""

    @abstractmethod
    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """One of `view.legal`, within the budget; chance comes from `rng` alone."""


def check_plays(name: str, games: tuple[str, ...] | None, game: str) -> None:
    """Refuse a bot that says that it cannot play a game, where it would be seated."""
    if games is None or game in games:
        return
    wanted = _title(game)
    if not games:
        raise BotError(_("'{name}' doesn't play {game}.").format(name=name, game=wanted))
    raise BotError(
        _("'{name}' plays {games}, not {game}.").format(
            name=name, games=", ".join(map(_title, games)), game=wanted
        )
    )


def _title(game: str) -> str:
    """A game as people write it; one that is not installed by its name."""
    return GAMES[game].wording.title if game in GAMES else game


class RandomBot(Bot):
    """Any legal action, each as likely as the other."""

    about = N_("any legal action, each as likely as the other")

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """One of `view.legal`."""
        return rng.choice(view.legal)
