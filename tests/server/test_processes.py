"""Servers in separate processes: killed and restarted, and two on one database."""

from __future__ import annotations

import random
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from kerys.server.store import Database
from tests.server.live import wait_for
from tests.server.processes import Visited
from tests.server.tools import log_of, row_of
from tests.server.visitor import TIMEOUT_S, Visitor

COMPILED_S = 600.0
"""Long, since the first review of a changed checkout compiles its search."""


def key_of(visitor: Visitor, name: str) -> dict[str, str]:
    """An API key, created with the form."""
    visitor.post("/account", {"name": name})
    visitor.send("/account/token", label="robot")
    found = re.search(r"kerys_[\w-]+", visitor.page.text)
    assert found
    return {"Authorization": f"Bearer {found[0]}"}


def play_until_cut_off(url: str, key: dict[str, str], table_id: str) -> Iterator[str]:
    """Yields the moves that the server has acknowledged, until it is gone."""
    path = f"{url}/api/tables/{table_id}"
    rng = random.Random(1)
    with httpx.Client(headers=key, trust_env=False, timeout=TIMEOUT_S) as client:
        try:
            while True:
                seen = client.get(path).json()
                if seen["status"] == "over":
                    return
                if not seen["legal"]:
                    time.sleep(0.005)
                    continue
                move = rng.choice(seen["legal"])
                body = {"move": move, "revision": seen["revision"]}
                answer = client.post(f"{path}/moves", json=body)
                assert answer.status_code == 200, answer.text
                yield move
        except httpx.TransportError:
            return


def test_what_was_acknowledged_survives_being_killed_at_any_moment(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kerys.db'}"
    with Visited(tmp_path, "--db", url, "--thinkers", "1") as server:
        key = key_of(server.visitor(), "Ann")
        plan = {"game": "mykerinos", "seats": ["me", "expert"]}
        made = httpx.post(
            f"{server.url}/api/tables", json=plan, headers=key, trust_env=False, timeout=TIMEOUT_S
        )
        table_id = made.json()["id"]
        known: list[str] = []
        cut = threading.Timer(random.uniform(0.0, 0.05), server.kill)
        for move in play_until_cut_off(server.url, key, table_id):
            known.append(move)
            if len(known) == 3:
                cut.start()
        cut.join()
        database = Database(url)
        log = log_of(database, table_id)
        mine = [event.move for event in log if event.seat == 0]
        assert mine[: len(known)] == known
        assert len(mine) <= len(known) + 1, "at most the one that was under way"
        assert [event.number for event in log] == list(range(1, len(log) + 1))
        server.start()
        cut_off_in_thought(server, database, key, table_id)
        database.close()


def cut_off_in_thought(
    server: Visited, database: Database, key: dict[str, str], table_id: str
) -> None:
    """A bot that was thinking when its process died thinks again, and the game continues."""
    moves = play_until_cut_off(server.url, key, table_id)
    while row_of(database, table_id).awaited != 2:
        next(moves)
    server.kill()
    row = row_of(database, table_id)
    server.start()
    if row.awaited == 2:  # otherwise the bot was fast enough
        wait_for(lambda: row_of(database, table_id).events > row.events)
        assert log_of(database, table_id)[row.events].made_by == "bot"
    assert next(play_until_cut_off(server.url, key, table_id))


@contextmanager
def news_of(visitor: Visitor, table_id: str) -> Iterator[Iterator[str]]:
    """The versions in a page's stream."""

    def versions(answer: httpx.Response) -> Iterator[str]:
        for line in answer.iter_lines():
            if line.startswith("data:"):
                yield line.removeprefix("data:").strip()

    path = f"/t/{table_id}/stream"
    with visitor.client.stream("GET", path, timeout=TIMEOUT_S) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield versions(answer)


def test_a_site_that_is_stopped_ends_its_streams_and_says_nothing(tmp_path: Path) -> None:
    with Visited(tmp_path, "--db", f"sqlite:///{tmp_path / 'kerys.db'}") as server:
        ann = server.visitor()
        table_id = ann.make_table(seat0="me", seat1="friend")
        with news_of(ann, table_id) as told:
            next(told)
            server.stop(signal.SIGTERM)
            assert list(told) == []
        assert server.said().splitlines() == [f"Kerys is at {server.url} - stop it with Ctrl-C."]


def test_a_review_goes_on_after_its_server_was_killed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kerys.db'}"
    with Visited(tmp_path, "--db", url, "--thinkers", "1") as server:
        key = key_of(server.visitor(), "Ann")
        client = httpx.Client(headers=key, trust_env=False, timeout=TIMEOUT_S)
        plan = {"game": "mykerinos", "seats": ["beginner", "beginner"]}
        table = client.post(f"{server.url}/api/tables", json=plan).json()
        path = f"{server.url}/api/tables/{table['id']}"
        wait_for(lambda: client.get(path).json()["status"] == "over")
        asked = client.post(f"{path}/review", json={"depth": "standard"})
        assert asked.status_code == 202
        before = wait_for(lambda: client.get(f"{path}/review").json()["found"], COMPILED_S)
        server.kill()
        server.start()
        found = client.get(f"{path}/review").json()["found"]
        assert found[: len(before)] == before
        more = wait_for(
            lambda: client.get(f"{path}/review").json()["found"][len(found) :], COMPILED_S
        )
        assert [one["ply"] for one in more] == list(range(len(found), len(found) + len(more)))
        client.close()
