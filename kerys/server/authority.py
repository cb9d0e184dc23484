"""The authority over all tables that this process owns.

A decision is checked and carried out in memory, appended to the log, acknowledged once it is on
disk, and shown to all watchers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from msgspec.structs import replace
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from kerys.kernel.contract import SPECTATOR
from kerys.server.bus import Bus
from kerys.server.chat import last_messages
from kerys.server.clocks import By, bits, count_missed, deadline_of, turn_goes_on
from kerys.server.decisions import Decide, Decided, Turn, moving, undoing
from kerys.server.journal import Entry, Journal
from kerys.server.kept_lines import kept_lines
from kerys.server.owned_table import OwnedTable
from kerys.server.owned_tables import OwnedTables, first_position
from kerys.server.ownership import Ownership
from kerys.server.snapshots import LogEvent, SeatResult, TableSnapshot, table_snapshot
from kerys.server.store import Database, Table
from kerys.server.store.models import now
from kerys.server.table_errors import NoTable, check_installed
from kerys.table.game import Game

LOG = logging.getLogger("kerys.server")


class AtTable(Protocol):
    """A visitor at a table."""

    @property
    def seat(self) -> int:
        """Their seat."""
        ...


Visitor = TypeVar("Visitor", bound=AtTable)
Found = TypeVar("Found")
Enter = Callable[[TableSnapshot], Visitor]
"""Identifies the visitor of a table; raises NoTable if they may not see it."""
Look = Callable[[Visitor, OwnedTable], Found]
"""Looks at a game, which is shared and must not be changed."""
Change = Callable[[Session, Table], Visitor]
"""Changes something at a table other than its game, in a transaction."""
Changed = Callable[[TableSnapshot, TableSnapshot], Callable[[Session], None] | None]
"""Called with the table before and after a decision, before it is written; can add work to the same
transaction."""


class AtSeat:
    """A seat at a table, regardless of its player."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class Authority(OwnedTables):
    """Makes decisions at all tables that a process owns."""

    def __init__(self, database: Database, bus: Bus, ownership: Ownership | None = None) -> None:
        super().__init__(database, ownership)
        self.bus = bus
        self.journal = Journal(database, self._tell, lambda: self.ownership.name)
        self.changed: list[Changed] = [_keep_result]

    def stop(self) -> None:
        """Write everything that is waiting, then stop."""
        self.journal.stop()

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
        """Apply `change` to something at a table other than its game; then look."""
        with self._locked(table_id) as owned:
            self._load(owned)
            try:
                with self.database.writing() as session:
                    row = self.ownership.find(session, table_id)
                    if row is None:
                        self._forget(owned)
                        raise NoTable
                    visitor = change(session, check_installed(row))
                    gone = row in session.deleted
                    row.version += not gone
                    session.flush()
                    after = None if gone else table_snapshot(row)
                    messages = () if gone else last_messages(session, table_id)
                    kept = () if gone else kept_lines(session, row)
            except SQLAlchemyError:
                self._forget(owned)
                raise
            if after is None or (after.status != "open" and owned.game is None):
                self._forget(owned)  # it is gone, or the game has begun
                if after is not None:
                    self._load(owned)
            else:
                owned.messages, owned.kept = messages, kept
                self._show(owned, after, ())
            return look(visitor, owned)

    def made(self, table: TableSnapshot) -> None:
        """Announce a new table."""
        self._published(table, ())

    def start_game(self, session: Session, row: Table) -> None:
        """Start the game, with the names of the current players."""
        before = table_snapshot(row)
        row.status, row.changed = "running", now()
        row.awaited = bits(first_position(session, row).actors)
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
        """Make a decision for a seat, in answer to the state with this revision."""
        self._decide_at(table_id, seat, moving(move, revision), by)

    def undo(self, table_id: str, seat: int, revision: int | None) -> None:
        """Take back a seat's last decision, if that is allowed in the state with this revision."""
        self._decide_at(table_id, seat, undoing(revision), "person")

    def _decide_at(self, table_id: str, seat: int, decide: Decide, by: By) -> None:
        """Make a decision for a seat, regardless of its player."""
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
                self._forget(owned)
                raise
            self._show(owned, entry.after, entry.events)
            return look(visitor, owned)

    async def decide_soon(
        self, table_id: str, enter: Enter[Visitor], decide: Decide, by: By = "person"
    ) -> TableSnapshot:
        """The same for a coroutine; returns the table once the decision is on disk."""
        owned = await self._lock_soon(table_id)
        try:
            await self._loaded(owned)
            visitor = enter(owned.known)
            entry = self._decided(owned, visitor.seat, decide, by)
        except BaseException:
            owned.lock.release()
            raise
        # From here on the journal finishes it, even if nobody waits any more.
        entry.waiting = asyncio.get_running_loop().create_future()
        self.journal.append(entry)
        await entry.waiting
        return entry.after

    def _tell(self, entries: Sequence[Entry]) -> None:
        """Notify the event loop, once, of everything that was written for it."""
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._written, entries)
        except RuntimeError:  # the loop is closed: nobody is waiting there
            LOG.warning("%d decisions were written after the site had stopped", len(entries))

    def _written(self, entries: Sequence[Entry]) -> None:
        """In the event loop: show what is now on disk, and wake the waiters."""
        for entry in entries:
            assert isinstance(entry, _Decision)
            problem = entry.problem
            try:
                if problem is None:
                    self._show(entry.owned, entry.after, entry.events)
                else:
                    self._forget(entry.owned)
            except Exception:  # the rest of the batch still has to be told
                LOG.exception("showing a decision at table %s", entry.after.id)
            entry.owned.lock.release()
            entry.tell(problem)

    def _decided(self, owned: OwnedTable, seat: int, decide: Decide, by: By) -> _Decision:
        """Carry out a decision in memory, with everything that follows from it."""
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
            if found.changes_game:
                after = _settled(before, game, found, seat, by, moment)
            else:
                after = _noted(before, len(events), moment)
            work = [
                wanted
                for listener in self.changed
                if (wanted := listener(before, after)) is not None
            ]
        except BaseException:
            self._forget(owned)
            raise
        return _Decision(before=before, after=after, events=events, work=work, owned=owned)

    def _show(self, owned: OwnedTable, after: TableSnapshot, events: Sequence[LogEvent]) -> None:
        """Show a change that is on disk to all watchers, and announce it."""
        viewers = owned.feeds.viewers()
        owned.table = after
        owned.feeds.update(owned, after.version, events)
        self._published(after, viewers)


@dataclass(eq=False, kw_only=True)
class _Decision(Entry):
    """An entry with the table that is locked for it, and its waiter in the event loop."""

    owned: OwnedTable
    waiting: asyncio.Future[None] | None = None

    def tell(self, problem: BaseException | None) -> None:
        """Report the outcome to anyone still waiting."""
        if self.waiting is None or self.waiting.done():
            return
        if problem is None:
            self.waiting.set_result(None)
        else:
            self.waiting.set_exception(problem)


def _settled(
    before: TableSnapshot, game: Game, found: Decided, seat: int, by: By, moment: datetime
) -> TableSnapshot:
    """The table after a decision: who is awaited now, until when, and whether the game is over.

    A stand-in finishes the turn it has begun, without new time.
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
        # Not merely one of several sealed answers: another decision is owed now.
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
        result=() if actors else _result(game),
    )


def _noted(before: TableSnapshot, events: int, moment: datetime) -> TableSnapshot:
    """The table after something that changes only its log; the clock runs on."""
    return replace(
        before, events=before.events + events, version=before.version + 1, changed=moment
    )


def _result(game: Game) -> tuple[SeatResult, ...]:
    """How a game ended for each seat."""
    view = game.view(SPECTATOR)
    places = zip(view.scores, view.ranks, strict=True)
    return tuple(SeatResult(*one) for one in places)[: game.players]


def _keep_result(before: TableSnapshot, after: TableSnapshot) -> Callable[[Session], None] | None:
    """Store how a game ended, for lists of tables."""
    if after.result == before.result:
        return None
    kept = [list(one) for one in after.result] or None

    def write(session: Session) -> None:
        session.execute(update(Table).where(Table.id == after.id).values(result=kept))

    return write
