"""Who owns a table: the one process that makes the decisions there."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import ColumnElement, select, true
from sqlalchemy.orm import Session

from kerys.server.store import Table


class OwnedElsewhereError(Exception):
    """Another process owns the table: requests for it go there."""

    def __init__(self, address: str, owner: str) -> None:
        super().__init__(f"owned by the process at {address}")
        self.address = address
        self.owner = owner
        """Its name."""


class Ownership(Protocol):
    """How a process comes to own tables."""

    @property
    def name(self) -> str:
        """The name of this process, as in the rows of its tables."""
        ...

    @property
    def valid(self) -> bool:
        """Whether what this process has in memory is still its own."""
        ...

    def claim(self, table_id: str) -> None:
        """Own a table; raises OwnedElsewhereError if another process does."""
        ...

    def find(self, session: Session, table_id: str) -> Table | None:
        """The row of a table that this process owns, locked for changes."""
        ...

    def possible(self) -> ColumnElement[bool]:
        """Which tables this process owns or may take over."""
        ...


class SoleOwner:
    """The only process at its database owns all tables."""

    name = ""
    valid = True

    def claim(self, table_id: str) -> None:
        """Nothing to do: no other process owns tables."""

    def find(self, session: Session, table_id: str) -> Table | None:
        """The row of a table."""
        return session.scalar(select(Table).where(Table.id == table_id).with_for_update())

    def possible(self) -> ColumnElement[bool]:
        """All of them."""
        return true()
