"""Identifying visitors: a browser by its cookie, a program by its key.

Both are looked up once and cached until something about the person changes.
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction
from starlette.concurrency import run_in_threadpool

from kerys.server.store import Database, Person, Session, Token
from kerys.server.store.models import now

MOST_KNOWN = 10_000
"""How many browsers and programs are kept in memory."""
A_YEAR, A_MONTH = timedelta(days=365), timedelta(days=30)
"""How long a browser is remembered, and how old its cookie is when it is renewed."""


class UnknownKeyError(Exception):
    """A program sent a key that nobody has."""


@dataclass(frozen=True)
class Credentials:
    """The credential in a request."""

    cookie: str = ""
    key: str = ""


@dataclass(frozen=True)
class Identity:
    """The visitor who made a request."""

    person: Person | None = None
    cookie_is_old: bool = False
    """Whether the cookie should be renewed."""


Asker = Credentials | Person | None
"""The visitor, if already known, or else their credential."""


def digest(secret: str) -> str:
    """The digest of a secret, which is all that is stored of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


_Shown = tuple[bool, str]
"""Whether it is a key, and its digest: keys and cookies are never mixed up."""


def _shown(asker: Credentials) -> _Shown:
    """A credential in the form in which it is stored."""
    return bool(asker.key), digest(asker.key or asker.cookie)


@dataclass(frozen=True)
class _Known:
    """A person who was looked up, and when their cookie was issued; a key has no age."""

    person: Person
    renewed: datetime | None = None


class Identities:
    """Who has which cookie or key, as far as they were looked up."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._known: dict[_Shown, _Known] = {}
        self.changes = 0
        """How often an entry was dropped."""
        self._guard = threading.Lock()

    def identify(self, asker: Asker) -> Identity:
        """Identify a visitor; raises UnknownKeyError for an unknown key."""
        known = self.known(asker)
        return self.look_up(asker) if known is None else known

    async def identify_soon(self, asker: Asker) -> Identity:
        """The same for a coroutine: looked up in a thread if necessary."""
        known = self.known(asker)
        return await run_in_threadpool(self.look_up, asker) if known is None else known

    def known(self, asker: Asker) -> Identity | None:
        """The visitor, if in memory; None if they have to be looked up."""
        if not isinstance(asker, Credentials):
            return Identity(asker)
        if not (asker.key or asker.cookie):
            return Identity()
        found = self._known.get(_shown(asker))
        return None if found is None else _identity(found)

    def look_up(self, asker: Asker) -> Identity:
        """The visitor, from the database."""
        assert isinstance(asker, Credentials)
        before = self.changes
        shown = is_key, secret = _shown(asker)
        with self.database.reading() as session:
            found = _owner(session, secret) if is_key else _visitor(session, secret)
        if found is None:
            if is_key:
                raise UnknownKeyError
            return Identity()
        with self._guard:
            if before == self.changes:  # otherwise it may be out of date already
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                self._known[shown] = found
        return _identity(found)

    def forget(self, person_id: int) -> None:
        """Forget a person who has changed, so that they are looked up again."""
        with self._guard:
            self.changes += 1
            for shown in [
                shown for shown, known in self._known.items() if known.person.id == person_id
            ]:
                del self._known[shown]

    def forget_all(self) -> None:
        """Forget everyone: anything may have changed."""
        with self._guard:
            self.changes += 1
            self._known.clear()


def _identity(known: _Known) -> Identity:
    """The visitor, if their cookie isn't too old."""
    if known.renewed is None:
        return Identity(known.person)
    age = now() - known.renewed
    return Identity() if age >= A_YEAR else Identity(known.person, age > A_MONTH)


def _visitor(session: Transaction, secret: str) -> _Known | None:
    """The person whose browser has the cookie with this digest."""
    query = select(Person, Session.renewed).join(Session, Session.person_id == Person.id)
    found = session.execute(query.where(Session.digest == secret)).one_or_none()
    return None if found is None else _Known(found.Person, found.renewed)


def _owner(session: Transaction, secret: str) -> _Known | None:
    """The person whose program has the key with this digest."""
    query = select(Person).join(Token, Token.person_id == Person.id)
    person = session.scalar(query.where(Token.digest == secret))
    return None if person is None else _Known(person)
