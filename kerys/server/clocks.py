"""Clocks: how much time there is per decision, and what happens to players who run out of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from kerys.server.snapshots import SeatSnapshot
from kerys.server.store.models import now

By = Literal["person", "bot", "clock"]
"""Who makes a decision; `clock`: a stand-in, because the time was up."""
SHORTEST = timedelta(seconds=30)
"""The least time for a player who has missed turns."""
CLOCKS: dict[str, timedelta | None] = {
    "none": None,
    "minutes": timedelta(minutes=1),
    "days": timedelta(days=1),
}


def bits(seats: Iterable[int]) -> int:
    """Seats as bits."""
    return sum(1 << seat for seat in seats)


def deadline_of(
    clock: str, pace: int, seats: Sequence[SeatSnapshot], awaited: int
) -> datetime | None:
    """When the pending decision is due; soon, if only absent people owe it."""
    unit = CLOCKS[clock]
    if unit is None or not awaited:
        return None
    time = pace * unit
    if all(seat.absent for seat in seats if awaited >> seat.number & 1):
        time = max(time / 10, SHORTEST)
    return now() + time


def turn_goes_on(actors: Sequence[int], seat: int, awaited: int) -> bool:
    """Whether a seat's turn continues after a decision, and nobody else is newly asked."""
    return seat in actors and all(awaited >> actor & 1 for actor in actors)


def count_missed(
    seats: tuple[SeatSnapshot, ...], number: int, by: By, goes_on: bool
) -> tuple[SeatSnapshot, ...]:
    """Count the turns in a row that a stand-in took; a player who decides is back."""
    seat = seats[number]
    missed = seat.missed
    if by == "person":
        missed = 0
    elif by == "clock" and not goes_on:
        missed += 1
    if missed == seat.missed:
        return seats
    return (*seats[:number], replace(seat, missed=missed), *seats[number + 1 :])
