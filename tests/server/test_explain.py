"""Explanations, effects of choices, and the coach: for the visitor who asks, from their view."""

from __future__ import annotations

import random
import re

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.table.explanations import coach, explain
from kerys.table.view import View
from tests.server.live import Live
from tests.server.tools import change_row, play, table_for, view_of
from tests.server.visitor import Visitor


def seated(live: Live, game: str, people: int, bots: int = 0) -> tuple[str, Visitor]:
    """A running table, and the visitor in its first seat."""
    came = [live.site.people.welcome(name) for name in ("Ann", "Bob", "Cleo")[:people]]
    table_id = table_for(live.site, [one for one, _cookie in came], game, ["beginner"] * bots)
    visitor = live.visitor()
    visitor.client.cookies.set("kerys", came[0][1])
    return table_id, visitor


def query(view: View, **more: str) -> dict[str, str | int]:
    """The parameters that identify the position on a page."""
    return {"ply": view.ply, "revision": view.revision, **more}


@pytest.mark.parametrize(("game", "thing"), [("ys", "2-harbour"), ("mykerinos", "d4")])
def test_a_thing_is_explained_from_the_view_of_whoever_asks(
    quiet: Live, game: str, thing: str
) -> None:
    table_id, ann = seated(quiet, game, 3)
    play(quiet.site.authority, table_id, random.Random(1), 12)
    view = view_of(quiet.site.authority, table_id, 0)
    wanted = explain(view, thing)
    path = f"/t/{table_id}/explain"
    found = ann.client.get(path, params=query(view, thing=thing)).json()
    assert found == {"title": wanted.title, "lines": list(wanted.lines), "charts": []}
    change_row(quiet.site.authority, table_id, private=False)
    watcher = quiet.visitor()
    seen = explain(view_of(quiet.site.authority, table_id, SPECTATOR), thing)
    assert watcher.client.get(path, params=query(view, thing=thing)).json()["lines"] == list(
        seen.lines
    )


def test_a_page_that_shows_something_older_is_told_about_that_or_nothing(quiet: Live) -> None:
    table_id, ann = seated(quiet, "ys", 3)
    before = view_of(quiet.site.authority, table_id, 0)
    play(quiet.site.authority, table_id, random.Random(1), 20)
    path = f"/t/{table_id}/explain"
    found = ann.client.get(path, params=query(before, thing="behind 0")).json()
    assert found["lines"] == list(explain(before, "behind 0").lines)
    for gone in ({"ply": before.ply, "revision": 99}, {"ply": 9999, "revision": 0}):
        answer = ann.client.get(path, params={"thing": "behind 0", **gone})
        assert (answer.status_code, answer.content) == (204, b"")


def test_what_isnt_there_is_refused_with_its_name(quiet: Live) -> None:
    table_id, ann = seated(quiet, "ys", 3)
    view = view_of(quiet.site.authority, table_id, 0)
    answer = ann.client.get(f"/t/{table_id}/explain", params=query(view, thing="<b>moon"))
    assert answer.status_code == 409
    assert "There is no &#39;&lt;b&gt;moon&#39; at this table" in answer.text


def test_a_coach_helps_where_all_others_are_bots_and_nowhere_else(quiet: Live) -> None:
    alone, ann = seated(quiet, "ys", 1, bots=2)
    view = view_of(quiet.site.authority, alone, 0)
    if 0 not in view.actors:
        pytest.fail("everyone bids at first")
    answer = ann.client.get(f"/t/{alone}/coach", params=query(view, move="bid 4+3")).json()
    assert answer["coach"] == list(coach(view, "bid 4+3"))
    assert answer["coach"]
    assert 'data-setting="coach"' in ann.get(f"/t/{alone}").text
    together, bob = seated(quiet, "ys", 2, bots=1)
    view = view_of(quiet.site.authority, together, 0)
    refused = bob.client.get(f"/t/{together}/coach", params=query(view, move="bid 4+3"))
    assert refused.status_code == 409
    assert "only where all other players are bots" in refused.text
    assert 'data-setting="coach"' not in bob.get(f"/t/{together}").text


@pytest.mark.parametrize(("game", "section"), [("ys", "bid"), ("mykerinos", "digging")])
def test_the_rules_open_at_the_question_without_scripts_too(
    quiet: Live, game: str, section: str
) -> None:
    table_id, ann = seated(quiet, game, 2)
    page = ann.get(f"/t/{table_id}").text
    link = re.search(r'id="rules" href="([^"]*)"', page)
    assert link is not None
    assert link[1] == f"/guide/{game}#{section}"
    assert f'id="{section}"' in ann.get(link[1]).text
