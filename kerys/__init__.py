"""Kerys: play, study and master the board games Ys and Mykerinos.

import kerys

game = kerys.new("ys", players=4, seed=7, kings_favour=True)
game.push(0, "bid 4+2")
print(game.view(0))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from kerys.kernel.contract import SPECTATOR, OptionsError
    from kerys.study.beliefs import Belief, beliefs
    from kerys.table.action import Action
    from kerys.table.errors import (
        GameError,
        IllegalMove,
        NotYourTurn,
        PlyError,
        RecordError,
        SeatError,
        StaleMove,
        UndoError,
        UnknownGame,
        UnknownMove,
        VerifyError,
    )
    from kerys.table.game import Game, new
    from kerys.table.record import GameRecord, load
    from kerys.table.view import View

__all__ = [
    "SPECTATOR",
    "Action",
    "Belief",
    "Game",
    "GameError",
    "GameRecord",
    "IllegalMove",
    "NotYourTurn",
    "OptionsError",
    "PlyError",
    "RecordError",
    "SeatError",
    "StaleMove",
    "UndoError",
    "UnknownGame",
    "UnknownMove",
    "VerifyError",
    "View",
    "beliefs",
    "load",
    "new",
]
STUDY = ("Belief", "beliefs")
"""The names that don't come from the table."""


def __getattr__(name: str) -> Any:
    """Load the table, and what studies it, on first use: `import kerys` itself is quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = "kerys.study.beliefs" if name in STUDY else "kerys.table"
    return getattr(import_module(room), name)


def __dir__() -> list[str]:
    """What is public, loaded or not."""
    return sorted([*__all__, "__version__"])
