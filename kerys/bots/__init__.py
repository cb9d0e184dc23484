"""Players that are programs: ordinary seats, which get a view and never the game."""

from kerys.bots.base import Bot, BotError, bot_named, bot_names

__all__ = ["Bot", "BotError", "bot_named", "bot_names"]
