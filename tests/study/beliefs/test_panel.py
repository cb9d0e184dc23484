"""Beliefs as people see them: the panel, its charts, and the charts of explanations."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from kerys.draw.chart import svg_chart, text_chart
from kerys.facts.ys.read import AGENT_NAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import speaking
from kerys.study.beliefs import beliefs
from kerys.study.beliefs.panel import NAME, explain, panels, percent
from kerys.table import GameError, explanations
from kerys.table.panels import Bar, Panel
from kerys.table.view import View
from tests.contract.subjects import case_name
from tests.table.languages import PSEUDO, teach
from tests.table.test_words import NAMES, check_translated
from tests.table.tools import REAL_CASES, Case, nodes, start, watchers, whole_game


def views(case: Case, step: int = 41) -> Iterator[View]:
    """Some positions of a random game, from all seats."""
    for game in nodes(start(case, 6), random.Random(6)):
        if game.ply % step == 0:
            for seat in range(game.players):
                yield game.view(seat)


def panel(view: View) -> Panel:
    """The panel of beliefs."""
    return panels(view)[-1]


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_the_panel_shows_all_beliefs_of_a_seat(case: Case) -> None:
    shown = 0
    for view in views(case):
        one = panel(view)
        assert one.name == NAME
        assert [row.name for row in one.rows] == [belief.about for belief in beliefs(view)]
        assert all(len(row.cells) == len(one.columns) for row in one.rows)
        for row in one.rows:
            bars = row.cells[0].chart
            assert sum(bar.share for bar in bars) == pytest.approx(1)
            assert len({bar.mark for bar in bars}) == len(bars)
        shown += len(one.rows)
    assert shown > 20


def test_a_panel_that_is_closed_has_only_a_title() -> None:
    view = start(("ys", 0), 1).view(0)
    folded = panels(view, ())
    assert [one.name for one in folded][-1] == NAME
    assert folded[-1].folded
    assert not folded[-1].rows
    assert panels(view, (NAME,))[-1] == panels(view)[-1]
    assert not panels(view, (NAME,))[-1].folded


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_only_seats_see_it_and_only_while_something_is_hidden(game: str) -> None:
    case = next(case for case in REAL_CASES if case[0] == game)
    over = whole_game(case, 2)
    assert panels(over.view(0, 10))[-1].name == NAME
    for view in (over.view(SPECTATOR, 10), over.open_view(SPECTATOR, 10), over.view(0)):
        assert NAME not in [one.name for one in panels(view)]
        assert panels(view) == view.panels()


def test_bids_with_the_same_sum_share_a_bar() -> None:
    cell = panel(start(("ys", 0), 1).view(0)).cell("bid of 1", "count")
    assert [bar.mark for bar in cell.chart] == [str(total) for total in range(9)]
    assert [round(14 * bar.share) for bar in cell.chart] == [1, 1, 2, 2, 2, 2, 2, 1, 1]
    assert "4+0: 7%" in cell.chart[4].label
    assert cell.text.startswith("0:7%, 1:7%, 2:14%")


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_the_panel_and_its_explanations_are_translated(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    teach(monkeypatch)
    said: set[str] = set()
    for view in views(case, 59):
        view.names = NAMES[: view.players]
        found = panels(view, lang=PSEUDO)[-1]
        said |= {found.title, found.note, *(column.heading for column in found.columns)}
        for row in found.rows:
            said.add(row.heading)
            said |= {one for cell in row.cells for one in cell.title.split(" ±")[:1]}
        for thing in {thing for row in found.rows for thing in row.places}:
            charts = explain(view, thing, PSEUDO).charts
            assert charts, thing
            said |= {one.title for one in charts}
    with speaking(PSEUDO):
        for sentence in said - {""}:
            check_translated(sentence)


def test_a_hidden_agent_explains_itself_with_charts() -> None:
    charted, plain = 0, 0
    for view in views(("ys", 0), 13):
        unseen = {one.about for one in beliefs(view)} & {*AGENT_NAMES}
        for name in AGENT_NAMES[: int(view.state.placed)]:
            try:
                found = explain(view, name)
            except GameError:
                continue  # it is back behind its screen
            titles = [one.title for one in found.charts]
            assert titles == (["By counting", "What bots expect"] if name in unseen else [])
            charted += len(titles) > 0
            plain += not titles
            watching = View(view.rules, view.state, SPECTATOR, view.names, view.ply)
            assert explain(watching, name).charts == ()
    assert charted > 20
    assert plain > 20


def test_cells_of_the_panel_explain_themselves() -> None:
    view = start(("ys", 0), 1).view(0)
    found = panel(view)
    said = explain(view, f"cell {NAME} 0 0")
    assert said.title.startswith(f"{found.rows[0].heading}, By counting")
    assert said.lines == (found.rows[0].cells[0].title,)
    assert explain(view, f"panel {NAME}").lines == (found.note,)
    assert explain(view, f"column {NAME} 1").title == "What bots expect"
    assert explain(view, "panel majorities") == explanations.explain(view, "panel majorities")
    with pytest.raises(GameError):
        explanations.explain(view, f"panel {NAME}")


def test_things_are_named_as_in_the_drawing() -> None:
    named = 0
    for case in (("ys", 0), ("mykerinos", 0)):
        for view in views(case):
            pieces = [*view.board_pieces(), *view.side_pieces(art="/art.svg")]
            drawn = set(re.findall(r'data-(?:name|explain)="([^"]*)"', "".join(pieces)))
            for one in beliefs(view, worlds=1):
                assert set(one.things) <= drawn, one.about
                named += len(one.things)
    assert named > 100


def test_shares_never_look_certain_if_they_are_not() -> None:
    shares = (0.0, 0.001, 0.006, 0.5, 0.994, 0.999, 1.0)
    assert list(map(percent, shares)) == ["0%", "<1%", "1%", "50%", "99%", ">99%", "100%"]


def test_charts_show_every_bar_with_its_mark_and_number() -> None:
    bars = (Bar("0", 0.25, "Worth 0: 25%"), Bar("<", 0.746, "a & b: 75%"), Bar("9", 0.004, "few"))
    assert text_chart(bars) == "0▃25 <▆75 9▁<1"
    drawn = svg_chart(bars)
    assert drawn.count("<rect") == 3
    for wanted in (">25<", ">75<", ">&lt;1<", ">&lt;<", "Worth 0: 25%; a &amp; b: 75%; few"):
        assert wanted in drawn
    assert "style=" not in drawn, "pages don't allow it"


@pytest.mark.parametrize("case", REAL_CASES[:1], ids=case_name)
def test_a_table_has_the_same_panels_for_all_seats(case: Case) -> None:
    for game in nodes(start(case, 6), random.Random(6)):
        if game.ply % 97 == 0:
            names = {tuple(one.name for one in panels(game.view(seat), ())) for seat in range(4)}
            assert len(names) == 1
            assert len(panels(game.view(watchers(game)[0]), ())) == len(*names) - 1
