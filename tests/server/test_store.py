"""The database: its migrations, and that it stores what it should."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from kerys.server.new_table import Plan
from kerys.server.settings import Settings, SettingsError
from kerys.server.site import Site
from kerys.server.store import Base, Database, Event, Person
from kerys.server.store.database import connecting
from tests.server.live import wait_for
from tests.server.postgres import PostgresServer
from tests.server.tools import guests, row_of, say, table_for

OLD_TABLE = (
    "INSERT INTO people (id, name, email, confirmed, theme, created)"
    " VALUES (1, 'Ann', '', false, 'auto', '2025-01-01 00:00:00')",
    "INSERT INTO tables (id, game, rules, options, private, status, clock, pace, host_id, key,"
    " salt, commitment, events, awaited, thinker, created, changed) VALUES ('old', 'ys', 1, '{}',"
    " false, 'open', 'none', 0, 1, '', '', '', 0, 0, '', '2025-01-01 00:00:00',"
    " '2025-01-01 00:00:00')",
    "INSERT INTO seats (table_id, number, name, bot, person_id, invitation, listed, webhook,"
    " missed) VALUES ('old', 0, 'Ann', '', 1, 'word', false, '', 0)",
)
"""A table as the first version of the database stored it."""


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'a folder' / 'new.db'}"
    postgres: PostgresServer = request.getfixturevalue("postgres")
    return postgres.database()


def differences(database: Database) -> list[Any]:
    """Differences between the models and the database."""
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Base.metadata))


def names_of_tables(database: Database) -> set[str]:
    return set(inspect(database.engine).get_table_names())


def test_the_migrations_lead_to_the_models_and_can_be_repeated(empty: str) -> None:
    database = Database(empty)
    assert names_of_tables(database) == set()
    assert differences(database)
    database.upgrade()
    assert differences(database) == []
    database.upgrade()
    assert differences(database) == []
    database.close()


def test_the_migrations_lead_back_and_forth(empty: str) -> None:
    database = Database(empty)
    database.upgrade()
    with database.migrating() as config:
        command.downgrade(config, "base")
    assert names_of_tables(database) == {"alembic_version"}
    database.upgrade()
    assert differences(database) == []
    database.close()


def test_a_database_of_an_older_version_keeps_its_tables(empty: str) -> None:
    database = Database(empty)
    with database.migrating() as config:
        command.upgrade(config, "0001")
    with database.writing() as session:
        for statement in OLD_TABLE:
            session.execute(text(statement))
    database.upgrade()
    assert differences(database) == []
    with database.reading() as session:
        assert session.scalar(text("SELECT version FROM tables")) == 0
    with database.migrating() as config:
        command.downgrade(config, "0001")
    with database.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM seats")) == 1
    database.close()


def test_a_migration_that_breaks_off_leaves_nothing_behind(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(empty)

    def cut_off(config: Any, revision: str) -> None:
        connection = config.attributes["connection"]
        connection.execute(text("CREATE TABLE half (done INTEGER)"))
        raise SQLAlchemyError("the disk is full")

    monkeypatch.setattr(command, "upgrade", cut_off)
    with pytest.raises(SettingsError, match="the disk is full"):
        database.upgrade()
    assert names_of_tables(database) == set()
    monkeypatch.undo()
    database.upgrade()
    assert differences(database) == []
    database.close()


def test_several_processes_may_open_a_new_database_at_once(empty: str) -> None:
    failures: list[BaseException] = []

    def open_it() -> None:
        try:
            database = Database(empty)
            database.upgrade()
            database.close()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    database = Database(empty)
    assert differences(database) == []
    database.close()


def test_a_database_of_a_newer_version_is_refused_and_left_alone(url: str) -> None:
    database = Database(url)
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SettingsError, match="newer version of Kerys"):
        database.upgrade()
    with database.reading() as session:
        assert session.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
    database.close()


def test_writing_keeps_all_or_nothing(site: Site) -> None:
    def begin() -> None:
        with site.database.writing() as session:
            session.add(Person(name="Nobody"))
            session.flush()
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        begin()
    with site.database.reading() as session:
        assert session.query(Person).count() == 0


def test_what_is_read_together_is_of_one_moment(site: Site) -> None:
    with site.database.reading() as session:
        before = session.query(Person).count()
        guests(site, "Ann")
        assert session.query(Person).count() == before
    with site.database.reading() as session:
        assert session.query(Person).count() == before + 1


def test_a_table_goes_with_all_that_hangs_on_it(site: Site) -> None:
    (host,) = guests(site, "Ann")
    table_id = site.tables.make(host, Plan("mykerinos", ["me", "friend"]))
    say(site, host, table_id, "Hello?")
    site.tables.stand_up(host, table_id)
    with site.database.reading() as session:
        for name in ("tables", "seats", "messages"):
            assert session.scalar(text(f"SELECT count(*) FROM {name}")) == 0, name


def test_moments_come_back_with_their_time_zone(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"), clock="days", pace=2)
    row = row_of(site.database, table_id)
    assert row.deadline is not None
    assert row.deadline.utcoffset() is not None
    assert row.deadline > row.created


def test_no_error_of_the_database_tells_what_was_to_be_written(site: Site) -> None:
    """Keys of deals and hidden moves are stored there, and errors end up in logs."""
    table_id = table_for(site, guests(site, "Ann", "Bob"))

    def write() -> None:
        with site.database.writing() as session:
            session.add(
                Event(
                    table_id=table_id, number=1, seat=0, kind="move", move="hid it", made_by="bot"
                )
            )

    write()
    with pytest.raises(SQLAlchemyError) as caught:
        write()
    assert "hid it" not in str(caught.value)


def test_a_site_goes_on_after_its_database_was_away(postgres: PostgresServer) -> None:
    url = postgres.database()
    database = Database(url)
    database.upgrade()
    with database.writing() as session:
        session.add(Person(name="Ann"))
    postgres.stop()
    with pytest.raises(SQLAlchemyError), database.reading():
        pass
    postgres.start()
    with database.reading() as session:
        assert session.query(Person).count() == 1
    database.close()


def test_nobody_waits_for_ever_for_who_holds_a_table(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kerys.server.store.database.LOCK_MS", 50)
    monkeypatch.setattr("kerys.server.store.database.IDLE_MS", 1000)
    url = postgres.database()
    silent, other = Database(url), Database(url)
    silent.upgrade()
    with silent.writing() as session:
        session.add(Person(name="Ann"))
    lock = text("SELECT name FROM people FOR UPDATE")

    def is_free() -> bool:
        try:
            with other.writing() as session:
                return bool(session.scalar(lock))
        except OperationalError as error:
            return "lock timeout" not in str(error)

    with silent.engine.connect() as held:
        held.execute(lock)
        assert not is_free()
        wait_for(is_free)  # as if the other process had stopped in the middle
        held.invalidate()
    for database in (silent, other):
        database.close()


def test_who_brings_a_database_up_to_date_is_waited_for(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kerys.server.store.database.LOCK_MS", 50)
    database = Database(postgres.database())
    waiting = threading.Thread(target=database.upgrade)
    with database.migrating():
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive()
    waiting.join()
    assert differences(database) == []
    database.close()


def test_what_the_address_of_a_database_says_counts(postgres: PostgresServer) -> None:
    url = f"{postgres.database()}&connect_timeout=3&options=-c%20lock_timeout%3D7s"
    assert "connect_timeout" not in connecting(url)
    assert connecting(url)["keepalives_idle"] > 0
    database = Database(url)
    with database.reading() as session:
        assert session.scalar(text("SHOW lock_timeout")) == "7s"
        assert session.scalar(text("SHOW idle_in_transaction_session_timeout")) == "15s"
    database.close()


@pytest.mark.parametrize(
    "url",
    ["", "sqlite:kerys.db", "mysql://somewhere/kerys", "postgres://kerys:secret@host/kerys"],
)
def test_other_databases_are_refused_without_telling_a_password(url: str) -> None:
    with pytest.raises(SettingsError, match=r"sqlite:///FILE or postgresql://") as caught:
        Settings(database=url)
    assert "secret" not in str(caught.value)


def test_an_sqlite_that_is_too_old_is_refused_with_both_versions(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 37, 2))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.37.2")
    with pytest.raises(SettingsError, match=r"SQLite 3\.38 or newer, but this Python has 3\.37\.2"):
        Database(sqlite)
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 38, 0))
    Database(sqlite).close()
