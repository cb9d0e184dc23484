"""The eight levels, weakest first: how each of them thinks, and its measured strength."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kerys.bots.base import Bot, Budget
from kerys.bots.evaluators import evaluator_of, kept_file
from kerys.games import GAMES
from kerys.locale import N_, _

SLOWEST = 5
"""How many times slower than usual a machine may be before a level decides with fewer worlds, so
that nobody waits for ever."""


@dataclass(frozen=True)
class Level:
    """A named configuration of a bot."""

    name: str
    about: str
    heat: float = 0.0
    """How many points worse an action may be and still be chosen sometimes (one step only)."""
    milliseconds: int = 0
    """How long it thinks about a decision at the usual pace; 0 means that it looks one step ahead.
    Its strength is the number of worlds that it imagines in this time."""
    style: str = ""

    def __call__(self) -> Bot:
        """A bot of this level."""
        from kerys.bots.search.greedy import GreedyBot
        from kerys.bots.search.search import SearchBot

        bot: Bot
        if self.milliseconds:
            bot = SearchBot(self.style, self.milliseconds)
            bot.budget = Budget(milliseconds=SLOWEST * self.milliseconds)
        else:
            bot = GreedyBot(self.style, self.heat)
        bot.about = self.about
        return bot

    def worlds(self, game: str) -> int:
        """How many worlds it imagines for a decision; fewer if its answer is clear."""
        if not self.milliseconds:
            return 0
        return evaluator_of(GAMES[game]).worlds_in(self.milliseconds)

    def told(self, *games: str) -> str:
        """What it does in some games; a style plays for something different in each."""
        found = {}
        for game in games:
            about = evaluator_of(GAMES[game]).styles.get(self.style)
            if about:
                found[GAMES[game].wording.title] = _(about)
        if not found:
            return _(self.about)
        told = [
            what if len(games) == 1 else _("{what} in {game}").format(what=what, game=game)
            for game, what in found.items()
        ]
        return _("plays for {what}").format(what=", ".join(told))


LEVELS = (
    Level("beginner", N_("knows the rules and little more"), heat=6.0),
    Level("apprentice", N_("sees what an action brings at once, but makes mistakes"), heat=2.0),
    Level(
        "speculator",
        N_("favours one way to win"),
        milliseconds=20,
        style="speculator",
    ),
    Level(
        "collector",
        N_("favours another way to win"),
        milliseconds=40,
        style="collector",
    ),
    Level("journeyman", N_("takes what looks best one step ahead")),
    Level("expert", N_("thinks a few moves ahead"), milliseconds=30),
    Level("master", N_("thinks ahead for a moment, over many imagined worlds"), milliseconds=200),
    Level("grandmaster", N_("thinks as long as it takes to play its best"), milliseconds=1200),
)


OPPONENTS = ("journeyman", "expert", "apprentice")
"""The opponents for a quick game: one to learn from, and one to beat."""


def opponents(number: int) -> tuple[str, ...]:
    """Levels of mixed strength, as many as asked for, none of which thinks for long."""
    return tuple(OPPONENTS[place % len(OPPONENTS)] for place in range(number))


@dataclass(frozen=True)
class Rating:
    """The measured strength of a level on the ladder of a game."""

    rating: float
    low: float
    high: float


@cache
def ratings(game: str) -> dict[str, Rating]:
    """The ratings of a game by level; empty if its ladder was never played."""
    if evaluator_of(GAMES[game]).folder is None or not ratings_file(game).exists():
        return {}
    found = json.loads(ratings_file(game).read_text("utf-8"))
    return {name: Rating(**one) for name, one in found.items()}


def ratings_file(game: str) -> Path:
    """Where the ratings of a game are kept."""
    return kept_file(game, "ratings.json")


def keep_ratings(game: str, found: dict[str, Rating]) -> Path:
    """Save the ratings of the levels of a game, for everything that lists them."""
    path = ratings_file(game)
    plain = {
        name: {"rating": round(one.rating, 1), "low": round(one.low, 1), "high": round(one.high, 1)}
        for name, one in found.items()
    }
    path.write_text(json.dumps(plain, indent=2) + "\n", "utf-8")
    ratings.cache_clear()
    return path
