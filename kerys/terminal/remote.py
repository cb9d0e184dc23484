"""Sitting at a table of a site: what the seat sees comes over a WebSocket, decisions go back."""

from __future__ import annotations

import asyncio
import json
import random
from base64 import b64decode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from kerys.kernel.contract import SPECTATOR, Rules
from kerys.kernel.extras import extra
from kerys.locale import _, language, ngettext
from kerys.study.advice import Advice
from kerys.study.asks import asked_words
from kerys.table.errors import GameError
from kerys.table.story import Told
from kerys.table.summary import Summary
from kerys.table.view import View
from kerys.terminal.remote_read import advice_of, other_version, rules_of, summary_of, told_of
from kerys.terminal.remote_site import printable, read_address, site_at, take_seat
from kerys.terminal.sitting import Frame

with extra("serve"):
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, WebSocketException

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 15.0
"""How long to wait before connecting again: longer each time."""
CLOSING_S = 2.0
UNKNOWN_KEY, GONE, IMPOSSIBLE = 4401, 4404, 4409
"""Codes of a socket that is closed for good."""
STALE = 409


class Message(NamedTuple):
    """A chat message."""

    name: str
    text: str


@dataclass(eq=False)
class _Request:
    """A request to the site that isn't finished."""

    wanted: dict[str, Any]
    finished: asyncio.Future[None]
    state: int | None = None
    """Once it is granted: the state that it led to, which has still to come."""
    repeated: bool = False

    def finish(self, problem: GameError | None = None) -> None:
        """Tell whoever waits for it."""
        if self.finished.done():
            return
        if problem is None:
            self.finished.set_result(None)
        else:
            self.finished.set_exception(problem)


async def join(url: str, name: str = "", key: str = "") -> RemoteSitting:
    """Sit down at a table: by the link to a seat, or by the address of the table.

    Without a key you become a guest of the site; `name` is for a new one.
    """
    address = read_address(url)
    async with site_at(address.site) as site:
        seat = await take_seat(site, address, name, key)
    return RemoteSitting(site.url, seat.key, seat.seen)


async def wait_for_game(sitting: RemoteSitting, tell: Callable[[str], None]) -> None:
    """Wait until the game begins; tells what it waits for."""
    news = asyncio.Event()
    running = asyncio.create_task(sitting.run(news.set))
    running.add_done_callback(lambda _task: news.set())
    said = ""
    try:
        while sitting.waiting and not running.done():
            before, said = said, sitting.trouble or sitting.waiting
            if said != before:
                tell(said)
            await news.wait()
            news.clear()
    finally:
        running.cancel()
        await asyncio.wait((running,))
    if not running.cancelled():
        running.result()
    if sitting.waiting:
        raise GameError(sitting.trouble)


class RemoteSitting:
    """A seat at a table of a site.

    Until `waiting` is empty the game hasn't begun, and there is no view.
    """

    def __init__(self, site: str, key: str, seen: dict[str, Any]) -> None:
        self.site = site
        self.waiting = ""
        """What the table waits for before the game begins, in a sentence."""
        self.ended = False
        """Whether nothing more can come; `trouble` says why."""
        self.messages: tuple[Message, ...] = ()
        """The latest chat messages."""
        self._key = key
        self._table = str(seen.get("id", ""))
        self._names: tuple[str, ...] = ()
        self._bots: tuple[str, ...] = ()
        self._view: View | None = None
        self._told: tuple[Told, ...] = ()
        self._frames: tuple[Frame, ...] = ()
        self._may_undo = False
        self.asks = 0
        """How often each player may ask the master."""
        self._asks_left: tuple[int, ...] = ()
        self._trouble = ""
        self._version = self._state = -1
        self._line: ClientConnection | None = None
        self._numbers = count(1)
        self._requests: dict[int, _Request] = {}
        self._take(self._take_table, seen)

    # --- What is seen ----------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What this seat sees now."""
        if self._view is None:
            raise GameError(_("The game has not begun: seats are still free."))
        return self._view

    @property
    def bots(self) -> tuple[str, ...]:
        """For each seat, the level of the bot that plays it, or an empty string."""
        return self._bots

    @property
    def place(self) -> str:
        """The address of the table."""
        return f"{self.site}/t/{self._table}"

    @property
    def farewell(self) -> str:
        """How to come back to the table."""
        return _("Come back with: kerys join {address}").format(address=self.place)

    @property
    def trouble(self) -> str:
        """What is wrong at the moment."""
        return self._trouble

    @property
    def connected(self) -> bool:
        """Whether there is a connection to the site, so that something can be decided."""
        return self._line is not None

    @property
    def may_undo(self) -> bool:
        """Whether the last decision can be taken back."""
        return self._may_undo

    @property
    def seen_until(self) -> int:
        """Only what happens while this seat is connected is shown as a film."""
        return self.view.ply

    @property
    def next_person(self) -> str:
        """Nobody: one person plays here."""
        return ""

    @property
    def asked(self) -> str:
        """Who has asked the master, and what they have left."""
        return " ".join(
            asked_words(name, left, self.asks)
            for name, left in zip(self._names, self._asks_left, strict=True)
            if left < self.asks
        )

    def hand_over(self) -> None:
        """Nobody else comes to this keyboard."""

    async def summary(self, number: int) -> Summary:
        """What a round brought each player, as the site sums it up."""
        async with site_at(self.site) as site:
            path = f"/api/tables/{self._table}/rounds/{number}"
            found = await site.request("GET", path, self._key)
        read: list[Summary] = []
        self._take(lambda plain: read.append(summary_of(plain)), found)
        return read[0]

    async def ask(self) -> Advice:
        """What the master would do, and why."""
        async with site_at(self.site) as site:
            path = f"/api/tables/{self._table}/ask"
            found = await site.request("POST", path, self._key, revision=self.view.revision)
        read: list[Advice] = []
        self._take(lambda plain: read.append(advice_of(plain)), found)
        return read[0]

    def story(self) -> Sequence[Told]:
        """What has happened so far, in words."""
        return self._told

    def frames(self, since: int) -> Sequence[Frame]:
        """The moments since a ply, as far as they happened while this seat was connected."""
        return [frame for frame in self._frames if frame.told.ply >= since]

    # --- What is decided -------------------------------------------------------------------

    async def decide(self, move: str) -> None:
        """Make a move; returns once it is on the disk of the site and seen here."""
        await self._ask(type="move", move=move, revision=self.view.revision)

    async def undo(self) -> None:
        """Take back the last decision."""
        await self._ask(type="undo", revision=self.view.revision)

    async def say(self, text: str) -> None:
        """Send a message to everyone at the table."""
        await self._ask(type="say", text=text)

    async def _ask(self, **wanted: Any) -> None:
        """Send a request, and wait until it is granted; raises a GameError if it is refused."""
        if not self.connected:
            raise GameError(self._trouble or _("There is no connection yet: try again."))
        number = next(self._numbers)
        request = _Request({"id": number, **wanted}, asyncio.get_running_loop().create_future())
        self._requests[number] = request
        try:
            await self._send(request)
            await request.finished
        finally:
            del self._requests[number]

    async def _send(self, request: _Request) -> None:
        """Send a request; if the line is lost, it is sent again over the next one."""
        if self._line is not None:
            try:
                await self._line.send(json.dumps(request.wanted))
            except ConnectionClosed:
                self._line = None

    # --- The line --------------------------------------------------------------------------

    async def run(self, changed: Callable[[], None]) -> None:
        """Follow the table until cancelled, or until nothing more can come."""
        pause, loop = FIRST_PAUSE_S, asyncio.get_running_loop()
        try:
            while not self.ended:
                begun = loop.time()
                try:
                    await self._follow(changed)
                except ConnectionClosed as closed:
                    self._closed(closed)
                except GameError as error:
                    self.ended, self._trouble = True, str(error)
                except (OSError, WebSocketException):  # a timeout is an OSError too
                    self._lost()
                self._line = None
                changed()
                if not self.ended:
                    pause = FIRST_PAUSE_S if loop.time() - begun > pause else pause
                    await asyncio.sleep(random.uniform(pause / 2, pause))
                    pause = min(2 * pause, LONGEST_PAUSE_S)
        finally:
            self._line = None
            for request in self._requests.values():
                request.finish(GameError(self._trouble or _("You have left the table.")))

    async def _follow(self, changed: Callable[[], None]) -> None:
        """Follow the table over one connection, until it is closed."""
        socket = self.site.replace("http", "ws", 1)
        async with connect(
            f"{socket}/api/tables/{self._table}/socket?moments=true&since={self._version}",
            additional_headers={
                "Authorization": f"Bearer {self._key}",
                "Accept-Language": language(),
            },
            close_timeout=CLOSING_S,
        ) as line:
            self._line = line
            self._trouble = self._unseated()
            await self._repeat()
            changed()
            while True:
                self._take(self._hear, await line.recv())
                changed()

    async def _repeat(self) -> None:
        """Send again what may have been lost with the last connection.

        The revision in a move keeps the site from making it twice.
        """
        for request in list(self._requests.values()):
            if request.state is not None:
                continue
            if request.wanted["type"] == "move":
                request.repeated = True
                await self._send(request)
            else:
                request.finish(
                    GameError(_("The connection was lost: look whether it was done, or try again."))
                )

    def _lost(self) -> None:
        """The line is lost, for a while."""
        self._trouble = _("No connection to {site}: trying again.").format(site=self.site)

    def _closed(self, closed: ConnectionClosed) -> None:
        """The site has closed the line, for a while or for good."""
        code = closed.rcvd.code if closed.rcvd else 0
        if code not in (UNKNOWN_KEY, GONE, IMPOSSIBLE):
            self._lost()
            return
        self.ended = True
        if code == UNKNOWN_KEY:
            self._trouble = _("{site} no longer knows your key.").format(site=self.site)
        elif code == GONE:
            self._trouble = _("The table is gone, or you no longer have a seat there.")
        else:
            self._trouble = printable(closed.rcvd.reason if closed.rcvd else "")

    # --- What the site says ----------------------------------------------------------------

    def _take(self, take: Callable[[Any], None], message: Any) -> None:
        """Take a message; a GameError if it comes from another version of Kerys."""
        try:
            take(message)
        except GameError:
            raise
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise other_version(self.site) from error

    def _hear(self, text: str | bytes) -> None:
        """Something new, or the answer to a request."""
        message = json.loads(text)
        kind = message["type"]
        if kind in ("done", "refused"):
            self._take_answer(message)
        elif kind == "table":
            self._take_table(message)
        elif kind == "change":
            self._take_change(message)
        for request in self._requests.values():
            if request.state is not None and request.state <= self._state:
                request.finish()

    def _take_answer(self, message: dict[str, Any]) -> None:
        """A request is granted or refused."""
        request = self._requests.get(message["id"])
        if request is None:
            return
        if message["type"] == "done":
            request.state = int(message["state"])
        elif request.repeated and message["status"] == STALE:
            request.finish()  # the site had made the move before the line was lost
        else:
            request.finish(GameError(printable(message["error"])))

    def _take_table(self, message: dict[str, Any]) -> None:
        """The whole table."""
        rules = rules_of(message, self.site)
        self._bots = tuple(str(seat["bot"]) for seat in message["seats"])
        self.asks = int(message.get("asks", 0))
        self.messages = tuple(
            Message(printable(one["name"]), printable(one["text"])) for one in message["messages"]
        )
        if "record" not in message:
            free = sum(bool(seat["free"]) for seat in message["seats"])
            self.waiting = ngettext(
                "Waiting for {number} more player.", "Waiting for {number} more players.", free
            )
            self._version = int(message["version"])
            return
        before = self._view
        self._names = tuple(printable(name) for name in message["names"])
        self._told = tuple(told_of(one) for one in message["told"])
        self._take_now(message, rules, int(message["seat"]))
        if before is None or before.revision != self.view.revision:
            self._frames = ()
        self.waiting = ""
        self._trouble = self._unseated()

    def _take_change(self, message: dict[str, Any]) -> None:
        """What has changed since the last message."""
        rules, seat = self.view.rules, self.view.seat
        if "told" in message:
            self._told = tuple(told_of(one) for one in message["told"])
            self._frames = ()
        for one in message["moments"]:
            told = told_of(one)
            ply = told.ply + 1
            revision = int(message["revision"]) - int(message["ply"]) + ply
            view = self._read_view(rules, seat, one["record"], ply, revision)
            self._told = (*self._told, told)
            self._frames = (*self._frames, Frame(told, view))
        self._take_now(message, rules, seat)

    def _take_now(self, message: dict[str, Any], rules: Rules, seat: int) -> None:
        """What the seat sees now."""
        ply, revision = int(message["ply"]), int(message["revision"])
        self._view = self._read_view(rules, seat, message["record"], ply, revision)
        self._may_undo = bool(message["may_undo"])
        self._asks_left = tuple(map(int, message.get("asks_left", (0,) * len(self._names))))
        self._version, self._state = int(message["version"]), int(message["state"])

    def _read_view(self, rules: Rules, seat: int, record: str, ply: int, revision: int) -> View:
        """A view from its record."""
        data = b64decode(record, validate=True)
        players = len(self._names)
        if len(data) != rules.state.itemsize or not SPECTATOR <= seat < players:
            raise other_version(self.site)
        state = rules.from_bytes(data)
        if int(state.players) != players:
            raise other_version(self.site)
        return View(rules, state, seat, self._names, ply, revision)

    def _unseated(self) -> str:
        """What to say to somebody who has lost their seat."""
        if self._view is None or self._view.seat != SPECTATOR:
            return ""
        return _("You no longer have a seat at this table.")
