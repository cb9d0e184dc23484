"""The people and bots at a table, seat by seat."""

from __future__ import annotations

from collections.abc import Sequence

from kerys.bots import Bot, BotError, bot_named
from kerys.bots.base import check_plays
from kerys.bots.cast import bot_name
from kerys.bots.registry import guests
from kerys.locale import _, ngettext
from kerys.study.asks import USUAL_ASKS
from kerys.table.checks import check_names
from kerys.table.errors import SeatError
from kerys.table.owners import SEAT_LETTERS

DEFAULT_BOT = "journeyman"


def seats(
    game: str,
    players: int,
    seat: int,
    bots: list[str] | None,
    names: list[str] | None,
    commitment: str,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The name of every seat, and the bot that plays it (or an empty string).

    The first person takes `seat`; bots fill the next seats around the table; any seats left over
    are for other people. The commitment of the deal decides the names of the bots.
    """
    check_seat_number(seat, players)
    playing = [DEFAULT_BOT] * (players - 1) if bots is None else bots
    if len(playing) >= players:
        raise SeatError(
            _("With {players} players you can have at most {most} bots.").format(
                players=players, most=players - 1
            )
        )
    who = [""] * players
    for place, name in enumerate(playing, 1):
        honest_bot(name, game)
        who[(seat + place) % players] = name
    return _names(game, who, names, commitment), tuple(who)


def usual_asks(bots: Sequence[str]) -> int:
    """How often a person may ask the master, unless they say otherwise: only against bots."""
    return USUAL_ASKS if sum(not bot for bot in bots) == 1 else 0


def check_seat_number(seat: int, players: int) -> None:
    """Refuse a seat that isn't at the table."""
    if not 0 <= seat < players:
        raise SeatError(
            _("There is no seat {seat}; seats are numbered from 0 to {last}.").format(
                seat=seat, last=players - 1
            )
        )


def honest_bot(name: str, game: str) -> Bot:
    """A bot that can play against people: one that can't see hidden information."""
    bot = bot_named(name)
    check_plays(name, bot.games, game)
    if bot.cheats:
        raise BotError(
            _("'{name}' cheats: it is for measurements, not for play.").format(name=name)
        )
    return bot


def _names(game: str, who: list[str], names: list[str] | None, commitment: str) -> tuple[str, ...]:
    """People have the names they give, our bots names from the cast, other bots their own."""
    called = list(check_names(None, len(who)))
    people = [seat for seat, bot in enumerate(who) if not bot]
    if names is not None:
        if len(names) != len(people):
            raise SeatError(
                ngettext(
                    "Give {number} name, one for each person.",
                    "Give {number} names, one for each person.",
                    len(people),
                )
            )
        for seat, name in zip(people, names, strict=True):
            called[seat] = name
    for seat, bot in enumerate(who):
        if bot in guests():
            called[seat] = f"{bot.capitalize()} {SEAT_LETTERS[seat]}"
        elif bot:
            called[seat] = bot_name(game, commitment, called)
    return check_names(called, len(who))
