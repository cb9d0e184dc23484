"""A process that thinks for bots: it answers requests until its connection is closed.

A request for a bot holds what a seat may know and nothing else: the name of the bot, a view and a
seed. The answer is the code of an action, or the exception that was raised instead. Before the
answer, a process may send calls to carry out on the other side: what it logs and compiles is
reported there.

Work for no bot, such as the review of a finished game, is requested as a call; the answer is what
it returns.
"""

from __future__ import annotations

import gc
import logging
import os
import pickle
import random
import select
import signal
import socket
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from kerys.bots.guard import Guarded
from kerys.bots.registry import bot_named
from kerys.games import GAMES
from kerys.kernel.compile_progress import listening, report_finished, report_started

LOADED = ("journeyman", "expert")
"""Levels that together load what all levels need."""
NICENESS = 5
"""The priority of bots: everything else comes first."""
GLANCE_S = 1.0
"""How often a busy process checks whether anyone still waits for its answer."""


class Reporter(logging.Handler):
    """Has the other side report what is logged and compiled here."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self.connection = connection

    def emit(self, record: logging.LogRecord) -> None:
        """Pass on what is logged."""
        self.connection.send(partial(_log, record.name, record.levelno, self.format(record)))

    def started(self, function: str) -> None:
        """Compilation of a function starts."""
        self.connection.send(partial(report_started, function))

    def finished(self) -> None:
        """Compilation of a function ends."""
        self.connection.send(report_finished)


def _log(name: str, level: int, message: str) -> None:
    """Log what another process passes on."""
    logging.getLogger(name).log(level, "%s", message)


def fork_on_request(number: int) -> None:
    """Fork a process for each connection that arrives at a socket, until that is closed.

    Everything is loaded before the first fork, so that all processes share it.
    """
    _stand_back()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # sent to all processes of a service
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that none stays behind as a zombie
    loaded = False
    with socket.socket(fileno=number) as requests:
        while files := socket.recv_fds(requests, 1, 1)[1]:
            with Connection(files[0]) as connection:
                if not loaded:
                    with _ending_with(number):
                        _load(connection)
                    gc.freeze()  # collecting garbage would copy the memory that is shared
                    loaded = True
                if os.fork() == 0:
                    try:
                        requests.close()
                        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                        _answer_all(connection)
                    finally:
                        os._exit(0)


def load_and_answer(connection: Connection) -> None:
    """Load everything, then answer requests until the connection is closed."""
    _stand_back()
    with suppress(OSError):  # nobody is left
        _load(connection)
        _answer_all(connection)


def _stand_back() -> None:
    """Lower the priority, and ignore Ctrl-C, which all processes of a terminal get."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _load(connection: Connection) -> None:
    """Load or compile what bots need; errors are reported when a bot should have moved."""
    with listening(Reporter(connection)):
        for game in GAMES.names():
            for name in LOADED:
                Guarded(name, bot_named(name)).prepare(game)


def _answer_all(connection: Connection) -> None:
    """Answer requests, after the number of this process, which says that it is ready."""
    logging.getLogger().addHandler(Reporter(connection))
    with suppress(EOFError, OSError):  # nobody is left to ask
        connection.send(os.getpid())
        while True:
            request = connection.recv_bytes()
            with _ending_with(connection.fileno()):
                answer = _answer(request)
            connection.send(answer)


def _answer(request: bytes) -> Any:
    """The code of the action that a bot chooses or the result of a call, or what was raised."""
    try:
        asked = pickle.loads(request)
        if callable(asked):
            return asked()
        name, view, seed = asked
        return Guarded(name, bot_named(name)).choose(view, None, random.Random(seed)).code
    except Exception as error:
        return _portable(error, traceback.format_exc())


def _portable(error: Exception, told: str) -> Exception:
    """An exception with its traceback as a note, in a form that another process can read."""
    error.add_note(told)
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(told)
    return error


@contextmanager
def _ending_with(number: int) -> Iterator[None]:
    """End this process if the other side of the connection is closed in the meantime.

    A timer checks that, because a process with threads can't be forked safely.
    """
    if not hasattr(signal, "setitimer"):
        yield  # sending the answer will fail
        return
    connection = select.poll()
    connection.register(number, 0)  # hanging up is always told

    def check(*_: object) -> None:
        if connection.poll(0):
            os._exit(0)

    signal.signal(signal.SIGALRM, check)
    signal.setitimer(signal.ITIMER_REAL, GLANCE_S, GLANCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
