"""The eight levels, from beginner to best: how each of them thinks, and how strong it was found."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kerys.bots.base import Bot, Budget
from kerys.locale import N_

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Level:
    """A bot by name, from what it is made of."""

    name: str
    about: str
    heat: float = 0.0
    """How many points an action may cost and still be taken now and then (one step ahead only)."""
    milliseconds: int = 0
    """How long it thinks about a decision at most; not at all: it looks one step ahead."""
    style: str = ""

    def __call__(self) -> Bot:
        """A bot of this level."""
        from kerys.bots.search.greedy import GreedyBot
        from kerys.bots.search.search import SearchBot

        bot: Bot
        if self.milliseconds:
            bot = SearchBot(self.style, self.milliseconds)
            bot.budget = Budget(milliseconds=self.milliseconds)
        else:
            bot = GreedyBot(self.style, self.heat)
        bot.about = self.about
        return bot


LEVELS = (
    Level("beginner", N_("knows the rules and little more"), heat=6.0),
    Level("apprentice", N_("sees what an action brings at once, and still slips"), heat=2.0),
    Level(
        "speculator",
        N_("plays for the market and its prices in Ys, for rooms of the museum in Mykerinos"),
        milliseconds=20,
        style="speculator",
    ),
    Level(
        "collector",
        N_("plays for palaces and their characters in Ys, for sets of cards in Mykerinos"),
        milliseconds=40,
        style="collector",
    ),
    Level("journeyman", N_("takes what looks best one step ahead")),
    Level("expert", N_("thinks a few moves ahead"), milliseconds=30),
    Level("master", N_("thinks ahead for a moment, over many imagined worlds"), milliseconds=200),
    Level("grandmaster", N_("thinks as long as it takes to play its best"), milliseconds=1200),
)


@dataclass(frozen=True)
class Rating:
    """How strong a level was found to be on the ladder of a game."""

    rating: float
    low: float
    high: float


@cache
def ratings(game: str) -> dict[str, Rating]:
    """The ratings of a game by level; empty where its ladder was never played."""
    path = FOLDER / game / "ratings.json"
    if not path.exists():
        return {}
    found = json.loads(path.read_text("utf-8"))
    return {name: Rating(**one) for name, one in found.items()}


def keep_ratings(game: str, found: dict[str, Rating]) -> Path:
    """Write down how strong the levels of a game are, for everyone who lists them."""
    path = FOLDER / game / "ratings.json"
    plain = {
        name: {"rating": round(one.rating, 1), "low": round(one.low, 1), "high": round(one.high, 1)}
        for name, one in found.items()
    }
    path.write_text(json.dumps(plain, indent=2) + "\n", "utf-8")
    ratings.cache_clear()
    return path
