"""Which bots there are, by name: those of Kerys, its levels, and other people's."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kerys.bots.base import Bot, BotError, RandomBot
from kerys.bots.levels import LEVELS
from kerys.locale import _

GROUP = "kerys.bots"
"""The entry points under which other packages offer their bots."""


def _greedy() -> Bot:
    from kerys.bots.players import GreedyBot

    return GreedyBot()


def _search() -> Bot:
    from kerys.bots.players import SearchBot

    return SearchBot()


def _oracle() -> Bot:
    from kerys.bots.players import OracleBot

    return OracleBot()


BOTS: dict[str, Callable[[], Bot]] = {
    **{level.name: level for level in LEVELS},
    "random": RandomBot,
    "greedy": _greedy,
    "search": _search,
    "oracle": _oracle,
}


@cache
def guests() -> dict[str, EntryPoint]:
    """Other people's bots; a name that Kerys has already is not given away."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BOTS}


def level_names() -> tuple[str, ...]:
    """The names of the eight levels, the weakest first."""
    return tuple(level.name for level in LEVELS)


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    return (*BOTS, *guests())


def bot_named(name: str) -> Bot:
    """A bot of that name."""
    if name in BOTS:
        return BOTS[name]()
    if name in guests():
        return _guest(guests()[name])
    raise BotError(
        _("There is no bot '{name}'; there are {names}.").format(
            name=name, names=", ".join(bot_names())
        )
    )


def _guest(point: EntryPoint) -> Bot:
    """Another package's bot, which may fail in any way."""
    try:
        bot = point.load()()
    except Exception as error:
        raise BotError(
            _("The bot '{name}' ({where}) cannot be made: {problem}").format(
                name=point.name, where=point.value, problem=repr(error)
            )
        ) from error
    if not isinstance(bot, Bot):
        raise BotError(
            _("The bot '{name}' ({where}) is no kerys.bots.Bot.").format(
                name=point.name, where=point.value
            )
        )
    return bot
