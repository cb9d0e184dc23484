"""News between processes: the listener notices when the connection is lost."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy.exc import IntegrityError

from kerys.server.bus import ANYTHING, CLOSING, PERSON, TABLE, Bus, Wire, telling
from kerys.server.site import Site
from kerys.server.store import Database, Person
from kerys.server.store.models import now
from kerys.server.tables import OPEN_FOR
from tests.server.live import Live, wait_for
from tests.server.postgres import PostgresServer
from tests.server.programs import Program
from tests.server.tools import change_row, guests, moves_of, table_for


def test_a_database_that_keeps_silent_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kerys.server.store.database.CONNECT_S", 1)
    monkeypatch.setattr("kerys.server.bus.AGAIN_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        wire = Wire(f"postgresql://kerys@127.0.0.1:{silent.getsockname()[1]}/kerys", Bus())
        wire.start()
        wait_for(lambda: caplog.text.count("no news from the database") > 1)
        wire.stop()


@pytest.fixture
def wired(postgres: PostgresServer) -> Iterator[tuple[str, list[str]]]:
    """The address of a database, and the news received from it."""
    url, bus, heard = postgres.database(), Bus(), list[str]()
    bus.hear(heard.append)
    wire = Wire(url, bus)
    wire.start()
    wait_for(lambda: heard)
    yield url, heard
    wire.stop()
    assert not wire.is_alive()


def tell(url: str, *news: str) -> None:
    """Notify all processes, in one transaction."""
    database = Database(url)
    with database.writing() as session:
        for one in news:
            database.tell(session, one)
    database.close()


def test_the_news_of_others_come_in_order(wired: tuple[str, list[str]]) -> None:
    url, heard = wired
    assert heard == [ANYTHING], "before anybody listened, anything may have happened"
    tell(url, f"{PERSON}3", f"{TABLE}abc")
    tell(url, f"{PERSON}4")
    wait_for(lambda: len(heard) == 4)
    assert heard[1:] == [f"{PERSON}3", f"{TABLE}abc", f"{PERSON}4"]


def test_after_a_lost_connection_anything_may_have_changed(
    wired: tuple[str, list[str]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    url, heard = wired
    monkeypatch.setattr("kerys.server.bus.AGAIN_S", 0.05)
    with psycopg.connect(url, autocommit=True) as connection:
        cut = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
        assert cut.rowcount == 1
    wait_for(lambda: len(heard) == 2)
    assert heard == [ANYTHING, ANYTHING]
    assert "no news from the database" in caplog.text
    tell(url, f"{PERSON}3")
    wait_for(lambda: heard[2:] == [f"{PERSON}3"])


def test_a_bus_that_closes_tells_everyone_once() -> None:
    bus, heard = Bus(), list[str]()
    bus.hear(heard.append)
    bus.close()
    assert (bus.closed, heard) == (True, [CLOSING])


def test_a_change_is_told_once_it_is_on_disk_and_not_if_it_fails(site: Site) -> None:
    (ann,) = guests(site, "Ann")
    names: list[tuple[str, str]] = []

    def hear(news: str) -> None:
        with site.database.reading() as session:
            names.append((news, session.get_one(Person, ann.id).name))

    def rename(name: str | None, *told: str) -> None:
        with telling(site.database, bus) as (session, news):
            news += told
            session.get_one(Person, ann.id).name = name  # type: ignore[assignment]

    bus = Bus()
    bus.hear(hear)
    with pytest.raises(IntegrityError):
        rename(None, "lost")
    rename("Annie", "first", "second")
    assert names == [("first", "Annie"), ("second", "Annie")]


def test_news_of_a_table_concern_that_table_alone(site: Site) -> None:
    people = guests(site, "Ann", "Bob")
    one, other = table_for(site, people), table_for(site, people)
    for table_id in (one, other):
        moves_of(site.authority, table_id)
    site.hear(f"{TABLE}{one}")
    site.hear(f"{TABLE}nowhere")
    assert [site.authority.owns(table_id) for table_id in (one, other)] == [False, True]
    site.hear(f"{PERSON}{people[0].id}")
    assert site.authority.owns(other), "about people, tables have nothing to say"
    site.hear(ANYTHING)
    assert not site.authority.owns(other)


def test_a_forgotten_table_is_gone_for_who_watches_it(live: Live) -> None:
    """An old table is deleted when someone creates another one, and its owner is notified."""
    ann = Program(live, "Ann")
    old = ann.make("me", "friend")["id"]
    change_row(live.site.authority, old, changed=now() - 2 * OPEN_FOR)
    heard: list[str] = []
    live.site.bus.hear(heard.append)
    with ann.events(old) as stream:
        assert next(stream).data["status"] == "open"
        ann.make("me", "friend")
        assert [one.kind for one in stream] == ["gone"]
    live.site.bus._listeners.remove(heard.append)
    assert f"{TABLE}{old}" in heard
    assert ann.get(f"/tables/{old}").status_code == 404
