"""Clocks: how much time there is for a decision, and what becomes of those who let it run out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from kerys.server.store import Seat, Table
from kerys.server.store.models import now
from kerys.table.game import Game

By = Literal["person", "bot", "clock"]
"""Who makes a decision; `clock`: a stand-in, because the time was up."""
SHORTEST = timedelta(seconds=30)
"""The least time for whoever has missed turns."""
CLOCKS: dict[str, timedelta | None] = {
    "none": None,
    "minutes": timedelta(minutes=1),
    "days": timedelta(days=1),
}


def deadline_of(table: Table) -> datetime | None:
    """When the decision that is owed now is due; soon, if only absent people owe it."""
    unit = CLOCKS[table.clock]
    if unit is None:
        return None
    time = table.pace * unit
    if all(seat.absent for seat in table.seats if table.awaited >> seat.number & 1):
        time = max(time / 10, SHORTEST)
    return now() + time


def turn_goes_on(game: Game, seat: int, awaited: int) -> bool:
    """Whether a seat's turn goes on after a decision, and nobody else is newly asked."""
    return seat in game.actors and all(awaited >> actor & 1 for actor in game.actors)


def count_missed(seat: Seat, by: By, goes_on: bool) -> None:
    """Count the turns in a row that a stand-in took; whoever decides something is back."""
    if by == "person":
        seat.missed = 0
    elif by == "clock" and not goes_on:
        seat.missed += 1
