"""The API for programs: a key, a stream of what a seat sees, and posted decisions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from kerys.server.feeds import MOST_KEPT
from kerys.server.store import Message
from tests.server.live import Live, wait_for
from tests.server.programs import Program, random_move, table_of
from tests.server.tools import decide, log_of, row_of, view_of

BOTS = ["me", "beginner"]


@pytest.fixture
def robot(live: Live) -> Program:
    return Program(live)


@pytest.mark.parametrize("key", [None, "", "Bearer", "Bearer wrong", "Basic YTpi", "Bearer \xe9"])
def test_without_a_key_there_is_nothing(live: Live, key: str | None) -> None:
    headers = {} if key is None else {b"Authorization": key.encode("latin-1")}
    client = live.visitor().client
    at_table = ("", "/stream", "/record", "/review")
    for path in ("/account", "/tables", *(f"/tables/nowhere{one}" for one in at_table)):
        answer = client.get(f"/api{path}", headers=headers)
        assert answer.status_code == 401
        assert "Authorization: Bearer" in answer.json()["error"]
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    for path in ("", *(f"/nowhere/{one}" for one in ("moves", "undo", "sit", "say", "review"))):
        path = f"/tables{path}"
        assert client.post(f"/api{path}", json={}, headers=headers).status_code == 401


def test_a_cookie_is_no_key(live: Live) -> None:
    visitor = live.visitor()
    visitor.make_table(seat0="me", seat1="friend")
    assert visitor.client.get("/api/account").status_code == 401


def test_the_description_is_valid_and_complete(live: Live) -> None:
    found = live.visitor().client.get("/api/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    without_key = {"/api/guests", "/api/invitations/{invitation}"}
    assert set(found["paths"]) == {
        *without_key,
        "/api/account",
        "/api/tables",
        "/api/tables/{table_id}",
        "/api/tables/{table_id}/record",
        "/api/tables/{table_id}/review",
        "/api/tables/{table_id}/rounds/{number}",
        "/api/tables/{table_id}/sit",
        "/api/tables/{table_id}/moves",
        "/api/tables/{table_id}/undo",
        "/api/tables/{table_id}/ask",
        "/api/tables/{table_id}/say",
        "/api/tables/{table_id}/stream",
    }
    schemas = found["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    for reference in references(found):
        assert reference.removeprefix("#/components/schemas/") in schemas
    for path, operations in found["paths"].items():
        for operation in operations.values():
            assert operation["summary"]
            assert ("security" in operation) == (path not in without_key)
            if path not in without_key:
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
    told = []
    with robot.events(table["id"]) as stream:
        for one in stream:
            last = one.data
            told.append(one)
            assert one.id == last["version"]
            assert one.kind == last["type"] == ("change" if told[1:] else "table")
            if last["my_turn"]:
                answer = robot.post(f"/tables/{table['id']}/moves", **random_move(last, rng))
                assert answer.status_code == 200, answer.text
                assert answer.json()["state"] > last["state"]
    assert last["status"] == "over"
    versions, states = [one.id for one in told], [one.data["state"] for one in told]
    assert versions == list(range(versions[0], versions[-1] + 1)), "every change, once"
    assert len(last["ranks"]) == len(last["scores"]) >= 2
    assert min(last["ranks"]) == 1
    record = robot.get(f"/tables/{table['id']}/record").json()
    assert record["status"] == "over"
    assert states == sorted(states)
    log = log_of(live.site.database, table["id"])
    assert {event.made_by for event in log if event.seat == 0} == {"person"}
    assert {event.made_by for event in log if event.seat == 1} == {"bot"}
    made = [move for one in told[1:] for move in one.data["moves"]]
    assert [(one["seat"], one["move"]) for one in made] == [
        (event.seat, event.move) for event in log[told[0].data["state"] :]
    ]
    seen = robot.get(f"/tables/{table['id']}").json()
    assert seen["commitment"] == row_of(live.site.database, table["id"]).commitment
    with robot.events(table["id"]) as stream:
        assert [(one.kind, one.data["status"]) for one in stream] == [("table", "over")]
    with robot.events(table["id"], f"?since={versions[-1]}") as stream:
        assert list(stream) == [], "nothing comes any more"


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
    with bob.events(table["id"]) as stream:
        first = next(stream)
        assert first.data["status"] == "open"
        bob.drop_key()
        assert list(stream) == [("gone", first.id, {})]
    with ann.events(table["id"]) as mine:
        next(mine)
        live.site.tables.stand_up(ann.person, table["id"])
        assert [(one.kind, one.data) for one in mine] == [("gone", {})]


# --- The content of a view ------------------------------------------------------------------------


def test_a_view_holds_what_is_asked_for_and_no_more(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    path = f"/tables/{table_of(ann, bob)}"
    plain, wide = ann.get(path).json(), ann.get(f"{path}?features=true").json()
    assert not {"features", "codes", "record"} & set(plain)
    assert {name: wide[name] for name in plain} == plain
    assert set(wide) - set(plain) == {"features", "codes"}
    view = view_of(live.site.authority, path.removeprefix("/tables/"), 0)
    assert plain["legal"] == [action.text for action in view.legal]
    assert wide["codes"] == [action.code for action in view.legal]
    features = np.zeros(view.rules.observation_size, np.float32)
    view.rules.observe(view.state, 0, features)
    assert np.array_equal(np.array(wide["features"], np.float32), features)
    assert ann.get(f"{path}?features=perhaps").status_code == 422


def test_who_watches_is_shown_no_features(live: Live, robot: Program) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table_id = table_of(ann, bob, private=False)
    seen = robot.get(f"/tables/{table_id}?features=true").json()
    assert (seen["seat"], seen["my_turn"], seen["legal"]) == (-1, False, [])
    assert "features" not in seen
    with robot.events(table_id, "?features=true") as stream:
        assert "features" not in next(stream).data


def test_a_decision_answers_with_the_view_that_a_look_gives(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    path = f"/tables/{table_of(ann, bob)}"
    rng = random.Random(1)
    for query in ("", "?features=true"):
        for one in (ann, bob):
            seen = one.get(path).json()
            if seen["my_turn"]:
                answer = one.post(f"{path}/moves{query}", **random_move(seen, rng))
                assert answer.json() == one.get(f"{path}{query}").json()


def test_the_record_of_a_running_game_is_what_the_seat_may_know(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table = ann.make("me", "friend")
    path = f"/tables/{table['id']}"
    early = ann.get(f"{path}/record")
    assert early.status_code == 409
    assert "has not begun" in early.json()["error"]
    bob.post(f"{path}/sit", seat=1, invitation=table["seats"][1]["invitation"])
    decide(live.site.authority, table["id"], random.Random(1))
    record = ann.get(f"{path}/record").json()
    assert record["status"] != "over"
    assert len(record["decisions"]) == 1
    row = row_of(live.site.database, table["id"])
    assert row.key.hex() not in str(record)


# --- Undo -----------------------------------------------------------------------------------------


def test_a_decision_is_taken_back_by_who_made_it(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    path = f"/tables/{table_of(ann, bob)}"
    first, second = sorted((ann, bob), key=lambda one: not one.get(path).json()["my_turn"])
    before = first.get(path).json()
    nothing = first.post(f"{path}/undo", revision=before["revision"])
    assert nothing.status_code == 409
    assert "nothing to take back" in nothing.json()["error"]
    made = first.post(f"{path}/moves", move="pass", revision=before["revision"]).json()
    for one, revision in ((second, made["revision"]), (first, before["revision"])):
        refused = one.post(f"{path}/undo", revision=revision)
        assert refused.status_code == 409
        assert set(refused.json()) == {"error"}
    with second.events(path.removeprefix("/tables/")) as stream:
        next(stream)
        back = first.post(f"{path}/undo", revision=made["revision"])
        assert back.status_code == 200
        told = next(stream)
    assert back.json()["legal"] == before["legal"]
    assert back.json()["state"] == 2
    assert (told.kind, told.data["moves"]) == ("change", [{"seat": before["seat"], "undo": True}])
    for body in ({}, {"revision": "x"}, {"revision": 1, "seat": 0}):
        assert first.post(f"{path}/undo", **body).status_code == 422


# --- Resuming a stream ----------------------------------------------------------------------------


@pytest.mark.parametrize("by_header", [True, False])
def test_who_comes_back_gets_exactly_what_they_missed(live: Live, by_header: bool) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table_id = table_of(ann, bob)
    rng = random.Random(1)
    with ann.events(table_id) as stream:
        had = next(stream).id
    for _ in range(3):
        decide(live.site.authority, table_id, rng)
    headers = {"Last-Event-ID": str(had)} if by_header else {}
    with ann.events(table_id, "" if by_header else f"?since={had}", **headers) as stream:
        missed = [next(stream) for _ in range(3)]
        decide(live.site.authority, table_id, rng)
        missed.append(next(stream))
    assert [one.kind for one in missed] == ["change"] * 4
    assert [one.id for one in missed] == [had + 1, had + 2, had + 3, had + 4]
    log = log_of(live.site.database, table_id)
    made = [move for one in missed for move in one.data["moves"]]
    assert [(one["seat"], one["move"]) for one in made] == [(one.seat, one.move) for one in log]


def test_who_was_away_for_long_gets_the_whole_table(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table_id = table_of(ann, bob)
    with ann.events(table_id) as stream:
        had = next(stream).id
    for _ in range(MOST_KEPT + 1):
        decide(live.site.authority, table_id, random.Random(1))
    newest = row_of(live.site.database, table_id).version
    for since in (had, -1, newest + 5, 10**30):
        with ann.events(table_id, f"?since={since}") as stream:
            one = next(stream)
            assert (one.kind, one.id, one.data["version"]) == ("table", newest, newest)


def test_who_is_up_to_date_hears_of_the_next_change_only(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table_id = table_of(ann, bob)
    had = ann.get(f"/tables/{table_id}").json()["version"]
    with ann.events(table_id, f"?since={had}") as stream:
        decide(live.site.authority, table_id, random.Random(1))
        one = next(stream)
    assert (one.kind, one.id) == ("change", had + 1)


def test_who_leaves_a_stream_no_longer_watches(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table_id = table_of(ann, bob)
    owned = live.site.authority.entry(table_id)
    with ann.events(table_id) as stream:
        next(stream)
        assert owned.feeds.watched
    wait_for(lambda: not owned.feeds.watched)


def test_a_seat_that_is_given_up_is_shown_with_other_eyes_at_once(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table_id = table_of(ann, bob, private=False)
    with bob.events(table_id) as stream:
        assert next(stream).data["seat"] == 1
        live.site.tables.give_up(bob.person, table_id)
        one = next(stream)
    assert (one.kind, one.data["seat"], one.data["legal"]) == ("table", -1, [])


def test_a_stream_tells_the_same_compressed_or_not(live: Live) -> None:
    ann, bob = Program(live, "Ann"), Program(live, "Bob")
    table_id = table_of(ann, bob)
    rng = random.Random(1)
    with (
        ann.events(table_id) as packed,
        ann.events(table_id, **{"Accept-Encoding": "identity"}) as plain,
    ):
        assert next(packed) == next(plain)
        for _ in range(3):
            decide(live.site.authority, table_id, rng)
            assert next(packed) == next(plain), "event by event, as they come"
