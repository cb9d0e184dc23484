"""The journal: all waiting decisions are written in one transaction.

A decision is acknowledged when its transaction is on disk. While one is being written, the next
decisions gather, so that many tables share the wait for the disk.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from msgspec.json import encode
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from kerys.server.snapshots import LogEvent, TableSnapshot
from kerys.server.store import Database, Seat

LOG = logging.getLogger("kerys.server")
MOST_TOGETHER = 500
"""How many decisions one transaction takes at most."""
APART_S, BUSY_APART_S = 0.004, 0.012
"""The least time between the starts of two transactions; decisions gather in the meantime. At a
busy site they gather for longer: a transaction costs as much as several decisions in it."""
BUSY_S = 0.008
"""A site is busy if, on average, there is less time than this between two decisions."""
NEWEST = 0.1
"""The weight of the newest transaction in that average."""


class NotOwnedError(Exception):
    """Another process has taken over the table: nothing was written."""


@dataclass(eq=False)
class Entry:
    """A decision on its way to the disk: its events, and the table before and after it."""

    before: TableSnapshot
    after: TableSnapshot
    events: Sequence[LogEvent]
    work: Sequence[Callable[[Session], None]] = ()
    """Additional work for the same transaction."""
    problem: Exception | None = None
    """Why it could not be written."""
    written: threading.Event | None = None
    """For a waiting thread; set once the entry is on disk or could not be written."""


class Pace:
    """How fast decisions come, and so how far apart transactions begin."""

    def __init__(self) -> None:
        self._between_s = 1.0
        """The average time between two decisions."""

    def note(self, decisions: int, seconds: float) -> None:
        """Note how many decisions have come in some time; a long pause counts like a short one."""
        between_s = min(seconds / decisions, 1.0)
        self._between_s += NEWEST * (between_s - self._between_s)

    @property
    def apart_s(self) -> float:
        """The least time between the starts of two transactions."""
        return BUSY_APART_S if self._between_s < BUSY_S else APART_S


class Journal:
    """Writes entries in the order of their arrival, many at a time."""

    def __init__(
        self,
        database: Database,
        done: Callable[[Sequence[Entry]], None],
        owner: Callable[[], str] = lambda: "",
    ) -> None:
        self.database = database
        self.done = done
        """Called once for each batch with the entries that no thread waits for."""
        self.owner = owner
        """The owner that a table must have for anything to be written."""
        self._waiting: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._guard = threading.Lock()

    def write(self, entry: Entry) -> None:
        """Write an entry and wait in this thread until it is on disk."""
        entry.written = threading.Event()
        self.append(entry)
        entry.written.wait()
        if entry.problem is not None:
            raise entry.problem

    def append(self, entry: Entry) -> None:
        """Queue an entry; `done` is called later. The first entry starts the thread."""
        with self._guard:
            if self._thread is None:
                self._waiting = queue.SimpleQueue()
                self._thread = threading.Thread(
                    target=self._run, args=(self._waiting,), name="journal", daemon=True
                )
                self._thread.start()
            self._waiting.put(entry)

    def stop(self) -> None:
        """Write everything that is waiting, then end."""
        with self._guard:
            thread, self._thread = self._thread, None
            self._waiting.put(None)
        if thread is not None:
            thread.join()

    def _run(self, line: queue.SimpleQueue[Entry | None]) -> None:
        """Write everything in the queue, batch by batch, and wake the waiters."""
        begun, pace = 0.0, Pace()
        while True:
            taken = [line.get()]
            time.sleep(max(0.0, begun + pace.apart_s - time.monotonic()))
            before, begun = begun, time.monotonic()
            more = min(line.qsize(), MOST_TOGETHER - 1)
            taken += [line.get() for _one in range(more)]
            pace.note(len(taken), begun - before)
            entries = [entry for entry in taken if entry is not None]
            if entries:
                self._write_all(entries)
                self._tell(entries)
            if len(entries) < len(taken):
                return

    def _tell(self, entries: Sequence[Entry]) -> None:
        """Wake the waiters."""
        for entry in entries:
            if entry.written is not None:
                entry.written.set()
        others = [entry for entry in entries if entry.written is None]
        if others:
            self.done(others)

    def _write_all(self, entries: list[Entry]) -> None:
        """Write entries together; if that fails, one by one, so that a bad one doesn't affect the
        others.

        If the database is unreachable, all fail at once: one by one, each would wait for it again.
        """
        try:
            refused = self._transaction(entries)
        except Exception as error:
            if len(entries) == 1 or _is_away(error):
                for entry in entries:
                    entry.problem = error
            else:
                for entry in entries:
                    self._write_all([entry])
            return
        for entry in entries:
            if entry.after.id in refused:
                entry.problem = NotOwnedError()

    def _transaction(self, entries: list[Entry]) -> set[str]:
        """Write one transaction; returns the tables that others own now, which aren't written."""
        statements = POSTGRES if self.database.postgres else SQLITE
        with self.database.writing_quickly() as connection:
            rows = encode([_table_row(entry) for entry in entries]).decode()
            values = {"rows": rows, "owner": self.owner()}
            kept = {row[0] for row in connection.exec_driver_sql(statements.update, values)}
            mine = [entry for entry in entries if entry.after.id in kept]
            rows = encode([row for entry in mine for row in _event_rows(entry)]).decode()
            connection.exec_driver_sql(statements.insert, {"rows": rows})
            for entry in mine:
                if entry.work or entry.before.seats is not entry.after.seats:
                    with Session(connection, join_transaction_mode="rollback_only") as session:
                        _write_more(session, entry)
                        session.flush()
        return {entry.after.id for entry in entries} - kept


def _is_away(error: Exception) -> bool:
    """Whether the connection to the database was lost, or none was available."""
    if not isinstance(error, OperationalError):
        return False
    return error.connection_invalidated or error.statement is None


def _table_row(entry: Entry) -> tuple[object, ...]:
    """The changed values of a table."""
    table = entry.after
    return (
        table.id,
        entry.before.events,
        table.status,
        table.events,
        table.version,
        table.awaited,
        _moment(table.deadline),
        _moment(table.changed),
    )


def _event_rows(entry: Entry) -> list[tuple[object, ...]]:
    """The events of a decision."""
    return [
        (
            entry.after.id,
            event.number,
            event.seat,
            event.kind,
            event.move,
            event.made_by,
            _moment(event.deadline),
            _moment(event.at),
        )
        for event in entry.events
    ]


def _write_more(session: Session, entry: Entry) -> None:
    """Write how many turns seats have missed, where that has changed; and do any other work."""
    for before, after in zip(entry.before.seats, entry.after.seats, strict=True):
        if before.missed != after.missed:
            seat = update(Seat).where(Seat.table_id == entry.after.id, Seat.number == after.number)
            session.execute(seat.values(missed=after.missed))
    for work in entry.work:
        work(session)


def _moment(moment: datetime | None) -> str | None:
    """A time as both databases read it; SQLite compares strings, so all have the same form."""
    if moment is None:
        return None
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


@dataclass(frozen=True)
class Statements:
    """The statements for a database: one handles all rows of a batch, from one JSON string.

    Few statements are better: after each, the writing thread has to wait for the interpreter lock.
    """

    update: str
    insert: str


# The plus signs keep SQLite from scanning all tables of an owner for each row.
SQLITE = Statements(
    update="""
        WITH row AS MATERIALIZED (
            SELECT value ->> 0 AS id, value ->> 1 AS before, value ->> 2 AS status,
                value ->> 3 AS events, value ->> 4 AS version, value ->> 5 AS awaited,
                value ->> 6 AS deadline, value ->> 7 AS changed
            FROM json_each(:rows)
        )
        UPDATE tables SET
            status = row.status, events = row.events, version = row.version,
            awaited = row.awaited, deadline = row.deadline, changed = row.changed
        FROM row
        WHERE tables.id = row.id AND +tables.events = row.before AND +tables.owner = :owner
        RETURNING tables.id
    """,
    insert="""
        INSERT INTO events (table_id, number, seat, kind, move, made_by, deadline, at)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
            value ->> 6, value ->> 7
        FROM json_each(:rows)
    """,
)
POSTGRES = Statements(
    update="""
        UPDATE tables SET
            status = row.value ->> 2, events = (row.value ->> 3)::integer,
            version = (row.value ->> 4)::integer, awaited = (row.value ->> 5)::integer,
            deadline = (row.value ->> 6)::timestamp AT TIME ZONE 'UTC',
            changed = (row.value ->> 7)::timestamp AT TIME ZONE 'UTC'
        FROM json_array_elements(%(rows)s::json) AS row
        WHERE tables.id = row.value ->> 0 AND tables.events = (row.value ->> 1)::integer
            AND tables.owner = %(owner)s
        RETURNING tables.id
    """,
    insert="""
        INSERT INTO events (table_id, number, seat, kind, move, made_by, deadline, at)
        SELECT value ->> 0, (value ->> 1)::integer, (value ->> 2)::integer, value ->> 3,
            value ->> 4, value ->> 5, (value ->> 6)::timestamp AT TIME ZONE 'UTC',
            (value ->> 7)::timestamp AT TIME ZONE 'UTC'
        FROM json_array_elements(%(rows)s::json)
    """,
)
