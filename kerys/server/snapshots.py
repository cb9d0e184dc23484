"""Tables as the site shows them: what a row of the database says, in values that never change.

A change makes a new snapshot, so that each shows a single moment of its table.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct

from kerys.server.store import Event, KeptLine, Message, Seat, Table
from kerys.server.store.models import MOST_MISSED


class SeatSnapshot(Struct, frozen=True):
    """A seat at a table: a person's, a bot's, or free."""

    number: int
    name: str
    bot: str
    person_id: int | None
    invitation: str
    listed: bool
    webhook: str
    missed: int
    leaving: datetime | None = None
    """When a bot will take the seat, unless the player cancels that."""

    @property
    def absent(self) -> bool:
        """Whether the player has missed so many turns that their time is short."""
        return self.missed >= MOST_MISSED


class SeatResult(NamedTuple):
    """How a game ended for a seat."""

    score: int
    rank: int


class TableSnapshot(Struct, frozen=True):
    """A table with its seats; the secret of its deal stays in the database and in the game."""

    id: str
    game: str
    rules_revision: int
    options: dict[str, Any]
    private: bool
    status: str
    clock: str
    pace: int
    host_id: int
    commitment: str
    events: int
    version: int
    awaited: int
    deadline: datetime | None
    changed: datetime
    seats: tuple[SeatSnapshot, ...]
    result: tuple[SeatResult, ...] = ()
    """For each seat, once the game is over."""
    rematch: str | None = None
    """The table of the rematch."""
    closing: datetime | None = None
    """When it will be deleted, unless its host cancels that."""
    share: str = ""
    """The secret in the link that shows the game to everyone, once it is over."""
    guided: bool = False
    """Whether cards guide through the first round."""
    continued: str = ""
    """The address of the moment of another game that this one goes on from; empty if it doesn't."""
    given: int = 0
    """How many decisions of that game this one begins with."""
    asks: int = 0
    """How often each player may ask the master."""


class LogEvent(Struct, frozen=True):
    """An event in the log: a decision, an undo, or a question to the master."""

    number: int
    seat: int
    kind: str
    move: str
    made_by: str
    deadline: datetime | None
    at: datetime


class Said(Struct, frozen=True):
    """A message at a table."""

    name: str
    text: str


class LineSnapshot(Struct, frozen=True):
    """A line that a player has kept with a finished game."""

    id: int
    person_id: int
    name: str
    ply: int
    decisions: tuple[tuple[int, str], ...]
    comment: str


def table_snapshot(row: Table) -> TableSnapshot:
    """The snapshot of a row with its seats."""
    return TableSnapshot(
        id=row.id,
        game=row.game,
        rules_revision=row.rules_revision,
        options=row.options,
        private=row.private,
        status=row.status,
        clock=row.clock,
        pace=row.pace,
        host_id=row.host_id,
        commitment=row.commitment,
        events=row.events,
        version=row.version,
        awaited=row.awaited,
        deadline=row.deadline,
        changed=row.changed,
        seats=tuple(seat_snapshot(seat) for seat in row.seats),
        result=tuple(SeatResult(*one) for one in row.result or ()),
        rematch=row.rematch,
        closing=row.closing,
        share=row.share,
        guided=row.guided,
        continued=row.continued,
        given=row.given,
        asks=row.asks,
    )


def seat_snapshot(row: Seat) -> SeatSnapshot:
    """The snapshot of a seat's row."""
    return SeatSnapshot(
        number=row.number,
        name=row.name,
        bot=row.bot,
        person_id=row.person_id,
        invitation=row.invitation,
        listed=row.listed,
        webhook=row.webhook,
        missed=row.missed,
        leaving=row.leaving,
    )


def said(row: Message) -> Said:
    """The snapshot of a message's row."""
    return Said(row.name, row.text)


def line_snapshot(row: KeptLine) -> LineSnapshot:
    """The snapshot of a kept line's row."""
    decisions = tuple((seat, text) for seat, text in row.decisions)
    return LineSnapshot(row.id, row.person_id, row.name, row.ply, decisions, row.comment)


def log_event(row: Event) -> LogEvent:
    """The snapshot of a row of the log."""
    return LogEvent(row.number, row.seat, row.kind, row.move, row.made_by, row.deadline, row.at)
