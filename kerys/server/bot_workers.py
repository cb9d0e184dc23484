"""Bots move in the background: threads lease tables, and processes think for them.

A worker leases a table in the database and renews the lease while its bot is thinking. So several
processes share the work, and when one of them dies, another takes over its tables, or the same one
after a restart.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import deque
from datetime import timedelta

from sqlalchemy import and_, or_, select, update

from kerys.games import GAMES
from kerys.server.authority import Authority, NoTable
from kerys.server.bot_processes import BotProcesses, Stopped
from kerys.server.clocks import By
from kerys.server.store import Seat, Table
from kerys.server.store.models import now
from kerys.table.errors import StaleMove

LOG = logging.getLogger("kerys.server")
LEASE = timedelta(seconds=10)
"""How long a lease lasts: after that, others take the table over."""
ROUND_S = 2.0
"""How often leases are renewed, and tables looked for that were missed."""
STAND_IN = "journeyman"
"""Who moves for somebody whose time is up."""


class BotQueue:
    """The tables that wait for a bot: each stands there once, and those that people wait at first.

    Whoever puts a table there need not know whether people sit at it: who takes it finds out.
    """

    def __init__(self) -> None:
        self._first: deque[str] = deque()
        self._last: deque[str] = deque()
        self._standing: set[str] = set()
        self._changed = threading.Condition()
        self._closed = False

    def put(self, table_id: str, last: bool = False) -> None:
        """Let a table wait, behind all others of its kind; one that waits keeps its place."""
        with self._changed:
            if table_id not in self._standing:
                self._standing.add(table_id)
                (self._last if last else self._first).append(table_id)
                self._changed.notify()

    def take(self) -> tuple[str, bool] | None:
        """Wait for the next table; with whether it was put last; nothing once the row is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._standing or self._closed)
            if self._closed:
                return None
            last = not self._first
            table_id = (self._last if last else self._first).popleft()
            self._standing.remove(table_id)
            return table_id, last

    def close(self) -> None:
        """Let nobody wait any longer."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class BotWorkers:
    """The threads of this process that have bots think."""

    def __init__(self, authority: Authority, number: int = 0) -> None:
        self.authority = authority
        self._leases: set[str] = set()
        self._queue = BotQueue()
        self._stopped = threading.Event()
        self.processes = BotProcesses(number)
        size = self.processes.number
        self._threads = [
            *(threading.Thread(target=self._think, name=f"bot {one}") for one in range(size)),
            threading.Thread(target=self._look_round, name="bots"),
        ]

    def start(self) -> None:
        """Begin, with what was left open before."""
        if not self.authority.database.postgres:
            self._drop_leases()  # a file has one process: whoever had them is gone
        self.authority.bus.hear(self._queue.put)
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    def stop(self) -> None:
        """End; a thought that is cut off is thought again by whoever comes next."""
        self._stopped.set()
        self._queue.close()
        self.processes.stop()
        for thread in self._threads:
            thread.join(timeout=10)
        if left := list(self._leases):
            self._drop_leases(*left)

    def _look_round(self) -> None:
        """Find tables that wait for a bot or whose time is up, in case their news were missed."""
        while not self._stopped.is_set():
            try:
                self._renew_leases()
                for table_id in self._idle():
                    self._queue.put(table_id)
            except Exception:
                LOG.exception("looking for tables that wait for a bot")
            self._stopped.wait(ROUND_S)

    def _idle(self) -> list[str]:
        """Running tables without a lease where a bot is awaited or a deadline has passed."""
        moment = now()
        a_bot = and_(
            Seat.table_id == Table.id,
            Seat.bot != "",
            Table.awaited.bitwise_rshift(Seat.number).bitwise_and(1) == 1,
        )
        query = select(Table.id).where(
            Table.status == "running",
            Table.game.in_(GAMES.names()),
            or_(Table.thinking.is_(None), Table.thinking < moment),
            or_(Table.deadline < moment, select(Seat.number).where(a_bot).exists()),
        )
        with self.authority.database.reading() as session:
            return list(session.scalars(query))

    def _renew_leases(self) -> None:
        """Show the other processes that the bots of this one are still thinking."""
        if leases := list(self._leases):
            with self.authority.database.writing() as session:
                session.execute(
                    update(Table).where(Table.thinker.in_(leases)).values(thinking=now() + LEASE)
                )

    def _drop_leases(self, *leases: str) -> None:
        """Drop these leases, or all of them, so that others can take the tables over."""
        which = Table.thinker.in_(leases) if leases else Table.thinker != ""
        with self.authority.database.writing() as session:
            session.execute(update(Table).where(which).values(thinker="", thinking=None))

    def _think(self) -> None:
        """Take up one table after the other; a decision puts its table at the end of the row."""
        while (taken := self._queue.take()) is not None:
            table_id, last = taken
            try:
                if last or self._has_people(table_id):
                    self._decide(table_id)
                else:
                    self._queue.put(table_id, last=True)
            except NoTable:
                pass
            except Exception:
                LOG.exception("a bot at table %s", table_id)

    def _has_people(self, table_id: str) -> bool:
        """Whether somebody waits at a table for its bots, or for whose time is up."""
        query = select(Seat.number).where(Seat.table_id == table_id, Seat.person_id.is_not(None))
        with self.authority.database.reading() as session:
            return session.scalar(query.limit(1)) is not None

    def _decide(self, table_id: str) -> None:
        """One decision, if this table waits for one and nobody else is at it."""
        lease = secrets.token_hex(16)
        found = self._lease(table_id, lease)
        if found is None:
            return
        seat, name, by = found
        self._leases.add(lease)
        try:
            view = self.authority.read(table_id, lambda game, _events: game.view(seat))
            code = self.processes.choose(name, view)
            self.authority.move(table_id, seat, code, view.revision, by)
        except Stopped:
            self._drop_leases(lease)
        except StaleMove:
            LOG.info("the bot of seat %d at table %s was too late", seat, table_id)
        finally:
            self._leases.discard(lease)  # after a failure, somebody tries again when it runs out

    def _lease(self, table_id: str, lease: str) -> tuple[int, str, By] | None:
        """Lease a table; the seat to think for, or nothing if somebody else was quicker."""
        with self.authority.database.reading() as session:
            table = session.get(Table, table_id)
            found = _who(table) if table and table.status == "running" else None
        if table is None or found is None:
            return None
        with self.authority.database.writing() as session:
            taken = session.execute(
                update(Table)
                .where(
                    Table.id == table_id,
                    Table.events == table.events,
                    Table.status == "running",
                    or_(Table.thinking.is_(None), Table.thinking < now()),
                )
                .values(thinker=lease, thinking=now() + LEASE)
            )
            return found if taken.rowcount == 1 else None  # type: ignore[attr-defined]


def _who(table: Table) -> tuple[int, str, By] | None:
    """The seat that a bot has to decide for now: its own, or one whose time is up."""
    awaited = [seat for seat in table.seats if table.awaited >> seat.number & 1]
    for seat in awaited:
        if seat.bot:
            return seat.number, seat.bot, "bot"
    if awaited and table.deadline is not None and table.deadline < now():
        return awaited[0].number, STAND_IN, "clock"
    return None
