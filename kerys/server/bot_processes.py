"""The processes in which the bots of a site think, so that no page waits for a bot.

On Linux they are forked from a process that has loaded everything, and share its memory; elsewhere
each of them loads its own. The fork server of `multiprocessing` would import from the working
folder, outlive the site, and leave a file behind when the site is killed.

A process ends when its connection is closed, so it never outlives the site.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import LifoQueue
from typing import Any, TypeVar

import numba

from kerys.bots.process import load_and_answer
from kerys.table.view import View

LOG = logging.getLogger("kerys.server")
Found = TypeVar("Found")
FORKS = sys.platform == "linux"
"""Whether processes are forked; on other systems, some libraries don't survive a fork."""
PATIENCE_S = 120.0
"""A process counts as hung after this; the slowest level takes little more than a second."""
LONG_PATIENCE_S = 1800.0
"""The same for other work, which may first have to compile something."""
MOST_LOST = 3
"""How many processes one decision may cost before a stand-in moves."""
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
BEGIN = """
import sys
sys.path[:] = {path!r}
from kerys.bots.process import fork_on_request
fork_on_request({number})
"""
"""Sets the path first, so that files in the working folder don't shadow the standard library."""


class Stopped(Exception):  # noqa: N818 - nothing is wrong
    """The processes were stopped before there was an answer."""


class Lost(Exception):  # noqa: N818 - the word that guests use
    """A process died or hung while it was thinking."""


class Forked:
    """Starts processes by forking one that has loaded everything."""

    def __init__(self) -> None:
        self._original: subprocess.Popen[bytes] | None = None
        self._requests: socket.socket

    def start(self) -> Connection:
        """Start a process; it reports when it is ready."""
        if self._original is None:
            self._begin()
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._request(theirs)
            except BrokenPipeError:  # it was killed
                self.stop()
                self._begin()
                self._request(theirs)
        return Connection(ours.detach())

    def _request(self, theirs: socket.socket) -> None:
        """Have a process forked for the other end of a connection."""
        socket.send_fds(self._requests, [b"."], [theirs.fileno()])

    def _begin(self) -> None:
        """Start the process that the others are forked from."""
        self._requests, theirs = socket.socketpair()
        path = [folder for folder in sys.path if isinstance(folder, str)]
        begin = BEGIN.format(path=path, number=theirs.fileno())
        with theirs:
            self._original = subprocess.Popen(
                [sys.executable, "-c", begin],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # a group, so that all of them can be ended at once
                env={
                    **os.environ,
                    "NUMBA_CACHE_DIR": numba.config.CACHE_DIR,  # which may be temporary
                    "OPENBLAS_NUM_THREADS": "1",  # a process with threads can't be forked safely
                },
            )

    def stop(self) -> None:
        """End all processes, whatever they are doing."""
        if self._original is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._original.pid, KILL)
            self._original.wait()
            self._original = None
            self._requests.close()


class Spawned:
    """Starts processes that load everything themselves."""

    def __init__(self) -> None:
        self._processes: list[BaseProcess] = []

    def start(self) -> Connection:
        """Start a process; it reports when it is ready."""
        self._processes = [process for process in self._processes if process.is_alive()]
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        with theirs:
            process = spawn.Process(target=load_and_answer, args=(theirs,), daemon=True)
            process.start()
        self._processes.append(process)
        return ours

    def stop(self) -> None:
        """End all processes, whatever they are doing."""
        while self._processes:
            process = self._processes.pop()
            process.kill()
            process.join()


class Thinker:
    """One process at a time, started when it is needed and replaced when it is lost."""

    def __init__(self, pool: BotProcesses) -> None:
        self._pool = pool
        self._connection: Connection | None = None
        self._pid = 0

    def start(self) -> None:
        """Make sure that a process is ready."""
        if self._connection is not None:
            return
        connection = self._pool.start_process()
        try:
            self._pid = _receive(connection)
        except (EOFError, OSError) as error:
            self._pool.check()
            raise ChildProcessError("a process for bots ended before it was ready") from error
        else:
            self._connection = connection
        finally:
            if self._connection is None:
                connection.close()

    def ask(self, request: bytes, patience: float | None = None) -> Any:
        """The answer to a request; raises `Lost` if the process is lost."""
        self.start()
        assert self._connection is not None
        try:
            self._connection.send_bytes(request)
            return _receive(self._connection, patience or PATIENCE_S)
        except BaseException as error:
            if isinstance(error, TimeoutError):
                os.kill(self._pid, KILL)
            self.close()  # a late answer would be taken for the answer to the next request
            if isinstance(error, EOFError | OSError):
                self._pool.check()
                raise Lost from error
            raise

    def close(self) -> None:
        """Let the process end."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _receive(connection: Connection, patience: float | None = None) -> Any:
    """The answer of a process; calls that it sends before that are carried out."""
    while True:
        if not connection.poll(patience):
            raise TimeoutError
        message = connection.recv()
        if not callable(message):
            return message
        message()


def default_number() -> int:
    """How many bots think at once by default: one per core, less one."""
    return max(1, (os.cpu_count() or 2) - 1)


class BotProcesses:
    """The processes in which a site's bots think, one for each that may think at once.

    One more, started when it is first needed, carries out other work.
    """

    def __init__(self, number: int = 0) -> None:
        self.number = number or default_number()
        self._origin = Forked() if FORKS else Spawned()
        self._lock = threading.Lock()
        self._stopped = False
        self._free: LifoQueue[Thinker] = LifoQueue()  # the one used last is certainly running
        for _ in range(self.number):
            self._free.put(Thinker(self))
        self._aside = Thinker(self)
        self._aside_lock = threading.Lock()

    def prepare(self) -> None:
        """Start all processes now, instead of when they are needed, and wait for them."""
        thinkers = [self._free.get() for _ in range(self.number)]
        try:
            for thinker in thinkers:
                thinker.start()
        finally:
            for thinker in thinkers:
                self._free.put(thinker)

    def choose(self, name: str, view: View) -> int:
        """The code of the action that a bot chooses; waits for a free process.

        What a bot raises is raised here. If its process is lost, another one tries again, and after
        a few a stand-in moves. Raises `Stopped` if the processes are stopped in the meantime.
        """
        request = pickle.dumps((name, view, secrets.randbits(64)))
        for _ in range(MOST_LOST):
            try:
                answer = self._ask(request)
            except Lost:
                LOG.warning("the bot %s in seat %d lost its process", name, view.seat)
                continue
            if isinstance(answer, Exception):
                raise answer
            return answer
        LOG.warning("a stand-in moves for the bot %s in seat %d", name, view.seat)
        return random.choice(view.legal).code

    def answer(self, who: str, call: Callable[[], Found]) -> Found:
        """What a short call returns in the next free process; `who` wants it, for the log.

        What it raises is raised here; raises `Lost` if it has cost several processes.
        """
        request = pickle.dumps(call)
        for _ in range(MOST_LOST):
            try:
                answer: Any = self._ask(request)
            except Lost:
                LOG.warning("%s lost its process", who)
                continue
            if isinstance(answer, Exception):
                raise answer
            found: Found = answer
            return found
        raise Lost

    def work(self, call: Callable[[], Found]) -> Found:
        """Carry out other work than a bot's, one call at a time, in a process of its own.

        So no bot waits for it. What the call raises is raised here; raises `Lost` if its process is
        lost, and `Stopped` if the processes are stopped in the meantime.
        """
        with self._aside_lock:
            answer = self._aside.ask(pickle.dumps(call), LONG_PATIENCE_S)
        if isinstance(answer, Exception):
            raise answer
        found: Found = answer
        return found

    def _ask(self, request: bytes) -> int | Exception:
        """The answer of the next free process."""
        thinker = self._free.get()
        try:
            return thinker.ask(request)  # type: ignore[no-any-return]
        finally:
            self._free.put(thinker)

    def start_process(self) -> Connection:
        """A connection to a new process."""
        with self._lock:
            self.check()
            return self._origin.start()

    def check(self) -> None:
        """Raise `Stopped` if that is why there is no answer."""
        if self._stopped:
            raise Stopped

    def stop(self) -> None:
        """End all processes for good; pending requests get no answer."""
        with self._lock:
            self._stopped = True
            self._origin.stop()
        with self._aside_lock:
            self._aside.close()
        thinkers = [self._free.get() for _ in range(self.number)]
        for thinker in thinkers:
            thinker.close()
            self._free.put(thinker)
