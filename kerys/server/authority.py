"""The authority over all tables that this process owns.

A decision is checked and carried out in memory, appended to the log, acknowledged once it is on
disk, and shown to everyone who watches. The log in the database is the truth: what is in memory is
read from it and can be read again.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

from anyio import CancelScope, CapacityLimiter, to_thread
from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, joinedload

from kerys.games import GAMES
from kerys.locale import _
from kerys.server.bus import Bus
from kerys.server.chat import last_messages
from kerys.server.clocks import By, bits, count_missed, deadline_of, turn_goes_on
from kerys.server.decisions import Decide, Decided, Turn, moving, undoing
from kerys.server.journal import Entry, Journal
from kerys.server.owned_table import OwnedTable
from kerys.server.ownership import Ownership, SoleOwner
from kerys.server.snapshots import LogEvent, TableSnapshot, log_event, table_snapshot
from kerys.server.store import Database, Event, Table
from kerys.server.store.models import now
from kerys.table.commitment import Secret
from kerys.table.errors import GameError
from kerys.table.game import Game, dealt
from kerys.table.record import agreement

LOG = logging.getLogger("kerys.server")
MOST_IN_MEMORY = 256
"""How many tables stay in memory that nobody watches."""
MOST_READERS = 4
"""How many threads read tables for coroutines."""


class NoTable(GameError):  # noqa: N818 - the name says what it is
    """There is no such table, or not for whoever asks."""

    def __init__(self) -> None:
        super().__init__(_("There is no such table."))


class NewerRules(GameError):  # noqa: N818
    """A table is played by rules that this version of Kerys doesn't know."""

    def __init__(self, title: str, revision: int, newest: int) -> None:
        super().__init__(
            _(
                "This table is played by revision {revision} of the rules of {game}, but this site "
                "knows only revisions up to {newest}. It needs a newer version of Kerys."
            ).format(revision=revision, game=title, newest=newest)
        )


class GameNotInstalled(GameError):  # noqa: N818
    """A table is of a game whose package is no longer installed."""

    def __init__(self, game: str) -> None:
        super().__init__(
            _("This table is of '{game}', a game that isn't installed on this site.").format(
                game=game
            )
        )


def check_installed(table: Table) -> Table:
    """A table whose game is there."""
    if table.game not in GAMES:
        raise GameNotInstalled(table.game)
    return table


class AtTable(Protocol):
    """Whoever has come to a table."""

    @property
    def seat(self) -> int:
        """Their seat."""
        ...


Visitor = TypeVar("Visitor", bound=AtTable)
Found = TypeVar("Found")
Enter = Callable[[TableSnapshot], Visitor]
"""Finds out who has come to a table; a NoTable if it isn't for them to see."""
Look = Callable[[Visitor, OwnedTable], Found]
"""Looks at a game, which is shared and must not be changed."""
Change = Callable[[Session, Table], Visitor]
"""Changes a table in a transaction, other than its game."""
Changed = Callable[[TableSnapshot, TableSnapshot], Callable[[Session], None] | None]
"""Hears of a decision, with the table before and after it, before it is written; may have something
written in the same transaction."""


class AtSeat:
    """A seat at a table, whoever has it."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class Authority:
    """All tables of a process."""

    def __init__(self, database: Database, bus: Bus, ownership: Ownership | None = None) -> None:
        self.database = database
        self.bus = bus
        self.ownership = ownership or SoleOwner()
        self.journal = Journal(database, self._tell, lambda: self.ownership.name)
        self.changed: list[Changed] = []
        self.settled: list[Callable[[TableSnapshot], None]] = []
        """Who hears of every change once it is on disk; they must be quick."""
        self._tables: dict[str, OwnedTable] = {}
        self._guard = threading.Lock()
        self._readers = CapacityLimiter(MOST_READERS)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0

    def start(self) -> None:
        """Begin to push changes to those who watch in the running event loop."""
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()

    def stop(self) -> None:
        """Write what waits; own nothing any more."""
        self.journal.stop()

    # --- Tables in memory ------------------------------------------------------------------

    def owns(self, table_id: str) -> bool:
        """Whether a table is in memory and still this process's own."""
        owned = self._tables.get(table_id)
        return owned is not None and self.is_current(owned)

    def is_current(self, owned: OwnedTable) -> bool:
        """Whether what is in memory of a table counts."""
        ownership = self.ownership
        return owned.table is not None and owned.owner == ownership.name and ownership.valid

    def entry(self, table_id: str) -> OwnedTable:
        """The place of a table in memory, whether it has been read or not."""
        owned = self._tables.get(table_id)
        if owned is None:
            with self._guard:
                owned = self._tables.setdefault(table_id, OwnedTable(table_id))
                self._trim()
        owned.used = time.monotonic()
        return owned

    def _trim(self) -> None:
        """Drop those that nobody has used for the longest time, once there are too many."""
        if len(self._tables) <= 2 * MOST_IN_MEMORY:
            return
        idle = [
            owned
            for owned in list(self._tables.values())
            if owned.used and not (owned.lock.held or owned.feeds.watched)
        ]
        for owned in sorted(idle, key=lambda owned: owned.used)[:-MOST_IN_MEMORY]:
            if owned.lock.take():  # or somebody uses it just now
                self._discard(owned)
                owned.lock.release()

    def _discard(self, owned: OwnedTable) -> None:
        """Drop a table that is held: whoever waits for its lock has to look for it again."""
        owned.dropped = True
        self._tables.pop(owned.id, None)

    @contextmanager
    def _locked(self, table_id: str) -> Iterator[OwnedTable]:
        """The place of a table in memory, for one thread alone."""
        while True:
            owned = self.entry(table_id)
            with owned.lock.holding():
                if not owned.dropped:
                    yield owned
                    return

    async def _lock_soon(self, table_id: str) -> OwnedTable:
        """The same for a coroutine, which must see to its release."""
        while True:
            owned = self.entry(table_id)
            await owned.lock.acquire()
            if not owned.dropped:
                return owned
            owned.lock.release()

    def wake_all(self) -> None:
        """Let everyone who watches anything look again, for instance whether they still may."""
        with self._guard:
            tables = list(self._tables.values())
        self._wake([viewer for owned in tables for viewer in owned.feeds.viewers()])

    def drop_all(self) -> None:
        """Let all tables be read again."""
        with self._guard:
            tables = list(self._tables)
        for table_id in tables:
            self.drop(table_id)

    def drop(self, table_id: str) -> None:
        """Let a table be read again, because something else than a decision has changed it."""
        with self._guard:
            owned = self._tables.get(table_id)
        if owned is None:
            return
        with owned.lock.holding():
            owned.clear()
            self._wake(owned.feeds.forget())

    @contextmanager
    def holding(self, table_id: str) -> Iterator[OwnedTable]:
        """A table of this process, read from the database where needed, for one thread alone."""
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
        """Read a table, which a coroutine holds, in a thread if it has to be read."""
        if not self.is_current(owned):
            # Not in the threads of requests, all of which may be waiting for this very table.
            await to_the_end(to_thread.run_sync(self._load, owned, limiter=self._readers))

    def _load(self, owned: OwnedTable) -> None:
        """Own a table, and read it and its log."""
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
                if not owned.feeds.watched:  # or those who watch have to be told
                    self._discard(owned)
                raise NoTable
            check_installed(row)
            if row.status != "open":
                owned.begin(_deal(row))
                log = select(Event).where(Event.table_id == row.id).order_by(Event.number)
                for event in session.scalars(log):
                    owned.replay(log_event(event))
            owned.messages = last_messages(session, row.id)
            owned.table = table_snapshot(row)
        self._published(owned.table, owned.feeds.forget())

    # --- Reading ---------------------------------------------------------------------------

    def visit(self, table_id: str, enter: Enter[Visitor], look: Look[Visitor, Found]) -> Found:
        """Look at a table."""
        with self.holding(table_id) as owned:
            return look(enter(owned.known), owned)

    def read(self, table_id: str, look: Callable[[Game, int], Found]) -> Found:
        """Look at a game, with the number of its state."""
        with self.holding(table_id) as owned:
            return look(owned.begun, owned.events)

    # --- Changing --------------------------------------------------------------------------

    def change(self, table_id: str, change: Change[Visitor], look: Look[Visitor, Found]) -> Found:
        """Let `change` do something at a table, other than to its game; then look."""
        with self._locked(table_id) as owned:
            self._load(owned)
            try:
                with self.database.writing() as session:
                    row = self.ownership.find(session, table_id)
                    if row is None:
                        self._failed(owned)
                        raise NoTable
                    visitor = change(session, check_installed(row))
                    gone = row in session.deleted
                    row.version += not gone
                    session.flush()
                    after = None if gone else table_snapshot(row)
                    messages = () if gone else last_messages(session, table_id)
            except SQLAlchemyError:
                self._failed(owned)
                raise
            if after is None or (after.status != "open" and owned.game is None):
                owned.clear()  # it is gone, or the game has begun
                self._wake(owned.feeds.forget())
                if after is not None:
                    self._load(owned)
            else:
                owned.messages = messages
                self._show(owned, after, ())
            return look(visitor, owned)

    def made(self, table: TableSnapshot) -> None:
        """A new table is there."""
        self._published(table, ())

    def start_game(self, session: Session, row: Table) -> None:
        """Begin to play, with the names of those who sit there now."""
        before = table_snapshot(row)
        row.status, row.changed = "running", now()
        row.awaited = bits(_deal(row).actors)
        row.deadline = deadline_of(row.clock, row.pace, before.seats, row.awaited)
        after = table_snapshot(row)
        for listener in self.changed:
            work = listener(before, after)
            if work is not None:
                work(session)

    # --- Deciding --------------------------------------------------------------------------

    def move(
        self, table_id: str, seat: int, move: str | int, revision: int | None, by: By = "person"
    ) -> None:
        """A decision of a seat, in answer to the state with that revision."""
        self._decide_at(table_id, seat, moving(move, revision), by)

    def undo(self, table_id: str, seat: int, revision: int | None) -> None:
        """Take a seat's last decision back, if that is allowed in the state with that revision."""
        self._decide_at(table_id, seat, undoing(revision), "person")

    def _decide_at(self, table_id: str, seat: int, decide: Decide, by: By) -> None:
        """A decision of a seat, whoever has it."""
        self.decide(
            table_id, lambda _table: AtSeat(seat), decide, lambda _visitor, _owned: None, by
        )

    def decide(
        self,
        table_id: str,
        enter: Enter[Visitor],
        decide: Decide,
        look: Look[Visitor, Found],
        by: By = "person",
    ) -> Found:
        """Carry out a decision in memory and on disk, or in neither; then look."""
        with self._locked(table_id) as owned:
            self._load(owned)
            visitor = enter(owned.known)
            entry = self._decided(owned, visitor.seat, decide, by)
            try:
                self.journal.write(entry)
            except BaseException:
                self._failed(owned)
                raise
            self._show(owned, entry.after, entry.events)
            return look(visitor, owned)

    async def decide_soon(
        self, table_id: str, enter: Enter[Visitor], decide: Decide, by: By = "person"
    ) -> TableSnapshot:
        """The same for a coroutine; returns the table as it is then, once that is on disk."""
        owned = await self._lock_soon(table_id)
        try:
            await self._loaded(owned)
            visitor = enter(owned.known)
            entry = self._decided(owned, visitor.seat, decide, by)
        except BaseException:
            owned.lock.release()
            raise
        # From here on the journal sees it through, whether somebody still waits or not.
        entry.waiting = asyncio.get_running_loop().create_future()
        self.journal.append(entry)
        await entry.waiting
        return entry.after

    def _tell(self, entries: Sequence[Entry]) -> None:
        """Tell the event loop, once, of all that was written for it."""
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._written, entries)
        except RuntimeError:  # the loop is closed: nobody waits there any more
            LOG.warning("%d decisions were written after the site had stopped", len(entries))

    def _written(self, entries: Sequence[Entry]) -> None:
        """Show in the event loop what is on disk now, and tell who waits."""
        for entry in entries:
            assert isinstance(entry, _Decision)
            problem = entry.problem
            try:
                if problem is None:
                    self._show(entry.owned, entry.after, entry.events)
                else:
                    self._failed(entry.owned)
            except Exception:  # the others of the batch wait too
                LOG.exception("showing a decision at table %s", entry.after.id)
            entry.owned.lock.release()
            entry.tell(problem)

    def _decided(self, owned: OwnedTable, seat: int, decide: Decide, by: By) -> _Decision:
        """Carry out a decision in memory, with all that follows from it."""
        before, game = owned.known, owned.begun
        found = decide(Turn(owned, seat))
        try:
            moment = now()
            events = [
                LogEvent(number, seat, kind, text, by, before.deadline, moment)
                for number, (kind, text) in enumerate(found.events, before.events + 1)
            ]
            for event in events:
                owned.note(event)
            after = _settled(before, game, found, seat, by, moment)
            work = [
                wanted
                for listener in self.changed
                if (wanted := listener(before, after)) is not None
            ]
        except BaseException:
            self._failed(owned)
            raise
        return _Decision(before=before, after=after, events=events, work=work, owned=owned)

    def _show(self, owned: OwnedTable, after: TableSnapshot, events: Sequence[LogEvent]) -> None:
        """A change is on disk: show it to all who watch, and tell everyone."""
        viewers = owned.feeds.viewers()
        owned.table = after
        owned.feeds.update(owned, after.version, events)
        self._published(after, viewers)

    def _failed(self, owned: OwnedTable) -> None:
        """A decision isn't on disk: the log is read again, also by those who wait for the lock."""
        owned.clear()
        self._wake(owned.feeds.forget())

    def _published(self, table: TableSnapshot, woken: Sequence[asyncio.Event]) -> None:
        """Tell everyone that a table has changed."""
        self._wake(woken)
        for listener in self.settled:
            try:
                listener(table)
            except Exception:  # what was decided is on disk, whatever becomes of it
                LOG.exception("telling of a change of table %s", table.id)

    def _wake(self, viewers: Sequence[asyncio.Event]) -> None:
        """Wake those who watch, from any thread."""
        if not viewers or self._loop is None:
            return
        if threading.get_ident() == self._thread:
            _set_all(viewers)
        else:
            self._loop.call_soon_threadsafe(_set_all, viewers)


@dataclass(eq=False, kw_only=True)
class _Decision(Entry):
    """An entry with the table that is held for it, and who waits for it in the event loop."""

    owned: OwnedTable
    waiting: asyncio.Future[None] | None = None

    def tell(self, problem: BaseException | None) -> None:
        """Tell who still waits how it went."""
        if self.waiting is None or self.waiting.done():
            return
        if problem is None:
            self.waiting.set_result(None)
        else:
            self.waiting.set_exception(problem)


async def to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Wait until some work is done, even if whoever waits is cancelled meanwhile."""
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


def _settled(
    before: TableSnapshot, game: Game, found: Decided, seat: int, by: By, moment: datetime
) -> TableSnapshot:
    """A table after a decision: who is awaited now, until when, and whether the game is over.

    A turn that a stand-in has begun is theirs to the end, without new time.
    """
    actors = game.actors
    awaited = bits(actors)
    goes_on = by == "clock" and turn_goes_on(actors, seat, before.awaited)
    seats = count_missed(before.seats, seat, by, goes_on)
    still = awaited & before.awaited
    another = still != awaited or still == before.awaited or not still
    deadline = before.deadline
    if found.taken_back is not None:
        deadline = found.taken_back.deadline
    elif another and not goes_on:
        # Not just one of several sealed answers: another decision is owed now.
        deadline = deadline_of(before.clock, before.pace, seats, awaited)
    return replace(
        before,
        events=before.events + len(found.events),
        version=before.version + 1,
        awaited=awaited,
        deadline=deadline,
        changed=moment,
        status="running" if actors else "over",
        seats=seats,
    )


def _deal(table: Table) -> Game:
    """A table's game before its first decision, by the rules it began with."""
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
