"""Tables in memory: only those in use, each once, and reloaded when necessary."""

from __future__ import annotations

import asyncio
import random
import secrets
import threading

import pytest
from anyio import to_thread

from kerys.server import owned_tables as module
from kerys.server.authority import Authority
from kerys.server.bus import TABLE, Bus
from kerys.server.owned_table import OwnedTable
from kerys.server.site import Site
from kerys.server.store import Table
from kerys.server.table_errors import NoTable
from tests.server.live import DEADLINE_S
from tests.server.tools import decide, guests, moves_of, states_of, table_for, watch


def test_games_that_leave_memory_come_back_from_the_log(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_IN_MEMORY", 1)
    people = guests(site, "Ann", "Bob")
    tables = [table_for(site, people), table_for(site, people)]
    for _ in range(3):
        for table_id in tables:
            for _nobody in range(3):
                site.authority.entry(fresh_id())
            assert table_id not in site.authority._tables
            decide(site.authority, table_id, random.Random(7))
    fresh = Authority(site.database, Bus())
    for table_id in tables:
        assert states_of(site.authority, table_id) == states_of(fresh, table_id)
        assert len(states_of(fresh, table_id)) == 4


def fresh_id() -> str:
    """An id that no table has."""
    return secrets.token_hex(5)


def test_tables_that_are_watched_or_used_stay_in_memory_and_push_no_other_out(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_IN_MEMORY", 2)
    people = guests(site, "Ann", "Bob")
    watched = [table_for(site, people) for _ in range(4)]
    for table_id in watched:
        watch(site.authority, table_id)
    others = [table_for(site, people) for _ in range(3)]
    for table_id in others:
        moves_of(site.authority, table_id)
    with site.authority.holding(others[1]):
        newest = fresh_id()
        site.authority.entry(newest)
        assert list(site.authority._tables) == [*watched, *others, newest]
        last = fresh_id()
        site.authority.entry(last)
        assert list(site.authority._tables) == [*watched, *others[1:], newest, last]


def test_ids_without_a_table_leave_nothing_in_memory(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    moves_of(site.authority, table_id)
    for name in ("nowhere", "elsewhere"):
        with pytest.raises(NoTable):
            moves_of(site.authority, name)
    assert list(site.authority._tables) == [table_id]


def test_a_table_that_leaves_memory_while_somebody_comes_to_it_is_there_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    moves_of(site.authority, table_id)
    entry = site.authority.entry
    left: list[OwnedTable] = []

    def leave(name: str) -> OwnedTable:
        found = entry(name)
        if not left:  # it is dropped before the caller has locked it
            left.append(found)
            site.authority._discard(found)
        return found

    monkeypatch.setattr(site.authority, "entry", leave)
    decide(site.authority, table_id, random.Random(1))
    assert left[0].events == 0
    assert site.authority._tables[table_id].events == 1


def test_a_table_is_read_even_if_all_threads_of_requests_wait_for_it(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    site.authority.drop(table_id)

    async def look() -> int:
        to_thread.current_default_thread_limiter().total_tokens = 1
        owned = site.authority.entry(table_id)
        await owned.lock.acquire()
        request = asyncio.create_task(to_thread.run_sync(moves_of, site.authority, table_id))
        while not owned.lock._line:
            await asyncio.sleep(0)
        async with asyncio.timeout(DEADLINE_S):
            await site.authority._loaded(owned)
        owned.lock.release()
        return await request

    assert asyncio.run(look()) == 0


def test_who_is_cancelled_while_a_table_is_read_holds_it_until_that_is_done(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    site.authority.drop(table_id)
    reading, going_on = threading.Event(), threading.Event()
    load = Authority._load

    def slowly(self: Authority, owned: OwnedTable) -> None:
        reading.set()
        assert going_on.wait(DEADLINE_S)
        load(self, owned)

    monkeypatch.setattr(Authority, "_load", slowly)

    async def enter() -> None:
        async with site.authority.held(table_id):
            raise AssertionError("nobody is there any more")

    async def look() -> None:
        entering = asyncio.create_task(enter())
        await to_thread.run_sync(reading.wait)
        for _ in range(3):
            entering.cancel()
            await asyncio.sleep(0)
        lock = site.authority.entry(table_id).lock
        assert lock.held
        going_on.set()
        with pytest.raises(asyncio.CancelledError):
            await entering
        assert not lock.held

    asyncio.run(look())
    assert moves_of(site.authority, table_id) == 0


def test_what_is_changed_behind_the_owner_counts_once_the_table_is_dropped(site: Site) -> None:
    ann, bob = guests(site, "Ann", "Bob")
    table_id = table_for(site, [ann, bob])
    moves_of(site.authority, table_id)
    with site.database.writing() as session:
        session.get_one(Table, table_id).private = False
    assert private(site, table_id)
    site.hear(f"{TABLE}{table_id}")
    assert not private(site, table_id)


def private(site: Site, table_id: str) -> bool:
    """Whether a table is private, as its owner knows it."""
    with site.authority.holding(table_id) as owned:
        return owned.known.private
