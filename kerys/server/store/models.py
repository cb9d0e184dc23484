"""The tables of the database."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy import types as sql
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

MOST_MISSED = 2
"""How many turns in a row a player may miss before their time becomes short."""


def now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


def new_share() -> str:
    """A secret for the link to a finished game."""
    return secrets.token_urlsafe(16)


class UtcDateTime(sql.TypeDecorator[datetime]):
    """A time; SQLite drops the time zone, which is always UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The time with its time zone."""
        return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """What all tables share."""

    type_annotation_map = {datetime: UtcDateTime}  # noqa: RUF012 - SQLAlchemy's own way


class Person(Base):
    """A player: a guest with a name, or an account with a password."""

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    login: Mapped[str | None] = mapped_column(String(40), unique=True)
    """The name to sign in with, in lower case; None for a guest."""
    password: Mapped[str | None] = mapped_column(String(200))
    """An Argon2 hash."""
    email: Mapped[str] = mapped_column(String(200), default="")
    confirmed: Mapped[bool] = mapped_column(default=False)
    """Whether the reader of the address has agreed to notifications; until then none are sent."""
    mail_word: Mapped[str | None] = mapped_column(String(32), unique=True)
    """The secret in the links that confirm or delete the address."""
    theme: Mapped[str] = mapped_column(String(8), default="auto")
    created: Mapped[datetime] = mapped_column(default=now)


class Session(Base):
    """A browser that a person is signed in with; the cookie itself isn't stored."""

    __tablename__ = "sessions"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    renewed: Mapped[datetime] = mapped_column(default=now, index=True)
    """When the browser last got the cookie; after a year both forget it."""

    person: Mapped[Person] = relationship()


class Subscription(Base):
    """Where to send notifications for a browser, as long as a person is signed in with it."""

    __tablename__ = "subscriptions"

    digest: Mapped[str] = mapped_column(
        ForeignKey("sessions.digest", ondelete="CASCADE"), primary_key=True
    )
    endpoint: Mapped[str] = mapped_column(String(1000), unique=True)
    """The address at a push service; anyone who knows it could send something there."""
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(40))
    """The public key and the secret that notifications are encrypted with."""
    language: Mapped[str] = mapped_column(String(20))
    created: Mapped[datetime] = mapped_column(default=now)


class SiteKey(Base):
    """A secret of the site itself, created once."""

    __tablename__ = "site_keys"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    secret: Mapped[bytes] = mapped_column(LargeBinary(32))


class Token(Base):
    """A key for programs that play for a person; the key itself isn't stored."""

    __tablename__ = "tokens"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    label: Mapped[str] = mapped_column(String(60))
    created: Mapped[datetime] = mapped_column(default=now)

    person: Mapped[Person] = relationship()


class LessonDone(Base):
    """A lesson that a person has finished."""

    __tablename__ = "lessons_done"

    person_id: Mapped[int] = mapped_column(
        ForeignKey("people.id", ondelete="CASCADE"), primary_key=True
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(60), primary_key=True)
    at: Mapped[datetime] = mapped_column(default=now)


class Solver(Base):
    """How well a person solves the puzzles of a game."""

    __tablename__ = "solvers"

    person_id: Mapped[int] = mapped_column(
        ForeignKey("people.id", ondelete="CASCADE"), primary_key=True
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    rating: Mapped[float] = mapped_column(Double)
    doubt: Mapped[float] = mapped_column(Double)
    streak: Mapped[int] = mapped_column(default=0)
    """How many puzzles in a row were solved at the first try."""
    longest: Mapped[int] = mapped_column(default=0)


class PuzzleTry(Base):
    """A person's first try at a puzzle; later ones don't count."""

    __tablename__ = "puzzle_tries"

    person_id: Mapped[int] = mapped_column(
        ForeignKey("people.id", ondelete="CASCADE"), primary_key=True
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(16), primary_key=True)
    move: Mapped[str] = mapped_column(String(80))
    """Empty if the person wanted to see the solution."""
    solved: Mapped[bool]
    change: Mapped[int]
    """How it changed the person's rating."""
    at: Mapped[datetime] = mapped_column(default=now)


class PuzzleRating(Base):
    """How hard a puzzle has turned out to be."""

    __tablename__ = "puzzle_ratings"

    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(16), primary_key=True)
    rating: Mapped[float] = mapped_column(Double)
    doubt: Mapped[float] = mapped_column(Double)
    tries: Mapped[int] = mapped_column(default=0)
    solved: Mapped[int] = mapped_column(default=0)


class Table(Base):
    """A table: its game, its rules and its secret deal."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    rules_revision: Mapped[int] = mapped_column("rules")
    """The revision of the game's rules."""
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    private: Mapped[bool]
    status: Mapped[str] = mapped_column(String(8), index=True)
    """open: seats are free; running; over."""
    clock: Mapped[str] = mapped_column(String(8))
    """none, minutes or days: what `pace` counts."""
    pace: Mapped[int]
    """How much time there is per decision."""
    host_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    key: Mapped[bytes] = mapped_column(LargeBinary(32))
    salt: Mapped[bytes] = mapped_column(LargeBinary(16))
    commitment: Mapped[str] = mapped_column(String(64))
    events: Mapped[int] = mapped_column(default=0)
    """How many events the log has: the number of the table's state."""
    version: Mapped[int] = mapped_column(default=0)
    """Raised with every visible change: an event, a message, a seat, a name."""
    awaited: Mapped[int] = mapped_column(default=0)
    """The seats that owe a decision, as bits."""
    deadline: Mapped[datetime | None]
    """When a bot will make the pending decision."""
    owner: Mapped[str] = mapped_column(String(40), default="", index=True)
    """The process that makes decisions here; empty if there is none, or only one."""
    result: Mapped[list[list[int]] | None] = mapped_column(JSON)
    """The points and the rank of each seat, once the game is over."""
    rematch: Mapped[str | None] = mapped_column(String(16))
    """The table of the rematch."""
    share: Mapped[str] = mapped_column(String(32), default=new_share)
    """The secret in the link that shows the game to everyone, once it is over."""
    guided: Mapped[bool] = mapped_column(default=False)
    """Whether cards guide through the first round."""
    continued: Mapped[str] = mapped_column(String(100), default="")
    """The address of the moment of another game that this one goes on from; empty if it doesn't."""
    given: Mapped[int] = mapped_column(default=0)
    """How many decisions of that game the log begins with."""
    asks: Mapped[int] = mapped_column(default=0)
    """How often each player may ask the master. A table where anyone may is never rated."""
    closing: Mapped[datetime | None] = mapped_column(index=True)
    """When it will be deleted, unless its host cancels that."""
    created: Mapped[datetime] = mapped_column(default=now)
    changed: Mapped[datetime] = mapped_column(default=now)

    seats: Mapped[list[Seat]] = relationship(order_by="Seat.number", cascade="all, delete-orphan")


class Seat(Base):
    """A seat at a table: a person's, a bot's, or free."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40), default="")
    bot: Mapped[str] = mapped_column(String(40), default="")
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    invitation: Mapped[str] = mapped_column(String(32), unique=True)
    """The secret in the link that lets a friend sit down here."""
    listed: Mapped[bool] = mapped_column(default=False)
    """Whether anyone may sit down here, from the lobby."""
    webhook: Mapped[str] = mapped_column(String(500), default="")
    mailed: Mapped[datetime | None]
    """When the last email was sent to the player."""
    pushed: Mapped[datetime | None]
    """When a browser of the player was last notified of their turn."""
    talked: Mapped[datetime | None]
    """When a browser of the player was last notified of a message."""
    missed: Mapped[int] = mapped_column(default=0)
    """How many turns in a row a stand-in took here because the time was up."""
    leaving: Mapped[datetime | None] = mapped_column(index=True)
    """When a bot will take the seat, unless the player cancels that."""

    person: Mapped[Person | None] = relationship()

    @property
    def absent(self) -> bool:
        """Whether the player has missed so many turns that their time is short."""
        return self.missed >= MOST_MISSED


class Event(Base):
    """A decision, an undo or a question to the master.

    The log of events is the source of truth for a game.
    """

    __tablename__ = "events"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    """Counted from 1, without gaps."""
    seat: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))
    """move, undo or ask."""
    move: Mapped[str] = mapped_column(String(80), default="")
    """The text of a move; for a question, the revision of the view it is about."""
    made_by: Mapped[str] = mapped_column(String(8))
    """person, bot, clock if a bot moved because the time was up, or given (see `Table.given`)."""
    deadline: Mapped[datetime | None]
    """Until when it could be made."""
    at: Mapped[datetime] = mapped_column(default=now)


class Message(Base):
    """A message at a table."""

    __tablename__ = "messages"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    name: Mapped[str] = mapped_column(String(40))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(default=now)

    __table_args__ = (Index("messages_of_table", "table_id", "id"),)


class KeptLine(Base):
    """A line that a player has tried in a finished game and kept with it."""

    __tablename__ = "lines"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    name: Mapped[str] = mapped_column(String(40))
    """The name of the player at the table."""
    ply: Mapped[int]
    """The ply of the game that the line starts from."""
    decisions: Mapped[list[list[Any]]] = mapped_column(JSON)
    """The seat and text of each decision."""
    comment: Mapped[str] = mapped_column(String(200), default="")
    created: Mapped[datetime] = mapped_column(default=now)


class Review(Base):
    """A review of a finished game, which is worked out decision by decision."""

    __tablename__ = "reviews"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    seats: Mapped[int]
    """The seats whose decisions are judged, as bits."""
    depth: Mapped[str] = mapped_column(String(16))
    seed: Mapped[int]
    """What its luck is drawn from, so that it can be worked out again."""
    state: Mapped[str] = mapped_column(String(8), index=True)
    """waiting, done or failed."""
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    """Who asked for it."""
    asked: Mapped[datetime] = mapped_column(default=now)
    finished: Mapped[datetime | None]

    plies: Mapped[list[ReviewedPly]] = relationship(
        order_by="ReviewedPly.ply", cascade="all, delete-orphan", passive_deletes=True
    )

    __table_args__ = (UniqueConstraint("table_id", "seats", "depth"),)


class ReviewedPly(Base):
    """What a review has found about one decision."""

    __tablename__ = "reviewed_plies"

    review_id: Mapped[int] = mapped_column(
        ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True
    )
    ply: Mapped[int] = mapped_column(primary_key=True)
    found: Mapped[dict[str, Any]] = mapped_column(JSON)


class Process(Base):
    """A process of a site, which owns tables as long as it renews its lease."""

    __tablename__ = "processes"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    address: Mapped[str] = mapped_column(String(200))
    """Where the other processes reach it."""
    until: Mapped[datetime]
    """When others may take over its tables, by the clock of the database."""


class Letter(Base):
    """A notification that has to be sent."""

    __tablename__ = "letters"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    seat: Mapped[int]
    state: Mapped[int]
    """The number of the table's state it is about; for chat, the first message."""
    way: Mapped[str] = mapped_column(String(8))
    """mail, webhook, push (to a browser), or talk (a message, to a browser)."""
    address: Mapped[str] = mapped_column(String(500))
    """For a browser, the digest of its subscription."""
    host: Mapped[str] = mapped_column(String(255), default="")
    """The host of the webhook or push service."""
    tries: Mapped[int] = mapped_column(default=0)
    due: Mapped[datetime] = mapped_column(default=now, index=True)
