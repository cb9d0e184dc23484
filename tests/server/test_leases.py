"""Leases: one process owns a table at a time, even if a process was suspended."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select

from kerys.server import leases as module
from kerys.server.authority import Authority
from kerys.server.bus import Bus
from kerys.server.journal import NotOwnedError
from kerys.server.leases import Leases
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.settings import Settings
from kerys.server.site import Site, open_site
from kerys.server.store import Database, Process, Table
from tests.server.postgres import PostgresServer
from tests.server.tools import decide, guests, log_of, moves_of, row_of, table_for, view_of

Other = Callable[[str], Authority]


@pytest.fixture
def site(postgres: PostgresServer, blank_database: str) -> Iterator[Site]:
    site = open_site(Settings(database=postgres.database(blank_database), process_url="http://one"))
    yield site
    site.authority.stop()
    site.database.close()


@pytest.fixture
def other(site: Site) -> Iterator[Authority]:
    """The authority of another process on the same database."""
    database = Database(site.settings.database)
    ownership = Leases(database, "http://two")
    authority = Authority(database, Bus(), ownership)
    ownership.lost.append(authority.wake_all)
    yield authority
    authority.stop()
    database.close()


def lease_of(authority: Authority) -> Leases:
    assert isinstance(authority.ownership, Leases)
    return authority.ownership


def run_out(authority: Authority) -> None:
    """Let the lease of a process expire, as if it had been suspended for a long time."""
    with authority.database.writing() as session:
        row = session.get_one(Process, authority.ownership.name)
        row.until = row.until.replace(year=row.until.year - 1)


def test_who_comes_second_is_told_where_the_owner_is(site: Site, other: Authority) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    decide(site.authority, table_id, random.Random(1))
    assert row_of(site.database, table_id).owner == site.authority.ownership.name
    with pytest.raises(OwnedElsewhereError) as elsewhere:
        moves_of(other, table_id)
    assert elsewhere.value.address == "http://one"
    assert elsewhere.value.owner == site.authority.ownership.name


def test_whoever_asks_for_the_owner_waits_for_nobody(site: Site, other: Authority) -> None:
    """Every forwarded request looks up the owner: that must neither lock rows nor write."""
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    decide(site.authority, table_id, random.Random(1))
    lease_of(other).renew()
    with site.database.writing() as session:
        session.execute(select(Process).with_for_update())
        session.execute(select(Table).with_for_update())
        with pytest.raises(OwnedElsewhereError):
            lease_of(other).claim(table_id)


def test_an_owner_that_stops_leaves_its_tables_to_others_at_once(
    site: Site, other: Authority
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    decide(site.authority, table_id, random.Random(1))
    lease_of(site.authority).stop()
    assert moves_of(other, table_id) == 1
    decide(other, table_id, random.Random(1))
    with pytest.raises(OwnedElsewhereError):
        moves_of(site.authority, table_id)


def test_an_owner_that_was_stopped_past_its_lease_writes_and_shows_nothing(
    site: Site, other: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if its own clock says that it still owns the table, the database says otherwise."""
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    decide(site.authority, table_id, random.Random(1))
    run_out(site.authority)
    decide(other, table_id, random.Random(2))
    assert lease_of(site.authority).valid, "it doesn't know yet"
    seat = site.authority.read(table_id, lambda game, _events: game.actors)[0]
    view = view_of(site.authority, table_id, seat)
    with pytest.raises(NotOwnedError):
        site.authority.move(table_id, seat, view.legal[0].text, view.revision)
    assert [event.number for event in log_of(site.database, table_id)] == [1, 2]
    with pytest.raises(OwnedElsewhereError):  # memory was dropped after the failure
        moves_of(site.authority, table_id)


def test_a_process_tells_by_its_own_clock_that_its_lease_has_run_out(
    site: Site, other: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    decide(site.authority, table_id, random.Random(1))
    name = site.authority.ownership.name
    run_out(site.authority)
    decide(other, table_id, random.Random(2))
    later = time.monotonic() + module.LEASE_S
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert not site.authority.owns(table_id)
    with pytest.raises(OwnedElsewhereError):  # it took a new lease, and looked up the owner
        moves_of(site.authority, table_id)
    assert site.authority.ownership.name != name


def test_a_lease_that_has_run_out_is_not_renewed_but_taken_anew(site: Site) -> None:
    lease, lost = lease_of(site.authority), []
    lease.lost.append(lambda: lost.append(True))
    lease.renew()
    first = lease.name
    lease.renew()
    assert (lease.name, lost) == (first, [])
    run_out(site.authority)
    lease.renew()
    assert lease.name != first
    assert lost == [True]


def test_a_renewed_lease_keeps_others_away(site: Site, other: Authority) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    moves_of(site.authority, table_id)
    with site.database.writing() as session:
        row = session.get_one(Process, site.authority.ownership.name)
        before = row.until
    lease_of(site.authority).renew()
    with site.database.reading() as session:
        assert session.get_one(Process, site.authority.ownership.name).until > before
    with pytest.raises(OwnedElsewhereError):
        moves_of(other, table_id)


def test_a_change_from_afar_is_made_and_told_to_the_owner(site: Site, other: Authority) -> None:
    """Someone leaves a table through a process that doesn't own it."""
    ann, bob = guests(site, "Ann", "Bob")
    table_id = table_for(site, [ann, bob])
    lease_of(site.authority).stop()
    moves_of(other, table_id)
    site.tables.give_up(bob, table_id)
    assert site.tables.look(table_id, ann).seats[1].bot
    other.drop(table_id)  # as the notification would
    with other.holding(table_id) as owned:
        assert owned.known.seats[1].bot
        assert owned.known.version == row_of(site.database, table_id).version
