"""Who asks: a browser by its cookie, a program by its key.

Both are looked up in the transaction of the request itself, together with all it is about.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from kerys.server.store import Person, Session, Token
from kerys.server.store.models import now

A_YEAR, A_MONTH = timedelta(days=365), timedelta(days=30)
"""How long a browser is remembered, and after what time its cookie is renewed."""


class UnknownKeyError(Exception):
    """A program sent a key that nobody has."""


@dataclass(frozen=True)
class Credentials:
    """What a request brings along to show who asks."""

    cookie: str = ""
    key: str = ""


@dataclass(frozen=True)
class Identity:
    """Who asks."""

    person: Person | None = None
    cookie_is_old: bool = False
    """Whether the cookie should be renewed."""


Asker = Credentials | Person | None
"""Whoever asks: somebody known already, or what shows who it is."""


def digest(secret: str) -> str:
    """What is kept of a secret: enough to recognise it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def identify(session: Transaction, asker: Asker, *, lock: bool = False) -> Identity:
    """Find out who asks; locked, a guest can't become an account until the transaction ends."""
    if not isinstance(asker, Credentials):
        return Identity(asker)
    if asker.key:
        return Identity(_owner(session, asker.key))
    if not asker.cookie:
        return Identity()
    query = select(Person, Session.renewed).join(Session, Session.person_id == Person.id)
    query = query.where(Session.digest == digest(asker.cookie))
    if lock:
        query = query.with_for_update(read=True, key_share=True, of=Person)
    found = session.execute(query).one_or_none()
    if found is None or found.renewed <= now() - A_YEAR:
        return Identity()
    return Identity(found.Person, found.renewed < now() - A_MONTH)


def _owner(session: Transaction, key: str) -> Person:
    """Whose program has this key."""
    query = select(Person).join(Token, Token.person_id == Person.id)
    person = session.scalar(query.where(Token.digest == digest(key)))
    if person is None:
        raise UnknownKeyError
    return person
