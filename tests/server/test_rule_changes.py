"""Rules that change: tables keep the revision they started with, finished games stay provable."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kerys.kernel.contract import State, checked_revision
from kerys.kernel.steps import Next
from kerys.server.settings import Settings
from kerys.server.store import Person
from kerys.table.record import GameRecord, load
from tests.contract.offering import offer
from tests.contract.tiny import OPTIONS, TINY
from tests.server.live import Live
from tests.server.tools import actors_of, change_row, play, row_of, states_of, table_for
from tests.server.visitor import Visitor

# --- A game that gets a second revision -----------------------------------------------------------


def configure(*, players: int = 2, revision: int | None = None) -> State:
    """The same options, for the first or the second revision."""
    options = np.zeros(1, OPTIONS)[0]
    options.players = players
    options.revision = checked_revision("Tiny", revision, 2)
    return options


def apply(state: State, seat: int, action: int) -> None:
    """Since the second revision, tricks count double."""
    before = state.points.copy()
    TINY.apply(state, seat, action)
    if state.revision >= 2:
        state.points[:] += state.points - before


def step(state: State, seat: int, action: int) -> Next:
    """The whole decision in one step."""
    apply(state, seat, action)
    return None


SECOND = replace(TINY, revision=2, configure=configure, apply=apply, step=step)


# --- The site -------------------------------------------------------------------------------------


@pytest.fixture
def live(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """A site that knows the first revision."""
    offer(monkeypatch, TINY)
    with Live(Settings(database=sqlite, thinkers=1)) as live:
        yield live


@pytest.fixture
def players(live: Live) -> list[tuple[Person, Visitor]]:
    found = []
    for name in ("Ann", "Bob"):
        person, cookie = live.site.people.welcome(name)
        visitor = live.visitor()
        visitor.client.cookies.set("kerys", cookie)
        found.append((person, visitor))
    return found


def record_of(visitor: Visitor, table_id: str, folder: Path) -> GameRecord:
    """The record, downloaded and loaded."""
    file = folder / "record.kerys"
    file.write_text(visitor.get(f"/t/{table_id}/record.kerys").text, "utf-8")
    assert visitor.status == 200
    return load(file)


def test_tables_keep_the_rules_they_began_with(
    live: Live,
    players: list[tuple[Person, Visitor]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    people, (ann, bob) = [one[0] for one in players], [one[1] for one in players]
    authority, database = live.site.authority, live.site.database
    finished, running = (table_for(live.site, people, "tiny") for _ in range(2))
    play(authority, finished, random.Random(1))
    old = record_of(ann, finished, tmp_path)
    play(authority, running, random.Random(2), 1)
    before = states_of(authority, running)

    offer(monkeypatch, SECOND)
    for table_id in (finished, running):
        authority.drop(table_id)  # as if the site had been restarted with the new rules

    assert states_of(authority, running) == before
    asked = (ann, bob)[actors_of(authority, running)[0]]
    asked.get(f"/t/{running}")
    assert asked.is_asked
    asked.decide()
    assert asked.status == 200
    play(authority, running, random.Random(3))
    ended = record_of(ann, running, tmp_path)
    assert (ended.rules_revision, row_of(database, running).rules_revision) == (1, 1)
    assert sum(ended.scores) == 3, "three tricks of one point each"

    for path, words in (("", "wins"), ("/replay?at=2", "replay"), ("/proof", "Checked just now")):
        for table_id in (finished, running):
            assert words in ann.get(f"/t/{table_id}{path}").text, (path, table_id)
            assert ann.status == 200
    assert record_of(ann, finished, tmp_path) == old
    assert old.verify().scores == old.scores
    assert ended.verify().scores == ended.scores

    new = table_for(live.site, people, "tiny")
    play(authority, new, random.Random(1))
    latest = record_of(ann, new, tmp_path)
    assert (latest.rules_revision, row_of(database, new).rules_revision) == (2, 2)
    assert sum(latest.scores) == 6, "which count double since"
    assert latest.verify().scores == latest.scores


def test_a_table_of_newer_rules_says_so(live: Live, players: list[tuple[Person, Visitor]]) -> None:
    (person, ann), (other, _bob) = players
    table_id = table_for(live.site, [person, other], "tiny")
    key = {"Authorization": f"Bearer {live.site.people.make_token(person, 'robot')}"}
    change_row(live.site.authority, table_id, rules_revision=99)
    for path in ("", "?pick=1", "/replay", "/record.kerys", "/proof"):
        ann.get(f"/t/{table_id}{path}")
        assert ann.status == 409, path
        assert "revision 99 of the rules of Tiny" in ann.problem
        assert "newer version of Kerys" in ann.problem
    for action in ("move", "undo", "say"):
        ann.post(f"/t/{table_id}/{action}", {"move": "card 1", "revision": "0", "text": "Hello?"})
        assert ann.status == 409, action
        assert "newer version of Kerys" in ann.problem
    assert ann.get("/").status_code == 200
    answer = ann.client.get(f"/api/tables/{table_id}", headers=key)
    assert answer.status_code == 409
    assert "newer version of Kerys" in answer.json()["error"]
    move = {"move": "card 1", "revision": 0}
    answer = ann.client.post(f"/api/tables/{table_id}/moves", json=move, headers=key)
    assert answer.status_code == 409


def test_a_table_whose_game_is_gone_says_so(
    live: Live, players: list[tuple[Person, Visitor]]
) -> None:
    (person, ann), (other, _bob) = players
    table_id = table_for(live.site, [person, other], "tiny")
    change_row(live.site.authority, table_id, game="uninstalled")
    for path in ("", "/replay", "/record.kerys", "/proof"):
        ann.get(f"/t/{table_id}{path}")
        assert 400 <= ann.status < 500, path
        assert "isn't installed on this site" in ann.problem
    for action in ("move", "undo", "say"):
        ann.post(f"/t/{table_id}/{action}", {"move": "card 1", "revision": "0", "text": "Hello?"})
        assert 400 <= ann.status < 500, action
        assert "isn't installed on this site" in ann.problem
    assert ann.get("/").status_code == 200
    assert table_id not in ann.get("/").text
