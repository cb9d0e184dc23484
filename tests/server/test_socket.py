"""The API over a WebSocket: what a seat sees comes out, decisions go in."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from kerys.server import api_socket
from kerys.server.api_socket import MOST_SENT
from kerys.server.authority import Authority
from kerys.server.bus import Bus
from kerys.server.feeds import MOST_KEPT, Feed
from kerys.server.journal import Entry, Journal
from kerys.server.middleware import MOST_BODY
from kerys.server.settings import Settings
from kerys.server.store import Database, Message, Token
from kerys.server.table_errors import NewerRules
from tests.server.live import DEADLINE_S, Live, wait_for
from tests.server.programs import Program, Socket, open_socket, random_move, table_of
from tests.server.tools import (
    actors_of,
    change_row,
    decide,
    log_of,
    moves_of,
    play,
    row_of,
    states_of,
    view_of,
)


@pytest.fixture
def ann(live: Live) -> Program:
    return Program(live, "Ann")


@pytest.fixture
def bob(live: Live) -> Program:
    return Program(live, "Bob")


@pytest.fixture
def either(url: str) -> Iterator[Live]:
    """A site of this test's own, on either kind of database."""
    with Live(Settings(database=url, thinkers=1)) as live:
        yield live


def asked(live: Live, table_id: str, *programs: Program) -> Program:
    """Whoever is to decide; the programs in the order of their seats."""
    return programs[actors_of(live.site.authority, table_id)[0]]


def closing(socket: Socket) -> ConnectionClosed:
    """How a socket is closed, after what still comes."""
    try:
        while True:
            socket.receive()
    except ConnectionClosed as closed:
        return closed


def code_of(closed: ConnectionClosed) -> int | None:
    """Why the server closed a socket."""
    return None if closed.rcvd is None else closed.rcvd.code


def agree(live: Live, table_id: str) -> bool:
    """Whether memory and disk say the same about a game."""
    database = Database(live.site.database.url)
    try:
        fresh = Authority(database, Bus())
        return states_of(fresh, table_id) == states_of(live.site.authority, table_id)
    finally:
        database.close()


# --- Playing --------------------------------------------------------------------------------------


def test_four_programs_play_a_whole_game(either: Live) -> None:
    programs = [Program(either, name) for name in ("Ann", "Bob", "Cid", "Dan")]
    table_id = table_of(*programs, game="ys")
    rng, answers = random.Random(1), 0
    with ExitStack() as held:
        sockets = [held.enter_context(one.socket(table_id)) for one in programs]
        for seat, socket in enumerate(sockets):
            whole = socket.news()
            assert (whole["type"], whole["seat"]) == ("table", seat)
            assert {"id", "game", "options", "seats", "commitment", "heading"} <= set(whole)
        while sockets[0].now["status"] != "over":
            mover = next(one for one in sockets if one.now["my_turn"])
            answer = mover.move(**_text(random_move(mover.now, rng)))
            assert answer["type"] == "done", answer
            answers += 1
            for socket in sockets:
                while socket.now["state"] < answer["state"]:
                    socket.receive()
        for seat, socket in enumerate(sockets):
            seen = programs[seat].get(f"/tables/{table_id}").json()
            assert {name: seen[name] for name in socket.now if name in seen} == {
                name: value for name, value in socket.now.items() if name in seen
            }
            assert min(socket.now["ranks"]) == 1
    log = log_of(either.site.database, table_id)
    assert {event.seat for event in log} == {0, 1, 2, 3}
    assert len(log) >= answers > 20
    for socket in sockets:
        first, *changes = socket.told
        versions = [one["version"] for one in socket.told]
        assert versions == list(range(first["version"], versions[-1] + 1)), "every change, once"
        assert {one["type"] for one in changes} == {"change"}
        assert [move["seat"] for one in changes for move in one["moves"]] == [
            event.seat for event in log
        ]
    assert agree(either, table_id)


def _text(move: dict[str, Any]) -> dict[str, Any]:
    """A decision, as `Socket.move` takes it."""
    return {"text": move["move"], "revision": move["revision"]}


def test_several_sockets_of_one_seat_are_told_the_same(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_of(ann, bob)
    with ann.socket(table_id) as one, ann.socket(table_id) as other, bob.socket(table_id) as third:
        for socket in (one, other, third):
            socket.news()
        mover = third if third.now["my_turn"] else one
        mover.move("pass", mover.now["revision"])
        seen = [socket.told[1] if socket.told[1:] else socket.news() for socket in (one, other)]
    assert seen[0] == seen[1]


def test_a_program_takes_back_and_talks(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_of(ann, bob)
    one = asked(live, table_id, ann, bob)
    with one.socket(table_id) as socket:
        before = socket.news()
        assert socket.ask(type="undo", revision=before["revision"])["status"] == 409
        assert socket.move("pass", before["revision"])["state"] == 1
        wait = socket.now if socket.now["version"] > before["version"] else socket.news()
        assert wait["moves"] == [{"seat": before["seat"], "move": "pass"}]
        stale = socket.ask(type="undo", revision=before["revision"])
        assert stale["status"] == 409
        answer = socket.ask(type="undo", revision=wait["revision"])
        assert (answer["type"], answer["state"]) == ("done", 2)
        while socket.now["version"] < before["version"] + 2:
            socket.receive()
        assert socket.now["legal"] == before["legal"]
        assert socket.now["moves"] == [{"seat": before["seat"], "undo": True}]
        assert socket.ask(type="say", text=" Good \n luck ") == {
            "type": "done",
            "id": socket._names,
            "state": 2,
        }
        assert socket.ask(type="say", text="  ")["status"] == 422
    with live.site.database.reading() as session:
        said = session.query(Message).where(Message.table_id == table_id).one()
    assert (said.name, said.text) == (one.person.name, "Good luck")
    assert [event.kind for event in log_of(live.site.database, table_id)] == ["move", "undo"]


def test_a_table_is_followed_before_the_game_begins(live: Live, ann: Program) -> None:
    table = ann.make("me", "friend")
    with ann.socket(table["id"], "?features=true&since=-1") as socket:
        assert socket.news()["status"] == "open"
        assert "has not begun" in socket.move("pass", 0)["error"]


def test_features_are_pushed_to_who_wants_them(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_of(ann, bob)
    with ann.socket(table_id, "?features=true") as wide, ann.socket(table_id) as plain:
        for _ in range(2):
            one, other = wide.news(), plain.news()
            assert one == other | {"features": one["features"], "codes": one["codes"]}
            assert len(one["codes"]) == len(one["legal"])
            decide(live.site.authority, table_id, random.Random(1))


# --- What is refused ------------------------------------------------------------------------------

MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    '"move"',
    "{}",
    '{"type": "fly"}',
    '{"type": "move", "move": 3, "revision": 0}',
    '{"type": "move", "move": "pass", "revision": "0"}',
    '{"type": "move", "move": "pass", "revision": 0, "seat": 1}',
    '{"type": "move", "move": "pass", "revision": 1e400}',
    '{"type": "move", "id": {}, "move": "pass", "revision": 0}',
    '{"type": "move", "move": "\\ud800", "revision": 0}',
    json.dumps({"type": "say", "text": "x" * MOST_SENT}),
    "[" * MOST_SENT,
]


def test_what_cannot_be_read_is_refused_and_the_socket_goes_on(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_of(ann, bob)
    with asked(live, table_id, ann, bob).socket(table_id) as socket:
        before = socket.news()
        for text in MALFORMED:
            socket.connection.send(text)
            answer = socket.receive()
            assert (answer["type"], answer["id"], answer["status"]) == ("refused", None, 422), text
            assert answer["error"]
        assert log_of(live.site.database, table_id) == []
        assert socket.move("pass", before["revision"])["type"] == "done"


def test_what_cannot_be_decided_is_refused_with_the_reason(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_of(ann, bob)
    first = asked(live, table_id, ann, bob)
    second = bob if first is ann else ann
    with first.socket(table_id) as socket, second.socket(table_id) as waiting:
        revision = socket.news()["revision"]
        cases = [
            (socket, "pass", revision + 5, 409, "moved on since"),
            (socket, "pass", -1, 409, "moved on since"),
            (socket, "fly", revision, 422, "fly"),
            (socket, "", revision, 422, ""),
            (waiting, "pass", revision, 422, ""),
        ]
        for who, move, number, status, word in cases:
            answer = who.ask(type="move", move=move, revision=number)
            assert (answer["type"], answer["status"]) == ("refused", status)
            assert word in answer["error"]
        named = socket.ask(type="move", move="fly", revision=revision)
        assert named["id"] == socket._names
        socket.send({"type": "move", "id": "a name", "move": "fly", "revision": revision})
        assert socket.receive()["id"] == "a name"
    assert log_of(live.site.database, table_id) == []


def test_who_watches_a_public_table_is_told_of_it_and_does_not_play(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_of(ann, bob, private=False)
    with Program(live, "Eve").socket(table_id) as socket:
        whole = socket.news()
        assert (whole["seat"], whole["legal"], whole["my_turn"]) == (-1, [], False)
        answer = socket.move("pass", whole["revision"])
        assert (answer["status"], "You are watching" in answer["error"]) == (403, True)
        assert socket.ask(type="undo", revision=whole["revision"])["status"] == 403
        assert socket.ask(type="say", text="boo")["status"] == 422
        decide(live.site.authority, table_id, random.Random(1))
        assert socket.news()["type"] == "change"


def test_bytes_end_a_socket_with_a_word(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_of(ann, bob)
    with ann.socket(table_id) as socket:
        socket.news()
        socket.connection.send(b'{"type": "move", "move": "pass", "revision": 0}')
        closed = closing(socket)
    assert code_of(closed) == 1003
    assert closed.rcvd is not None
    assert closed.rcvd.reason
    assert log_of(live.site.database, table_id) == []


def test_a_message_without_end_ends_a_socket(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_of(ann, bob)
    with ann.socket(table_id) as socket:
        socket.news()
        socket.connection.send("x" * (MOST_BODY + 1))
        assert code_of(closing(socket)) == 1009
    decide(live.site.authority, table_id, random.Random(1))


# --- Who may be there -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", [None, "", "Bearer", "Bearer ", "Bearer wrong", "Basic YTpi"])
def test_without_a_key_there_is_nothing(live: Live, ann: Program, key: str | None) -> None:
    for table_id in ("nowhere", ann.make("me", "friend")["id"]):
        with open_socket(live, table_id, key) as socket:
            closed = closing(socket)
        assert code_of(closed) == 4401
        assert socket.told == []


def test_a_private_table_looks_to_others_like_none_at_all(
    live: Live, ann: Program, bob: Program
) -> None:
    eve = Program(live, "Eve")
    endings = []
    for table_id in (table_of(ann, bob), "nowherexyz", "%00"):
        with eve.socket(table_id) as socket:
            closed = closing(socket)
        assert socket.told == []
        assert closed.rcvd is not None
        endings.append((closed.rcvd.code, closed.rcvd.reason))
    assert endings == [(4404, "There is no such table.")] * 3


def test_a_key_that_is_dropped_ends_its_sockets_at_once(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_of(ann, bob, private=False)
    with bob.socket(table_id) as socket, ann.socket(table_id) as other:
        socket.news()
        other.news()
        bob.drop_key()
        assert code_of(closing(socket)) == 4401
        assert socket.told[1:] == []
        decide(live.site.authority, table_id, random.Random(1))
        assert other.news()["type"] == "change"
    with bob.socket(table_id) as socket:
        assert code_of(closing(socket)) == 4401


def test_a_decision_with_a_key_that_was_just_dropped_is_refused_as_a_request_is(
    live: Live, ann: Program, bob: Program
) -> None:
    """The news of it is still on its way, so the socket is open."""
    table_id = table_of(ann, bob)
    one = asked(live, table_id, ann, bob)
    with one.socket(table_id) as socket:
        revision = socket.news()["revision"]
        with live.site.database.writing() as session:
            session.query(Token).where(Token.person_id == one.person.id).delete()
        live.site.people.identities.forget_all()
        answers = [socket.move("pass", revision), socket.ask(type="say", text="Hello")]
        posted = one.post(f"/tables/{table_id}/moves", move="pass", revision=revision)
    assert [answer["status"] for answer in answers] == [posted.status_code] * 2 == [401, 401]
    assert log_of(live.site.database, table_id) == []


def test_a_table_that_goes_ends_its_sockets(live: Live, ann: Program, bob: Program) -> None:
    table = ann.make("me", "friend", "friend")
    bob.post(f"/tables/{table['id']}/sit", seat=1, invitation=table["seats"][1]["invitation"])
    with ann.socket(table["id"]) as mine, bob.socket(table["id"]) as his:
        mine.news()
        his.news()
        live.site.tables.stand_up(ann.person, table["id"])
        assert [code_of(closing(one)) for one in (mine, his)] == [4404, 4404]


def test_a_guest_who_leaves_a_private_table_hears_no_more_of_it(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_of(ann, bob)
    with bob.socket(table_id) as socket:
        socket.news()
        live.site.tables.give_up(bob.person, table_id)
        assert code_of(closing(socket)) == 4404
        assert socket.told[1:] == []


def test_a_table_that_cannot_be_shown_says_why(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_of(ann, bob)
    change_row(live.site.authority, table_id, rules_revision=99)
    with ann.socket(table_id) as socket:
        closed = closing(socket)
    assert closed.rcvd is not None
    assert closed.rcvd.code == 4409
    assert str(NewerRules("Mykerinos", 99, 1)).startswith(closed.rcvd.reason)
    change_row(live.site.authority, table_id, rules_revision=1)


def test_sockets_are_told_when_the_site_stops(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Live(Settings(database=sqlite, thinkers=1)) as live:
        ann, bob = Program(live, "Ann"), Program(live, "Bob")
        table_id = table_of(ann, bob)
        with ann.socket(table_id) as socket:
            socket.news()
            live.server.should_exit = True
            assert code_of(closing(socket)) == 1012
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []


# --- Coming back, and reading slowly --------------------------------------------------------------


def test_who_comes_back_gets_exactly_what_they_missed(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_of(ann, bob)
    with ann.socket(table_id) as socket:
        had = socket.news()["version"]
    for _ in range(MOST_KEPT - 1):
        decide(live.site.authority, table_id, random.Random(1))
    with ann.socket(table_id, f"?since={had}") as socket:
        missed = [socket.news() for _ in range(MOST_KEPT - 1)]
    assert [one["type"] for one in missed] == ["change"] * (MOST_KEPT - 1)
    assert [one["version"] for one in missed] == list(range(had + 1, had + MOST_KEPT))
    log = log_of(live.site.database, table_id)
    moves = [move for one in missed for move in one["moves"]]
    assert [(one["seat"], one["move"]) for one in moves] == [(one.seat, one.move) for one in log]
    with ann.socket(table_id, f"?since={missed[-1]['version']}") as socket:
        decide(live.site.authority, table_id, random.Random(1))
        assert socket.news()["version"] == had + MOST_KEPT
    with ann.socket(table_id, f"?since={had}") as socket:
        assert socket.news()["type"] == "change", "as many as are kept"
    decide(live.site.authority, table_id, random.Random(1))
    with ann.socket(table_id, f"?since={had}") as socket:
        whole = socket.news()
        assert (whole["type"], whole["version"]) == ("table", had + MOST_KEPT + 1)


def test_a_slow_reader_gets_the_newest_state_and_nothing_waits_for_them(
    live: Live, ann: Program, bob: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody reads for a while: pieces are dropped, and then the whole table comes."""
    table_id = table_of(ann, bob, game="ys")
    reading, stuck = threading.Event(), threading.Event()
    since, longest = Feed.since, []

    def slowly(feed: Feed, have: int) -> Any:
        longest.append(len(feed._pieces))
        return since(feed, have)

    monkeypatch.setattr(Feed, "since", slowly)
    with ann.socket(table_id) as socket:
        first = socket.news()
        # As if the connection took nothing more: the next piece waits until somebody reads.
        owned = live.site.authority.entry(table_id)
        (feed,) = owned.feeds._feeds.values()
        monkeypatch.setattr(api_socket, "_send", held_up(stuck, reading))
        decide(live.site.authority, table_id, random.Random(1))
        assert stuck.wait(DEADLINE_S)
        for _ in range(3 * MOST_KEPT):
            decide(live.site.authority, table_id, random.Random(1))
        assert len(feed._pieces) == MOST_KEPT
        newest = row_of(live.site.database, table_id).version
        reading.set()
        while socket.now["version"] < newest:
            socket.receive()
    assert len(socket.told) <= 3, "the first change, then the table as it is"
    assert socket.told[1]["version"] == first["version"] + 1
    assert (socket.now["type"], socket.now["version"]) == ("table", newest)
    assert max(longest) <= MOST_KEPT


def held_up(stuck: threading.Event, reading: threading.Event) -> Any:
    """Sends only while somebody reads."""
    send = api_socket._send

    async def slowly(websocket: Any, data: bytes) -> None:
        stuck.set()
        while not reading.is_set():
            await asyncio.sleep(0.01)
        await send(websocket, data)

    return slowly


def test_a_reader_who_never_reads_holds_nobody_up(live: Live, ann: Program, bob: Program) -> None:
    """Without a patch: the buffers of the connection fill up, and the game goes on."""
    table_id = table_of(ann, bob)
    with ann.socket(table_id, "?features=true") as lazy, bob.socket(table_id) as eager:
        eager.news()
        while actors_of(live.site.authority, table_id):
            decide(live.site.authority, table_id, random.Random(1))
        newest = row_of(live.site.database, table_id).version
        while eager.now["version"] < newest:
            eager.receive()
        while not lazy.told or lazy.now["version"] < newest:
            lazy.receive()
        assert lazy.now["status"] == "over"
    versions = [one["version"] for one in lazy.told]
    assert versions == sorted(set(versions))


# --- On disk, or not at all -----------------------------------------------------------------------


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
        live.site.authority.drop(table_id)  # so that it is being read when they leave
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
    """A disk that takes nothing."""
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
