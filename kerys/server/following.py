"""Following a table: everything new there, as it comes, until it is over or gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool

from kerys.server.authority import Authority, NoTable
from kerys.server.feeds import Eyes
from kerys.server.identity import Asker, Identities, Identity, UnknownKeyError
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.snapshots import TableSnapshot
from kerys.server.store import Person
from kerys.server.visits import entered

PULSE_S = 15.0
"""How often a quiet stream shows that it is still there."""
Choose = Callable[[TableSnapshot, Person | None], Eyes]
"""Through which eyes somebody looks at a table."""


class News(NamedTuple):
    """Something new at a table: all of it, a change, the end, or a sign of life."""

    kind: str
    """table, change, gone or pulse."""
    version: int
    data: bytes = b""


class Following:
    """The way of everyone who follows a table."""

    def __init__(self, authority: Authority, identities: Identities) -> None:
        self.authority = authority
        self.identities = identities

    async def enter(self, asker: Asker, table_id: str) -> TableSnapshot:
        """A table that somebody may follow; a NoTable for others."""
        identity = await self._identify(asker)
        async with self.authority.held(table_id) as owned:
            return entered(owned.known, identity).table

    async def follow(
        self, asker: Asker, table_id: str, choose: Choose, have: int = -1
    ) -> AsyncGenerator[News]:
        """Everything new since a version; ends when the table is gone for whoever follows it.

        Each time it looks, it is somebody who may be here, and the newest that is shown: nothing
        waits in line while a reader is slow.
        """
        woken, feed, owned = asyncio.Event(), None, self.authority.entry(table_id)
        try:
            while not self.authority.bus.closed:
                woken.clear()
                try:
                    identity = await self._identify(asker)
                    pieces, known = None, owned.table
                    if feed is not None and known is not None and self.authority.is_current(owned):
                        table = entered(known, identity).table
                        if choose(table, identity.person) == feed.eyes:
                            pieces = feed.since(have)
                    if pieces is None:
                        have = have if feed is None else -1  # what is known no longer counts
                        owned.feeds.detach(feed, woken)
                        async with self.authority.held(table_id) as owned:
                            table = entered(owned.known, identity).table
                            eyes = choose(table, identity.person)
                            feed = owned.feeds.attach(eyes, woken, owned, table.version)
                            pieces = feed.since(have)
                            whole = feed.whole(owned) if pieces is None else b""
                        if pieces is None:
                            have = table.version
                            yield News("table", have, whole)
                            continue
                except (NoTable, UnknownKeyError):
                    yield News("gone", have)
                    return
                except OwnedElsewhereError:
                    return
                for piece in pieces:
                    have = piece.version
                    yield News("change", have, piece.data)
                if not pieces:
                    try:
                        async with asyncio.timeout(PULSE_S):
                            await woken.wait()
                    except TimeoutError:
                        yield News("pulse", have)
        finally:
            owned.feeds.detach(feed, woken)

    def is_over(self, table_id: str, version: int) -> bool:
        """Whether nothing comes after this version but words."""
        table = self.authority.entry(table_id).table
        return table is not None and table.version == version and table.status == "over"

    async def _identify(self, asker: Asker) -> Identity:
        """Who follows, looked up in a thread if need be."""
        known = self.identities.known(asker)
        return await run_in_threadpool(self.identities.look_up, asker) if known is None else known
