"""The options of a game of Ys, checked where they come in from outside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kerys.games.ys.components import COLOURS, SHIPS, WHITE
from kerys.games.ys.ships import Ship, default_ships, load_ships
from kerys.games.ys.state import OPTIONS
from kerys.kernel.contract import OptionsError, State, checked_revision
from kerys.locale import _

REVISION = 1
"""The newest revision of the rules; rule functions that changed ask for `state.revision`."""
VARIANTS: tuple[dict[str, Any], ...] = (
    *(
        {"players": players, "quarters": quarters, "kings_favour": favour, "express": express}
        for players, quarters in ((4, 4), (3, 4), (3, 3))
        for favour in (False, True)
        for express in (False, True)
    ),
    *({"players": 2, "strong_neutral": strong} for strong in (False, True)),
)
"""Every combination of rules; `peek_own` and the ships go with each of them."""

MINI: dict[str, Any] = {"players": 2, "mini": True}
"""Mini Ys, which can be solved."""
MINI_QUARTERS = 1
MINI_SHIPS: tuple[Ship, ...] = tuple(
    (colour, colour, colour) for _ in range(SHIPS // COLOURS) for colour in range(COLOURS)
)


def configure(
    *,
    players: int = 4,
    quarters: int | None = None,
    kings_favour: bool = False,
    express: bool = False,
    strong_neutral: bool = False,
    peek_own: bool = True,
    mini: bool = False,
    revision: int | None = None,
    ships: str | Path | Sequence[Any] | None = None,
    **unknown: Any,
) -> State:
    """An options record, or an OptionsError that says what is possible.

    YS-10.3, YS-C8, YS-C9, YS-11.1, YS-R36, YS-11.11, YS-4.7.
    """
    if unknown:
        raise OptionsError(
            _(
                "Ys has no option {names}; its options are players, quarters, kings_favour, "
                "express, strong_neutral, peek_own, mini and ships"
            ).format(names=", ".join(map(repr, unknown)))
        )
    switches = {
        "kings_favour": kings_favour,
        "express": express,
        "strong_neutral": strong_neutral,
        "peek_own": peek_own,
        "mini": mini,
    }
    for name, switch in switches.items():
        if not isinstance(switch, bool):
            raise OptionsError(
                _("the option {name} must be on or off (True or False), not {value}").format(
                    name=name, value=repr(switch)
                )
            )
    if type(players) is not int or players not in (2, 3, 4):
        raise OptionsError(
            _("Ys is for 2, 3 or 4 players, not {players}").format(players=repr(players))
        )
    if mini and (players != 2 or strong_neutral or ships is not None):
        raise OptionsError(
            _(
                "mini Ys is for 2 players (players=2), without a neutral merchant and with ships "
                "of its own"
            )
        )
    quarters = _quarters(players, quarters, mini)
    if players == 2 and (kings_favour or express):
        chosen = [_("King's Favour")] * kings_favour + [_("Ys Express")] * express
        raise OptionsError(
            _("{variants}: only for 3 or 4 players; 2 players play the basic game").format(
                variants=_(" and ").join(chosen)
            )
        )
    if strong_neutral and players != 2:
        raise OptionsError(
            _(
                "the strong neutral merchant is for 2 players; with {players} there is no "
                "neutral merchant"
            ).format(players=players)
        )
    if not isinstance(ships, str | Path | Sequence | None):
        raise OptionsError(
            _("ships must be the path of a TOML file or a list of ships, not {value}").format(
                value=repr(ships)
            )
        )
    if mini:
        deck = MINI_SHIPS
    else:
        deck = default_ships() if ships is None else load_ships(ships)
    if express:
        _check_express_deck(deck, quarters)
    options = np.zeros(1, OPTIONS)[0]
    options.players = players
    options.revision = checked_revision("Ys", revision, REVISION)
    options.quarters = quarters
    options.kings_favour = kings_favour
    options.express = express
    options.strong_neutral = strong_neutral
    options.peek_own = peek_own
    options.mini = mini
    options.deck[:] = deck
    return options


def _quarters(players: int, quarters: int | None, mini: bool) -> int:
    """The number of quarters: 4 with 4 players, 4 or 3 with 3, 3 with 2; 1 in mini Ys."""
    possible = (MINI_QUARTERS,) if mini else {4: (4,), 3: (4, 3), 2: (3,)}[players]
    if quarters is None:
        return possible[0]
    if type(quarters) is not int or quarters not in possible:
        raise OptionsError(
            _("with {players} players the city has {possible} quarters, not {value}").format(
                players=players,
                possible=_(" or ").join(map(str, possible)),
                value=repr(quarters),
            )
        )
    return quarters


def _check_express_deck(deck: tuple[Ship, ...], quarters: int) -> None:
    """Ys Express needs enough ships without white for one round (YS-12.2, YS-R18)."""
    plain = sum(WHITE not in ship for ship in deck)
    if plain <= quarters:
        raise OptionsError(
            _(
                "Ys Express removes every ship with a white gem; {plain} of {total} are "
                "left, but a round needs {needed}: use a ship file with at least that many "
                "without white gems"
            ).format(plain=plain, total=len(deck), needed=quarters + 1)
        )
