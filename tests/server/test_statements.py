"""What a request costs the database: a table is read once, and a decision is one transaction."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, event

from kerys.server.authority import Authority
from kerys.server.bus import Bus
from kerys.server.settings import Settings
from kerys.server.store import Database, Person
from tests.server.live import Live
from tests.server.tools import actors_of, decide, table_for, view_of

PART = {"HX-Request": "true"}


@dataclass
class Cost:
    """The transactions and statements of a request, those that begin a transaction included."""

    transactions: int = 0
    statements: list[str] = field(default_factory=list)

    def check(self, transactions: int, statements: int) -> None:
        """Refuse more than was promised."""
        told = "\n".join(self.statements)
        assert self.transactions <= transactions, told
        assert len(self.statements) <= statements, told


@contextmanager
def counted(engine: Engine) -> Iterator[Cost]:
    """Count what reaches the database meanwhile."""
    cost = Cost()

    def begin(_connection: Any) -> None:
        cost.transactions += 1

    def execute(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        cost.statements.append(statement)

    event.listen(engine, "begin", begin)
    event.listen(engine, "before_cursor_execute", execute)
    try:
        yield cost
    finally:
        event.remove(engine, "begin", begin)
        event.remove(engine, "before_cursor_execute", execute)


@dataclass
class Seated:
    """Somebody whose turn it is, with a browser and a key for programs."""

    person: Person
    client: httpx.Client
    key: dict[str, str]


class Table:
    """A running table of two on a site without background work."""

    def __init__(self, live: Live) -> None:
        self.site = live.site
        self.players = [self._player(live, name) for name in ("Ann", "Bob")]
        self.id = table_for(self.site, [one.person for one in self.players])
        self.path = f"/t/{self.id}"
        for one in self.players:  # as everyone does before deciding
            assert one.client.get(self.path).status_code == 200

    def _player(self, live: Live, name: str) -> Seated:
        person, cookie = self.site.people.welcome(name)
        client = live.visitor().client
        client.cookies.set("kerys", cookie)
        key = self.site.people.make_token(person, "robot")
        return Seated(person, client, {"Authorization": f"Bearer {key}"})

    @property
    def asked(self) -> Seated:
        """Whoever is to decide."""
        return self.players[actors_of(self.site.authority, self.id)[0]]

    def decision(self) -> dict[str, str]:
        """A legal decision, as the form on the page sends it."""
        seat = actors_of(self.site.authority, self.id)[0]
        view = view_of(self.site.authority, self.id, seat)
        return {"move": view.legal[0].text, "revision": str(view.revision)}

    def cost(self, request: Callable[[], httpx.Response], status: int = 200) -> Cost:
        """What one request costs."""
        with counted(self.site.database.engine) as cost:
            answer = request()
        assert answer.status_code == status, answer.text
        return cost


@pytest.fixture
def table(url: str) -> Iterator[Table]:
    with Live(Settings(database=url, thinkers=1)) as live:
        live.site.bot_workers.stop()
        live.site.notices.stop()
        yield Table(live)


@pytest.mark.parametrize("headers", [{}, PART])
def test_a_page_reads_its_table_once(table: Table, headers: dict[str, str]) -> None:
    client = table.asked.client
    table.cost(lambda: client.get(table.path, headers=headers)).check(1, 4)


def test_a_pick_reads_its_table_once(table: Table) -> None:
    client, pick = table.asked.client, table.decision()["move"]
    address = httpx.URL(table.path, params={"pick": pick})
    table.cost(lambda: client.get(address, headers=PART)).check(1, 4)


def test_a_stranger_costs_no_more_than_a_player(table: Table) -> None:
    with httpx.Client(base_url=table.asked.client.base_url, trust_env=False) as stranger:
        table.cost(lambda: stranger.get(table.path), 404).check(2, 4)


@pytest.mark.parametrize(("headers", "status"), [({}, 303), (PART, 200)])
def test_a_confirmed_move_is_one_transaction(
    table: Table, headers: dict[str, str], status: int
) -> None:
    client, form = table.asked.client, table.decision()
    address = f"{table.path}/move"
    table.cost(lambda: client.post(address, data=form, headers=headers), status).check(1, 8)


def test_taking_back_is_one_transaction(table: Table) -> None:
    one, form = table.asked, table.decision()
    assert one.client.post(f"{table.path}/move", data=form).status_code == 303
    back = {"revision": "1"}
    post = lambda: one.client.post(f"{table.path}/undo", data=back, headers=PART)  # noqa: E731
    table.cost(post).check(1, 8)


def test_a_refused_move_costs_one_more_look(table: Table) -> None:
    client, stale = table.asked.client, {"move": "pass", "revision": "77"}
    address = f"{table.path}/move"
    table.cost(lambda: client.post(address, data=stale, headers=PART), 409).check(2, 9)


def test_a_message_is_one_transaction(table: Table) -> None:
    client, address = table.asked.client, f"{table.path}/say"
    post = lambda: client.post(address, data={"text": "Hello"}, headers=PART)  # noqa: E731
    table.cost(post).check(1, 9)


def test_a_program_looks_and_moves_as_cheaply(table: Table) -> None:
    one, form = table.asked, table.decision()
    address = f"/api/tables/{table.id}"
    table.cost(lambda: one.client.get(address, headers=one.key)).check(1, 4)
    move = {"move": form["move"], "revision": int(form["revision"])}
    post = lambda: one.client.post(f"{address}/moves", json=move, headers=one.key)  # noqa: E731
    table.cost(post).check(2, 8)


def test_what_other_processes_decided_costs_one_more_statement(table: Table, url: str) -> None:
    database = Database(url)
    decide(Authority(database, Bus()), table.id, random.Random(1))
    database.close()
    client = table.players[0].client
    table.cost(lambda: client.get(table.path)).check(1, 5)
    table.cost(lambda: client.get(table.path)).check(1, 4)
