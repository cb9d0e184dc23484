"""Secrets of a table: what a seat receives is the same in all worlds that look alike to it."""

from __future__ import annotations

import json
import logging
import random

import httpx
import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.server.authority import Authority
from kerys.server.owned_tables import deal
from kerys.server.store import Event, Message, Table
from kerys.table.game import Game
from tests.server.alike import (
    Guest,
    at_the_start,
    deal_as,
    dealing,
    guest_for,
    put_in,
    seat_down,
    some_mykerinos,
    with_other_lots,
)
from tests.server.live import Live
from tests.server.programs import Socket, open_socket
from tests.server.tools import change_row, changing, guests, play, row_of, table_for
from tests.server.visitor import TIMEOUT_S
from tests.table.tools import state_of
from tests.table.worlds import another_world, twin_games

PATHS = (
    "",
    "?pick=1",
    "/replay?at=1",
    "/replay?at=5",
    "/replay?at=2&eyes=",
    "/replay?eyes=open",
    "/replay?eyes=1",
    "/replay?eyes=2",
    "/replay/film?since=0",
    "/replay/film?since=2&eyes=",
    "/replay/film?since=0&eyes=open",
    "/replay/film?since=1&eyes=1",
    "/replay/explain?at=30&thing=agent 3",
    "/replay/explain?at=30&thing=agent 3&eyes=",
    "/replay/explain?at=30&thing=agent 3&eyes=1",
    "/replay/explain?at=30&thing=agent 3&eyes=open",
    "/record.kerys",
    "/proof",
    *(
        f"/explain?ply={ply}&revision={ply}&thing={thing}"
        for ply in (0, 20, 40)
        for thing in ("2-harbour", "blue-2", "agent 3", "behind 1", "player 1", "c4", "lot 1 left")
    ),
    "/coach?ply=0&revision=0&move=pass",
    "/coach?ply=0&revision=0&move=bid 4%2B4",
)
HEX = 32


def everything(live: Live, guest: Guest, table_id: str) -> list[tuple[str, int, bytes]]:
    """Everything that a guest can request about a table."""
    found = []
    for number, path in enumerate(PATHS):
        headers = {"HX-Request": "true"} if number % 2 else {}
        answer = guest.visitor.client.get(f"/t/{table_id}{path}", headers=headers)
        found.append((path, answer.status_code, answer.content))
    for path in ("", "?features=true", "?moments=true", "/record"):
        url = f"/api/tables/{table_id}{path}"
        answer = guest.visitor.client.get(url, headers=guest.token)
        found.append((url, answer.status_code, answer.content))
    for query in ("", "?features=true", "?moments=true"):
        url = f"/api/tables/{table_id}/stream{query}"
        with guest.visitor.client.stream("GET", url, headers=guest.token) as answer:
            lines = answer.iter_lines()
            told = "\n".join(next(lines) for _ in range(3))
            found.append((url, answer.status_code, told.encode()))
        with open_socket(live, table_id, guest.token["Authorization"], query) as socket:
            found.append(("socket", 101, raw(socket)))
            for message in WRONG:
                socket.send(message)
                found.append((str(message), 101, raw(socket)))
    for layout in ("", "wide", "narrow"):
        path = f"/t/{table_id}/stream?layout={layout}"
        with guest.visitor.client.stream("GET", path) as answer:
            lines = answer.iter_lines()
            told = "\n".join(next(lines) for _ in range(3))
            found.append((path, answer.status_code, told.encode()))
    for body in ({"move": "no such move", "revision": "0"}, {"move": "pass", "revision": "1000"}):
        answer = guest.visitor.client.post(f"/t/{table_id}/move", data=body)
        found.append((str(body), answer.status_code, answer.content))
        url = f"/api/tables/{table_id}/moves"
        answer = guest.visitor.client.post(
            url, json={**body, "revision": int(body["revision"])}, headers=guest.token
        )
        found.append((url, answer.status_code, answer.content))
    answer = guest.visitor.client.post(f"/t/{table_id}/undo", data={"revision": "1000"})
    found.append(("undo", answer.status_code, answer.content))
    url = f"/api/tables/{table_id}/undo"
    answer = guest.visitor.client.post(url, json={"revision": 1000}, headers=guest.token)
    found.append((url, answer.status_code, answer.content))
    return found


WRONG = (
    {"type": "move", "id": 1, "move": "no such move", "revision": 0},
    {"type": "move", "id": 2, "move": "pass", "revision": 1000},
    {"type": "undo", "id": 3, "revision": 1000},
)


def raw(socket: Socket) -> bytes:
    """The next message of a socket as bytes."""
    message = socket.connection.recv(TIMEOUT_S)
    assert isinstance(message, str)
    return message.encode()


def pushed(live: Live, guest: Guest, table_id: str, game: Game) -> list[bytes]:
    """Everything sent to a program while a game is played, by stream and by sockets."""
    with changing(live.site.authority, table_id) as table:
        table.version = 1000
    put_in(live, table_id, at_the_start(game))
    key, stream = guest.token["Authorization"], f"/api/tables/{table_id}/stream"
    with (
        open_socket(live, table_id, key) as plain,
        open_socket(live, table_id, key, "?features=true") as wide,
        open_socket(live, table_id, key, "?moments=true") as long,
        guest.visitor.client.stream("GET", stream, headers=guest.token) as answer,
    ):
        lines = answer.iter_lines()

        def told() -> list[bytes]:
            """The next message on each of them."""
            event = "\n".join(next(lines) for _ in range(4))
            return [raw(plain), raw(wide), raw(long), event.encode()]

        found = told()
        for move in game.moves:
            live.site.authority.move(table_id, move.seat, move.code, None)
            found += told()
    return found


@pytest.mark.parametrize(("seed", "watcher"), [(1, 0), (2, 1)])
def test_hidden_moves_of_others_change_no_byte_that_a_seat_gets(
    quiet: Live, seed: int, watcher: int
) -> None:
    """Two histories of one deal of Ys; in the second, the others hid something else."""
    one, other, differences = twin_games(("ys", 0), seed, watcher, 40)
    assert differences > 0
    table_id, people = seat_down(quiet, "ys", one.players)
    deal_as(quiet, table_id, one)
    got = []
    for world in (one, other):
        put_in(quiet, table_id, world)
        got.append(everything(quiet, people[watcher], table_id))
    assert got[0] == got[1]


@pytest.mark.parametrize(("seed", "watcher"), [(1, 0), (2, 1), (3, SPECTATOR)])
def test_hidden_moves_of_others_change_no_byte_that_is_pushed_to_a_seat(
    quiet: Live, seed: int, watcher: int
) -> None:
    one, other, differences = twin_games(("ys", 0), seed, watcher, 40)
    assert differences > 0
    table_id, people = seat_down(quiet, "ys", one.players)
    deal_as(quiet, table_id, one)
    guest = guest_for(quiet, table_id, people, watcher)
    got = [pushed(quiet, guest, table_id, world) for world in (one, other)]
    assert got[0] == got[1]
    assert len(got[0]) == 4 * (1 + one.ply)
    assert sum(b'"type":"change"' in data for data in got[0]) == 4 * one.ply
    assert sum(b'"moments":[' in data for data in got[0]) == one.ply


@pytest.mark.parametrize("watcher", [0, 1])
def test_lots_still_to_come_change_no_byte_that_a_seat_gets(
    quiet: Live, monkeypatch: pytest.MonkeyPatch, watcher: int
) -> None:
    """All moves of Mykerinos are public: during a game only the lots to come are hidden."""
    game = some_mykerinos(watcher, 40)
    other = with_other_lots(game)
    assert state_of(other).tobytes() != state_of(game).tobytes()
    table_id, people = seat_down(quiet, "mykerinos", game.players)
    deal_as(quiet, table_id, game)
    got = []
    for world in (game, other):
        monkeypatch.setattr("kerys.server.owned_tables.deal", dealing(world))
        put_in(quiet, table_id, world)
        got.append(everything(quiet, people[watcher], table_id))
        assert quiet.site.authority.read(table_id, lambda now, _events: now.ply) == game.ply
    assert got[0] == got[1]
    quiet.site.authority.drop(table_id)


@pytest.mark.parametrize("watcher", [0, 1])
def test_lots_still_to_come_change_no_byte_that_is_pushed_to_a_seat(
    quiet: Live, monkeypatch: pytest.MonkeyPatch, watcher: int
) -> None:
    game = some_mykerinos(watcher, 30)
    other = with_other_lots(game)
    assert state_of(other).tobytes() != state_of(game).tobytes()
    table_id, people = seat_down(quiet, "mykerinos", game.players)
    deal_as(quiet, table_id, game)
    got = []
    for world in (game, other):
        monkeypatch.setattr("kerys.server.owned_tables.deal", dealing(world))
        got.append(pushed(quiet, people[watcher], table_id, world))
    assert got[0] == got[1]
    monkeypatch.undo()
    quiet.site.authority.drop(table_id)


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
@pytest.mark.parametrize("watcher", [0, SPECTATOR])
def test_another_deal_that_looks_alike_changes_no_byte_that_a_seat_gets(
    quiet: Live, monkeypatch: pytest.MonkeyPatch, game: str, watcher: int
) -> None:
    """The start of a game, with a different deal of everything this seat can't see."""
    table_id, people = seat_down(quiet, game, 3)
    guest = guest_for(quiet, table_id, people, watcher)
    quiet.site.authority.drop(table_id)
    first = everything(quiet, guest, table_id)
    true = quiet.site.authority.read(table_id, lambda game, _events: game.before(0).tobytes())

    def dealt_otherwise(table: Table) -> Game:
        game = deal(table)
        world = another_world(game, watcher, 7)
        return Game(game.rules, world, game.names, game.secret)

    monkeypatch.setattr("kerys.server.owned_tables.deal", dealt_otherwise)
    quiet.site.authority.drop(table_id)
    assert everything(quiet, guest, table_id) == first
    other = quiet.site.authority.read(table_id, lambda game, _events: game.before(0).tobytes())
    assert other != true
    quiet.site.authority.drop(table_id)


def parts(secret: bytes) -> set[bytes]:
    """A secret in every form in which it could leak."""
    text = secret.hex()
    return {secret, text.encode(), text.upper().encode(), text[:HEX].encode(), text[-HEX:].encode()}


def test_key_and_salt_come_out_when_the_game_is_over_and_not_before(quiet: Live) -> None:
    table_id, people = seat_down(quiet, "mykerinos", 2)
    row = row_of(quiet.site.database, table_id)
    secrets = parts(row.key) | parts(row.salt)
    rng = random.Random(1)
    for guest in people:
        for path, _status, body in everything(quiet, guest, table_id):
            assert not any(one in body for one in secrets), path
        play(quiet.site.authority, table_id, rng, 4)
    play(quiet.site.authority, table_id, rng)
    for path in ("/proof", "/record.kerys"):
        answer = people[0].visitor.get(f"/t/{table_id}{path}")
        assert row.key.hex() in answer.text
        assert row.salt.hex() in answer.text


def test_no_log_tells_moves_or_keys(quiet: Live, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table_id, people = seat_down(quiet, "ys", 2)
    rng = random.Random(1)
    play(quiet.site.authority, table_id, rng, 12)
    for guest in people:
        everything(quiet, guest, table_id)
    change_row(quiet.site.authority, table_id, rules_revision=99)
    quiet.site.authority.drop(table_id)
    assert people[0].visitor.get(f"/t/{table_id}").status_code == 409
    change_row(quiet.site.authority, table_id, rules_revision=1)
    with quiet.site.database.reading() as session:
        said = [event.move for event in session.query(Event).where(Event.table_id == table_id)]
    row = row_of(quiet.site.database, table_id)
    logged = "\n".join(record.getMessage() + (record.exc_text or "") for record in caplog.records)
    assert logged
    for secret in (row.key.hex(), row.salt.hex(), str(row.key), str(row.salt), *said):
        assert secret not in logged


def test_an_error_inside_tells_nothing_to_anyone(
    quiet: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table_id, people = seat_down(quiet, "mykerinos", 2)
    row = row_of(quiet.site.database, table_id)

    def fail(*_arguments: object) -> None:
        raise RuntimeError("something is wrong here")

    monkeypatch.setattr(Authority, "_load", fail)
    for path in ("", "/record.kerys", "/replay"):
        answer = people[0].visitor.get(f"/t/{table_id}{path}")
        assert answer.status_code == 500
        assert "Something went wrong here" in answer.text
        assert "something is wrong" not in answer.text
        assert "Traceback" not in answer.text
    answer = people[0].visitor.client.get(f"/api/tables/{table_id}", headers=people[0].token)
    assert answer.status_code == 500
    assert set(answer.json()) == {"error"}
    assert "something is wrong here" in caplog.text
    assert row.key.hex() not in caplog.text


# --- Private tables -------------------------------------------------------------------------------

PRIVATE = [
    ("GET", "/t/{}"),
    ("GET", "/t/{}?pick=pass"),
    ("GET", "/t/{}/stream"),
    ("GET", "/t/{}/replay"),
    ("GET", "/t/{}/replay?at=0&eyes=open"),
    ("GET", "/t/{}/replay/film?since=0"),
    ("GET", "/t/{}/replay/explain?at=0&thing=d4"),
    ("GET", "/t/{}/record.kerys"),
    ("GET", "/t/{}/proof"),
    ("GET", "/t/{}/explain?ply=0&revision=0&thing=d4"),
    ("GET", "/t/{}/coach?ply=0&revision=0&move=pass"),
    ("POST", "/t/{}/move"),
    ("POST", "/t/{}/undo"),
    ("POST", "/t/{}/say"),
    ("POST", "/t/{}/sit"),
    ("POST", "/t/{}/leave"),
    ("POST", "/t/{}/give-up"),
    ("POST", "/t/{}/close"),
    ("POST", "/t/{}/bot"),
    ("POST", "/t/{}/free"),
    ("POST", "/t/{}/webhook"),
]
PRIVATE_API = [
    ("GET", "/api/tables/{}", None),
    ("GET", "/api/tables/{}?features=true", None),
    ("GET", "/api/tables/{}?moments=true", None),
    ("GET", "/api/tables/{}/record", None),
    ("GET", "/api/tables/{}/stream", None),
    ("GET", "/api/tables/{}/stream?since=3", None),
    ("POST", "/api/tables/{}/undo", {"revision": 0}),
    ("POST", "/api/tables/{}/moves", {"move": "pass", "revision": 0}),
    ("POST", "/api/tables/{}/sit", {"seat": 1}),
    ("POST", "/api/tables/{}/sit", {"seat": 1, "invitation": "guess"}),
    ("POST", "/api/tables/{}/say", {"text": "hello"}),
]


def plain(answer: httpx.Response, table_id: str) -> tuple[int, str, list[tuple[str, str]]]:
    """A response without the requested id and without the date."""
    headers = [(name, value) for name, value in answer.headers.items() if name != "date"]
    return answer.status_code, answer.text.replace(table_id, "ID"), headers


@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("known", [True, False])
def test_a_private_table_looks_to_others_like_none_at_all(
    quiet: Live, begun: bool, known: bool
) -> None:
    host, friend = guests(quiet.site, "Ann", "Bob")
    table_id = table_for(quiet.site, [host, friend] if begun else [host], bots=["beginner"])
    if not begun:
        with changing(quiet.site.authority, table_id) as table:
            table.seats[1].bot, table.seats[1].name = "", ""
            table.status = "open"
    with quiet.site.database.writing() as session:
        session.add(Message(table_id=table_id, person_id=host.id, name="Ann", text="psst"))
    nowhere = "nowherexyz"
    stranger = quiet.visitor(**{"Accept-Encoding": "identity"})  # compressed, ids differ in length
    token = {}
    if known:
        person, cookie = quiet.site.people.welcome("Eve")
        stranger.client.cookies.set("kerys", cookie)
        token = {"Authorization": f"Bearer {quiet.site.people.make_token(person, 'robot')}"}
    for method, path in PRIVATE:
        for headers in ({}, {"HX-Request": "true"}):
            both = [
                plain(stranger.client.request(method, path.format(one), headers=headers), one)
                for one in (table_id, nowhere)
            ]
            assert both[0] == both[1]
            assert both[0][0] == 404, path
    for method, path, body in PRIVATE_API:
        for headers in ({}, token):
            both = [
                plain(
                    stranger.client.request(method, path.format(one), json=body, headers=headers),
                    one,
                )
                for one in (table_id, nowhere)
            ]
            assert both[0] == both[1]
            assert both[0][0] == (404 if headers else 401), path
    stranger.get("/")
    assert table_id not in stranger.page.text


def test_watchers_of_a_public_table_see_what_watchers_may(quiet: Live) -> None:
    table_id, people = seat_down(quiet, "mykerinos", 2)
    change_row(quiet.site.authority, table_id, private=False)
    play(quiet.site.authority, table_id, random.Random(1), 5)
    watcher = quiet.visitor()
    watcher.get(f"/t/{table_id}")
    assert watcher.status == 200
    assert not watcher.is_asked
    for eyes in ("0", "1", "open"):
        assert watcher.get(f"/t/{table_id}/replay?eyes={eyes}").status_code == 404
        assert "until the game is over" in watcher.page.text
    seen = people[0].visitor.client.get(f"/api/tables/{table_id}", headers=people[0].token).json()
    assert "invitation" not in json.dumps(seen)
