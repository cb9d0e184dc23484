"""Programs that play: with requests, an event stream, or a socket."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kerys.server.authority import Authority
from kerys.server.bus import Bus
from kerys.server.store import Database
from tests.server.live import Live
from tests.server.tools import actors_of, states_of
from tests.server.visitor import TIMEOUT_S


class Event(NamedTuple):
    """An event of a stream."""

    kind: str
    id: int
    data: dict[str, Any]


class Program:
    """A program with an API key."""

    def __init__(self, live: Live, name: str = "Robot") -> None:
        self.live = live
        self.person, _cookie = live.site.people.welcome(name)
        self.token = live.site.people.make_token(self.person, "robot")
        self.client = live.visitor(Authorization=f"Bearer {self.token}").client

    def get(self, path: str) -> httpx.Response:
        return self.client.get(f"/api{path}")

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.client.post(f"/api{path}", json=body)

    def make(self, *seats: str, **more: Any) -> dict[str, Any]:
        """A new table of Mykerinos."""
        answer = self.post("/tables", game="mykerinos", seats=list(seats), **more)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    @contextmanager
    def events(self, table_id: str, query: str = "", **headers: str) -> Iterator[Iterator[Event]]:
        """The events of the stream, until it ends."""
        path = f"/api/tables/{table_id}/stream{query}"
        with self.client.stream("GET", path, timeout=TIMEOUT_S, headers=headers) as answer:
            assert answer.status_code == 200, answer.read()
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert answer.headers["x-accel-buffering"] == "no"
            assert answer.headers["cache-control"] == "no-store"
            packed = answer.request.headers["accept-encoding"] != "identity"
            assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
            yield events(answer.iter_lines())

    @contextmanager
    def socket(self, table_id: str, query: str = "") -> Iterator[Socket]:
        """A socket at a table."""
        with open_socket(self.live, table_id, f"Bearer {self.token}", query) as socket:
            yield socket

    def drop_key(self) -> None:
        """Revoke the key."""
        (token,) = self.live.site.people.tokens(self.person)
        self.live.site.people.drop_token(self.person, token.digest)


def events(lines: Iterator[str]) -> Iterator[Event]:
    """The events in the lines of a stream."""
    fields: dict[str, str] = {}
    for line in lines:
        name, _colon, value = line.partition(": ")
        if line.startswith(":"):
            continue
        if line:
            fields[name] = value
        elif fields:
            yield Event(fields["event"], int(fields["id"]), json.loads(fields["data"]))
            fields = {}


class Socket:
    """A socket at a table, with everything it received."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.told: list[dict[str, Any]] = []
        """Tables and changes, in the order received."""
        self._names = 0

    def receive(self) -> dict[str, Any]:
        """The next message, whatever it is."""
        message = json.loads(self.connection.recv(TIMEOUT_S))
        assert isinstance(message, dict)
        if message["type"] in ("table", "change"):
            self.told.append(message)
        return message

    def news(self) -> dict[str, Any]:
        """The next table or change."""
        before = len(self.told)
        while len(self.told) == before:
            self.receive()
        return self.told[-1]

    def send(self, message: Any) -> None:
        """Send something."""
        self.connection.send(json.dumps(message))

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send something and wait for its answer."""
        self._names += 1
        self.send({"id": self._names, **message})
        while True:
            answer = self.receive()
            if answer["type"] in ("done", "refused") and answer["id"] == self._names:
                return answer

    def move(self, text: str, revision: int) -> dict[str, Any]:
        """Make a move."""
        return self.ask(type="move", move=text, revision=revision)

    @property
    def now(self) -> dict[str, Any]:
        """The latest table or change."""
        return self.told[-1]


@contextmanager
def open_socket(
    live: Live, table_id: str, authorization: str | None, query: str = ""
) -> Iterator[Socket]:
    """A socket at a table, with or without a key."""
    url = f"{live.url.replace('http', 'ws', 1)}/api/tables/{table_id}/socket{query}"
    headers = {} if authorization is None else {"Authorization": authorization}
    with connect(url, additional_headers=headers, proxy=None, close_timeout=1) as connection:
        yield Socket(connection)


def table_of(*programs: Program, game: str = "mykerinos", private: bool = True) -> str:
    """A running table for programs, in this order."""
    host, *friends = programs
    seats = ["me", *("friend" for _ in friends)]
    made = host.post("/tables", game=game, seats=seats, private=private).json()
    for number, friend in enumerate(friends, 1):
        invitation = made["seats"][number]["invitation"]
        answer = friend.post(f"/tables/{made['id']}/sit", seat=number, invitation=invitation)
        assert answer.status_code == 200, answer.text
    return str(made["id"])


def random_move(seen: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A legal decision in a view, as a request body."""
    return {"move": rng.choice(seen["legal"]), "revision": seen["revision"]}


def asked(live: Live, table_id: str, *programs: Program) -> Program:
    """The program to decide; the programs are in seat order."""
    return programs[actors_of(live.site.authority, table_id)[0]]


def closing(socket: Socket) -> ConnectionClosed:
    """How a socket is closed, after any remaining messages."""
    try:
        while True:
            socket.receive()
    except ConnectionClosed as closed:
        return closed


def code_of(closed: ConnectionClosed) -> int | None:
    """The code with which the server closed a socket."""
    return None if closed.rcvd is None else closed.rcvd.code


def agree(live: Live, table_id: str) -> bool:
    """Whether memory and disk agree about a game."""
    database = Database(live.site.database.url)
    try:
        fresh = Authority(database, Bus())
        return states_of(fresh, table_id) == states_of(live.site.authority, table_id)
    finally:
        database.close()
