"""The journal: all decisions that wait are written in one transaction, one after the other.

A decision is acknowledged when its transaction is on disk. While one is being written, the next
decisions gather, so that many tables share the wait for the disk.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime

from msgspec.json import encode
from sqlalchemy import text
from sqlalchemy.orm import Session

from kerys.server.snapshots import LogEvent, TableSnapshot
from kerys.server.store import Database

LOG = logging.getLogger("kerys.server")
MOST_TOGETHER = 500
"""How many decisions one transaction takes at most."""


class NotOwnedError(Exception):
    """Another process has taken the table over: nothing was written."""


@dataclass(eq=False)
class Entry:
    """A decision on its way to the disk: its events, and the table before and after it."""

    before: TableSnapshot
    after: TableSnapshot
    events: Sequence[LogEvent]
    work: Sequence[Callable[[Session], None]] = ()
    """What else has to be done in the same transaction."""
    written: Future[None] = field(default_factory=Future)


Done = Callable[[Sequence[Entry]], None]


class Journal:
    """Writes entries in the order in which they came, many at a time."""

    def __init__(self, database: Database, owner: Callable[[], str] = lambda: "") -> None:
        self.database = database
        self.owner = owner
        """Who must own the tables for anything to be written."""
        self._waiting: _Line = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._guard = threading.Lock()

    def write(self, entry: Entry) -> None:
        """Write an entry and wait in this thread until it is on disk."""
        self._put(entry, None)
        entry.written.result()

    def append(self, entry: Entry, loop: asyncio.AbstractEventLoop, done: Done) -> None:
        """Write an entry; then `done` is called in the loop, once for all that were written."""
        self._put(entry, _Loop(loop, done))

    def _put(self, entry: Entry, loop: _Loop | None) -> None:
        with self._guard:
            if self._thread is None:
                self._waiting = queue.SimpleQueue()
                self._thread = threading.Thread(
                    target=self._run, args=(self._waiting,), name="journal", daemon=True
                )
                self._thread.start()
            self._waiting.put((entry, loop))

    def stop(self) -> None:
        """Write what still waits, then end."""
        with self._guard:
            thread, self._thread = self._thread, None
            self._waiting.put(None)
        if thread is not None:
            thread.join()

    def _run(self, line: _Line) -> None:
        """Take all that waits, write it, tell those who wait."""
        while True:
            taken = [line.get()]
            while len(taken) < MOST_TOGETHER and taken[-1] is not None:
                try:
                    taken.append(line.get_nowait())
                except queue.Empty:
                    break
            batch = [one for one in taken if one is not None]
            if batch:
                self._write_all([entry for entry, _loop in batch])
                _tell(batch)
            if taken[-1] is None:
                return

    def _write_all(self, entries: list[Entry]) -> None:
        """Write entries together; if that fails, each alone, so that one spoils no other."""
        try:
            refused = self._transaction(entries)
        except Exception as error:
            if len(entries) == 1:
                entries[0].written.set_exception(error)
                return
            for entry in entries:
                self._write_all([entry])
            return
        for entry in entries:
            if entry.after.id in refused:
                entry.written.set_exception(NotOwnedError())
            else:
                entry.written.set_result(None)

    def _transaction(self, entries: list[Entry]) -> set[str]:
        """One transaction; the tables that somebody else owns by now, where nothing is written."""
        with self.database.writing() as session:
            kept = self._write_tables(session, entries)
            mine = [entry for entry in entries if entry.after.id in kept]
            self._write_events(session, mine)
            for entry in mine:
                self._write_missed(session, entry)
                for work in entry.work:
                    work(session)
        return {entry.after.id for entry in entries} - kept

    def _write_tables(self, session: Session, entries: list[Entry]) -> set[str]:
        """What has changed of the tables; those that this process owns."""
        rows = [
            {
                "id": table.id,
                "status": table.status,
                "events": table.events,
                "before": entry.before.events,
                "version": table.version,
                "awaited": table.awaited,
                "deadline": _moment(table.deadline),
                "changed": _moment(table.changed),
            }
            for entry in entries
            for table in (entry.after,)
        ]
        statement = UPDATE_POSTGRES if self.database.postgres else UPDATE_SQLITE
        found = session.execute(statement, {"rows": encode(rows).decode(), "owner": self.owner()})
        return set(found.scalars())

    def _write_events(self, session: Session, entries: list[Entry]) -> None:
        """The events themselves."""
        rows = [
            {
                "table_id": entry.after.id,
                "number": event.number,
                "seat": event.seat,
                "kind": event.kind,
                "move": event.move,
                "made_by": event.made_by,
                "deadline": _moment(event.deadline),
                "at": _moment(event.at),
            }
            for entry in entries
            for event in entry.events
        ]
        if rows:
            statement = INSERT_POSTGRES if self.database.postgres else INSERT_SQLITE
            session.execute(statement, {"rows": encode(rows).decode()})

    def _write_missed(self, session: Session, entry: Entry) -> None:
        """How many turns seats have missed, where that has changed."""
        for before, after in zip(entry.before.seats, entry.after.seats, strict=True):
            if before.missed != after.missed:
                values = {"id": entry.after.id, "number": after.number, "missed": after.missed}
                session.execute(UPDATE_MISSED, values)


@dataclass(frozen=True)
class _Loop:
    """Where somebody waits, and what is to be called there."""

    loop: asyncio.AbstractEventLoop
    done: Done


_Line = queue.SimpleQueue[tuple[Entry, _Loop | None] | None]


def _tell(batch: Sequence[tuple[Entry, _Loop | None]]) -> None:
    """Tell each loop once of all that was written for it."""
    waiting: dict[_Loop, list[Entry]] = {}
    for entry, loop in batch:
        if loop is not None:
            waiting.setdefault(loop, []).append(entry)
    for loop, entries in waiting.items():
        try:
            loop.loop.call_soon_threadsafe(loop.done, entries)
        except RuntimeError:  # the loop is closed: nobody waits there any more
            LOG.warning("%d decisions were written after the site had stopped", len(entries))


def _moment(moment: datetime | None) -> str | None:
    """A moment as both databases read it; SQLite compares such texts, so all are alike."""
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


# One statement for all rows of a batch: between statements, this thread has to wait for its turn
# in the interpreter. SQLite and PostgreSQL both read the rows from one JSON text.
# The plus signs keep SQLite from looking at all tables of an owner for each row.
UPDATE_SQLITE = text("""
    WITH row AS MATERIALIZED (
        SELECT value ->> 'id' AS id, value ->> 'status' AS status, value ->> 'events' AS events,
            value ->> 'before' AS before, value ->> 'version' AS version,
            value ->> 'awaited' AS awaited, value ->> 'deadline' AS deadline,
            value ->> 'changed' AS changed
        FROM json_each(:rows)
    )
    UPDATE tables SET
        status = row.status, events = row.events, version = row.version, awaited = row.awaited,
        deadline = row.deadline, changed = row.changed
    FROM row
    WHERE tables.id = row.id AND +tables.events = row.before AND +tables.owner = :owner
    RETURNING tables.id
""")
INSERT_SQLITE = text("""
    INSERT INTO events (table_id, number, seat, kind, move, made_by, deadline, at)
    SELECT value ->> 'table_id', value ->> 'number', value ->> 'seat', value ->> 'kind',
        value ->> 'move', value ->> 'made_by', value ->> 'deadline', value ->> 'at'
    FROM json_each(:rows)
""")
UPDATE_POSTGRES = text("""
    UPDATE tables SET
        status = row.status, events = row.events, version = row.version, awaited = row.awaited,
        deadline = row.deadline AT TIME ZONE 'UTC', changed = row.changed AT TIME ZONE 'UTC'
    FROM json_to_recordset(CAST(:rows AS json)) AS row (
        id text, status text, events integer, before integer, version integer, awaited integer,
        deadline timestamp, changed timestamp
    )
    WHERE tables.id = row.id AND tables.events = row.before AND tables.owner = :owner
    RETURNING tables.id
""")
INSERT_POSTGRES = text("""
    INSERT INTO events (table_id, number, seat, kind, move, made_by, deadline, at)
    SELECT table_id, number, seat, kind, move, made_by, deadline AT TIME ZONE 'UTC',
        at AT TIME ZONE 'UTC'
    FROM json_to_recordset(CAST(:rows AS json)) AS row (
        table_id text, number integer, seat integer, kind text, move text, made_by text,
        deadline timestamp, at timestamp
    )
""")
UPDATE_MISSED = text("UPDATE seats SET missed = :missed WHERE table_id = :id AND number = :number")
