"""News inside a site: whoever waits for a table hears that it has changed.

News are names of tables and nothing else: what has changed there everyone looks up for themselves,
through the view of their own seat.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg

from kerys.server.store.database import CHANNEL, connecting

LOG = logging.getLogger("kerys.server")
WAIT_S = 1.0
AGAIN_S = 2.0


class Bus:
    """Who waits for what, in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]]
        self._waiting = defaultdict(set)
        self._hearing: list[Callable[[str], None]] = []
        self.closed = False
        """Whether the site stops, and streams end."""

    def hear(self, listener: Callable[[str], None]) -> None:
        """Let a listener know of every change; it must be quick."""
        self._hearing.append(listener)

    def publish(self, table: str) -> None:
        """A table has changed; may be called from any thread."""
        with self._lock:
            waiting = list(self._waiting.get(table, ()))
        for loop, event in waiting:
            loop.call_soon_threadsafe(event.set)
        for listener in self._hearing:
            listener(table)

    def publish_all(self) -> None:
        """Anything may have changed: everyone looks again."""
        with self._lock:
            tables = list(self._waiting)
        for table in tables:
            self.publish(table)

    def close(self) -> None:
        """Let all who wait know that nothing comes any more."""
        self.closed = True
        self.publish_all()

    @contextmanager
    def waiting(self, table: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table changes."""
        entry = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting[table].add(entry)
        try:
            yield entry[1]
        finally:
            with self._lock:
                self._waiting[table].discard(entry)
                if not self._waiting[table]:
                    del self._waiting[table]


class Wire(threading.Thread):
    """Brings the news of other processes of the site, through PostgreSQL."""

    def __init__(self, url: str, bus: Bus) -> None:
        super().__init__(name="kerys wire", daemon=True)
        self.url = url
        self.bus = bus
        self._stopped = threading.Event()

    def run(self) -> None:
        """Listen; after a lost connection, everyone looks again."""
        while not self._stopped.is_set():
            try:
                with psycopg.connect(
                    self.url, autocommit=True, **connecting(self.url)
                ) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.bus.publish_all()
                    while not self._stopped.is_set():
                        for news in connection.notifies(timeout=WAIT_S):
                            self.bus.publish(news.payload)
            except psycopg.Error as error:
                LOG.warning("no news from the database: %s", error)
                self._stopped.wait(AGAIN_S)

    def stop(self) -> None:
        """Stop listening."""
        self._stopped.set()
        self.join(2 * AGAIN_S)
