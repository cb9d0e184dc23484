"""Which bots there are, by name: those of Kerys, its levels, and other people's."""

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
"""How long another package's name may be: at a table, the letter of the seat stands after it."""


def _greedy() -> Bot:
    from kerys.bots.search.greedy import GreedyBot

    return GreedyBot()


def _search() -> Bot:
    from kerys.bots.search.search import SearchBot

    return SearchBot()


def _oracle() -> Bot:
    from kerys.bots.search.search import OracleBot

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
    """The names of the eight levels, in the order they are meant to have."""
    return tuple(level.name for level in LEVELS)


def bot_names() -> tuple[str, ...]:
    """The names of all bots that can be chosen."""
    return (*BOTS, *filter(_can_be_named, guests()))


def bot_named(name: str) -> Bot:
    """A bot of that name."""
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


def bot_let_in(name: str) -> Bot:
    """A bot that could be made before; if it no longer can, that shows when it should move."""
    if name not in guests():
        return bot_named(name)
    guest = _guest(guests()[name])
    with suppress(BotError):
        guest.meet()
    return guest


def _guest(point: EntryPoint) -> Guest:
    """Another package's bot, if its name is one that people can type."""
    if not _can_be_named(point.name):
        raise BotError(
            _(
                "The bot '{name}' ({where}) cannot be chosen: a name is one word without ',' or "
                "'@', of {number} letters at most."
            ).format(name=one_line(point.name), where=point.value, number=LONGEST)
        )
    return Guest(point)


def _can_be_named(name: str) -> bool:
    """Whether a name can stand in a list of bots, in a record, and beside the letter of a seat."""
    return name.isprintable() and not set(name) & set(" ,@") and 0 < len(name) <= LONGEST
