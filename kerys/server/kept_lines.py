"""Lines that players have kept with finished games, as variations of their records."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select
from sqlalchemy.orm import Session

from kerys.server.owned_table import OwnedTable
from kerys.server.snapshots import LineSnapshot, line_snapshot
from kerys.server.store import KeptLine, Table
from kerys.table.errors import GameError
from kerys.table.record import GameRecord, record_of
from kerys.table.variations import Variations, decision_texts, merged


def kept_lines(session: Session, table: Table) -> tuple[LineSnapshot, ...]:
    """The lines that are kept with a finished game, in the order they came."""
    if table.status != "over":
        return ()
    query = select(KeptLine).where(KeptLine.table_id == table.id).order_by(KeptLine.id)
    return tuple(line_snapshot(one) for one in session.scalars(query))


def kept_variations(owned: OwnedTable) -> Variations:
    """The kept lines as variations of the game."""
    if not owned.kept:
        return ()
    game, found = decision_texts(owned.begun), Variations()
    for line in owned.kept:
        with suppress(GameError):  # two people have kept the same line at the same time
            found = merged(game, found, (*game[: line.ply], *line.decisions), line.comment)
    return found


def record_at(owned: OwnedTable, seat: int) -> GameRecord:
    """The record of a table for a seat; once the game is over, with the lines kept there."""
    bots = tuple(seat.bot for seat in owned.known.seats)
    asks, asked = owned.known.asks, owned.all_asked()
    return record_of(owned.begun, seat, bots, kept_variations(owned), asks, asked)
