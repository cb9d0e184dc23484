"""What a request costs the database: reading is free, and a decision is one short transaction."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, event

from kerys.server.journal import Entry, Journal
from kerys.server.settings import Settings
from kerys.server.store import Person
from tests.server.live import DEADLINE_S, Live, wait_for
from tests.server.programs import open_socket
from tests.server.push_service import FakeBrowser
from tests.server.tools import actors_of, decide, table_for, view_of
from tests.server.visitor import TIMEOUT_S

PART = {"HX-Request": "true"}


@dataclass
class Cost:
    """The transactions and statements of a request, including those that start a transaction."""

    transactions: int = 0
    statements: list[str] = field(default_factory=list)
    threads: set[int] = field(default_factory=set)
    """The threads that waited for the database."""

    def check(self, transactions: int, statements: int) -> None:
        """Check the exact numbers."""
        told = "\n".join(self.statements)
        assert (self.transactions, len(self.statements)) == (transactions, statements), told


@contextmanager
def counted(engine: Engine) -> Iterator[Cost]:
    """Count what reaches the database."""
    cost = Cost()

    def begin(_connection: Any) -> None:
        if threading.current_thread().name != "lease":  # which renews the lease now and then
            cost.transactions += 1

    def execute(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if threading.current_thread().name != "lease":
            cost.statements.append(statement)
            cost.threads.add(threading.get_ident())

    event.listen(engine, "begin", begin)
    event.listen(engine, "before_cursor_execute", execute)
    try:
        yield cost
    finally:
        event.remove(engine, "begin", begin)
        event.remove(engine, "before_cursor_execute", execute)


@dataclass
class Seated:
    """A player with a browser and an API key."""

    person: Person
    client: httpx.Client
    key: dict[str, str]


class Table:
    """A running two-player table on a site without background tasks."""

    def __init__(self, live: Live, **more: Any) -> None:
        self.live = live
        self.site = live.site
        self.players = [self._player(live, name) for name in ("Ann", "Bob")]
        self.id = table_for(self.site, [one.person for one in self.players], **more)
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
    def writing(self) -> int:
        """The statements of a decision: the table and its event; SQLite needs an explicit BEGIN."""
        return 2 if self.site.database.postgres else 3

    @property
    def asked(self) -> Seated:
        """The player to decide."""
        return self.players[actors_of(self.site.authority, self.id)[0]]

    def decision(self) -> dict[str, str]:
        """A legal decision, as the form on the page sends it."""
        seat = actors_of(self.site.authority, self.id)[0]
        view = view_of(self.site.authority, self.id, seat)
        return {"move": view.legal[0].text, "revision": str(view.revision)}

    def cost(self, request: Callable[[], httpx.Response], status: int = 200) -> Cost:
        """The cost of one request."""
        with counted(self.site.database.engine) as cost:
            answer = request()
        assert answer.status_code == status, answer.text
        return cost


@pytest.fixture
def table(url: str) -> Iterator[Table]:
    with Live(Settings(database=url, thinkers=1)) as live:
        live.site.bot_workers.stop()
        live.site.review_worker.stop()
        live.site.notices.stop()
        live.site.departures.stop()
        yield Table(live)


# --- Reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [{}, PART])
def test_a_page_of_a_table_in_memory_costs_nothing(table: Table, headers: dict[str, str]) -> None:
    client = table.asked.client
    table.cost(lambda: client.get(table.path, headers=headers)).check(0, 0)


def test_a_pick_costs_nothing(table: Table) -> None:
    client, pick = table.asked.client, table.decision()["move"]
    address = httpx.URL(table.path, params={"pick": pick})
    table.cost(lambda: client.get(address, headers=PART)).check(0, 0)


@pytest.mark.parametrize("path", ["", "?features=true", "/record"])
def test_a_view_for_a_program_costs_nothing(table: Table, path: str) -> None:
    one, address = table.asked, f"/api/tables/{table.id}{path}"
    assert one.client.get(address, headers=one.key).status_code == 200  # now the key is cached
    table.cost(lambda: one.client.get(address, headers=one.key)).check(0, 0)


def test_a_stranger_without_a_cookie_costs_nothing(table: Table) -> None:
    with httpx.Client(
        base_url=table.asked.client.base_url, trust_env=False, timeout=TIMEOUT_S
    ) as stranger:
        table.cost(lambda: stranger.get(table.path), 404).check(0, 0)


def test_somebody_new_is_looked_up_once(table: Table) -> None:
    key = {"Authorization": f"Bearer {table.site.people.make_token(table.asked.person, 'new')}"}
    client, address = table.asked.client, f"/api/tables/{table.id}"
    table.cost(lambda: client.get(address, headers=key)).check(1, 2)
    table.cost(lambda: client.get(address, headers=key)).check(0, 0)


def test_a_table_is_read_once(table: Table) -> None:
    client = table.asked.client
    table.site.authority.drop(table.id)
    # The table with its seats, its log, the chat. With leases, also its owner: when the request
    # arrives, and when the table is loaded; each transaction starts with a statement of its own.
    owning = 2 if table.site.database.postgres else 0
    table.cost(lambda: client.get(table.path)).check(1 + owning, 1 + 3 + 2 * owning)
    table.cost(lambda: client.get(table.path)).check(0, 0)


def test_nothing_is_read_in_the_event_loop(table: Table) -> None:
    """A page and a socket that follow a table wait in threads, and block nobody else."""
    one = table.asked
    table.site.authority.drop(table.id)
    with (
        counted(table.site.database.engine) as cost,
        one.client.stream("GET", f"{table.path}/stream") as page,
        open_socket(table.live, table.id, one.key["Authorization"]) as socket,
    ):
        lines = page.iter_lines()
        assert next(lines) == "event: table"
        socket.news()
        answer = one.client.post(f"{table.path}/say", data={"text": "Hello"})
        assert answer.status_code == 303
        assert "event: change" in lines
        table.site.authority.drop(table.id)
        assert "event: table" in lines
        assert socket.ask(type="say", text="Hello again")["type"] == "done"
        assert "event: change" in lines
    assert cost.threads
    assert table.live.thread.ident not in cost.threads


# --- Deciding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("headers", "status"), [({}, 303), (PART, 200)])
def test_a_confirmed_move_is_one_transaction(
    table: Table, headers: dict[str, str], status: int
) -> None:
    client, form = table.asked.client, table.decision()
    address = f"{table.path}/move"
    cost = table.cost(lambda: client.post(address, data=form, headers=headers), status)
    cost.check(1, table.writing)


def test_a_move_costs_no_more_when_browsers_are_to_be_told(table: Table) -> None:
    """Notices are written later, and not by the player who moves."""
    for one in table.players:
        endpoint = f"https://push.example/{one.person.name}"
        cookie = one.client.cookies["kerys"]
        table.site.subscriptions.add(cookie, **FakeBrowser(endpoint).form)
    client, form = table.asked.client, table.decision()
    cost = table.cost(lambda: client.post(f"{table.path}/move", data=form, headers=PART))
    cost.check(1, table.writing)
    say = {"text": "Hello"}
    cost = table.cost(lambda: client.post(f"{table.path}/say", data=say, headers=PART))
    cost.check(1, 7 + (0 if table.site.database.postgres else 1))


def test_taking_back_is_one_transaction(table: Table) -> None:
    one, form = table.asked, table.decision()
    assert one.client.post(f"{table.path}/move", data=form).status_code == 303
    back = {"revision": "1"}
    post = lambda: one.client.post(f"{table.path}/undo", data=back, headers=PART)  # noqa: E731
    table.cost(post).check(1, table.writing)


def test_a_refused_move_costs_nothing(table: Table) -> None:
    client, stale = table.asked.client, {"move": "pass", "revision": "77"}
    address = f"{table.path}/move"
    table.cost(lambda: client.post(address, data=stale, headers=PART), 409).check(0, 0)


def test_a_program_moves_as_cheaply(table: Table) -> None:
    one, form = table.asked, table.decision()
    address = f"/api/tables/{table.id}"
    assert one.client.get(address, headers=one.key).status_code == 200
    move = {"move": form["move"], "revision": int(form["revision"])}
    post = lambda: one.client.post(f"{address}/moves", json=move, headers=one.key)  # noqa: E731
    table.cost(post).check(1, table.writing)


def test_a_socket_moves_as_cheaply_and_pushes_for_nothing(table: Table) -> None:
    one, form = table.asked, table.decision()
    with ExitStack() as held:
        sockets = [
            held.enter_context(open_socket(table.live, table.id, player.key["Authorization"]))
            for player in (one, *table.players, *table.players)
        ]
        for socket in sockets:
            socket.news()
        with counted(table.site.database.engine) as cost:
            answer = sockets[0].move(form["move"], int(form["revision"]))
            assert answer["type"] == "done"
            for socket in sockets:
                while socket.now["type"] != "change":
                    socket.receive()
        cost.check(1, table.writing)


def test_decisions_that_wait_together_share_a_transaction(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One decision is being written while those of five other tables arrive."""
    people = [one.person for one in table.players]
    others = [table_for(table.site, people) for _ in range(5)]
    authority, journal = table.site.authority, table.site.authority.journal
    for table_id in others:
        actors_of(authority, table_id)
    going_on, begun, transaction = threading.Event(), threading.Event(), Journal._transaction

    def wait(self: Journal, entries: list[Entry]) -> set[str]:
        begun.set()
        assert going_on.wait(DEADLINE_S)
        return transaction(self, entries)

    monkeypatch.setattr(Journal, "_transaction", wait)
    threads = [
        threading.Thread(target=decide, args=(authority, table_id, random.Random(1)))
        for table_id in (table.id, *others)
    ]
    with counted(table.site.database.engine) as cost:
        threads[0].start()
        assert begun.wait(DEADLINE_S)
        for thread in threads[1:]:
            thread.start()
        wait_for(lambda: journal._waiting.qsize() == len(others))
        going_on.set()
        for thread in threads:
            thread.join()
    cost.check(2, 2 * table.writing)


def test_a_turn_that_was_missed_costs_one_more_statement(url: str) -> None:
    with Live(Settings(database=url, thinkers=1)) as live:
        live.site.bot_workers.stop()
        live.site.review_worker.stop()
        live.site.notices.stop()
        live.site.departures.stop()
        table = Table(live, clock="days", pace=3)
        seat = actors_of(live.site.authority, table.id)[0]
        with counted(live.site.database.engine) as cost:
            live.site.authority.move(table.id, seat, "pass", None, "clock")
        cost.check(1, table.writing + 1)


# --- Chat -----------------------------------------------------------------------------------------


def test_a_message_is_one_transaction(table: Table) -> None:
    client, address = table.asked.client, f"{table.path}/say"
    post = lambda: client.post(address, data={"text": "Hello"}, headers=PART)  # noqa: E731
    begin = 0 if table.site.database.postgres else 1
    # The table, its seats, the person, their number of messages; the message, the version; and the
    # latest messages, which pages show.
    table.cost(post).check(1, begin + 7)
    table.cost(lambda: client.get(table.path)).check(0, 0)


def test_a_message_of_a_program_is_one_transaction(table: Table) -> None:
    one, address = table.asked, f"/api/tables/{table.id}/say"
    assert one.client.get(f"/api/tables/{table.id}", headers=one.key).status_code == 200
    post = lambda: one.client.post(address, json={"text": "Hello"}, headers=one.key)  # noqa: E731
    begin = 0 if table.site.database.postgres else 1
    table.cost(post, 204).check(1, begin + 7)
