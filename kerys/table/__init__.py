"""The public API of the games: all outside input is checked here."""

from kerys.kernel.contract import SPECTATOR
from kerys.table.action import Action
from kerys.table.errors import (
    GameError,
    IllegalMove,
    NotYourTurn,
    OptionsError,
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
    "Variation",
    "VerifyError",
    "View",
    "load",
    "new",
]
