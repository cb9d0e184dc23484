"""Decisions over a WebSocket: on disk before anyone sees them, or not made at all."""

from __future__ import annotations

import random
import threading
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from kerys.server.authority import Authority
from kerys.server.journal import Entry, Journal
from tests.server.live import DEADLINE_S, Live, wait_for
from tests.server.programs import Program, agree, asked, closing, code_of, random_move, table_of
from tests.server.tools import actors_of, decide, log_of, moves_of, play, view_of


def test_a_decision_is_acknowledged_and_shown_once_it_is_on_disk(
    either: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = Program(either, "Ann"), Program(either, "Bob")
    table_id = table_of(ann, bob)
    transaction, writing, going_on = Journal._transaction, threading.Event(), threading.Event()
    order: list[str] = []

    def wait(journal: Journal, entries: list[Entry]) -> set[str]:
        writing.set()
        assert going_on.wait(DEADLINE_S)
        found = transaction(journal, entries)
        order.append("on disk")
        return found

    one = asked(either, table_id, ann, bob)
    other = bob if one is ann else ann
    with one.socket(table_id) as mover, other.socket(table_id) as watcher:
        revision = mover.news()["revision"]
        watcher.news()
        monkeypatch.setattr(Journal, "_transaction", wait)
        mover.send({"type": "move", "id": 7, "move": "pass", "revision": revision})
        assert writing.wait(DEADLINE_S)
        for socket in (mover, watcher):
            with pytest.raises(TimeoutError):
                socket.connection.recv(0.2)
        assert log_of(either.site.database, table_id) == []
        going_on.set()
        messages = [mover.receive(), mover.receive()]
        assert order == ["on disk"]
        assert {one["type"] for one in messages} == {"done", "change"}
        assert len(log_of(either.site.database, table_id)) == 1
        assert watcher.news()["state"] == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_move_of_who_leaves_at_once_is_in_the_log_or_not_and_the_table_goes_on(
    live: Live, ann: Program, bob: Program, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = table_of(ann, bob)
    if seed % 2:
        live.site.authority.drop(table_id)  # so that it is being loaded when they leave
    for _ in range(5):
        seat = actors_of(live.site.authority, table_id)[0]
        view = view_of(live.site.authority, table_id, seat)
        before = moves_of(live.site.authority, table_id)
        with (ann, bob)[seat].socket(table_id) as socket:
            socket.send({"type": "move", "move": view.legal[0].text, "revision": view.revision})
            if seed < 2:
                socket.connection.socket.close()
        wait_for(lambda: not live.server.server_state.tasks)
        assert not live.site.authority.entry(table_id).lock.held
        assert moves_of(live.site.authority, table_id) in (before, before + 1)
        assert agree(live, table_id)
        decide(live.site.authority, table_id, random.Random(seed))
    log = log_of(live.site.database, table_id)
    assert [event.number for event in log] == list(range(1, len(log) + 1))
    owned = live.site.authority.entry(table_id)
    wait_for(lambda: not owned.feeds.watched)


def test_a_move_of_who_leaves_while_it_is_written_stands(
    live: Live, ann: Program, bob: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = table_of(ann, bob)
    transaction, writing, going_on = Journal._transaction, threading.Event(), threading.Event()

    def wait(journal: Journal, entries: list[Entry]) -> set[str]:
        writing.set()
        assert going_on.wait(DEADLINE_S)
        return transaction(journal, entries)

    one = asked(live, table_id, ann, bob)
    owned = live.site.authority.entry(table_id)
    with bob.socket(table_id) as watcher:
        watcher.news()
        monkeypatch.setattr(Journal, "_transaction", wait)
        with one.socket(table_id) as socket:
            revision = socket.news()["revision"]
            socket.send({"type": "move", "move": "pass", "revision": revision})
            assert writing.wait(DEADLINE_S)
        assert owned.lock.held
        going_on.set()
        assert watcher.news()["state"] == 1
    assert moves_of(live.site.authority, table_id) == 1
    assert agree(live, table_id)


def broken(*_arguments: Any) -> set[str]:
    """Simulate a full disk."""
    raise OperationalError("", None, Exception("the disk is full"))


def test_a_decision_that_cannot_be_written_is_refused_and_was_not_made(
    either: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = Program(either, "Ann"), Program(either, "Bob")
    table_id = table_of(ann, bob)
    play(either.site.authority, table_id, random.Random(1), 3)
    one = asked(either, table_id, ann, bob)
    with one.socket(table_id) as socket:
        seen = socket.news()
        move = random_move(seen, random.Random(1))
        with monkeypatch.context() as patched:
            patched.setattr(Journal, "_transaction", broken)
            answer = socket.ask(type="move", **move)
            assert (answer["type"], answer["status"]) == ("refused", 503)
            assert answer["error"] == "The site is busy: try again in a moment."
            posted = one.post(f"/tables/{table_id}/moves", **move)
            assert (posted.status_code, posted.json()["error"]) == (503, answer["error"])
            assert "Retry-After" in posted.headers
        assert agree(either, table_id)
        assert len(log_of(either.site.database, table_id)) == seen["state"]
        assert socket.ask(type="move", **move)["state"] == seen["state"] + 1
    assert agree(either, table_id)


def test_an_error_inside_is_refused_without_a_word_and_the_socket_goes_on(
    live: Live,
    ann: Program,
    bob: Program,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table_id = table_of(ann, bob)

    def fail(*_arguments: Any) -> set[str]:
        raise RuntimeError("something is wrong here")

    with asked(live, table_id, ann, bob).socket(table_id) as socket:
        revision = socket.news()["revision"]
        with monkeypatch.context() as patched:
            patched.setattr(Journal, "_transaction", fail)
            answer = socket.move("pass", revision)
        assert (answer["type"], answer["status"]) == ("refused", 500)
        assert "something is wrong" not in answer["error"]
        assert socket.move("pass", revision)["type"] == "done"
    assert "something is wrong here" in caplog.text
    assert agree(live, table_id)


def test_of_a_batch_only_the_one_that_cannot_be_written_is_refused(
    either: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [(Program(either, f"Ann {one}"), Program(either, f"Bob {one}")) for one in range(4)]
    tables = [table_of(*pair) for pair in pairs]
    transaction, going_on = Journal._transaction, threading.Event()
    batches: list[int] = []

    def wait(journal: Journal, entries: list[Entry]) -> set[str]:
        batches.append(len(entries))
        assert going_on.wait(DEADLINE_S)
        if any(entry.after.id == tables[2] for entry in entries):
            broken()
        return transaction(journal, entries)

    with ExitStack() as held:
        sockets = [
            held.enter_context(asked(either, table_id, *pair).socket(table_id))
            for table_id, pair in zip(tables, pairs, strict=True)
        ]
        revisions = [socket.news()["revision"] for socket in sockets]
        monkeypatch.setattr(Journal, "_transaction", wait)
        journal = either.site.authority.journal
        for number, socket in enumerate(sockets):
            move = {"type": "move", "move": "pass", "revision": revisions[number]}
            socket.send({**move, "id": 1})
            wait_for(lambda: batches and journal._waiting.qsize() == number)  # noqa: B023
        going_on.set()
        answers = []
        for socket in sockets:
            while (answer := socket.receive())["type"] not in ("done", "refused"):
                pass
            answers.append((answer["type"], answer.get("status")))
    assert batches[:2] == [1, 3]
    assert answers == [("done", None), ("done", None), ("refused", 503), ("done", None)]
    assert [moves_of(either.site.authority, one) for one in tables] == [1, 1, 0, 1]
    assert all(agree(either, one) for one in tables)


def test_a_database_that_is_away_when_a_table_is_read_asks_to_come_again(
    live: Live, ann: Program, bob: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = table_of(ann, bob)
    with ann.socket(table_id) as socket:
        socket.news()
        with monkeypatch.context() as patched:
            patched.setattr(Authority, "_load", broken)
            live.site.authority.drop(table_id)
            assert code_of(closing(socket)) == 1012, "in the middle"
            with ann.socket(table_id) as again:
                assert code_of(closing(again)) == 1012, "at the beginning"
    with ann.socket(table_id) as socket:
        assert socket.news()["type"] == "table"


def test_a_view_that_cannot_be_shown_ends_the_socket(
    live: Live, ann: Program, bob: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = table_of(ann, bob)
    with ann.socket(table_id) as socket:
        socket.news()

        def fail(*_arguments: Any) -> bytes:
            raise RuntimeError("something is wrong here")

        with monkeypatch.context() as patched:
            patched.setattr("kerys.server.api_views.ApiEyes.whole", fail)
            live.site.authority.drop(table_id)
            assert code_of(closing(socket)) == 1011
