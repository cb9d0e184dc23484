"""Warming up a bot: it loads and compiles what it needs before its time is measured."""

from __future__ import annotations

import random

from kerys.bots.base import Bot, Budget
from kerys.games import GAMES
from kerys.table.commitment import secret_of_seed
from kerys.table.game import dealt


def warm_up(bot: Bot, game: str) -> None:
    """Let a throwaway bot make one decision, in a game that doesn't count."""
    rules = GAMES[game]
    table = dealt(rules, rules.configure(), secret_of_seed("warm-up"))
    if bot.cheats and hasattr(bot, "show"):
        bot.show(rules.copy(table.before(table.ply)))
    view = table.view(table.actors[0])
    bot.choose(view, Budget(worlds=1), random.Random(0))
    table.push(view.seat, view.legal[0])
