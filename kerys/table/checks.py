"""Checks of outside input: games, seats, plies, names and actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR, Rules
from kerys.locale import _
from kerys.table.action import Action
from kerys.table.errors import PlyError, SeatError, UnknownGame, UnknownMove
from kerys.table.owners import SEAT_LETTERS
from kerys.table.parsing import shown

MOST_NAME = 40


def whole_number(value: Any) -> int | None:
    """A value as an int if it is a whole number, from Python or NumPy; otherwise None."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return int(value)


def check_game(name: str) -> Rules:
    """The rules of a game, by its name."""
    if not isinstance(name, str):
        raise TypeError(f"a game is named by a string such as 'ys', not {name!r}")
    if name not in GAMES:
        raise UnknownGame(
            _("There is no game '{game}'; choose from {known}.").format(
                game=shown(name), known=", ".join(GAMES)
            )
        )
    return GAMES[name]


def check_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """One name for each seat, on one line each; letters if no names are given."""
    if names is None:
        return tuple(
            _("Player {letter}").format(letter=SEAT_LETTERS[seat]) for seat in range(players)
        )
    if isinstance(names, str) or len(names) != players:
        raise SeatError(_("Give {number} names, one for each seat.").format(number=players))
    for name in names:
        if not isinstance(name, str) or not name.strip() or name != name.strip():
            raise SeatError(_("A name can't be empty, or begin or end with a space."))
        if not name.isprintable() or len(name) > MOST_NAME:
            raise SeatError(
                _("A name must fit on one line, with at most {number} characters.").format(
                    number=MOST_NAME
                )
            )
    return tuple(names)


def check_seat(seat: Any, players: int, spectator: bool = False) -> int:
    """A seat as a plain number; `spectator` says whether `SPECTATOR` counts as one."""
    number = whole_number(seat)
    if number is None:
        raise TypeError(f"a seat is a whole number from 0 to {players - 1}, not {seat!r}")
    if not (0 <= number < players or (spectator and number == SPECTATOR)):
        raise SeatError(
            _("There is no seat {seat}; seats are numbered from 0 to {last}.").format(
                seat=number, last=players - 1
            )
        )
    return number


def check_ply(ply: Any, last: int) -> int:
    """A ply that the game has reached, as a plain number; the last one by default."""
    if ply is None:
        return last
    number = whole_number(ply)
    if number is None:
        raise TypeError(f"a ply is a whole number, not {ply!r}")
    if not 0 <= number <= last:
        raise PlyError(
            _("There is no ply {ply}; the game has {last}.").format(ply=number, last=last)
        )
    return number


def check_action(action: Action, seat: int, rules: Rules) -> None:
    """Refuse an Action from another game or another seat."""
    if action.rules is not rules:
        raise UnknownMove(
            _("This is a move in {other}, not in {game}.").format(
                other=action.rules.wording.title, game=rules.wording.title
            )
        )
    if action.seat != seat:
        raise SeatError(
            _("This is a move by seat {owner}, not by seat {seat}.").format(
                owner=action.seat, seat=seat
            )
        )
