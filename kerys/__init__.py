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
    from kerys.study.review import Review, review
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
    from kerys.table.variations import Variation
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
    "Review",
    "SeatError",
    "StaleMove",
    "UndoError",
    "UnknownGame",
    "UnknownMove",
    "Variation",
    "VerifyError",
    "View",
    "beliefs",
    "load",
    "new",
    "review",
]
STUDY = {
    "Belief": "kerys.study.beliefs",
    "Review": "kerys.study.review",
    "beliefs": "kerys.study.beliefs",
    "review": "kerys.study.review",
}
"""The names that don't come from the table."""


def __getattr__(name: str) -> Any:
    """Load the table, and what studies it, on first use: `import kerys` itself is quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(STUDY.get(name, "kerys.table")), name)


def __dir__() -> list[str]:
    """What is public, loaded or not."""
    return sorted([*__all__, "__version__"])
