"""The API over a WebSocket: it sends what a seat sees and receives decisions."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from contextlib import ExitStack
from typing import Any

import pytest

from kerys.server import api_socket
from kerys.server.api_socket import MOST_SENT
from kerys.server.feeds import MOST_KEPT, Feed
from kerys.server.middleware import MOST_BODY
from kerys.server.settings import Settings
from kerys.server.store import Message, Token
from kerys.server.table_errors import NewerRules
from tests.server.live import DEADLINE_S, Live, wait_for
from tests.server.programs import (
    Program,
    agree,
    asked,
    closing,
    code_of,
    open_socket,
    random_move,
    table_of,
)
from tests.server.tools import actors_of, change_row, decide, log_of, row_of

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
    """A decision, as `Socket.move` expects it."""
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


# --- Refusals -------------------------------------------------------------------------------------

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


# --- Access ---------------------------------------------------------------------------------------


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
    """The notification is still on its way, so the socket is open."""
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


# --- Reconnecting, and slow readers ---------------------------------------------------------------


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
    feeds = live.site.authority.entry(table_id).feeds
    wait_for(lambda: not feeds.watched)
    with ann.socket(table_id, f"?since={missed[-1]['version']}") as socket:
        wait_for(lambda: feeds.watched)  # otherwise one more change would go unwatched
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
    """Nobody reads for a while: pieces are dropped, and then the whole table is sent."""
    table_id = table_of(ann, bob, game="ys")
    reading, stuck = threading.Event(), threading.Event()
    since, longest = Feed.since, []

    def slowly(feed: Feed, have: int) -> Any:
        longest.append(len(feed._pieces))
        return since(feed, have)

    monkeypatch.setattr(Feed, "since", slowly)
    with ann.socket(table_id) as socket:
        first = socket.news()
        # As if the connection were full: the next piece waits until someone reads.
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
    """Without a patch: the connection's buffers fill up, and the game goes on."""
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
