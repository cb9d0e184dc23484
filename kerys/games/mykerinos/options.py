"""The options of a game of Mykerinos, checked where they come in from outside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kerys.games.mykerinos.lots import default_lots, load_lots
from kerys.games.mykerinos.state import OPTIONS
from kerys.kernel.contract import OptionsError, State, checked_revision
from kerys.locale import _

REVISION = 1
"""The newest revision of the rules; rule functions that changed ask for `state.revision`."""
VARIANTS: tuple[dict[str, Any], ...] = ({"players": 4}, {"players": 3}, {"players": 2})
"""Every combination of rules; custom lots go with each of them."""

MINI: dict[str, Any] = {"players": 2, "mini": True}
"""Mini Mykerinos, which can be solved."""


def configure(
    *,
    players: int = 4,
    mini: bool = False,
    revision: int | None = None,
    lots: str | Path | Sequence[Any] | None = None,
    **unknown: Any,
) -> State:
    """An options record, or an OptionsError that says what is possible (MY-2.2, MY-7.1)."""
    if unknown:
        raise OptionsError(
            _("Mykerinos has no option {names}; its options are players, mini and lots").format(
                names=", ".join(map(repr, unknown))
            )
        )
    if type(players) is not int or players not in (2, 3, 4):
        raise OptionsError(
            _("Mykerinos is for 2, 3 or 4 players, not {players}").format(players=repr(players))
        )
    if not isinstance(mini, bool):
        raise OptionsError(
            _("the option {name} must be on or off (True or False), not {value}").format(
                name="mini", value=repr(mini)
            )
        )
    if mini and players != 2:
        raise OptionsError(
            _("mini Mykerinos is for 2 players (players=2), without a neutral archaeologist")
        )
    if not isinstance(lots, str | Path | Sequence | None):
        raise OptionsError(
            _("lots must be the path of a TOML file or a list of lots, not {value}").format(
                value=repr(lots)
            )
        )
    deck = default_lots() if lots is None else load_lots(lots)
    options = np.zeros(1, OPTIONS)[0]
    options.players = players
    options.revision = checked_revision("Mykerinos", revision, REVISION)
    options.mini = mini
    options.lot_patrons[:] = [patron for patron, _, _ in deck]
    options.lot_values[:] = [value for _, value, _ in deck]
    options.lot_pyramids[:] = [pyramids for _, _, pyramids in deck]
    return options
