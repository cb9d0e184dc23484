"""Players that are programs: ordinary seats, which get a view and never the game."""

from kerys.bots.base import Bot, BotError, Budget
from kerys.bots.registry import bot_named, bot_names

__all__ = ["Bot", "BotError", "Budget", "bot_named", "bot_names"]
