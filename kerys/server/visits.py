"""Requests at a table: who asks, the table and what was said there, read in one transaction.

A page looks at its table once. A decision is authenticated, checked, appended to the log and
announced in one transaction, and answered from memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy.orm import Session

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.authority import Authority, NoTable
from kerys.server.chat import add_message, last_messages
from kerys.server.decisions import Decide, moving, undoing
from kerys.server.game_cache import CachedGame
from kerys.server.identity import Asker, Identity, identify
from kerys.server.permissions import may_see, seat_of
from kerys.server.store import Message, Person, Table
from kerys.table.errors import SeatError


class OnlyWatching(SeatError):  # noqa: N818 - the name says what it is
    """Somebody without a seat wants to decide something."""

    def __init__(self) -> None:
        super().__init__(_("You are watching this table; you don't play at it."))


@dataclass(frozen=True)
class Visit:
    """One request at a table: who asks, the table as they found it, what was said last."""

    identity: Identity
    table: Table
    messages: tuple[Message, ...] = ()

    @property
    def person(self) -> Person | None:
        """Whoever asks."""
        return self.identity.person

    @property
    def seat(self) -> int:
        """Their seat."""
        return seat_of(self.table, self.person)


Found = TypeVar("Found")
Look = Callable[[Visit, CachedGame], Found]


class Visits:
    """The way of every request to its table; with `listen`, what was said there is read too."""

    def __init__(self, authority: Authority) -> None:
        self.authority = authority

    def look(
        self, asker: Asker, table_id: str, look: Look[Found], *, listen: bool = False
    ) -> Found:
        """Look at a table and its game."""

        def enter(session: Session, table: Table | None) -> Visit:
            visit = _entered(table, identify(session, asker))
            return _with_messages(session, visit) if listen else visit

        return self.authority.visit(table_id, enter, look)

    def version(self, asker: Asker, table_id: str) -> int:
        """A number that grows whenever there is something new to see at a table."""
        with self.authority.database.reading() as session:
            table = self.authority.find(session, table_id)
            return _entered(table, identify(session, asker)).table.version

    def move(
        self,
        asker: Asker,
        table_id: str,
        move: str,
        revision: int,
        look: Look[Found],
        *,
        listen: bool = False,
    ) -> Found:
        """A decision of whoever asks, in answer to the state with that revision; then look."""
        return self._decide(asker, table_id, moving(move, revision), look, listen)

    def undo(
        self,
        asker: Asker,
        table_id: str,
        revision: int,
        look: Look[Found],
        *,
        listen: bool = False,
    ) -> Found:
        """Take back the last decision of whoever asks; then look."""
        return self._decide(asker, table_id, undoing(revision), look, listen)

    def say(
        self, asker: Asker, table_id: str, text: str, look: Look[Found], *, listen: bool = False
    ) -> Found:
        """Say something to those at a table; then look."""

        def enter(session: Session, table: Table | None) -> Visit:
            visit = _entered(table, identify(session, asker, lock=True))
            add_message(session, visit.table, visit.person, text)
            return _with_messages(session, visit) if listen else visit

        return self.authority.change(table_id, enter, look)

    def _decide(
        self, asker: Asker, table_id: str, decide: Decide, look: Look[Found], listen: bool
    ) -> Found:
        """A decision of whoever asks."""

        def enter(session: Session, table: Table | None) -> Visit:
            visit = _entered(table, identify(session, asker))
            if visit.seat == SPECTATOR:
                raise OnlyWatching
            return _with_messages(session, visit) if listen else visit

        return self.authority.decide(table_id, enter, decide, look)


def _entered(table: Table | None, identity: Identity) -> Visit:
    """Somebody at a table that they may see; for others there is none."""
    if table is None or not may_see(table, identity.person, ""):
        raise NoTable
    return Visit(identity, table)


def _with_messages(session: Session, visit: Visit) -> Visit:
    """The same with what was said last."""
    return Visit(visit.identity, visit.table, last_messages(session, visit.table.id))
