"""Several worker processes behind one address, with the tables spread over them.

The main process accepts connections and passes each to a worker: one that asks for a table to the
owner of that table, the others in turn. It reads only the first line that a client sends.
Connections wait for a busy worker, and all of them wait until every worker has started: otherwise a
table would be opened by another worker and stay there, and each request would go through both.
Workers that die are replaced.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import re
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

import uvicorn

from kerys.server.handing_on import TABLE_PATH
from kerys.server.leases import give_up, new_name, worker_name, worker_of
from kerys.server.settings import Settings
from kerys.server.store import Database

LOG = logging.getLogger("kerys.server")
FIRST_LINE = re.compile(rb"[A-Z]+ (\S+)")
PEEK = 2048
HEAD_S = 10.0
"""How long a client may take to begin its request."""
PASS_S = 60.0
"""How long a connection waits for a worker."""
PAUSE_S = 1.0
"""How long after its end a worker is restarted."""
FULL_S = 0.02
"""How long to wait if the system can't pass a connection right now."""
MOST_AT_ONCE = 64
"""How many connections a worker accepts before it does other work."""
READY = b"!"


@dataclass
class Worker:
    """A worker process, and the pipe through which it gets connections."""

    number: int
    name: str
    """The beginning of the name of its lease."""
    process: BaseProcess
    pipe: socket.socket
    ready: bool = False
    sending: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a connection is put into the pipe."""


Work = Callable[[Settings, socket.socket], None]
"""Runs a site in a worker process with the connections that come through a pipe."""


class Workers:
    """The process that accepts connections, and its workers."""

    def __init__(self, listening: socket.socket, settings: Settings, work: Work) -> None:
        self.listening = listening
        self.settings = settings
        self.work = work
        self._context = get_context("fork")
        self._name = new_name()
        self._turn = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._connections: set[socket.socket] = set()
        """Connections that no worker has yet."""
        self._started = [asyncio.Event() for _one in range(settings.workers)]
        """Set once a worker is ready, or has ended instead."""
        self._served = asyncio.Event()
        """Set while a worker is ready."""
        self._workers = [self._begin(one) for one in range(settings.workers)]

    def _begin(self, number: int) -> Worker:
        """Start a worker; it shares what is loaded already."""
        ours, theirs = socket.socketpair()
        name = worker_name(self._name, number)
        process = self._context.Process(
            target=self._run, args=(name, ours, theirs), name=f"kerys worker {number + 1}"
        )
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        process.start()
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        theirs.close()
        ours.setblocking(False)
        return Worker(number, name, process, ours)

    def _run(self, name: str, ours: socket.socket, theirs: socket.socket) -> None:
        """In the worker: serve until told to stop or the other end is gone."""
        ours.close()
        self.listening.close()
        for connection in self._connections:
            connection.close()  # otherwise they stay open as long as this worker
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all processes
        # The main process only takes a note of this signal, and so would a worker that it starts
        # later; one that comes before this moment is held back until now.
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        self.work(replace(self.settings, worker=name), theirs)

    async def serve(self, ready: Callable[[], None]) -> None:
        """Accept connections until stopped; `ready` is called once the workers are."""
        loop = asyncio.get_running_loop()
        stopped = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stopped.set)
        self.listening.listen(2048)
        self.listening.setblocking(False)
        tasks = [asyncio.create_task(self._watch(number)) for number in range(len(self._workers))]
        tasks.append(asyncio.create_task(self._accept(ready)))
        await stopped.wait()
        for worker in self._workers:
            worker.process.terminate()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(_ended(worker) for worker in self._workers))
        for worker in self._workers:
            worker.pipe.close()

    async def _watch(self, number: int) -> None:
        """Wait until a worker is ready, and replace it whenever it ends."""
        loop = asyncio.get_running_loop()
        while True:
            worker = self._workers[number]
            with suppress(ConnectionError):
                worker.ready = await loop.sock_recv(worker.pipe, 1) == READY
            self._look_at_workers()
            self._started[number].set()
            await _ended(worker)
            worker.ready = False
            self._look_at_workers()
            async with worker.sending:
                worker.pipe.close()
            LOG.warning("worker %d ended with status %s", number + 1, worker.process.exitcode)
            await asyncio.to_thread(self._bury, worker)
            await asyncio.sleep(PAUSE_S)
            self._workers[number] = self._begin(number)

    def _look_at_workers(self) -> None:
        """Note whether any worker is ready."""
        if any(worker.ready for worker in self._workers):
            self._served.set()
        else:
            self._served.clear()

    def _bury(self, worker: Worker) -> None:
        """Release the tables of a worker that has certainly ended."""
        try:
            database = Database(self.settings.database)
            give_up(database, worker.name)
            database.close()
        except Exception as error:
            LOG.warning("the lease of a worker has to run out by itself: %s", error)

    # --- Connections -----------------------------------------------------------------------

    async def _accept(self, ready: Callable[[], None]) -> None:
        """Accept connections, once every worker has started."""
        loop = asyncio.get_running_loop()
        for started in self._started:
            await started.wait()
        await self._served.wait()
        ready()
        while True:
            try:
                connection, _address = await loop.sock_accept(self.listening)
            except OSError as error:  # too many open files, for instance
                LOG.warning("a connection could not be accepted: %s", error)
                await asyncio.sleep(PAUSE_S)
                continue
            task = asyncio.create_task(self._pass(connection))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, connection: socket.socket) -> None:
        """Pass a connection to the right worker."""
        self._connections.add(connection)
        try:
            async with asyncio.timeout(HEAD_S):
                table = _table_in(await _first_bytes(connection))
            async with asyncio.timeout(PASS_S):
                while not await self._given(connection, table):
                    await asyncio.sleep(FULL_S)
        except (TimeoutError, OSError):
            return  # the client is gone or silent
        finally:
            self._connections.discard(connection)
            connection.close()

    async def _given(self, connection: socket.socket, table: str | None) -> bool:
        """Pass a connection to a worker as soon as there is one; returns whether that worked."""
        await self._served.wait()
        for worker in self._order(table):
            if await _sent(connection, worker):
                return True
        return False

    def _order(self, table: str | None) -> list[Worker]:
        """The available workers, the best one for a table first."""
        number = len(self._workers)
        if table is None:
            self._turn += 1
        first = self._turn % number if table is None else worker_of(table, number)
        around = (self._workers[(first + step) % number] for step in range(number))
        return [worker for worker in around if worker.ready]


async def _sent(connection: socket.socket, worker: Worker) -> bool:
    """Put a connection into a worker's pipe once there is room; false if the worker ends."""
    async with worker.sending:
        while worker.ready:
            try:
                socket.send_fds(worker.pipe, [b"c"], [connection.fileno()])
                return True
            except BlockingIOError:
                await _writable(worker.pipe)
            except ConnectionError:
                return False
            except OSError as error:
                if error.errno != errno.ETOOMANYREFS:
                    raise
                await asyncio.sleep(FULL_S)
    return False


async def _first_bytes(connection: socket.socket) -> bytes:
    """The first bytes from a client, without consuming them: the worker reads them."""
    loop = asyncio.get_running_loop()
    connection.setblocking(False)
    readable = loop.create_future()
    loop.add_reader(connection.fileno(), _set, readable)
    try:
        await readable
    finally:
        loop.remove_reader(connection.fileno())
    return connection.recv(PEEK, socket.MSG_PEEK)


async def _writable(pipe: socket.socket) -> None:
    """Wait until there is room in a pipe, or its other end is closed."""
    loop = asyncio.get_running_loop()
    writable = loop.create_future()
    loop.add_writer(pipe.fileno(), _set, writable)
    try:
        await writable
    finally:
        loop.remove_writer(pipe.fileno())


def _set(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def _table_in(head: bytes) -> str | None:
    """The table that a request asks for."""
    line = FIRST_LINE.match(head)
    path = TABLE_PATH.match(line[1].split(b"?")[0].decode("latin-1")) if line else None
    return path[1] if path else None


async def _ended(worker: Worker) -> None:
    """Wait until a worker has ended."""
    loop = asyncio.get_running_loop()
    ended = loop.create_future()
    loop.add_reader(worker.process.sentinel, _set, ended)
    try:
        await ended
    finally:
        loop.remove_reader(worker.process.sentinel)
    worker.process.join()


class Receiving:
    """In a worker: takes the connections that come through the pipe."""

    def __init__(self, server: uvicorn.Server, pipe: socket.socket) -> None:
        self.server = server
        self.pipe = pipe
        self._tasks: set[asyncio.Task[object]] = set()

    def start(self) -> None:
        """Begin, in the running event loop."""
        self.pipe.setblocking(False)
        asyncio.get_running_loop().add_reader(self.pipe.fileno(), self._take)
        self.pipe.send(READY)

    def _take(self) -> None:
        """Accept the waiting connections; stop if the main process is gone."""
        loop = asyncio.get_running_loop()
        for _one in range(MOST_AT_ONCE):
            try:
                data, handles, flags, _address = socket.recv_fds(self.pipe, 1, 1)
            except BlockingIOError:
                return
            except ConnectionError:
                data, handles, flags = b"", [], 0
            if not data:
                loop.remove_reader(self.pipe.fileno())
                self.server.should_exit = True
                return
            if flags & socket.MSG_CTRUNC:
                LOG.warning("a connection could not be taken: too many open files")
            self._serve(handles)

    def _serve(self, handles: Sequence[int]) -> None:
        """Let uvicorn serve connections."""
        loop = asyncio.get_running_loop()
        for handle in handles:
            connection = socket.socket(fileno=handle)
            connection.setblocking(False)
            task = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _protocol(self) -> asyncio.Protocol:
        """The protocol that uvicorn creates for a connection that it accepts itself."""
        protocol: Callable[..., asyncio.Protocol] = self.server.config.http_protocol_class
        return protocol(
            config=self.server.config,
            server_state=self.server.server_state,
            app_state=self.server.lifespan.state,
        )
