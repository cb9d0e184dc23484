"""Bots think in the background: one thread each, in compiled code that lets the site go on.

Who thinks where stands in the database, with a time until when: several processes share the work,
and what one of them was at when it died is taken up by another, or by itself after a restart.
"""

from __future__ import annotations

import logging
import os
import queue
import random
import secrets
import threading
from datetime import timedelta

from sqlalchemy import or_, select, update

from kerys.bots import bot_named
from kerys.bots.guard import Guarded
from kerys.server.authority import Authority, By, NoTable
from kerys.server.store import Table
from kerys.server.store.models import now
from kerys.table.errors import GameError

LOG = logging.getLogger("kerys.server")
CLAIM = timedelta(seconds=60)
"""How long a process may let a bot think before others think it has died."""
ROUND_S = 2.0
"""How often tables are looked for that nobody told of."""
STAND_IN = "journeyman"
"""Who moves for somebody whose time is up."""


class Thinkers:
    """The bots of a site, as far as this process lets them think."""

    def __init__(self, authority: Authority, number: int = 0) -> None:
        self.authority = authority
        self.me = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._waiting: queue.Queue[str | None] = queue.Queue()
        self._stopped = threading.Event()
        size = number or max(1, (os.cpu_count() or 2) - 1)
        self._threads = [
            *(threading.Thread(target=self._think, name=f"bot {one}") for one in range(size)),
            threading.Thread(target=self._look_round, name="bots"),
        ]

    def start(self) -> None:
        """Begin, with what was left open before."""
        self.authority.bus.hear(self._waiting.put)
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    def stop(self) -> None:
        """End; a thought that is cut off is thought again by whoever comes next."""
        self._stopped.set()
        for _thread in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join(timeout=10)

    def _look_round(self) -> None:
        """Find tables that wait for a bot or whose time is up, whatever nobody told us."""
        while not self._stopped.is_set():
            try:
                for table_id in self._idle():
                    self._waiting.put(table_id)
            except Exception:
                LOG.exception("looking for tables that wait for a bot")
            self._stopped.wait(ROUND_S)

    def _idle(self) -> list[str]:
        """Running tables where a bot is awaited or a deadline is over, and nobody thinks."""
        moment = now()
        with self.authority.database.reading() as session:
            query = select(Table).where(
                Table.status == "running",
                or_(Table.thinking.is_(None), Table.thinking < moment),
            )
            return [table.id for table in session.scalars(query) if _who(table) is not None]

    def _think(self) -> None:
        """Take up one table after the other."""
        while (table_id := self._waiting.get()) is not None and not self._stopped.is_set():
            try:
                while self._decide(table_id) and not self._stopped.is_set():
                    pass
            except NoTable:
                pass
            except Exception:
                LOG.exception("a bot at table %s", table_id)

    def _decide(self, table_id: str) -> bool:
        """One decision, if this table waits for one and nobody else is at it."""
        claimed = self._claim(table_id)
        if claimed is None:
            return False
        seat, name, by = claimed
        view = self.authority.read(table_id, lambda game, _events: game.view(seat))
        bot = Guarded(name, bot_named(name))
        action = bot.choose(view, None, random.Random(secrets.randbits(64)))
        try:
            self.authority.move(table_id, seat, action.code, view.revision, by)
        except GameError as error:
            LOG.info("the bot of seat %d at table %s was too late: %s", seat, table_id, error)
        return True

    def _claim(self, table_id: str) -> tuple[int, str, By] | None:
        """The seat to think for, noted as taken up by this process."""
        with self.authority.database.writing() as session:
            table = session.get(Table, table_id)
            if table is None or table.status != "running":
                return None
            found = _who(table)
            if found is None:
                return None
            taken = session.execute(
                update(Table)
                .where(
                    Table.id == table_id,
                    Table.events == table.events,
                    or_(Table.thinking.is_(None), Table.thinking < now()),
                )
                .values(thinker=self.me, thinking=now() + CLAIM)
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
