"""Which bots there are, by name."""

from __future__ import annotations

from collections.abc import Callable

from kerys.bots.base import Bot, BotError, RandomBot
from kerys.locale import _


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
    "random": RandomBot,
    "greedy": _greedy,
    "search": _search,
    "oracle": _oracle,
}


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(BOTS)


def bot_named(name: str) -> Bot:
    """A bot of that name."""
    if name not in BOTS:
        raise BotError(
            _("There is no bot '{name}'; there are {names}.").format(
                name=name, names=", ".join(bot_names())
            )
        )
    return BOTS[name]()
