"""Remote seats for tests: a relay whose connections can be cut, and players who wait for news."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, TypeVar

from kerys.terminal.remote import RemoteSitting, join
from tests.server.live import DEADLINE_S, Live, wait_for
from tests.server.programs import Program

Found = TypeVar("Found")


class Relay:
    """An address in front of a site; the site behind it can be replaced."""

    def __init__(self, live: Live) -> None:
        self.to(live)
        self.deaf = False
        """Whether what the site says is lost on the way."""
        self.refuses = False
        self._writers: set[asyncio.StreamWriter] = set()

    def to(self, live: Live) -> None:
        """Lead to another site."""
        self.port = int(live.url.rpartition(":")[2])

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        """Relay until the end of the block; gives the address."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()
            self.cut()

    def cut(self) -> None:
        """Cut all connections."""
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
            both = {writer, far_writer}
            self._writers |= both
            with suppress(OSError):
                await asyncio.gather(
                    self._pass_on(reader, far_writer),
                    self._pass_on(far_reader, writer, from_site=True),
                )
            self._writers -= both
            far_writer.transport.abort()
        writer.transport.abort()

    async def _pass_on(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        from_site: bool = False,
    ) -> None:
        while data := await reader.read(65536):
            if not (from_site and self.deaf):
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


class Player:
    """A remote seat, and what happens there."""

    def __init__(self, sitting: RemoteSitting) -> None:
        self.sitting = sitting
        self.news = asyncio.Event()

    async def until(self, look: Callable[[RemoteSitting], Found]) -> Found:
        """Wait until something can be seen."""
        async with asyncio.timeout(DEADLINE_S):
            while True:
                self.news.clear()
                found = look(self.sitting)
                if found:
                    return found
                await self.news.wait()

    async def reaches(self, ply: int) -> None:
        """Wait until this player sees a ply."""
        await self.until(lambda sitting: sitting.view.ply == ply)

    async def asked(self) -> bool:
        """Wait until it is this player's turn; returns False when the game is over."""
        await self.until(lambda one: one.view.over or is_asked(one))
        return not self.sitting.view.over

    async def play(self, rng: random.Random, most: int = 1000) -> None:
        """Make random decisions, to the end or up to a limit."""
        for _ in range(most):
            if not await self.asked():
                return
            before = self.sitting.view.revision
            await self.sitting.decide(rng.choice(self.sitting.view.legal_texts()))
            assert self.sitting.view.revision > before, "decided, and seen here"


def is_asked(sitting: RemoteSitting) -> bool:
    """Whether it is this seat's turn, and it can answer."""
    return sitting.connected and sitting.view.seat in sitting.view.actors


@asynccontextmanager
async def seated(url: str, **who: str) -> AsyncIterator[Player]:
    """A player who joins a table and follows it."""
    player = Player(await join(url, **who))
    running = asyncio.create_task(player.sitting.run(player.news.set))
    try:
        yield player
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@asynccontextmanager
async def both_at(
    live: Live, table_id: str, links: dict[int, str], relay: Relay | None = None
) -> AsyncIterator[tuple[Player, Player]]:
    """Two guests who follow a table, perhaps through a relay; the first is to decide."""
    async with AsyncExitStack() as held:
        url = await held.enter_async_context(relay.listening()) if relay else live.url
        players = [
            await held.enter_async_context(seated(url + links[seat], name=f"Guest {seat}"))
            for seat in (0, 1)
        ]
        for player in players:
            await player.until(lambda sitting: sitting.connected and not sitting.waiting)
        feeds = live.site.authority.entry(table_id).feeds
        await asyncio.to_thread(wait_for, lambda: len(feeds.viewers()) == len(players))
        first, second = sorted(players, key=lambda one: not is_asked(one.sitting))
        yield first, second


def open_table(host: Program, *seats: str, **more: Any) -> tuple[str, dict[int, str]]:
    """A new table: its id, and the paths of the links to its free seats."""
    answer = host.post("/tables", **{"game": "mykerinos", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    links = {
        number: f"/i/{seat['invitation']}"
        for number, seat in enumerate(made["seats"])
        if seat["free"]
    }
    return str(made["id"]), links
