"""The API for programs: a key, a stream of what a seat sees, decisions posted."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from kerys.server.store import Message
from tests.server.live import Live
from tests.server.tools import log_of, row_of
from tests.server.visitor import TIMEOUT_S

BOTS = ["me", "beginner"]


class Program:
    """A program with a key."""

    def __init__(self, live: Live, name: str = "Robot") -> None:
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

    def views(self, table_id: str) -> Iterator[dict[str, Any]]:
        """What the stream tells, until it ends."""
        path = f"/api/tables/{table_id}/stream"
        with self.client.stream("GET", path, timeout=TIMEOUT_S) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("application/x-ndjson")
            assert answer.headers["x-accel-buffering"] == "no"
            assert "content-encoding" not in answer.headers
            for line in answer.iter_lines():
                if line:
                    yield json.loads(line)


@pytest.fixture
def robot(live: Live) -> Program:
    return Program(live)


@pytest.mark.parametrize("key", [None, "", "Bearer", "Bearer wrong", "Basic YTpi", "Bearer \xe9"])
def test_without_a_key_there_is_nothing(live: Live, key: str | None) -> None:
    headers = {} if key is None else {b"Authorization": key.encode("latin-1")}
    client = live.visitor().client
    for path in ("/account", "/tables", "/tables/nowhere", "/tables/nowhere/stream"):
        answer = client.get(f"/api{path}", headers=headers)
        assert answer.status_code == 401
        assert "Authorization: Bearer" in answer.json()["error"]
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    for path in ("/tables", "/tables/nowhere/moves", "/tables/nowhere/sit", "/tables/nowhere/say"):
        assert client.post(f"/api{path}", json={}, headers=headers).status_code == 401


def test_a_cookie_is_no_key(live: Live) -> None:
    visitor = live.visitor()
    visitor.make_table(seat0="me", seat1="friend")
    assert visitor.client.get("/api/account").status_code == 401


def test_the_description_is_valid_and_complete(live: Live) -> None:
    found = live.visitor().client.get("/api/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    assert set(found["paths"]) == {
        "/api/account",
        "/api/tables",
        "/api/tables/{table_id}",
        "/api/tables/{table_id}/sit",
        "/api/tables/{table_id}/moves",
        "/api/tables/{table_id}/say",
        "/api/tables/{table_id}/stream",
    }
    schemas = found["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    for reference in references(found):
        assert reference.removeprefix("#/components/schemas/") in schemas
    for path in found["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert {"401", "404", "409", "422"} <= set(operation["responses"])
            assert operation["security"] == [{"HTTPBearer": []}]
    assert list(schemas["Problem"]["properties"]) == ["error"]


def references(value: Any) -> Iterator[str]:
    """All references in a document."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name == "$ref":
                yield one
            else:
                yield from references(one)
    elif isinstance(value, list):
        for one in value:
            yield from references(one)


def test_a_program_plays_a_whole_game_by_stream_and_posts(live: Live, robot: Program) -> None:
    table = robot.make(*BOTS)
    rng = random.Random(1)
    last: dict[str, Any] = {}
    states = []
    for seen in robot.views(table["id"]):
        last = seen
        states.append(seen["state"])
        if seen["status"] != "over" and seen["my_turn"] and seen["legal"]:
            move = rng.choice(seen["legal"])
            answer = robot.post(
                f"/tables/{table['id']}/moves", move=move, revision=seen["revision"]
            )
            assert answer.status_code == 200, answer.text
            assert answer.json()["state"] > seen["state"]
    assert last["status"] == "over"
    assert len(last["ranks"]) == len(last["scores"]) >= 2
    assert min(last["ranks"]) == 1
    assert last["record"]["status"] == "over"
    assert states == sorted(states)
    log = log_of(live.site.database, table["id"])
    assert {event.made_by for event in log if event.seat == 0} == {"person"}
    assert {event.made_by for event in log if event.seat == 1} == {"bot"}
    assert last["commitment"] == row_of(live.site.database, table["id"]).commitment


def test_two_programs_meet_at_a_table_and_talk(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table = ann.make("me", "friend")
    assert table["status"] == "open"
    assert (table["seat"], table["my_turn"]) == (0, False)
    path = f"/tables/{table['id']}"
    assert bob.get(path).status_code == 404
    invitation = table["seats"][1]["invitation"]
    seen = bob.post(f"{path}/sit", seat=1, invitation=invitation)
    assert seen.status_code == 200
    assert seen.json()["seat"] == 1
    assert "invitation" not in seen.text
    assert "invitation" not in ann.get(path).text
    again = ann.post(f"{path}/sit", seat=1, invitation=invitation)
    assert again.status_code == 409
    assert again.json() == {"error": "This seat is taken."}
    assert bob.post(f"{path}/say", text="Good luck").status_code == 204
    with live.site.database.reading() as session:
        said = session.query(Message).where(Message.table_id == table["id"]).one()
    assert (said.name, said.text) == ("Bob", "Good luck")
    assert [one["id"] for one in bob.get("/tables").json()] == [table["id"]]
    assert bob.get("/account").json() == {"name": "Bob", "guest": True}


def test_what_cannot_be_decided_is_refused_with_the_reason(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table = ann.make("me", "friend")
    path = f"/tables/{table['id']}"
    early = ann.post(f"{path}/moves", move="pass", revision=0)
    assert early.status_code == 422
    assert "has not begun" in early.json()["error"]
    bob.post(f"{path}/sit", seat=1, invitation=table["seats"][1]["invitation"])
    first, second = sorted((ann, bob), key=lambda one: not one.get(path).json()["my_turn"])
    seen = first.get(path).json()
    assert seen["my_turn"]
    assert second.get(path).json()["legal"] == []
    waiting = second.post(f"{path}/moves", move="pass", revision=seen["revision"])
    assert waiting.status_code == 422
    unknown = first.post(f"{path}/moves", move="fly", revision=seen["revision"])
    assert unknown.status_code == 422
    assert "fly" in unknown.json()["error"]
    move = seen["legal"][0]
    stale = first.post(f"{path}/moves", move=move, revision=seen["revision"] + 5)
    assert stale.status_code == 409
    assert "moved on since" in stale.json()["error"]
    assert log_of(live.site.database, table["id"]) == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"move": "pass"},
        {"revision": 0},
        {"move": "pass", "revision": "soon"},
        {"move": "pass", "revision": 0, "seat": 1},
        {"move": ["pass"], "revision": 0},
        {"move": "x" * 201, "revision": 0},
    ],
)
def test_bodies_that_do_not_fit_are_refused_and_named(robot: Program, body: dict[str, Any]) -> None:
    table = robot.make("me", "friend")
    answer = robot.post(f"/tables/{table['id']}/moves", **body)
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}
    assert any(name in answer.json()["error"] for name in ("move", "revision", "seat"))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"game": "chess"}, "chess"),
        ({"seats": ["me"]}, "seats"),
        ({"seats": ["me"] * 2}, "one seat"),
        ({"seats": ["friend"] * 5}, "players"),
        ({"seats": ["me", "god"]}, "god"),
        ({"seats": ["me", "oracle"]}, "oracle"),
        ({"seats": ["me", "anyone"]}, "private"),
        ({"options": {"wings": 2}}, "wings"),
        ({"options": {"lots": "/etc/passwd"}}, "lots"),
        ({"options": {"lots": [1, 2]}}, ""),
        ({"options": {"lots": {"a": None}}}, ""),
        ({"clock": "hours"}, "hours"),
        ({"clock": "days", "pace": 10**30}, "30"),
        ({"pace": 5}, ""),
        ({"color": "red"}, "color"),
        ({"game": None}, "game"),
    ],
)
def test_tables_that_cannot_be_are_refused(
    robot: Program, change: dict[str, Any], word: str
) -> None:
    body = {"game": "mykerinos", "seats": ["me", "beginner"], **change}
    answer = robot.post("/tables", **body)
    assert answer.status_code == 422, answer.text
    assert set(answer.json()) == {"error"}
    assert word in answer.json()["error"]


def test_what_is_no_json_is_refused(robot: Program) -> None:
    for content in (b"", b"{", b"[]", b'{"move": "\\ud800", "revision": 0}', b"\xff"):
        answer = robot.client.post("/api/tables", content=content)
        assert answer.status_code == 422
        assert answer.json()["error"]


def test_watchers_of_a_public_table_do_not_play(live: Live, robot: Program) -> None:
    table = robot.make("friend", "friend", private=False)
    eve = Program(live, "Eve")
    assert eve.get(f"/tables/{table['id']}").json()["seat"] == -1
    answer = eve.post(f"/tables/{table['id']}/moves", move="pass", revision=0)
    assert answer.status_code == 403
    assert "You are watching this table" in answer.json()["error"]
    assert eve.post(f"/tables/{table['id']}/say", text="boo").status_code == 422
    assert eve.post(f"/tables/{table['id']}/sit", seat=0).status_code == 409


def test_a_stream_ends_when_its_table_goes_or_its_key_is_dropped(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table = ann.make("me", "friend", "friend")
    path = f"/tables/{table['id']}"
    bob.post(f"{path}/sit", seat=1, invitation=table["seats"][1]["invitation"])
    stream = bob.views(table["id"])
    assert next(stream)["status"] == "open"
    (token,) = live.site.people.tokens(bob.person)
    live.site.people.drop_token(bob.person, token.digest)
    ann.post(f"{path}/say", text="Are you there?")
    assert list(stream) == []
    mine = ann.views(table["id"])
    next(mine)
    live.site.tables.stand_up(ann.person, table["id"])
    assert list(mine) == []
