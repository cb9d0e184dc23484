"""The API for clients that draw and tell a game themselves: its records, moments and story."""

from __future__ import annotations

import random
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.table.game import Game
from kerys.table.story import Told
from tests.server.live import Live
from tests.server.programs import Program, Socket, asked, table_of
from tests.server.tools import actors_of, decide, say, view_of

MOMENTS = "?moments=true"
ADDED = {"rules_revision", "messages", "names", "told", "record", "may_undo"}


def plain(story: Sequence[Told]) -> list[dict[str, Any]]:
    """A story as the API tells it."""
    return [
        {"ply": one.ply, "heading": one.heading, "sentences": list(one.sentences)} for one in story
    ]


def story_of(live: Live, table_id: str, seat: int) -> list[dict[str, Any]]:
    """The story of a table for a seat."""
    return plain(live.site.authority.read(table_id, lambda game, _events: game.story(seat)))


def record_of(live: Live, table_id: str, seat: int) -> str:
    """What a seat sees now."""
    return b64encode(view_of(live.site.authority, table_id, seat).state.tobytes()).decode()


def moments_of(live: Live, table_id: str, seat: int, since: int) -> list[dict[str, Any]]:
    """The moments for a seat since a ply."""

    def look(game: Game, _events: int) -> list[dict[str, Any]]:
        found = game.moments(seat, since)
        records = [b64encode(one.state.tobytes()).decode() for one in found]
        told = plain([one.told for one in found])
        return [{**one, "record": record} for one, record in zip(told, records, strict=True)]

    return live.site.authority.read(table_id, look)


def test_moments_are_added_only_for_who_asks(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_of(ann, bob)
    path = f"/tables/{table_id}"
    short, long = ann.get(path).json(), ann.get(path + MOMENTS).json()
    assert not ADDED & set(short)
    assert set(long) - set(short) == ADDED
    assert {name: long[name] for name in short} == short
    with ann.socket(table_id) as one, ann.socket(table_id, MOMENTS) as other:
        assert other.news() == {"type": "table", **long}
        assert one.news() == {"type": "table", **short}
        decide(live.site.authority, table_id, random.Random(1))
        told, added = one.news(), other.news()
        assert {name: added[name] for name in told} == told
        assert set(added) - set(told) == {"record", "may_undo", "moments"}


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_every_moment_is_told_and_shown_as_the_seat_saw_it(
    live: Live, ann: Program, bob: Program, game: str
) -> None:
    table_id = table_of(ann, bob, game=game)
    rng, story = random.Random(1), []
    with bob.socket(table_id, MOMENTS) as socket:
        first = socket.news()
        assert first["told"] == []
        assert first["names"] == ["Ann", "Bob"]
        assert first["record"] == record_of(live, table_id, 1)
        while actors_of(live.site.authority, table_id):
            before = socket.now["ply"]
            decide(live.site.authority, table_id, rng)
            change = socket.news()
            assert change["type"] == "change"
            assert change["record"] == record_of(live, table_id, 1)
            assert change["moments"] == moments_of(live, table_id, 1, before)
            story += change["moments"]
    told = [{name: one[name] for name in ("ply", "heading", "sentences")} for one in story]
    assert told == story_of(live, table_id, 1) != []
    seen = bob.get(f"/tables/{table_id}{MOMENTS}").json()
    assert seen["told"] == told
    assert seen["record"] == record_of(live, table_id, 1)


def test_a_stream_tells_the_same_as_a_socket(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_of(ann, bob)
    with ann.socket(table_id, MOMENTS) as socket, ann.events(table_id, MOMENTS) as stream:
        assert next(stream).data == socket.news()
        decide(live.site.authority, table_id, random.Random(1))
        assert next(stream).data == socket.news()


def test_what_is_taken_back_is_told_no_more(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_of(ann, bob)
    first = asked(live, table_id, ann, bob)
    second = bob if first is ann else ann
    with first.socket(table_id, MOMENTS) as socket, second.socket(table_id, MOMENTS) as waiting:
        before = socket.news()
        waiting.news()
        assert not before["may_undo"]
        socket.move("pass", before["revision"])
        made = _after(socket, before)
        assert made["may_undo"]
        assert made["moments"]
        assert not waiting.news()["may_undo"]
        socket.ask(type="undo", revision=made["revision"])
        back = _after(socket, made)
        assert (back["told"], back["moments"], back["may_undo"]) == ([], [], False)
        assert back["record"] == before["record"]
        assert waiting.news()["told"] == []


def _after(socket: Socket, before: dict[str, Any]) -> dict[str, Any]:
    """The first news after some other news."""
    while socket.now["version"] <= before["version"]:
        socket.receive()
    return socket.now


def test_messages_come_with_the_table(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_of(ann, bob)
    with ann.socket(table_id, MOMENTS) as socket:
        assert socket.news()["messages"] == []
        say(live.site, bob.person, table_id, "Good luck")
        assert socket.news()["messages"] == [{"name": "Bob", "text": "Good luck"}]


def test_an_open_table_has_no_record_yet(live: Live, ann: Program) -> None:
    table = ann.make("me", "friend")
    seen = ann.get(f"/tables/{table['id']}{MOMENTS}").json()
    assert ADDED & set(seen) == {"rules_revision", "messages"}


def test_who_watches_sees_and_hears_what_watchers_may(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_of(ann, bob, game="ys", private=False)
    eve = Program(live, "Eve")
    with eve.socket(table_id, MOMENTS) as socket:
        assert socket.news()["record"] == record_of(live, table_id, SPECTATOR)
        for _ in range(6):
            decide(live.site.authority, table_id, random.Random(1))
            assert socket.news()["record"] == record_of(live, table_id, SPECTATOR)
            assert not socket.now["may_undo"]
    assert eve.get(f"/tables/{table_id}{MOMENTS}").json()["told"] == story_of(
        live, table_id, SPECTATOR
    )
