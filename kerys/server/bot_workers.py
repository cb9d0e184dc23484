"""Bots move in the background at the tables of this process; they think in other processes.

When a process dies, the one that takes over its tables lets their bots think again.
"""

from __future__ import annotations

import logging
import threading
from collections import deque

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import selectinload

from kerys.games import GAMES
from kerys.server.authority import Authority
from kerys.server.bot_processes import BotProcesses, Stopped
from kerys.server.clocks import By
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.snapshots import TableSnapshot, table_snapshot
from kerys.server.store import Seat, Table
from kerys.server.store.models import now
from kerys.server.table_errors import NoTable
from kerys.table.errors import StaleMove

LOG = logging.getLogger("kerys.server")
ROUND_S = 2.0
"""How often to look for tables whose time is up, or that no process looks after."""
STAND_IN = "journeyman"
"""The bot that moves when a player's time is up."""


class BotQueue:
    """The tables that wait for a bot, each listed once; those where people wait come first."""

    def __init__(self) -> None:
        self._first: deque[str] = deque()
        self._last: deque[str] = deque()
        self._standing: set[str] = set()
        lock = threading.Lock()
        self._changed, self._calm = threading.Condition(lock), threading.Condition(lock)
        self._closed = False

    def put(self, table_id: str, last: bool = False) -> None:
        """Add a table behind all others of its kind; one already queued keeps its place."""
        with self._changed:
            if table_id not in self._standing:
                self._standing.add(table_id)
                (self._last if last else self._first).append(table_id)
                self._changed.notify()

    def take(self) -> tuple[str, bool] | None:
        """Wait for the next table, and whether it was put last; None once the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._standing or self._closed)
            if self._closed:
                return None
            last = not self._first
            table_id = (self._last if last else self._first).popleft()
            self._standing.remove(table_id)
            if not self._first:
                self._calm.notify_all()
            return table_id, last

    def wait_until_calm(self) -> None:
        """Wait until no table stands here where people wait, or the queue is closed."""
        with self._calm:
            self._calm.wait_for(lambda: self._closed or not self._first)

    def close(self) -> None:
        """Stop all waiting."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            self._calm.notify_all()


class BotWorkers:
    """The threads of this process that let bots think."""

    def __init__(self, authority: Authority, number: int = 0) -> None:
        self.authority = authority
        self._queue = BotQueue()
        self._busy: dict[str, bool] = {}
        """The tables that are being worked on, and whether they wait for another decision."""
        self._guard = threading.Lock()
        self._stopped = threading.Event()
        self.processes = BotProcesses(number)
        size = self.processes.number
        self._threads = [
            *(threading.Thread(target=self._think, name=f"bot {one}") for one in range(size)),
            threading.Thread(target=self._look_round, name="bots"),
        ]

    def start(self) -> None:
        """Start, first with everything left over from before."""
        self.authority.settled.append(self._hear)
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    def stop(self) -> None:
        """Stop; an interrupted decision is made again by the next process."""
        self._stopped.set()
        self._queue.close()
        self.processes.stop()
        for thread in self._threads:
            thread.join(timeout=10)

    @property
    def stopped(self) -> bool:
        """Whether no bot will think any more."""
        return self._stopped.is_set()

    def let_people_pass(self) -> None:
        """Wait until every bot that people wait for is thinking."""
        self._queue.wait_until_calm()

    def _hear(self, table: TableSnapshot) -> None:
        """Queue a table for a bot if it needs one; first if people wait there."""
        if _who(table) is not None:
            self._queue.put(table.id, last=not _has_people(table))

    def _look_round(self) -> None:
        """Find tables whose time is up, or whose bots nobody is running."""
        while not self._stopped.is_set():
            try:
                for table in self._idle():
                    self._hear(table)
            except Exception:
                LOG.exception("looking for tables that wait for a bot")
            self._stopped.wait(ROUND_S)

    def _idle(self) -> list[TableSnapshot]:
        """Running tables where a bot is awaited or a deadline has passed, and that may be ours."""
        a_bot = and_(
            Seat.table_id == Table.id,
            Seat.bot != "",
            Table.awaited.bitwise_rshift(Seat.number).bitwise_and(1) == 1,
        )
        query = select(Table).where(
            Table.status == "running",
            Table.game.in_(GAMES.names()),
            self.authority.ownership.possible(),
            or_(Table.deadline < now(), select(Seat.number).where(a_bot).exists()),
        )
        with self.authority.database.reading() as session:
            found = session.scalars(query.options(selectinload(Table.seats)))
            return [table_snapshot(row) for row in found]

    def _think(self) -> None:
        """Handle one table after another; each goes to the end of the queue after a decision."""
        while (taken := self._queue.take()) is not None:
            table_id, last = taken
            with self._guard:
                if table_id in self._busy:
                    self._busy[table_id] = True
                    continue
                self._busy[table_id] = False
            try:
                self._decide(table_id)
            except (NoTable, OwnedElsewhereError):
                pass
            except Exception:
                LOG.exception("a bot at table %s", table_id)
            with self._guard:
                again = self._busy.pop(table_id)
            if again:
                self._queue.put(table_id, last)

    def _decide(self, table_id: str) -> None:
        """Make one decision, if this table waits for one."""
        with self.authority.holding(table_id) as owned:
            found = _who(owned.known)
            if found is None:
                return
            seat, name, by = found
            view = owned.begun.view(seat)
        try:
            code = self.processes.choose(name, view)
            if self._stopped.is_set():
                return
            self.authority.move(table_id, seat, code, view.revision, by)
        except Stopped:
            pass
        except StaleMove:
            LOG.info("the bot of seat %d at table %s was too late", seat, table_id)


def _has_people(table: TableSnapshot) -> bool:
    """Whether people at a table are waiting for its bots, or for a player whose time is up."""
    return any(seat.person_id is not None for seat in table.seats)


def _who(table: TableSnapshot) -> tuple[int, str, By] | None:
    """The seat that a bot has to decide for now: its own, or one whose time is up."""
    if table.status != "running":
        return None
    awaited = [seat for seat in table.seats if table.awaited >> seat.number & 1]
    for seat in awaited:
        if seat.bot:
            return seat.number, seat.bot, "bot"
    if awaited and table.deadline is not None and table.deadline < now():
        return awaited[0].number, STAND_IN, "clock"
    return None
