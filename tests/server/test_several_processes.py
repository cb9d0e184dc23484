"""Several processes on one database: every table has one owner, and all requests reach it."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kerys.server.leases import LEASE_S
from kerys.server.store import Database, Process
from tests.server.live import wait_for
from tests.server.postgres import PostgresServer
from tests.server.processes import Visited
from tests.server.test_processes import key_of
from tests.server.tools import log_of, row_of
from tests.server.visitor import TIMEOUT_S


class Program:
    """A program that plays through any process of the site."""

    def __init__(self, server: Visited, name: str) -> None:
        visitor = server.visitor()
        self.key = key_of(visitor, name)
        self.client = visitor.client
        self.client.headers.update(self.key)

    def get(self, server: Visited, path: str) -> httpx.Response:
        return self.client.get(f"{server.url}/api{path}")

    def post(self, server: Visited, path: str, **body: Any) -> httpx.Response:
        return self.client.post(f"{server.url}/api{path}", json=body)

    def decide(self, server: Visited, table_id: str, rng: random.Random) -> httpx.Response:
        """Make any legal move, if it is this program's turn."""
        seen = self.get(server, f"/tables/{table_id}").raise_for_status().json()
        move = rng.choice(seen["legal"])
        return self.post(server, f"/tables/{table_id}/moves", move=move, revision=seen["revision"])


def sit_together(first: Visited, second: Visited) -> tuple[Program, Program, str]:
    """Two programs at one table, each at its own process."""
    ann, bob = Program(first, "Ann"), Program(second, "Bob")
    plan = {"game": "mykerinos", "seats": ["me", "friend"]}
    made = ann.post(first, "/tables", **plan).raise_for_status().json()
    invitation = made["seats"][1]["invitation"]
    seat = {"seat": 1, "invitation": invitation}
    bob.post(second, f"/tables/{made['id']}/sit", **seat).raise_for_status()
    return ann, bob, made["id"]


@contextmanager
def socket(server: Visited, program: Program, table_id: str) -> Iterator[Iterator[dict[str, Any]]]:
    """Everything pushed to a program over a socket."""
    address = f"ws://{server.host}/api/tables/{table_id}/socket"
    with connect(address, additional_headers=program.key, proxy=None) as connection:
        yield (json.loads(connection.recv(TIMEOUT_S)) for _ in range(10**6))


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.database()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """The database itself, to look into it."""
    found = Database(url)
    yield found
    found.close()


@pytest.fixture
def pair(url: str, tmp_path: Path) -> Iterator[tuple[Visited, Visited]]:
    """Two processes on one database."""
    with Visited(tmp_path, "--db", url) as one, Visited(tmp_path, "--db", url) as other:
        yield one, other


def test_players_at_two_processes_sit_at_one_table(
    pair: tuple[Visited, Visited], database: Database
) -> None:
    ann, bob, table_id = sit_together(*pair)
    rng = random.Random(1)
    with (
        socket(pair[0], ann, table_id) as to_ann,
        socket(pair[1], bob, table_id) as to_bob,
        bob.client.stream("GET", f"{pair[1].url}/api/tables/{table_id}/stream") as events,
    ):
        lines = (line for line in events.iter_lines() if line.startswith("data: "))
        first = [next(to_ann), next(to_bob), json.loads(next(lines).removeprefix("data: "))]
        assert [one["seat"] for one in first] == [0, 1, 1]
        for state in range(1, 9):
            asked = first[0]["actors"][0]
            mover, server = ((ann, pair[0]), (bob, pair[1]))[asked]
            assert mover.decide(server, table_id, rng).status_code == 200
            first = [next(to_ann), next(to_bob), json.loads(next(lines).removeprefix("data: "))]
            assert [one["state"] for one in first] == [state] * 3
            assert first[1] == first[2]
    assert len(log_of(database, table_id)) == 8
    with database.reading() as session:
        names = set(session.scalars(select(Process.name)))
    assert len(names) == 2
    assert row_of(database, table_id).owner in names


def test_nobody_can_pretend_to_be_another_process(pair: tuple[Visited, Visited]) -> None:
    ann, _bob, table_id = sit_together(*pair)
    headers = {**ann.key, "X-Kerys-For": "somebody", "X-Kerys-Client": "10.0.0.1"}
    for server in pair:
        path = f"{server.url}/api/tables/{table_id}"
        assert (
            httpx.get(path, headers=headers, trust_env=False, timeout=TIMEOUT_S).status_code == 200
        )


def test_the_tables_of_a_process_that_was_killed_are_taken_over(
    pair: tuple[Visited, Visited], database: Database
) -> None:
    ann, bob, table_id = sit_together(*pair)
    rng = random.Random(2)
    owner, other = pair if is_owner(database, pair[0], table_id) else pair[::-1]
    asked = ann.get(other, f"/tables/{table_id}").json()["actors"][0]
    assert (ann, bob)[asked].decide(other, table_id, rng).status_code == 200
    owner.kill()
    with socket(other, bob, table_id) as to_bob, pytest.raises(ConnectionClosed) as closed:
        next(to_bob)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012, "to be tried again"
    asked = log_asked(ann, other, table_id)
    assert (ann, bob)[asked].decide(other, table_id, rng).status_code == 200
    assert [event.number for event in log_of(database, table_id)] == [1, 2]


def test_an_owner_that_was_stopped_past_its_lease_owns_nothing_when_it_wakes(
    pair: tuple[Visited, Visited], database: Database
) -> None:
    """It neither writes nor shows what it has in memory: it forwards to the new owner."""
    ann, bob, table_id = sit_together(*pair)
    people, rng = (ann, bob), random.Random(3)
    owner, other = pair if is_owner(database, pair[0], table_id) else pair[::-1]
    with socket(owner, ann, table_id) as to_ann:
        assert next(to_ann)["state"] == 0
        before = row_of(database, table_id).owner
        assert owner.pid
        os.kill(owner.pid, signal.SIGSTOP)
        try:
            asked = log_asked(ann, other, table_id)
            assert people[asked].decide(other, table_id, rng).status_code == 200
            assert row_of(database, table_id).owner != before
        finally:
            os.kill(owner.pid, signal.SIGCONT)
        seen = wait_for(lambda: answered(ann.get(owner, f"/tables/{table_id}")))
        assert seen["state"] == 1, "not what it remembers"
        stale = people[asked].post(owner, f"/tables/{table_id}/moves", move="pass", revision=0)
        assert stale.status_code in (409, 422)
        asked = seen["actors"][0]
        assert people[asked].decide(owner, table_id, rng).status_code == 200
        assert row_of(database, table_id).owner != before, "it was handed on"
    assert [event.number for event in log_of(database, table_id)] == [1, 2]


def is_owner(database: Database, server: Visited, table_id: str) -> bool:
    """Whether a table belongs to a process."""
    with database.reading() as session:
        owner = session.get_one(Process, row_of(database, table_id).owner)
    answer = httpx.get(f"{owner.address}/alive", trust_env=False, timeout=TIMEOUT_S)
    assert answer.is_success
    return str(owner.address).rsplit(":", 1)[1] in listening(server.pid)


def listening(pid: int) -> set[str]:
    """The ports that a process listens on, according to Linux."""
    inodes = set()
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = os.readlink(handle)
        except OSError:
            continue
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    fields = [line.split() for line in lines]
    return {str(int(one[1].split(":")[1], 16)) for one in fields if one[9] in inodes}


def log_asked(program: Program, server: Visited, table_id: str) -> int:
    """The seat to move, once a process has taken the table over."""
    give_up = time.monotonic() + 6 * LEASE_S
    while True:
        try:
            answer = program.get(server, f"/tables/{table_id}")
            if answer.status_code == 200:
                return int(answer.json()["actors"][0])
            assert answer.status_code == 503, answer.text
        except httpx.ReadTimeout:
            pass  # it was forwarded to a process that doesn't respond
        assert time.monotonic() < give_up, "nobody takes the table over"
        time.sleep(0.2)


def answered(answer: httpx.Response) -> dict[str, Any]:
    """The response of a process, empty while it doesn't know the owner."""
    assert answer.status_code in (200, 503), answer.text
    found: dict[str, Any] = answer.json() if answer.status_code == 200 else {}
    return found


def test_workers_share_one_address_and_replace_each_other(
    url: str, database: Database, tmp_path: Path
) -> None:
    with Visited(tmp_path, "--db", url, "--workers", "2", "--thinkers", "1") as server:
        rng = random.Random(4)
        tables = [sit_together(server, server) for _ in range(6)]
        for ann, bob, table_id in tables:
            for _ in range(2):
                asked = ann.get(server, f"/tables/{table_id}").json()["actors"][0]
                assert (ann, bob)[asked].decide(server, table_id, rng).status_code == 200
        owners = {row_of(database, table_id).owner for _ann, _bob, table_id in tables}
        assert len(owners) == 2, "the tables are spread"
        owned = {row_of(database, one[2]).owner: one for one in tables}
        (ann, _bob, first), (*_people, second) = owned.values()
        keeps_connections(ann, server, first, second)
        worker = next(iter(children_of(server.pid)))
        os.kill(worker, signal.SIGKILL)
        for ann, bob, table_id in tables:
            wait_for(partial(go_on, ann, bob, server, table_id, rng))
            assert len(log_of(database, table_id)) == 3
        wait_for(lambda: len(children_of(server.pid) - {worker}) == 2)
        assert server.stop(signal.SIGTERM) == 0


def keeps_connections(program: Program, server: Visited, first: str, second: str) -> None:
    """Check that a connection stays with the worker of its first table; others need a new one."""
    with httpx.Client(headers=program.key, trust_env=False, timeout=TIMEOUT_S) as client:
        asked = [first, first, second, second]
        answers = [client.get(f"{server.url}/api/tables/{one}") for one in asked]
    closed = [answer.headers.get("connection") == "close" for answer in answers]
    assert closed == [False, False, True, False]


def go_on(ann: Program, bob: Program, server: Visited, table_id: str, rng: random.Random) -> bool:
    """Make one more decision as soon as the table has an owner again."""
    try:
        seen = ann.get(server, f"/tables/{table_id}")
        if seen.status_code != 200:
            return False
        asked = seen.json()["actors"][0]
        return (ann, bob)[asked].decide(server, table_id, rng).status_code == 200
    except (httpx.TransportError, httpx.HTTPStatusError):
        return False


def children_of(pid: int) -> set[int]:
    """The child processes of a process."""
    tasks = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return {int(one) for one in tasks.split()}
