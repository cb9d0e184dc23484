"""The database: SQLite in one file, or PostgreSQL; migrated when it is opened."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from kerys.locale import _
from kerys.server.settings import SettingsError, without_password

BUSY_MS = 20_000
"""How long a writer waits for another one."""
BUSY_GLANCE_S = 0.02
LEAST_SQLITE = (3, 38)
"""The first version that reads JSON as the journal writes it."""
CHANNEL = "kerys"
"""The PostgreSQL channel through which the processes of a site exchange news."""
UPGRADE_LOCK = 0x6B6572
CONNECT_S = 10
LOCK_MS, IDLE_MS = 5_000, 15_000
"""How long PostgreSQL lets a change wait for a lock, and keeps a silent transaction open."""
KEEPALIVES = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""When and how often a quiet connection is checked for whether it is still alive."""


class Database:
    """A site's database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.postgres = url.startswith("postgresql://")
        self.engine = _engine(url)
        self.sessions = sessionmaker(self.engine, expire_on_commit=False)

    def upgrade(self) -> None:
        """Create the tables, or migrate them."""
        try:
            with self.migrating() as config:
                command.upgrade(config, "head")
        except CommandError as error:
            raise SettingsError(
                _("The database {url} belongs to a newer version of Kerys: use that one.").format(
                    url=without_password(self.url)
                )
            ) from error
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
            raise SettingsError(
                _("The database {url} can't be opened: {reason}").format(
                    url=without_password(self.url), reason=reason
                )
            ) from error

    @contextmanager
    def migrating(self) -> Iterator[Config]:
        """Run Alembic on this database: all or nothing, and only one process at a time."""
        config = Config()
        folder = str(files(__package__) / "migrations")
        config.set_main_option("script_location", folder.replace("%", "%%"))
        with self.engine.begin() as connection:
            if self.postgres:
                for limit in ("lock_timeout", "idle_in_transaction_session_timeout"):
                    connection.execute(text(f"SET LOCAL {limit} = 0"))  # a migration may take long
                lock = text("SELECT pg_advisory_xact_lock(:lock)")
                connection.execute(lock, {"lock": UPGRADE_LOCK})
            else:
                connection.execute(text("BEGIN IMMEDIATE"))
            config.attributes["connection"] = connection
            yield config

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Read something; all of it from the same moment."""
        with self.sessions() as session:
            session.execute(
                text(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ" if self.postgres else "BEGIN"
                )
            )
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Change something, all or nothing; it is on disk when this ends."""
        with self.sessions.begin() as session:
            if not self.postgres:
                session.execute(text("BEGIN IMMEDIATE"))
            yield session

    @contextmanager
    def writing_quickly(self) -> Iterator[Connection]:
        """The same, with plain statements."""
        with self.engine.begin() as connection:
            if not self.postgres:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def tell(self, session: Session, news: str) -> None:
        """Tell all processes of the site, once the current change is on disk."""
        if self.postgres:
            session.execute(
                text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": news}
            )

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


@contextmanager
def sole_owner(url: str) -> Iterator[None]:
    """Be the only process that serves an SQLite file; raises SettingsError if there is another."""
    _engine(url).dispose()  # refuses an invalid address
    path = Path(make_url(url).database or "").expanduser()
    try:
        file = path.with_name(f"{path.name}-lock").open("w")
    except OSError as error:
        raise SettingsError(
            _("The database {url} can't be opened: {reason}").format(url=url, reason=error.strerror)
        ) from error
    with file:
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SettingsError(
                _(
                    "Another Kerys server is using {file}: stop it first, choose another file "
                    "with --db, or share the tables in PostgreSQL."
                ).format(file=path)
            ) from error
        yield


def connecting(url: str) -> dict[str, Any]:
    """Options that keep PostgreSQL from waiting forever; the address can override them."""
    given = make_url(url).query
    limits = f"-c lock_timeout={LOCK_MS} -c idle_in_transaction_session_timeout={IDLE_MS}"
    defaults = {"connect_timeout": CONNECT_S, **KEEPALIVES}
    return {
        **{name: value for name, value in defaults.items() if name not in given},
        "options": f"{limits} {given.get('options', '')}".strip(),
    }


def _engine(url: str) -> Engine:
    """An engine for either database; errors and logs don't contain the data."""
    try:
        file = make_url(url).database
    except (ArgumentError, ValueError) as error:
        raise SettingsError(
            _("The database {url} can't be opened: {reason}").format(
                url=without_password(url), reason=_("this isn't the address of a database")
            )
        ) from error
    if url.startswith("postgresql://"):
        return create_engine(
            url.replace("postgresql://", "postgresql+psycopg://", 1),
            connect_args=connecting(url),
            hide_parameters=True,
            pool_pre_ping=True,
        )
    if not file:
        raise SettingsError(_("sqlite:/// must name a file."))
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        raise SettingsError(
            _("Kerys needs SQLite {least} or newer, but this Python has {version}.").format(
                least=".".join(str(part) for part in LEAST_SQLITE), version=sqlite3.sqlite_version
            )
        )
    try:
        Path(file).expanduser().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            _("The database {url} can't be opened: {reason}").format(url=url, reason=error.strerror)
        ) from error
    engine = create_engine(url, connect_args={"timeout": BUSY_MS / 1e3}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        """Readers don't wait for writers; commits are durable; transactions begin explicitly."""
        connection.isolation_level = None
        _write_ahead(connection)
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _write_ahead(connection: Any) -> None:
    """Switch a file to write-ahead logging; SQLite itself doesn't wait for others to do that."""
    give_up = time.monotonic() + BUSY_MS / 1e3
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
        time.sleep(BUSY_GLANCE_S)
