"""The games, by name."""

from __future__ import annotations

from kerys.games.ys import YS
from kerys.kernel.contract import Game

GAMES: dict[str, Game] = {game.name: game for game in (YS,)}
