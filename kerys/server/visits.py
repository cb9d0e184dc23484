"""Requests at a table: who the visitor is, what they see and what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy.orm import Session

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.authority import Authority
from kerys.server.chat import add_message
from kerys.server.decisions import Decide, moving, undoing
from kerys.server.identity import Asker, Identities, Identity
from kerys.server.owned_table import OwnedTable
from kerys.server.people import present
from kerys.server.permissions import may_see, may_see_shared, seat_of
from kerys.server.snapshots import TableSnapshot, table_snapshot
from kerys.server.store import Person, Table
from kerys.server.table_errors import NoTable
from kerys.table.errors import SeatError


class OnlyWatching(SeatError):  # noqa: N818 - the name says what it is
    """A person without a seat tries to decide something."""

    def __init__(self) -> None:
        super().__init__(_("You are watching this table; you don't play at it."))


@dataclass(frozen=True)
class Visit:
    """One request at a table: the visitor, and the table as it was then."""

    identity: Identity
    table: TableSnapshot

    @property
    def person(self) -> Person | None:
        """The visitor."""
        return self.identity.person

    @property
    def seat(self) -> int:
        """Their seat."""
        return seat_of(self.table, self.person)


Found = TypeVar("Found")
Look = Callable[[Visit, OwnedTable], Found]


class Visits:
    """How every request gets to its table."""

    def __init__(self, authority: Authority, identities: Identities) -> None:
        self.authority = authority
        self.identities = identities
        self.said: list[Callable[[TableSnapshot, int], None]] = []
        """Called when a seat has sent a message, once it is on disk; must be quick."""

    def look(self, asker: Asker, table_id: str, look: Look[Found]) -> Found:
        """Look at a table and its game."""
        identity = self.identities.identify(asker)
        return self.authority.visit(table_id, lambda table: entered(table, identity), look)

    def look_at_shared(
        self, table_id: str, share: str, look: Callable[[OwnedTable], Found]
    ) -> Found:
        """Look at a finished game with the link to it."""

        def enter(table: TableSnapshot) -> Visit:
            if not may_see_shared(table, share):
                raise NoTable
            return Visit(Identity(), table)

        return self.authority.visit(table_id, enter, lambda _visit, owned: look(owned))

    def move(
        self, asker: Asker, table_id: str, move: str, revision: int, look: Look[Found]
    ) -> Found:
        """Make a decision, in answer to the state with this revision; then look."""
        return self._decide(asker, table_id, moving(move, revision), look)

    def undo(self, asker: Asker, table_id: str, revision: int, look: Look[Found]) -> Found:
        """Take back the last decision; then look."""
        return self._decide(asker, table_id, undoing(revision), look)

    def _decide(self, asker: Asker, table_id: str, decide: Decide, look: Look[Found]) -> Found:
        """Make a decision."""
        identity = self.identities.identify(asker)
        return self.authority.decide(
            table_id, lambda table: seated(table, identity), decide, _then(look)
        )

    async def decide_soon(self, asker: Asker, table_id: str, decide: Decide) -> TableSnapshot:
        """The same for a coroutine; returns the table once the decision is on disk."""
        identity = await self.identities.identify_soon(asker)
        return await self.authority.decide_soon(
            table_id, lambda table: seated(table, identity), decide
        )

    def say(self, asker: Asker, table_id: str, text: str, look: Look[Found]) -> Found:
        """Send a message to everyone at a table; then look."""
        identity = self.identities.identify(asker)

        def change(session: Session, row: Table) -> Visit:
            visit = entered(table_snapshot(row), identity)
            if visit.person is not None:
                present(session, visit.person)
            add_message(session, row, visit.person, text)
            return visit

        def looked(visit: Visit, owned: OwnedTable) -> Found:
            for listener in self.said:
                listener(visit.table, visit.seat)
            return _then(look)(visit, owned)

        return self.authority.change(table_id, change, looked)


def entered(table: TableSnapshot, identity: Identity) -> Visit:
    """A visitor who may see a table; raises NoTable for others."""
    if not may_see(table, identity.person, ""):
        raise NoTable
    return Visit(identity, table)


def seated(table: TableSnapshot, identity: Identity) -> Visit:
    """A visitor who plays at a table."""
    visit = entered(table, identity)
    if visit.seat == SPECTATOR:
        raise OnlyWatching
    return visit


def _then(look: Look[Found]) -> Look[Found]:
    """Look at the table as it is afterwards."""

    def looked(visit: Visit, owned: OwnedTable) -> Found:
        return look(Visit(visit.identity, owned.known), owned)

    return looked
