"""Following a table: everything new there, as it comes, until it is over or gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from starlette.concurrency import run_in_threadpool

from kerys.server.authority import Authority, NoTable
from kerys.server.feeds import Eyes, News
from kerys.server.identity import Asker, Identities, Identity, UnknownKeyError
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.snapshots import TableSnapshot
from kerys.server.store import Person
from kerys.server.visits import Visit, entered

PULSE_S = 15.0
"""How often a quiet stream shows that it is still there."""
PULSE = News("pulse", -1)
Choose = Callable[[TableSnapshot, Person | None], Eyes]
"""Through which eyes somebody looks at a table."""


class Following:
    """The way of everyone who follows a table."""

    def __init__(self, authority: Authority, identities: Identities) -> None:
        self.authority = authority
        self.identities = identities

    async def enter(self, asker: Asker, table_id: str) -> Visit:
        """Somebody at a table that they may follow; a NoTable for others."""
        identity = await self._identify(asker)
        async with self.authority.held(table_id) as owned:
            return entered(owned.known, identity)

    async def follow(
        self,
        asker: Asker,
        table_id: str,
        choose: Choose,
        have: int = -1,
        through: Eyes | None = None,
    ) -> AsyncIterator[News]:
        """Everything new since a version; ends when the table is gone for whoever follows it.

        `through` are the eyes through which they have seen that version, if it matters: whoever
        looks through others all at once is shown the whole table.

        Each time it looks, it is somebody who may be here, and the newest that is shown: nothing
        waits in line while a reader is slow.
        """
        woken, feed, owned = asyncio.Event(), None, self.authority.entry(table_id)
        try:
            while not self.authority.bus.closed:
                woken.clear()
                try:
                    identity = await self._identify(asker)
                    pieces = None
                    if (
                        feed is not None
                        and owned.table is not None
                        and self.authority.ownership.valid
                    ):
                        table = entered(owned.table, identity).table
                        if choose(table, identity.person) == feed.eyes:
                            pieces = feed.since(have)
                    if pieces is None:
                        have = have if feed is None else -1  # what is known no longer counts
                        owned.feeds.detach(feed, woken)
                        async with self.authority.held(table_id) as owned:
                            table = entered(owned.known, identity).table
                            eyes = choose(table, identity.person)
                            feed = owned.feeds.attach(eyes, woken, owned, table.version)
                            fits = through in (None, eyes) and feed.since(have) is not None
                            whole = None if fits else feed.whole(owned)
                        through = eyes
                        if whole is not None:
                            have = whole.version
                            yield whole
                        continue
                except (NoTable, UnknownKeyError):
                    yield News("gone", have)
                    return
                except OwnedElsewhereError:
                    return
                for piece in pieces:
                    have = piece.version
                    yield piece
                if not pieces:
                    try:
                        async with asyncio.timeout(PULSE_S):
                            await woken.wait()
                    except TimeoutError:
                        yield PULSE
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
