"""Bots, which get a view, a budget and a generator but never the game, and the arena."""

from kerys.bots.base import Bot, BotError, Budget
from kerys.bots.registry import bot_named, bot_names, level_names

__all__ = ["Bot", "BotError", "Budget", "bot_named", "bot_names", "level_names"]
