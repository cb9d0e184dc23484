"""Beliefs on pages: for players at a running table, and for any seat in a replay."""

from __future__ import annotations

import random

import pytest

from kerys.draw.chart import svg_chart
from kerys.kernel.contract import SPECTATOR
from kerys.server.pages.page_feed import page_eyes
from kerys.server.store import Person
from kerys.study.beliefs.panel import NAME, explain, panels
from kerys.table.view import View
from tests.server.live import Live
from tests.server.tools import change_row, guests, play, row_of, table_for, view_of

CHARTS = 'class="chart"'
PLAYED = 30


@pytest.fixture
def people(quiet: Live) -> list[Person]:
    return guests(quiet.site, "Ann", "Bob", "Cleo", "Dan")


@pytest.fixture
def table_id(quiet: Live, people: list[Person]) -> str:
    table_id = table_for(quiet.site, people, "ys")
    play(quiet.site.authority, table_id, random.Random(1), PLAYED)
    change_row(quiet.site.authority, table_id, private=False)
    return table_id


def pushed(live: Live, table_id: str, person: Person | None, *unfolded: str) -> dict[str, str]:
    """The panels that are pushed to a page, by name."""
    with live.site.authority.holding(table_id) as owned:
        eyes = page_eyes(live.site, owned.known, person, "wide", "http://here", unfolded)
        parts = eyes.remember(owned).parts
        return {
            name.removeprefix("panel-"): "".join(part.pieces)
            for name, part in parts.items()
            if name.startswith("panel-")
        }


def test_charts_are_pushed_only_while_the_panel_is_open(
    quiet: Live, people: list[Person], table_id: str
) -> None:
    closed = pushed(quiet, table_id, people[0])[NAME]
    assert "What you can&#39;t see" in closed
    assert CHARTS not in closed
    shown = pushed(quiet, table_id, people[0], NAME)[NAME]
    (panel,) = [one for one in panels(view_of(quiet.site.authority, table_id, 0), (NAME,))][-1:]
    assert len(panel.rows) > 5
    assert shown.count(CHARTS) == sum(bool(cell.chart) for row in panel.rows for cell in row.cells)


def test_spectators_have_no_such_panel(quiet: Live, table_id: str) -> None:
    assert NAME not in pushed(quiet, table_id, None, NAME)
    page = quiet.visitor().get(f"/t/{table_id}")
    assert page.status_code == 200
    assert CHARTS not in page.text


def test_a_page_without_scripts_has_the_charts_of_its_own_seat(
    quiet: Live, people: list[Person]
) -> None:
    ann, cookie = quiet.site.people.welcome("Ann")
    table_id = table_for(quiet.site, [ann, *people[1:]], "ys")
    play(quiet.site.authority, table_id, random.Random(1), PLAYED)
    visitor = quiet.visitor()
    visitor.client.cookies.set("kerys", cookie)
    page = visitor.get(f"/t/{table_id}").text
    view = view_of(quiet.site.authority, table_id, 0)
    chart = panels(view)[-1].rows[0].cells[0].chart
    assert svg_chart(chart) in page


# --- Replays --------------------------------------------------------------------------------------


@pytest.fixture
def over(quiet: Live, table_id: str) -> str:
    play(quiet.site.authority, table_id, random.Random(2))
    return table_id


def seen(live: Live, table_id: str, seat: int) -> View:
    """What a seat saw at a moment of the replay."""
    with live.site.authority.holding(table_id) as owned:
        return owned.begun.view(seat, PLAYED)


@pytest.mark.parametrize("seat", [0, 2])
def test_a_replay_has_the_charts_of_the_chosen_seat(quiet: Live, over: str, seat: int) -> None:
    page = quiet.visitor().get(f"/t/{over}/replay?at={PLAYED}&eyes={seat}").text
    panel = panels(seen(quiet, over, seat))[-1]
    assert panel.name == NAME
    for row in panel.rows:
        assert svg_chart(row.cells[0].chart) in page


@pytest.mark.parametrize("eyes", ["", "open"])
def test_other_viewpoints_have_none(quiet: Live, over: str, eyes: str) -> None:
    page = quiet.visitor().get(f"/t/{over}/replay?at={PLAYED}&eyes={eyes}").text
    assert 'id="panel-screens"' in page
    assert f'id="panel-{NAME}"' not in page


@pytest.mark.parametrize(("unfolded", "charts"), [("", False), (f"screens {NAME}", True)])
def test_a_script_gets_the_panels_that_are_open(
    quiet: Live, over: str, unfolded: str, charts: bool
) -> None:
    headers = {"HX-Request": "true", "X-Panels": unfolded}
    page = quiet.visitor().client.get(f"/t/{over}/replay?at={PLAYED}&eyes=1", headers=headers).text
    assert f'id="panel-{NAME}"' in page
    assert (CHARTS in page) is charts
    assert (f'data-panel="{NAME}" data-folded' in page) is not charts
    assert ('data-panel="screens" data-folded' in page) is not charts


def test_things_explain_themselves_in_a_replay(quiet: Live, over: str) -> None:
    view = seen(quiet, over, 1)
    thing = next(row.name for row in panels(view)[-1].rows if row.name.startswith("agent"))
    wanted = explain(view, thing)
    assert len(wanted.charts) == 2
    shared = f"/t/{over}/shared/{row_of(quiet.site.database, over).share}"
    for address in (f"/t/{over}/replay", shared):
        query: dict[str, str | int] = {"thing": thing, "at": PLAYED, "eyes": 1}
        found = quiet.visitor().client.get(f"{address}/explain", params=query).json()
        assert found["title"] == wanted.title
        assert found["lines"] == list(wanted.lines)
        assert found["charts"] == [
            {"title": one.title, "drawn": svg_chart(one.bars)} for one in wanted.charts
        ]
        for eyes in ("", "open"):
            other = quiet.visitor().client.get(f"{address}/explain", params=query | {"eyes": eyes})
            assert other.json()["charts"] == []


def test_nobody_else_is_asked_about_while_the_game_is_running(quiet: Live, table_id: str) -> None:
    for eyes in (0, "open"):
        query: dict[str, str | int] = {"thing": "behind 1", "at": 3, "eyes": eyes}
        answer = quiet.visitor().client.get(f"/t/{table_id}/replay/explain", params=query)
        assert answer.status_code == 409
        assert "Screens stay up" in answer.text
    query = {"thing": "behind 1", "at": PLAYED}
    answer = quiet.visitor().client.get(f"/t/{table_id}/replay/explain", params=query)
    wanted = explain(seen(quiet, table_id, SPECTATOR), "behind 1")
    assert answer.json()["lines"] == list(wanted.lines)
