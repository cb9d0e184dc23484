"""The process that accepts connections: each goes to its table's worker, however many there are."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import httpx
import pytest

from kerys.server import run
from kerys.server.app import create_app
from kerys.server.handing_on import IDLE_S
from kerys.server.leases import worker_of
from kerys.server.settings import Settings
from kerys.server.workers import READY, Work, Workers

WORKERS = 2
MANY = 600
"""More connections than fit into a pipe."""
GLANCE_S = 0.01
PATIENCE_S = 60.0


def table_of(worker: int) -> str:
    """The id of a table that belongs to a worker."""
    return next(name for one in count() if worker_of(name := f"{one:010d}", WORKERS) == worker)


def wait_until(there: Callable[[], bool]) -> None:
    """Wait for another process."""
    give_up = time.monotonic() + PATIENCE_S
    while not there():
        assert time.monotonic() < give_up
        time.sleep(GLANCE_S)


def answering(folder: Path, *, starts: str = "", takes: str = "") -> Work:
    """Workers that answer every connection with their number, one connection after the other.

    The second one starts only once the file `starts` exists; the first one accepts connections only
    once the file `takes` exists.
    """

    def work(settings: Settings, pipe: socket.socket) -> None:
        number = int(settings.worker[-2:])
        if number == 1 and starts:
            wait_until((folder / starts).exists)
        pipe.send(READY)
        (folder / f"ready-{number}").touch()
        if number == 0 and takes:
            wait_until((folder / takes).exists)
        while True:
            data, handles, _flags, _address = socket.recv_fds(pipe, 1, 1)
            if not data:
                return
            with socket.socket(fileno=handles[0]) as connection:
                connection.setblocking(True)
                connection.recv(1000)
                connection.send(str(number).encode())

    return work


@asynccontextmanager
async def accepting(work: Work) -> AsyncIterator[tuple[int, asyncio.Event]]:
    """Run the accepting process; yields its port, and an event for when it reports ready."""
    told = asyncio.Event()
    with run.listen("127.0.0.1", 0) as listening:
        settings = Settings(database="postgresql://nowhere", workers=WORKERS)
        workers = Workers(listening, settings, work)
        serving = asyncio.create_task(workers.serve(told.set))
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(PATIENCE_S):
                yield listening.getsockname()[1], told
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            await serving


class Asked:
    """A request that was sent for a table."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def answer(self) -> bytes:
        """The whole response, until the connection is closed."""
        found = await self._reader.read()
        self._writer.close()
        await self._writer.wait_closed()
        return found


async def ask(port: int, table_id: str) -> Asked:
    """Send a request for a table."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/tables/{table_id} HTTP/1.1\r\n\r\n".encode())
    await writer.drain()
    return Asked(reader, writer)


def test_connections_wait_for_the_worker_of_their_table(tmp_path: Path) -> None:
    """However busy it is, no other worker gets them, and none is closed."""

    async def visit() -> None:
        async with accepting(answering(tmp_path, takes="go")) as (port, told):
            await told.wait()
            asked = [await ask(port, table_of(0)) for _one in range(MANY)]
            last = await ask(port, table_of(1))
            assert await last.answer() == b"1", "others don't wait"
            (tmp_path / "go").touch()
            assert [await one.answer() for one in asked] == [b"0"] * MANY

    asyncio.run(visit())


def test_nobody_is_let_in_before_every_worker_has_started(tmp_path: Path) -> None:
    """Otherwise tables would stay with the worker that opened them, not the one they belong to."""

    async def visit() -> None:
        async with accepting(answering(tmp_path, starts="go")) as (port, told):
            await asyncio.to_thread(wait_until, (tmp_path / "ready-0").exists)
            asked = await ask(port, table_of(1))
            await asyncio.sleep(10 * GLANCE_S)
            assert not told.is_set()
            (tmp_path / "go").touch()
            assert await asked.answer() == b"1"
            assert told.is_set()

    asyncio.run(visit())


def test_a_worker_that_replaces_another_can_be_stopped_while_it_starts(tmp_path: Path) -> None:
    ended, again, survived = (tmp_path / name for name in ("ended", "again", "survived"))

    def work(settings: Settings, pipe: socket.socket) -> None:
        if settings.worker.endswith("1"):
            if not ended.exists():
                ended.touch()
                return
            again.touch()
        time.sleep(PATIENCE_S)
        survived.touch()

    async def visit() -> None:
        async with accepting(work):
            await asyncio.to_thread(wait_until, again.exists)

    asyncio.run(visit())
    assert not survived.exists()


def test_other_processes_can_connect_before_a_worker_has_a_lease(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The lease tells others its address, so they must not be refused there."""
    reached = []

    def look(settings: Settings, *_more: object, **_others: object) -> None:
        address = httpx.URL(settings.process_url)
        socket.create_connection((address.host, address.port), PATIENCE_S).close()
        reached.append(address)

    monkeypatch.setattr(run, "_run", look)
    settings = Settings(database="postgresql://nowhere", workers=WORKERS)
    ours, theirs = socket.socketpair()
    with ours, theirs, run.listen("127.0.0.1", 0) as listening:
        run.work(settings, theirs)
        run.serve_alone(listening, settings, demo=False)
    assert len(reached) == 2


def test_whoever_asks_lets_go_of_an_idle_connection_first(live_settings: Settings) -> None:
    """Otherwise a request may be sent just as the connection is closed. A minute is usual."""
    kept = run.configured(create_app(live_settings)).timeout_keep_alive
    assert kept > 60 > IDLE_S


@pytest.fixture
def live_settings(sqlite: str) -> Settings:
    return Settings(database=sqlite)
