"""All bots by name: the levels, the other bots of Kerys, and those of other packages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kerys.bots.base import Bot, BotError, RandomBot
from kerys.bots.guests.guest import GROUP, Guest
from kerys.bots.guests.protocol import one_line
from kerys.bots.levels import LEVELS
from kerys.locale import _
from kerys.table.checks import MOST_NAME

LONGEST = MOST_NAME - len(" A")
"""The longest name of a guest: at a table, the letter of the seat follows it."""


def _greedy() -> Bot:
    from kerys.bots.search.greedy import GreedyBot

    return GreedyBot()


def _search() -> Bot:
    from kerys.bots.search.search import SearchBot

    return SearchBot()


def _oracle() -> Bot:
    from kerys.bots.search.search import OracleBot

    return OracleBot()


def _policy() -> Bot:
    from kerys.bots.network.players import PolicyBot

    return PolicyBot()


def _learned() -> Bot:
    from kerys.bots.network.players import LearnedBot

    return LearnedBot()


def _learned_oracle() -> Bot:
    from kerys.bots.network.players import LearnedOracleBot

    return LearnedOracleBot()


BOTS: dict[str, Callable[[], Bot]] = {
    **{level.name: level for level in LEVELS},
    "random": RandomBot,
    "greedy": _greedy,
    "search": _search,
    "oracle": _oracle,
    "policy": _policy,
    "learned": _learned,
    "learned-oracle": _learned_oracle,
}


@cache
def guests() -> dict[str, EntryPoint]:
    """The bots of other packages; names of Kerys's own bots are reserved."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BOTS}


def level_names() -> tuple[str, ...]:
    """The names of the eight levels, weakest first."""
    return tuple(level.name for level in LEVELS)


def bot_names() -> tuple[str, ...]:
    """The names of all bots that can be chosen."""
    return (*BOTS, *filter(_can_be_named, guests()))


def bot_named(name: str) -> Bot:
    """A new bot of that name."""
    if name in BOTS:
        return BOTS[name]()
    if name in guests():
        guest = _guest(guests()[name])
        guest.meet()
        return guest
    raise BotError(
        _("There is no bot '{name}'; there are {names}.").format(
            name=name, names=", ".join(bot_names())
        )
    )


def make_bot_tolerantly(name: str) -> Bot:
    """A bot that was accepted earlier; if it is broken now, it fails when it should move."""
    if name not in guests():
        return bot_named(name)
    guest = _guest(guests()[name])
    with suppress(BotError):
        guest.meet()
    return guest


def _guest(point: EntryPoint) -> Guest:
    """Another package's bot, if people can type its name."""
    if not _can_be_named(point.name):
        raise BotError(
            _(
                "The bot '{name}' ({where}) cannot be chosen: a name is one word of at most "
                "{number} characters, without ',' or '@'."
            ).format(name=one_line(point.name), where=point.value, number=LONGEST)
        )
    return Guest(point)


def _can_be_named(name: str) -> bool:
    """Whether a name fits into a list of bots, into a record, and beside the letter of a seat."""
    return name.isprintable() and not set(name) & set(" ,@") and 0 < len(name) <= LONGEST
