"""The database: SQLite in one file, or PostgreSQL; brought up to date when it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from kerys.locale import _
from kerys.server.settings import SettingsError

BUSY_MS = 20_000
"""How long a writer waits for another."""
CHANNEL = "kerys"
"""Where PostgreSQL tells the processes of a site about each other."""
UPGRADE_LOCK = 0x6B6572


class Database:
    """Where everything is kept."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.postgres = url.startswith("postgresql://")
        self.engine = _engine(url)
        self.sessions = sessionmaker(self.engine, expire_on_commit=False)

    def upgrade(self) -> None:
        """Make the tables, or change them into those of this version."""
        config = Config()
        config.set_main_option("script_location", str(files(__package__) / "migrations"))
        try:
            with self.engine.begin() as connection:
                if self.postgres:
                    lock = text("SELECT pg_advisory_xact_lock(:lock)")
                    connection.execute(lock, {"lock": UPGRADE_LOCK})
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
            shown = make_url(self.url).render_as_string(hide_password=True)
            raise SettingsError(
                _("The database {url} cannot be opened: {reason}").format(url=shown, reason=reason)
            ) from error

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Look something up; all that is read is of one moment."""
        with self.sessions() as session:
            session.execute(
                text(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ" if self.postgres else "BEGIN"
                )
            )
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Change something, all of it or nothing; it is on disk when this ends."""
        with self.sessions.begin() as session:
            if not self.postgres:
                session.execute(text("BEGIN IMMEDIATE"))
            yield session

    def tell(self, session: Session, news: str) -> None:
        """Let all processes of the site know, once the change at hand is on disk."""
        if self.postgres:
            session.execute(
                text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": news}
            )

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def _engine(url: str) -> Engine:
    """An engine for either database."""
    if url.startswith("postgresql://"):
        return create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    file = make_url(url).database
    if not file:
        raise SettingsError(_("sqlite:/// must name a file."))
    try:
        Path(file).expanduser().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            _("The database {url} cannot be opened: {reason}").format(
                url=url, reason=error.strerror
            )
        ) from error
    engine = create_engine(url, connect_args={"timeout": BUSY_MS / 1e3})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        """Readers do not wait for writers; what is committed survives; we say when to begin."""
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine
