"""The journal: decisions of many tables share transactions, and no failure affects another."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from kerys.server.authority import Authority
from kerys.server.bus import Bus
from kerys.server.journal import APART_S, BUSY_APART_S, Entry, Journal, NotOwnedError, Pace
from kerys.server.settings import Settings
from kerys.server.site import Site, open_site
from kerys.server.snapshots import LogEvent, TableSnapshot, table_snapshot
from kerys.server.store import Database, Table
from kerys.server.store.models import now
from tests.server.live import DEADLINE_S, wait_for
from tests.server.postgres import PostgresServer
from tests.server.tools import (
    actors_of,
    change_row,
    decide,
    guests,
    log_of,
    moves_of,
    row_of,
    table_for,
    view_of,
)


class Held:
    """Makes transactions of the journal wait until they are released, and records them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.going_on = threading.Event()
        self.batches: list[list[str]] = []
        """The table ids of each transaction."""
        transaction = Journal._transaction

        def wait(journal: Journal, entries: list[Entry]) -> set[str]:
            self.batches.append([entry.after.id for entry in entries])
            assert self.going_on.wait(DEADLINE_S)
            return transaction(journal, entries)

        monkeypatch.setattr(Journal, "_transaction", wait)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held(monkeypatch)
    yield held
    held.going_on.set()


def on_disk(site: Site, table_id: str) -> TableSnapshot:
    """A table as stored in the database."""
    with site.database.reading() as session:
        return table_snapshot(session.get_one(Table, table_id))


def entry_for(site: Site, table_id: str, *work: Callable[[Session], None]) -> Entry:
    """A decision as the authority would write it."""
    before = on_disk(site, table_id)
    made = LogEvent(before.events + 1, 0, "move", "pass", "person", before.deadline, now())
    after = replace(before, events=before.events + 1, version=before.version + 1)
    return Entry(before, after, [made], work)


def entries_for(site: Site, number: int) -> list[Entry]:
    """Decisions at this many tables."""
    people = guests(site, "Ann", "Bob")
    return [entry_for(site, table_for(site, people)) for _ in range(number)]


def write_together(site: Site, entries: list[Entry]) -> list[str]:
    """Write entries at once, each from its own thread; returns the outcomes."""
    outcomes = [""] * len(entries)
    started = threading.Barrier(len(entries))

    def write(number: int) -> None:
        started.wait()
        try:
            site.authority.journal.write(entries[number])
            outcomes[number] = "written"
        except Exception as error:
            outcomes[number] = type(error).__name__

    threads = [threading.Thread(target=write, args=(one,)) for one in range(len(entries))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def own(site: Site, entries: list[Entry]) -> None:
    """Claim the tables for this process, as it does before it decides anything there."""
    for entry in entries:
        site.authority.ownership.claim(entry.after.id)


def line_of(journal: Journal) -> int:
    """How many entries are waiting."""
    return journal._waiting.qsize()


# --- Together -------------------------------------------------------------------------------------


def test_what_waits_while_one_is_written_shares_the_next_transaction(
    site: Site, held: Held
) -> None:
    people = guests(site, "Ann", "Bob")
    tables = [table_for(site, people) for _ in range(8)]
    for table_id in tables:
        moves_of(site.authority, table_id)
    first, *others = [
        threading.Thread(target=decide, args=(site.authority, table_id, random.Random(1)))
        for table_id in tables
    ]
    first.start()
    wait_for(lambda: held.batches)
    for thread in others:
        thread.start()
    wait_for(lambda: line_of(site.authority.journal) == len(others))
    assert not any(log_of(site.database, table_id) for table_id in tables)
    held.going_on.set()
    for thread in (first, *others):
        thread.join()
    assert [len(one) for one in held.batches] == [1, 7]
    assert held.batches[0] == tables[:1]
    assert set(held.batches[1]) == set(tables[1:])
    for table_id in tables:
        assert len(log_of(site.database, table_id)) == moves_of(site.authority, table_id) == 1


def test_a_transaction_takes_only_so_many_in_the_order_in_which_they_came(
    site: Site, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kerys.server.journal.MOST_TOGETHER", 3)
    entries = entries_for(site, 8)
    own(site, entries)
    threads = []
    for entry in entries:
        threads.append(threading.Thread(target=site.authority.journal.write, args=(entry,)))
        threads[-1].start()
        wait_for(
            lambda: held.batches and line_of(site.authority.journal) == len(threads) - 1,
        )
    held.going_on.set()
    for thread in threads:
        thread.join()
    tables = [entry.after.id for entry in entries]
    assert held.batches == [tables[:1], tables[1:4], tables[4:7], tables[7:]]


def test_many_threads_at_many_tables_write_every_log_without_gaps(site: Site) -> None:
    people = guests(site, "Ann", "Bob")
    tables = [table_for(site, people) for _ in range(6)]

    def play(table_id: str) -> None:
        for _ in range(5):
            decide(site.authority, table_id, random.Random(table_id))

    threads = [threading.Thread(target=play, args=(one,)) for one in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for table_id in tables:
        log, row = log_of(site.database, table_id), row_of(site.database, table_id)
        assert [one.number for one in log] == [1, 2, 3, 4, 5]
        assert row.events == 5
        assert row.awaited == sum(1 << seat for seat in actors_of(site.authority, table_id))
        with site.authority.holding(table_id) as owned:
            assert owned.known == on_disk(site, table_id), "memory and disk say the same"


def test_a_batch_costs_as_many_statements_as_one_decision(site: Site) -> None:
    counts = []
    for number in (1, 20):
        entries = entries_for(site, number)
        own(site, entries)
        statements: list[str] = []

        def count(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
            statements.append(statement)  # noqa: B023 - it is removed before the next round

        event.listen(site.database.engine, "before_cursor_execute", count)
        assert site.authority.journal._transaction(entries) == set()
        event.remove(site.database.engine, "before_cursor_execute", count)
        counts.append(len(statements))
    assert counts == [2, 2] if site.database.postgres else [3, 3]


# --- Failures -------------------------------------------------------------------------------------


class SpoiledError(Exception):
    """Raised for something that can't be written."""


def spoil(_session: Session) -> None:
    raise SpoiledError


def test_an_entry_that_cannot_be_written_fails_alone(site: Site, held: Held) -> None:
    entries = entries_for(site, 5)
    own(site, entries)
    entries[2].work = [spoil]
    blocking = entries_for(site, 1)
    own(site, blocking)
    first = threading.Thread(target=site.authority.journal.write, args=(blocking[0],))
    first.start()
    wait_for(lambda: held.batches)
    opening = threading.Thread(target=go_on_when_all_wait, args=(site, held, len(entries)))
    opening.start()
    outcomes = write_together(site, entries)
    opening.join()
    first.join()
    assert outcomes == ["written", "written", "SpoiledError", "written", "written"]
    assert len(held.batches[1]) == 5, "they were tried together first"
    for number, entry in enumerate(entries):
        row = row_of(site.database, entry.after.id)
        expected = 0 if number == 2 else 1
        assert (row.events, len(log_of(site.database, entry.after.id))) == (expected, expected)
        assert row.version == (entry.before if number == 2 else entry.after).version


def test_all_fail_at_once_if_the_database_cannot_be_reached(site: Site, held: Held) -> None:
    entries = entries_for(site, 3)
    own(site, entries)
    engine = site.database.engine

    def refuse(*_arguments: Any) -> None:
        raise engine.dialect.loaded_dbapi.OperationalError("nobody is there")

    event.listen(engine, "do_connect", refuse)
    engine.dispose()
    try:
        problems = write_at_once(site, held, entries)
    finally:
        event.remove(engine, "do_connect", refuse)
    check_away(site, held, entries, problems)


def test_all_fail_at_once_if_the_connection_is_lost(
    postgres: PostgresServer, blank_database: str, held: Held
) -> None:
    site = open_site(Settings(database=postgres.database(blank_database)))
    entries = entries_for(site, 3)
    own(site, entries)

    def cut(session: Session) -> None:
        session.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    entries[1].work = [cut]
    problems = write_at_once(site, held, entries)
    entries[1].work = []
    check_away(site, held, entries, problems)
    site.database.close()


def write_at_once(site: Site, held: Held, entries: list[Entry]) -> list[Exception | None]:
    """Write entries as one batch; returns the error of each."""
    held.going_on.set()
    for entry in entries:
        entry.problem = None
    site.authority.journal._write_all(entries)
    return [entry.problem for entry in entries]


def check_away(
    site: Site, held: Held, entries: list[Entry], problems: list[Exception | None]
) -> None:
    """Check that all failed in one attempt, and that they are written once the database is back."""
    assert [type(problem) for problem in problems] == [OperationalError] * len(entries)
    assert [len(batch) for batch in held.batches] == [len(entries)]
    assert [log_of(site.database, entry.after.id) for entry in entries] == [[]] * len(entries)
    assert write_at_once(site, held, entries) == [None] * len(entries)


def go_on_when_all_wait(site: Site, held: Held, number: int) -> None:
    """Release the journal once this many entries are waiting."""
    wait_for(lambda: line_of(site.authority.journal) == number)
    held.going_on.set()


def test_a_decision_that_is_not_written_was_not_made(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    decide(site.authority, table_id, random.Random(1))

    def fail(*_arguments: Any) -> set[str]:
        raise SpoiledError

    with monkeypatch.context() as broken:
        broken.setattr(Journal, "_transaction", fail)
        with pytest.raises(SpoiledError):
            decide(site.authority, table_id, random.Random(1))
    assert moves_of(site.authority, table_id) == len(log_of(site.database, table_id)) == 1
    decide(site.authority, table_id, random.Random(1))
    assert moves_of(site.authority, table_id) == len(log_of(site.database, table_id)) == 2


def test_nothing_is_written_to_a_table_that_somebody_else_owns(site: Site) -> None:
    entries = entries_for(site, 3)
    own(site, entries)
    with site.database.writing() as session:
        session.get_one(Table, entries[1].after.id).owner = "somebody else"
    entries[1].work = [spoil]
    assert site.authority.journal._transaction(entries) == {entries[1].after.id}
    assert [row_of(site.database, one.after.id).events for one in entries] == [1, 0, 1]
    assert [len(log_of(site.database, one.after.id)) for one in entries] == [1, 0, 1]
    with pytest.raises(NotOwnedError):
        site.authority.journal.write(entries[1])
    assert log_of(site.database, entries[1].after.id) == []


def test_nothing_is_written_that_does_not_follow_the_log(site: Site) -> None:
    """Another decision was made there, whoever owns the table now."""
    (entry,) = entries_for(site, 1)
    own(site, [entry])
    site.authority.journal.write(entry)
    again = Entry(entry.before, entry.after, entry.events)
    with pytest.raises(NotOwnedError):
        site.authority.journal.write(again)
    assert len(log_of(site.database, entry.after.id)) == 1


def test_nothing_is_written_to_a_table_that_is_gone(site: Site) -> None:
    (entry,) = entries_for(site, 1)
    with site.database.writing() as session:
        session.delete(session.get_one(Table, entry.after.id))
    with pytest.raises(NotOwnedError):
        site.authority.journal.write(entry)


def test_what_else_has_to_be_done_is_done_in_the_same_transaction(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    seen: list[int | None] = []

    def look(session: Session) -> None:
        seen.append(session.scalar(select(Table.events).where(Table.id == table_id)))
        with site.database.reading() as other:
            seen.append(other.scalar(select(Table.events).where(Table.id == table_id)))

    entry = entry_for(site, table_id, look)
    own(site, [entry])
    site.authority.journal.write(entry)
    assert seen == [1, 0]


# --- Stopping -------------------------------------------------------------------------------------


def test_a_journal_that_stops_writes_what_waits(site: Site, held: Held) -> None:
    entries = entries_for(site, 4)
    own(site, entries)
    journal = site.authority.journal
    threads = [threading.Thread(target=journal.write, args=(entry,)) for entry in entries]
    threads[0].start()
    wait_for(lambda: held.batches)
    for thread in threads[1:]:
        thread.start()
    wait_for(lambda: line_of(journal) == 3)
    stopping = threading.Thread(target=journal.stop)
    stopping.start()
    wait_for(lambda: journal._thread is None)
    held.going_on.set()
    stopping.join()
    assert all(entry.written and entry.written.is_set() for entry in entries)
    for entry in entries:
        assert len(log_of(site.database, entry.after.id)) == 1


def test_a_journal_that_has_stopped_begins_again(site: Site, held: Held) -> None:
    """Even while the last transaction still runs: nobody waits forever."""
    entries = entries_for(site, 2)
    own(site, entries)
    journal = site.authority.journal
    threads = [threading.Thread(target=journal.write, args=(entry,)) for entry in entries]
    threads[0].start()
    wait_for(lambda: held.batches)
    stopping = threading.Thread(target=journal.stop)
    stopping.start()
    wait_for(lambda: journal._thread is None)
    threads[1].start()
    wait_for(lambda: len(held.batches) == 2)
    held.going_on.set()
    for thread in (*threads, stopping):
        thread.join(DEADLINE_S)
        assert not thread.is_alive()
    assert [len(log_of(site.database, entry.after.id)) for entry in entries] == [1, 1]
    journal.stop()
    journal.stop()


# --- Times ----------------------------------------------------------------------------------------


def stored(database: Database, table_id: str, column: str) -> Any:
    """A column of a table as text, cast by the database itself."""
    with database.reading() as session:
        query = text(f"SELECT CAST({column} AS text) FROM tables WHERE id = :id")
        return session.scalar(query, {"id": table_id})


MOMENTS = [
    datetime(2031, 2, 3, 4, 5, 6, 789012, UTC),
    datetime(2031, 2, 3, 4, 5, 6, 0, UTC),
    datetime(2031, 12, 31, 23, 59, 59, 999999, UTC),
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_moments_are_written_as_everything_else_writes_them(site: Site, moment: datetime) -> None:
    people = guests(site, "Ann", "Bob")
    one, other = table_for(site, people), table_for(site, people)
    change_row(site.authority, one, deadline=moment, changed=moment)
    entry = entry_for(site, other)
    entry.after = replace(entry.after, deadline=moment, changed=moment)
    entry.events = [replace(entry.events[0], at=moment, deadline=moment)]
    own(site, [entry])
    site.authority.journal.write(entry)
    for column in ("deadline", "changed"):
        assert stored(site.database, one, column) == stored(site.database, other, column)
    row, (event,) = row_of(site.database, other), log_of(site.database, other)
    assert (row.deadline, row.changed, event.at, event.deadline) == (moment,) * 4
    with site.database.reading() as session:
        for later, found in ((timedelta(microseconds=1), 2), (timedelta(0), 0)):
            query = select(Table.id).where(Table.deadline < moment + later)
            assert len(list(session.scalars(query))) == found


def test_no_deadline_is_none(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    decide(site.authority, table_id, random.Random(1))
    assert stored(site.database, table_id, "deadline") is None
    assert row_of(site.database, table_id).deadline is None
    assert log_of(site.database, table_id)[0].deadline is None


def test_the_time_zone_of_the_database_moves_no_deadline(
    postgres: PostgresServer, blank_database: str
) -> None:
    url = postgres.database(blank_database)
    site = open_site(Settings(database=f"{url}&options=-c TimeZone=Asia/Tokyo"))
    table_id = table_for(site, guests(site, "Ann", "Bob"), clock="days", pace=3)
    before = row_of(site.database, table_id).deadline
    assert before is not None
    offset = before.utcoffset()
    assert offset == timedelta(hours=9), "so the zone is another one"
    seat = actors_of(site.authority, table_id)[0]
    site.authority.drop(table_id)
    site.authority.move(table_id, seat, view_of(site.authority, table_id, seat).legal[0].text, None)
    assert log_of(site.database, table_id)[0].deadline == before
    site.authority.undo(table_id, seat, None)
    assert row_of(site.database, table_id).deadline == before
    fresh = Authority(site.database, Bus())
    with fresh.holding(table_id) as owned:
        assert owned.known.deadline == before
    site.authority.stop()
    site.database.close()


def test_decisions_gather_for_longer_while_many_come_and_only_then() -> None:
    pace = Pace()
    assert pace.apart_s == APART_S
    for _busy in range(100):
        pace.note(3, 0.012)
    assert pace.apart_s == BUSY_APART_S
    pace.note(1, 3600.0)
    assert pace.apart_s == APART_S


def test_a_few_decisions_at_once_are_no_rush() -> None:
    pace = Pace()
    for _table in range(5):
        pace.note(2, 0.004)
    assert pace.apart_s == APART_S
