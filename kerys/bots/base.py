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
    """There is no such bot, or it cannot play this; the message says what would be right."""

    wrong_use = True
    """Whether something else should have been asked for; otherwise the work itself failed."""


class BrokenBotError(BotError):
    """A bot of another package cannot be created; the message says why."""

    wrong_use = False


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: in milliseconds, or in imagined worlds to be repeatable."""

    milliseconds: int | None = None
    worlds: int | None = None

    def __post_init__(self) -> None:
        given = [amount for amount in (self.milliseconds, self.worlds) if amount is not None]
        if len(given) != 1 or given[0] <= 0:
            raise BotError(_("A budget must be a positive number of milliseconds or worlds."))


class Bot(ABC):
    """A player: asked for a decision, it sees its own view and nothing else.

    To write one, define a class with `choose` and register it under the entry point `kerys.bots`.
    A new instance is created without arguments for each seat and game, in its own process, and may
    keep state between decisions. If it raises, takes far too long, dies or gives an illegal answer,
    a stand-in takes the turn and the log says so.
    """

    budget = Budget(milliseconds=200)
    """The default budget."""
    about = ""
    """What it does, in a sentence without a full stop."""
    cheats = False
    """Whether it is shown the true state, which is for measurements only."""
    games: tuple[str, ...] | None = None
    """The names of the games that it can play; None means any game."""

    @abstractmethod
    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """One of `view.legal`, within the budget; chance comes from `rng` alone."""


def check_plays(name: str, games: tuple[str, ...] | None, game: str) -> None:
    """Refuse to seat a bot at a game that it says it cannot play."""
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
    """The title of a game, or its name if it isn't installed."""
    return GAMES[game].wording.title if game in GAMES else game


class RandomBot(Bot):
    """Any legal action, all equally likely."""

    about = N_("any legal action, all equally likely")

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """One of `view.legal`."""
        return rng.choice(view.legal)
