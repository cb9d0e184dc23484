"""Everything at the table has an explanation, and none reveals what a seat may not know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape

import pytest

import kerys
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.table.errors import GameError, IllegalMove
from kerys.table.explanations import coach, describe_move, explain, guide_section, read_move
from kerys.table.guide import guide_of
from kerys.table.view import View
from tests.table.tools import REAL_CASES, Case, nodes, start, watchers
from tests.table.worlds import another_world, twin_games

OURS = [case for case in REAL_CASES if case[0] in ("ys", "mykerinos")]
NAMED = re.compile(r'data-(?:name|explain)="([^"]*)"')
ART = "/art/game.svg"
STEP = 13
"""How many decisions apart the tested positions are."""
SAMPLE = 12


def positions(case: Case) -> Iterator[View]:
    """Positions of a whole game, from the viewpoint of a seat that is asked and of others."""
    for game in nodes(start(case, 3), random.Random(3)):
        if game.ply % STEP == 0:
            yield game.view(game.actors[0])
        elif game.ply % STEP == 1:
            yield game.view(game.ply % (game.players + 1) - 1)
    yield game.view(SPECTATOR)
    yield game.view(0)


def named(view: View) -> set[str]:
    """Every name in the drawings of a page."""
    drawn = [
        *view.board_pieces(narrow=False),
        *view.board_pieces(narrow=True),
        *view.side_pieces(art=ART),
    ]
    return {unescape(one) for one in NAMED.findall("".join(drawn))}


def pointed_at(view: View) -> set[str]:
    """Everything that can be picked to answer the open question."""
    wording, codes = view.rules.wording, [one.code for one in view.legal]
    if wording.things is None:
        return {wording.text(code) for code in codes}
    return {one for things in wording.things(view.state, view.seat, codes) for one in things}


def in_panels(view: View) -> Iterator[str]:
    """The panels, and all their columns, rows and cells."""
    for panel in view.panels():
        yield f"panel {panel.name}"
        for column in range(len(panel.columns)):
            yield f"column {panel.name} {column}"
        for row in range(len(panel.rows)):
            yield f"row {panel.name} {row}"
            for column in range(len(panel.columns)):
                yield f"cell {panel.name} {row} {column}"


def everything(view: View) -> set[str]:
    """Everything that has an explanation, with a sample of what is in panels."""
    seats, panels = range(view.players), list(in_panels(view))
    return {
        *named(view),
        *pointed_at(view),
        *random.Random(view.ply).sample(panels, min(SAMPLE, len(panels))),
        *[f"player {seat}" for seat in seats],
        "heading",
    }


@pytest.mark.parametrize("case", OURS)
def test_every_piece_and_number_and_choice_explains_itself(case: Case) -> None:
    seen = 0
    for view in positions(case):
        for thing in everything(view):
            found = explain(view, thing)
            assert found.title, thing
            assert found.lines, thing
            assert not any(re.search(r"[{}]|None|  ", line) for line in found.lines), (
                thing,
                found,
            )
            seen += 1
        for action in view.legal:
            assert action.describe()
    assert seen > 100


@pytest.mark.parametrize("name", ["ys", "mykerinos"])
def test_every_question_leads_to_a_section_of_the_guide(name: str) -> None:
    wording = GAMES[name].wording
    anchors = {one.anchor for one in guide_of(name).sections}
    assert set(wording.guide_sections.values()) <= anchors
    asked: set[int] = set()
    for case in [one for one in OURS if one[0] == name]:
        for view in positions(case):
            assert bool(guide_section(view)) is not view.over
            asked.add(int(view.state.question))
    assert asked


def test_the_sections_cover_all_questions_there_are() -> None:
    from kerys.games.mykerinos.actions import Question as OfMykerinos
    from kerys.games.ys.actions import Question as OfYs

    for name, questions in (("ys", OfYs), ("mykerinos", OfMykerinos)):
        wanted = {int(one) for one in questions} - {0}
        assert set(GAMES[name].wording.guide_sections) == wanted


@pytest.mark.parametrize("case", OURS)
def test_the_coach_has_facts_for_every_choice(case: Case) -> None:
    dice, told = random.Random(5), 0
    for view in positions(case):
        legal = view.legal
        for action in dice.sample(legal, min(6, len(legal))):
            lines = coach(view, action.text)
            told += len(lines)
            assert not any(re.search(r"[{}]|None|  ", line) for line in lines), lines
            assert describe_move(view, action.text) == (action.describe(),)
    assert told > 50


def test_what_is_unknown_at_the_table_is_refused_with_its_name() -> None:
    view = kerys.new("ys", players=3, seed=1).view(0)
    for thing in ("5-harbour", "agent 99", "nothing", "cell majorities x 1", "panel none"):
        with pytest.raises(GameError, match="There is no '"):
            explain(view, thing)


def test_a_game_without_explanations_falls_back_to_what_its_answers_say() -> None:
    game = start(("tiny", 0))
    view = game.view(game.actors[0])
    found = explain(view, view.legal[0].text)
    assert view.legal[0].describe().rstrip(".") in found.lines[-1]


# --- Whole turns ------------------------------------------------------------------------------


def test_a_whole_turn_is_described_without_being_made() -> None:
    game = kerys.new("mykerinos", players=3, seed=1)
    before = game.ply
    view = game.view(game.actors[0])
    lines = describe_move(view, "place d4")
    assert lines == ("Lay one cube on a free space", "Lay a cube on d4")
    assert game.ply == before
    with pytest.raises(IllegalMove, match="as far as can be told"):
        read_move(view, "pass c4")


# --- Secrets ----------------------------------------------------------------------------------


def all_said(view: View, things: set[str], moves: list[str]) -> list[object]:
    """All explanations for a seat, and what its coach says."""
    said: list[object] = [explain(view, thing) for thing in sorted(things)]
    return [*said, *(coach(view, move) for move in moves)]


@pytest.mark.parametrize("case", [case for case in OURS if case[0] == "ys"])
def test_explanations_and_coach_are_the_same_in_all_worlds_that_look_alike(case: Case) -> None:
    rng = random.Random(11)
    for game in nodes(start(case, 11), random.Random(11)):
        if rng.random() > 0.03:
            continue
        for watcher in (game.actors[0], rng.choice(watchers(game))):
            view = game.view(watcher)
            world = kerys.table.Game(game.rules, another_world(game, watcher, 3), game.names)
            things = everything(view)
            moves = [one.text for one in rng.sample(view.legal, min(4, len(view.legal)))]
            assert all_said(view, things, moves) == all_said(world.view(watcher), things, moves)


@pytest.mark.parametrize(("seed", "watcher"), [(1, 0), (4, 1)])
def test_hidden_moves_of_others_change_no_word_of_coach_or_explanations(
    seed: int, watcher: int
) -> None:
    one, other, differences = twin_games(("ys", 0), seed, watcher, 60)
    assert differences > 0
    for ply in range(0, one.ply + 1, 3):
        view, twin = one.view(watcher, ply), other.view(watcher, ply)
        things = everything(view)
        moves = [action.text for action in view.legal[:4]]
        assert all_said(view, things, moves) == all_said(twin, things, moves)


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_all_of_every_panel_explains_itself(game: str) -> None:
    view = kerys.new(game, players=3, seed=1).view(0)
    things = list(in_panels(view))
    assert len(things) > 100
    for thing in things:
        assert explain(view, thing).lines, thing


def test_panels_keep_their_names_when_they_are_unfolded() -> None:
    """Pages request a panel by the name it had when it was folded."""
    for game in ("ys", "mykerinos"):
        view = kerys.new(game, players=3, seed=1).view(0)
        assert [one.name for one in view.panels(())] == [one.name for one in view.panels()]


# --- Facts ------------------------------------------------------------------------------------


def test_the_coach_tells_a_majority_before_and_after_and_what_is_hidden() -> None:
    game = kerys.new("ys", players=3, seed=4, names=("Ann", "Bob", "Cid"))
    rng = random.Random(4)
    while "Place the first" not in game.view(game.actors[0]).question():
        legal = [one for one in game.view(game.actors[0]).legal if "4" not in one.text]
        game.push(game.actors[0], rng.choice(legal))
    first = game.actors[0]
    for text in ("place 3 open 2-harbour", "place 1 hidden 2-harbour"):
        game.push(first, text)
    second = game.actors[0]
    name = game.names[first]
    lines = coach(game.view(second), "place 4 open 2-harbour")
    harbour = next(line for line in lines if line.startswith("Harbour 2"))
    assert harbour == (
        f"Harbour 2 (black gem): now you aren't there, {name} leads; then you lead {name} by 1. "
        "1 hidden agent could change it."
    )
    weaker = coach(game.view(second), "place 0 open 2-harbour place 1 hidden 2-harbour")
    assert any(f"then you are 2 behind {name}" in line for line in weaker), weaker
    assert coach(game.view(second), "place 1 open blue-2")[0] == "You score 1 point at once."


def test_the_coach_of_mykerinos_tells_what_cubes_do_and_what_is_left() -> None:
    view = kerys.new("mykerinos", players=3, seed=1).view(1)
    lines = coach(view, "place d4")
    assert "now nobody is there; then you are the only one there." in lines[0]
    assert lines[1] == "You keep 10 cubes to lay this season."
    assert coach(view, "pass")[:2] == (
        "You take space 1 of the pass track.",
        "You win every tie this season.",
    )
