"""Following a table: everything new there, until it is over or gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

from kerys.server.authority import Authority
from kerys.server.feeds import Eyes, News
from kerys.server.identity import Asker, Identities
from kerys.server.owned_table import OwnedTable
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.snapshots import TableSnapshot
from kerys.server.store import Person
from kerys.server.table_errors import NoTable
from kerys.server.visits import Visit, entered

PULSE_S = 15.0
"""How often a quiet stream sends a sign of life."""
PULSE = News("pulse", -1)
Choose = Callable[[TableSnapshot, Person | None], Eyes]
"""Chooses the view that a person has of a table."""


class _Pulse:
    """Wakes a follower now and then, so that a quiet stream sends a sign of life."""

    def __init__(self, woken: asyncio.Event) -> None:
        self._woken = woken
        self._due = False
        self._wait()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(PULSE_S, self._beat)

    def _beat(self) -> None:
        self._due = True
        self._woken.set()
        self._wait()

    def is_due(self) -> bool:
        """Whether a sign of life is due; true once each time."""
        due, self._due = self._due, False
        return due

    def stop(self) -> None:
        """Stop waking the follower."""
        self._timer.cancel()


class Following:
    """How all clients follow a table."""

    def __init__(self, authority: Authority, identities: Identities) -> None:
        self.authority = authority
        self.identities = identities

    async def enter(self, asker: Asker, table_id: str) -> Visit:
        """A visitor who may follow a table; raises NoTable for others."""
        identity = await self.identities.identify_soon(asker)
        async with self.authority.held(table_id) as owned:
            return entered(owned.known, identity)

    async def follow(
        self,
        asker: Asker,
        table_id: str,
        choose: Choose,
        have: int = -1,
        through: Eyes | None = None,
    ) -> AsyncGenerator[News]:
        """Everything new since a version; ends when the table is gone for its follower.

        Raises UnknownKeyError if their key is revoked in the meantime.

        `through` names the view in which they saw that version, if it matters: if the view has
        changed, the whole table is sent.

        Permissions are checked and the newest state is sent each time: nothing queues up while a
        reader is slow.
        """
        woken = asyncio.Event()
        pulse = _Pulse(woken)
        feed, owned = None, self.authority.entry(table_id)
        checked: tuple[int, object] | None = None
        try:
            woken.set()
            while not self.authority.bus.closed:
                await woken.wait()
                woken.clear()
                pieces = None
                if feed is not None and checked and checked == self._to_check(owned):
                    pieces = feed.since(have)
                if pieces is None:
                    # The follower may have lost their seat or their key, or the table is gone.
                    changes = self.identities.changes
                    try:
                        identity = await self.identities.identify_soon(asker)
                        have = have if feed is None or feed.since(have) is not None else -1
                        owned.feeds.detach(feed, woken)
                        async with self.authority.held(table_id) as owned:
                            table = entered(owned.known, identity).table
                            eyes = choose(table, identity.person)
                            feed = owned.feeds.attach(eyes, woken, owned, table.version)
                            fits = through in (None, eyes) and feed.since(have) is not None
                            whole = None if fits else feed.whole(owned)
                            through, checked = eyes, (changes, table.seats)
                    except NoTable:
                        yield News("gone", have)
                        return
                    except OwnedElsewhereError:
                        return
                    if whole is not None:
                        have = whole.version
                        yield whole
                    woken.set()
                    continue
                for piece in pieces:
                    have = piece.version
                    yield piece
                if not pieces and pulse.is_due():
                    yield PULSE
        finally:
            pulse.stop()
            owned.feeds.detach(feed, woken)

    def _to_check(self, owned: OwnedTable) -> tuple[int, object] | None:
        """What must stay the same for a follower to keep the same identity and view."""
        table = owned.table  # others may drop it at any time
        if table is None or not self.authority.is_current(owned):
            return None
        return self.identities.changes, table.seats

    def is_over(self, table_id: str, version: int) -> bool:
        """Whether only chat messages can follow this version."""
        table = self.authority.entry(table_id).table
        return table is not None and table.version == version and table.status == "over"
