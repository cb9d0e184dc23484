"""News inside a site: what has changed about people and tables, other than by a decision.

News consist of names only: listeners look up in the database what has changed.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.orm import Session

from kerys.server.store.database import CHANNEL, Database, connecting

LOG = logging.getLogger("kerys.server")
WAIT_S = 1.0
AGAIN_S = 2.0
PERSON, TABLE, ANYTHING, CLOSING = "person ", "table ", "anything", "closing"
"""The kinds of news: about a person, a table, anything at all, or that the site stops."""


class Bus:
    """Passes news to the listeners in this process."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[str], None]] = []
        self.closed = False
        """Whether the site is stopping, and streams end."""

    def hear(self, listener: Callable[[str], None]) -> None:
        """Call a listener with all news; it must be quick."""
        self._listeners.append(listener)

    def publish(self, news: str) -> None:
        """Announce a change; may be called from any thread except that of the event loop."""
        for listener in self._listeners:
            listener(news)

    def close(self) -> None:
        """End all waiting."""
        self.closed = True
        self.publish(CLOSING)


@contextmanager
def telling(database: Database, bus: Bus) -> Iterator[tuple[Session, list[str]]]:
    """Change something in one transaction; once it is on disk, every process hears the news.

    The caller adds the news to the list.
    """
    news: list[str] = []
    with database.writing() as session:
        yield session, news
        for one in news:
            database.tell(session, one)
    for one in news:
        bus.publish(one)


class Wire(threading.Thread):
    """Receives news from other processes of the site, through PostgreSQL."""

    def __init__(self, url: str, bus: Bus) -> None:
        super().__init__(name="kerys wire", daemon=True)
        self.url = url
        self.bus = bus
        self._stopped = threading.Event()

    def run(self) -> None:
        """Listen; after a lost connection, anything may have changed."""
        while not self._stopped.is_set():
            try:
                with psycopg.connect(
                    self.url, autocommit=True, **connecting(self.url)
                ) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.bus.publish(ANYTHING)
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
