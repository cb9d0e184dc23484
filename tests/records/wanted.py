"""The finished games that the corpus must contain: every variant, and every kind of ending."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kerys.games import GAMES
from kerys.table.game import Game

FOLDER = Path(__file__).parent
ENDINGS = {
    "ys": ("outright", "by-gems", "shared", "neutral-first", "shared-with-neutral"),
    "mykerinos": ("outright", "by-cubes", "shared"),
}
"""How first place was decided: by points, by a tie-break, shared, or won by no player."""
TIE_BREAKS = {"ys": "by-gems", "mykerinos": "by-cubes"}


def variant_name(game: str, options: Mapping[str, Any]) -> str:
    """A file name for a variant: `ys-4p-quarters4-express`."""
    words = [game, f"{options['players']}p"]
    for name, value in options.items():
        if name != "players" and value:
            words.append(name.replace("_", "") if value is True else f"{name}{value}")
    return "-".join(words)


def variants() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """File name, game and options of every variant."""
    return {
        variant_name(name, options): (name, options)
        for name, rules in GAMES.items()
        for options in rules.variants
    }


def endings() -> dict[str, tuple[str, str]]:
    """File name, game and ending."""
    return {f"{game}-{end}": (game, end) for game, ends in ENDINGS.items() for end in ends}


def ending(game: Game) -> str:
    """How first place in a finished game was decided."""
    first = [owner for owner, rank in enumerate(game.ranks) if rank == 1]
    if any(owner >= game.players for owner in first):
        return "neutral-first" if len(first) == 1 else "shared-with-neutral"
    if len(first) > 1:
        return "shared"
    best = game.scores[first[0]]
    return TIE_BREAKS[game.name] if game.scores.count(best) > 1 else "outright"
