"""The panels beside the board, for every game: structure, text and secrecy."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from kerys.facts.panels import Cell, Column, Panel, Row, between
from kerys.locale import speaking
from kerys.table import SPECTATOR
from kerys.table.record import load
from kerys.table.view import View
from tests.contract.subjects import case_name
from tests.records.wanted import FOLDER
from tests.table.languages import PSEUDO, teach
from tests.table.test_words import NAMES, check_translated
from tests.table.tools import REAL_CASES, Case, nodes, start, watchers
from tests.table.worlds import another_world

pytestmark = pytest.mark.slow

FILES = sorted(FOLDER.glob("*.kerys"))
EXPECTED = {
    "ys": ["majorities", "columns", "projection", "screens", "characters"],
    "mykerinos": ["majorities", "patrons", "projection", "cubes", "lots"],
}


def views(case: Case, step: int) -> Iterator[View]:
    """Some positions of a random game, each from every viewpoint."""
    for game in nodes(start(case, 9), random.Random(9)):
        if game.ply % step == 0:
            for seat in watchers(game):
                yield game.view(seat)
    for seat in watchers(game):
        yield game.view(seat)
        yield game.open_view(seat)


def sentences(panel: Panel) -> Iterator[str]:
    """All text in a panel."""
    yield from (panel.title, panel.note)
    yield from (column.heading for column in panel.columns)
    for row in panel.rows:
        yield row.heading
        for cell in row.cells:
            yield from (cell.text, cell.title)


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_every_row_has_a_cell_for_every_column_and_names_are_unique(case: Case) -> None:
    for view in views(case, 37):
        panels = view.panels()
        assert [panel.name for panel in panels] == EXPECTED[view.game]
        for panel in panels:
            columns = [column.name for column in panel.columns]
            rows = [row.name for row in panel.rows]
            assert len(set(columns)) == len(columns)
            assert len(set(rows)) == len(rows)
            assert all(len(row.cells) == len(columns) for row in panel.rows)


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_places_are_the_names_that_the_drawing_gives(case: Case) -> None:
    named = 0
    for view in views(case, 61):
        drawn = set(re.findall(r'data-name="([^"]*)"', view.svg()))
        for panel in view.panels():
            for row in panel.rows:
                assert drawn >= set(row.places), (panel.name, row.name)
                named += len(row.places)
    assert named > 300


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_worlds_that_look_alike_have_the_same_panels(case: Case) -> None:
    rules = None
    for game in nodes(start(case, 3), random.Random(3)):
        rules = game.rules
        if game.ply % 43:
            continue
        for seat in watchers(game):
            world = rules.view(another_world(game, seat, game.ply), seat)
            imagined = View(rules, world, seat, game.names, game.ply)
            assert imagined.panels() == game.view(seat).panels()
    assert rules


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_panels_are_translated(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    teach(monkeypatch)
    said: set[str] = set()
    for view in views(case, 29):
        view.names = NAMES[: view.players]
        for panel in view.panels(lang=PSEUDO):
            said |= set(sentences(panel))
    with speaking(PSEUDO):
        for sentence in said - {""}:
            check_translated(sentence)


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_the_same_position_at_another_table_names_its_own_players(case: Case) -> None:
    renamed = {"Ada-1": "Eve-5", "Ben-2": "Fay-6", "Cleo-3": "Gus-7", "Dan-4": "Hal-8"}
    named = 0
    for view in views(case, 47):
        view.names = tuple(renamed)[: view.players]
        here = repr(view.panels())
        view.names = tuple(renamed.values())[: view.players]
        there = repr(view.panels())
        for one, other in renamed.items():
            named += here.count(one)
            here = here.replace(one, other)
        assert there == here
    assert named > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_at_the_end_the_projection_is_the_final_score(path: Path) -> None:
    game = load(path).replay()
    for view in (*map(game.view, watchers(game)), game.open_view(SPECTATOR)):
        panel = next(one for one in view.panels() if one.name == "projection")
        assert [int(panel.cell(row.name, "total").text) for row in panel.rows] == [*game.scores]
        assert [int(panel.cell(row.name, "place").text) for row in panel.rows] == [*game.ranks]
        for row in panel.rows:
            *parts, total, _place = (int(cell.text) for cell in row.cells)
            assert sum(parts) == total


def test_a_panel_is_plain_data() -> None:
    majorities, columns, *_others = start(("ys", 0)).view(0).panels()
    plain = json.loads(json.dumps([asdict(majorities), asdict(columns)]))
    assert plain[0]["name"] == "majorities"
    assert plain[0]["rows"][0]["places"] == ["1-harbour", "1-shops", "1-palace"]
    assert plain[1]["rows"][0]["cells"][3] == {
        "text": "1 to 4",
        "owner": None,
        "emphasis": "ties",
        "title": "Level with another column.",
        "chart": [],
    }


def test_a_cell_is_found_by_names_and_a_wrong_name_is_told() -> None:
    columns = (Column("one", "One"), Column("two", "Two"))
    panel = Panel("small", "Small", "", columns, (Row("a", "A", (Cell("1"), Cell("2"))),))
    assert panel.cell("a", "two").text == "2"
    with pytest.raises(KeyError, match="the panel 'small' has no 'b', only a"):
        panel.cell("b", "one")
    with pytest.raises(KeyError, match="the panel 'small' has no 'three', only one, two"):
        panel.cell("a", "three")


def test_a_number_is_said_alone_or_as_two() -> None:
    assert between(3, 3) == "3"
    assert between(0, 2) == "0 to 2"
