"""The tables that this process owns, in memory: looked up, locked, loaded and dropped.

The log in the database is the source of truth: memory can always be rebuilt from it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from anyio import CancelScope, CapacityLimiter, to_thread
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from kerys.games import GAMES
from kerys.locale import _
from kerys.server.chat import last_messages
from kerys.server.kept_lines import kept_lines
from kerys.server.owned_table import OwnedTable
from kerys.server.ownership import Ownership, SoleOwner
from kerys.server.snapshots import LogEvent, TableSnapshot, log_event, table_snapshot
from kerys.server.store import Database, Event, Table
from kerys.server.table_errors import NewerRules, NoTable, check_installed
from kerys.table.commitment import Secret
from kerys.table.game import Game, dealt
from kerys.table.record import agreement

LOG = logging.getLogger("kerys.server")
MOST_IN_MEMORY = 256
"""How many tables that nobody watches stay in memory."""
MOST_READERS = 4
"""How many threads load tables for coroutines."""


class OwnedTables:
    """The tables of a process that are in memory."""

    def __init__(self, database: Database, ownership: Ownership | None = None) -> None:
        self.database = database
        self.ownership = ownership or SoleOwner()
        self.settled: list[Callable[[TableSnapshot], None]] = []
        """Called with every change once it is on disk; must be quick."""
        self._tables: dict[str, OwnedTable] = {}
        self._guard = threading.Lock()
        self._readers = CapacityLimiter(MOST_READERS)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0

    def start(self) -> None:
        """Start pushing changes to watchers in the running event loop."""
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()

    def owns(self, table_id: str) -> bool:
        """Whether a table is in memory and still owned by this process."""
        owned = self._tables.get(table_id)
        return owned is not None and self.is_current(owned)

    def has_page(self, table_id: str, seat: int) -> bool:
        """Whether the player of a seat has a page of a table open, as far as this process knows."""
        owned = self._tables.get(table_id)
        return owned is not None and owned.feeds.has_page(seat)

    def is_current(self, owned: OwnedTable) -> bool:
        """Whether the copy of a table in memory is valid."""
        ownership = self.ownership
        return owned.table is not None and owned.owner == ownership.name and ownership.valid

    def entry(self, table_id: str) -> OwnedTable:
        """The entry of a table in memory, loaded or not."""
        owned = self._tables.get(table_id)
        if owned is None:
            with self._guard:
                owned = self._tables.setdefault(table_id, OwnedTable(table_id))
                self._trim()
        owned.used = time.monotonic()
        return owned

    def _trim(self) -> None:
        """Drop the least recently used tables once there are too many."""
        if len(self._tables) <= 2 * MOST_IN_MEMORY:
            return
        idle = [
            owned
            for owned in list(self._tables.values())
            if owned.used and not (owned.lock.held or owned.feeds.watched)
        ]
        for owned in sorted(idle, key=lambda owned: owned.used)[:-MOST_IN_MEMORY]:
            if owned.lock.take():  # otherwise it is in use right now
                self._discard(owned)
                owned.lock.release()

    def _discard(self, owned: OwnedTable) -> None:
        """Drop a locked table: anyone waiting for its lock has to look it up again."""
        owned.dropped = True
        self._tables.pop(owned.id, None)

    @contextmanager
    def _locked(self, table_id: str) -> Iterator[OwnedTable]:
        """The entry of a table in memory, locked by this thread."""
        while True:
            owned = self.entry(table_id)
            with owned.lock.holding():
                if not owned.dropped:
                    yield owned
                    return

    async def _lock_soon(self, table_id: str) -> OwnedTable:
        """The same for a coroutine, which must release it."""
        while True:
            owned = self.entry(table_id)
            await owned.lock.acquire()
            if not owned.dropped:
                return owned
            owned.lock.release()

    def wake_all(self) -> None:
        """Make all watchers check again, for instance whether they are still allowed."""
        with self._guard:
            tables = list(self._tables.values())
        self._wake([viewer for owned in tables for viewer in owned.feeds.viewers()])

    def drop_all(self) -> None:
        """Have all tables reloaded."""
        with self._guard:
            tables = list(self._tables)
        for table_id in tables:
            self.drop(table_id)

    def drop(self, table_id: str) -> None:
        """Have a table reloaded because something other than a decision has changed it."""
        with self._guard:
            owned = self._tables.get(table_id)
        if owned is None:
            return
        with owned.lock.holding():
            self._forget(owned)

    def _forget(self, owned: OwnedTable) -> None:
        """Have a locked table reloaded, also by anyone waiting for its lock."""
        owned.clear()
        self._wake(owned.feeds.forget())

    @contextmanager
    def holding(self, table_id: str) -> Iterator[OwnedTable]:
        """A table of this process, locked by this thread and loaded if needed."""
        with self._locked(table_id) as owned:
            self._load(owned)
            yield owned

    @asynccontextmanager
    async def held(self, table_id: str) -> AsyncIterator[OwnedTable]:
        """The same for a coroutine."""
        owned = await self._lock_soon(table_id)
        try:
            await self._loaded(owned)
            yield owned
        finally:
            owned.lock.release()

    async def _loaded(self, owned: OwnedTable) -> None:
        """Load a table that a coroutine has locked, in a thread if necessary."""
        if not self.is_current(owned):
            # Not in a request thread: all of those may be waiting for this very table.
            await to_the_end(to_thread.run_sync(self._load, owned, limiter=self._readers))

    def _load(self, owned: OwnedTable) -> None:
        """Claim a table, and load it with its log."""
        if self.is_current(owned):
            return
        owned.clear()
        self.ownership.claim(owned.id)
        owned.owner = self.ownership.name
        with self.database.reading() as session:
            query = select(Table).where(Table.id == owned.id)
            query = query.options(joinedload(Table.seats, innerjoin=True))
            row = session.scalars(query).unique().one_or_none()
            if row is None:
                if not owned.feeds.watched:  # otherwise the watchers have to be told
                    self._discard(owned)
                raise NoTable
            check_installed(row)
            if row.status != "open":
                owned.begin(deal(row))
                for event in _log_of(session, row):
                    owned.replay(event)
            owned.messages = last_messages(session, row.id)
            owned.kept = kept_lines(session, row)
            owned.table = table_snapshot(row)
        self._published(owned.table, owned.feeds.forget())

    def _published(self, table: TableSnapshot, woken: Sequence[asyncio.Event]) -> None:
        """Announce that a table has changed."""
        self._wake(woken)
        for listener in self.settled:
            try:
                listener(table)
            except Exception:  # the decision is on disk regardless
                LOG.exception("telling of a change of table %s", table.id)

    def _wake(self, viewers: Sequence[asyncio.Event]) -> None:
        """Wake all watchers, from any thread."""
        if not viewers or self._loop is None:
            return
        if threading.get_ident() == self._thread:
            _set_all(viewers)
        else:
            self._loop.call_soon_threadsafe(_set_all, viewers)


async def to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Wait until some work is done, even if the waiter is cancelled in the meantime."""
    task, cancelled = asyncio.create_task(work), False
    while not task.done():
        try:
            with CancelScope(shield=True):
                await asyncio.wait((task,))
        except asyncio.CancelledError:
            cancelled = True
    problem = task.exception()
    if cancelled:
        raise asyncio.CancelledError
    if problem is not None:
        raise problem


def _set_all(viewers: Sequence[asyncio.Event]) -> None:
    for viewer in viewers:
        viewer.set()


def _log_of(session: Session, table: Table) -> Iterator[LogEvent]:
    """The events of a table."""
    log = select(Event).where(Event.table_id == table.id).order_by(Event.number)
    return map(log_event, session.scalars(log))


def first_position(session: Session, table: Table) -> Game:
    """A table's game before the first decision of its own players."""
    game = deal(table)
    for event in _log_of(session, table) if table.given else ():
        game.push(event.seat, game.rules.code_of(event.move))
    return game


def deal(table: Table) -> Game:
    """A table's game before its first decision, under the rules revision it started with."""
    rules = GAMES[table.game]
    if table.rules_revision not in rules.revisions:
        raise NewerRules(rules.wording.title, table.rules_revision, rules.revision)
    names = [seat.name or _("Seat {number}").format(number=seat.number + 1) for seat in table.seats]
    return dealt(
        rules,
        agreement(rules, table.options, table.rules_revision),
        Secret(table.key, table.salt),
        tuple(names),
    )
