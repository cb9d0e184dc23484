"""Leases: which process of a site owns which table, where several share one database.

A process has one lease for all its tables and renews it often. An expired lease can't be renewed:
the first process that finds it deletes it, and with it every claim of its owner, which has to start
again under another name. All times are those of the database's clock. A process also checks by its
own clock, which keeps running while it is suspended, whether its lease may have expired.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
import zlib
from collections.abc import Callable

from sqlalchemy import ColumnElement, delete, or_, select, text, update
from sqlalchemy.orm import Session

from kerys.server.journal import NotOwnedError
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.store import Database, Process, Table

LOG = logging.getLogger("kerys.server")
LEASE_S = 10.0
"""How long a lease lasts: after that, others take over the tables."""
RENEW_S = 2.0
MARGIN_S = 1.0
"""How long before its end a process stops trusting its own lease."""


class Leases:
    """The lease of this process."""

    def __init__(
        self, database: Database, address: str, worker: str = "", workers: int = 1
    ) -> None:
        self.database = database
        self.address = address
        """Where the other processes reach this one."""
        self.worker = worker
        """The beginning of its name, if it is one of several workers."""
        self.workers = workers
        self.name = worker + new_name()
        self.lost: list[Callable[[], None]] = []
        """Called when another process may have taken over the tables of this one."""
        self._until = 0.0
        self._guard = threading.Lock()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="lease", daemon=True)

    @property
    def valid(self) -> bool:
        """Whether no other process can have taken over a table."""
        return time.monotonic() < self._until

    def start(self) -> None:
        """Take a lease and keep renewing it."""
        self.renew()
        self._thread.start()

    def stop(self) -> None:
        """Release all tables at once."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        self._until = 0.0
        give_up(self.database, self.name)

    def _keep(self) -> None:
        """Renew the lease from time to time."""
        while not self._stopped.wait(RENEW_S):
            try:
                self.renew()
            except Exception as error:
                LOG.warning("the lease could not be renewed: %s", error)

    def renew(self) -> None:
        """Renew the lease; if it has expired, take another one under another name."""
        with self._guard:
            before = time.monotonic()
            values = {"name": self.name, "address": self.address, "seconds": LEASE_S}
            with self.database.writing() as session:
                first = self._until == 0.0
                lost = not first and session.execute(RENEW, values).rowcount == 0  # type: ignore[attr-defined]
                if lost:
                    values["name"] = self.worker + new_name()
                if first or lost:
                    session.execute(BEGIN, values)
            self.name = str(values["name"])
            self._until = before + LEASE_S - MARGIN_S
        if lost:
            LOG.warning("the lease of this process had run out: it starts anew")
            for listener in self.lost:
                listener()

    def claim(self, table_id: str) -> None:
        """Own a table; raises OwnedElsewhereError if another process does, or should."""
        if not self.valid:
            self.renew()
        with self.database.reading() as session:  # usually there is nothing to change
            found = session.execute(OWNER, {"table": table_id}).one_or_none()
        if found is None or found.owner == self.name:
            return
        if found.address is not None:
            raise OwnedElsewhereError(found.address, found.owner)
        with self.database.writing() as session:
            query = select(Table.owner).where(Table.id == table_id).with_for_update()
            owner = session.scalar(query)
            if owner is None or owner == self.name:
                return
            address = _alive(session, owner) if owner else None
            if address is None:
                owner, address = self._best(session, table_id)
                mine = update(Table).where(Table.id == table_id).values(owner=owner)
                session.execute(mine)
        if owner != self.name:
            raise OwnedElsewhereError(address, owner)

    def _best(self, session: Session, table_id: str) -> tuple[str, str]:
        """Who should own an unowned table: with several workers, the one it belongs to."""
        wanted = worker_name(site_of(self.worker), worker_of(table_id, self.workers))
        if self.workers > 1 and wanted != self.worker:
            found = session.execute(WORKER, {"name": f"{wanted}%"}).first()
            if found is not None:
                return found.name, found.address
        return self.name, self.address

    def find(self, session: Session, table_id: str) -> Table | None:
        """The row of a table of this process, locked for changes."""
        row = session.scalar(select(Table).where(Table.id == table_id).with_for_update())
        if row is not None and row.owner != self.name:
            raise NotOwnedError
        return row

    def possible(self) -> ColumnElement[bool]:
        """Tables owned by this process, by none, or by one whose lease has expired."""
        alive = select(Process.name).where(Process.until > text("clock_timestamp()"))
        return or_(Table.owner == self.name, Table.owner == "", Table.owner.not_in(alive))


def new_name() -> str:
    """A name that nobody can guess."""
    return secrets.token_hex(9)


def worker_name(site: str, number: int) -> str:
    """The beginning of all names of a worker, whatever happens to its leases."""
    return f"{site}{number:02d}"


def site_of(worker: str) -> str:
    """The beginning of the names of all workers that were started together."""
    return worker[:-2]


def worker_of(table_id: str, workers: int) -> int:
    """The worker that a table belongs to."""
    return zlib.crc32(table_id.encode()) % workers


def give_up(database: Database, name: str) -> None:
    """End the leases of a process that is gone, or about to go, by the beginning of its name."""
    with database.writing() as session:
        mine = Table.owner.startswith(name, autoescape=True)
        session.execute(update(Table).where(mine).values(owner=""))
        session.execute(delete(Process).where(Process.name.startswith(name, autoescape=True)))


def _alive(session: Session, owner: str) -> str | None:
    """The address of a process, if its lease is valid; else the lease is deleted.

    The row is locked, so that the process can't renew its lease in the same moment.
    """
    found = session.execute(LOOK, {"name": owner}).one_or_none()
    if found is not None and found.valid:
        return str(found.address)
    session.execute(DROP, {"name": owner})
    return None


BEGIN = text(
    "INSERT INTO processes (name, address, until)"
    " VALUES (:name, :address, clock_timestamp() + make_interval(secs => :seconds))"
)
OWNER = text(
    "SELECT tables.owner, processes.address FROM tables LEFT JOIN processes"
    " ON processes.name = tables.owner AND processes.until > clock_timestamp()"
    " WHERE tables.id = :table"
)
RENEW = text(
    "UPDATE processes SET until = clock_timestamp() + make_interval(secs => :seconds)"
    " WHERE name = :name AND until > clock_timestamp()"
)
LOOK = text(
    "SELECT address, until > clock_timestamp() AS valid FROM processes"
    " WHERE name = :name FOR UPDATE"
)
WORKER = text(
    "SELECT name, address FROM processes WHERE name LIKE :name AND until > clock_timestamp()"
)
DROP = text("DELETE FROM processes WHERE name = :name")
