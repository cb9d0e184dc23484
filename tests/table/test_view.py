"""A view: everything that a seat may know, its legal answers, and their wording."""

from __future__ import annotations

import random

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.table import View
from kerys.table.errors import GameError
from kerys.table.rulebook import statements
from tests.contract.subjects import CASES, SUBJECTS, case_name
from tests.table.tools import (
    REAL_CASES,
    Case,
    choose,
    nodes,
    start,
    state_of,
    walk,
    watchers,
    whole_game,
)

# --- Content ---


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_view_is_the_redacted_state_and_nothing_else(case: Case) -> None:
    game = start(case, 1)
    rng, rules = random.Random(1), game.rules
    while True:
        for seat in watchers(game) if game.ply % 3 == 0 or game.over else ():
            view = game.view(seat)
            assert view.state.tobytes() == rules.view(state_of(game), seat).tobytes()
            assert (view.seat, view.ply, view.names) == (seat, game.ply, game.names)
            assert (view.game, view.players) == (game.name, game.players)
            assert (view.actors, view.over) == (game.actors, game.over)
            assert (view.scores, view.ranks) == (game.scores, game.ranks)
        if game.over:
            break
        game.push(*choose(game, rng))


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_view_of_the_past_is_what_was_seen_then(case: Case) -> None:
    rng, seen = random.Random(2), []
    game = start(case, 2)
    for node in nodes(game, rng):
        seen.append([node.view(seat).state.tobytes() for seat in watchers(node)])
    for ply, views in list(enumerate(seen))[::3]:
        past = [game.view(seat, ply) for seat in watchers(game)]
        assert [view.state.tobytes() for view in past] == views
        assert {view.ply for view in past} == {ply}


def test_a_view_is_a_copy() -> None:
    game = start(("ys", 0))
    before = state_of(game).tobytes()
    view = game.view(0)
    view.state.players = 0
    view.state.behind[:] = 0
    assert state_of(game).tobytes() == before
    assert game.view(0).state.players == 4


@pytest.mark.parametrize("name", SUBJECTS)
def test_an_open_view_shows_the_truth_of_any_ply_once_the_game_is_over(name: str) -> None:
    game = whole_game((name, 0), 4)
    for ply in range(game.ply + 1):
        view = game.open_view(0, ply)
        assert view.state.tobytes() == game.before(ply).tobytes()
        assert view.state is not game.before(ply)


@pytest.mark.parametrize("name", SUBJECTS)
def test_open_moments_are_told_as_usual_and_show_the_truth(name: str) -> None:
    game = whole_game((name, 0), 3)
    usual, opened = game.moments(SPECTATOR), game.open_moments(SPECTATOR)
    assert [one.told for one in usual] == [one.told for one in opened]
    for closed, shown in zip(usual, opened, strict=True):
        view = game.view_of(shown, SPECTATOR)
        assert view.open
        assert not game.view_of(closed, SPECTATOR).open
        redacted = game.rules.view(shown.state, SPECTATOR)
        assert redacted.tobytes() == closed.state.tobytes()
    ends = {one.told.ply: one.state for one in opened}
    for index, state in ends.items():
        assert state.tobytes() == game.open_view(SPECTATOR, index + 1).state.tobytes()
    game = game.copy()
    game.pop()
    with pytest.raises(GameError, match="Screens stay up"):
        game.open_moments(SPECTATOR)


# --- Legal answers ---


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_legal_answers_are_those_of_the_rules(case: Case) -> None:
    rng = random.Random(3)
    for game in nodes(start(case, 3), rng):
        if game.ply % 2:
            continue
        assert game.view(SPECTATOR).legal == ()
        for seat in range(game.players):
            codes = [action.code for action in game.view(seat).legal]
            assert codes == game.rules.choices(state_of(game), seat)
            assert game.legal(seat) == game.view(seat).legal
            assert bool(codes) == (seat in game.actors)
            assert {action.seat for action in game.legal(seat)} <= {seat}


# --- Wording ---


def check_words(view: View) -> None:
    """Check the heading and the question of a view."""
    assert view.heading()
    assert view.heading() == view.heading("en")
    assert view.heading().isprintable()
    question = view.question()
    assert question == view.question("en")
    assert not set("{}") & set(view.heading() + question)
    assert question.endswith(".")
    if view.seat in view.actors:
        assert not question.startswith("Waiting")
    else:
        assert question == f"Waiting for {', '.join(view.names[one] for one in view.actors)}."


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_every_node_has_a_heading_and_a_question_for_everyone(case: Case) -> None:
    game = start(case, 5)
    for node in nodes(game, random.Random(5)):
        if node.ply % 2:
            continue
        for seat in watchers(node):
            check_words(node.view(seat))
        assert len({node.view(seat).heading() for seat in watchers(node)}) == 1
    for seat in watchers(game):
        view = game.view(seat)
        assert view.question() == view.heading()
        assert view.rule_ids() == ()


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_every_question_names_rules_that_are_in_the_book(case: Case) -> None:
    book = statements()
    for game in nodes(start(case, 6), random.Random(6)):
        named = game.view(SPECTATOR).rule_ids()
        assert named
        assert set(named) <= set(book)
        assert len(set(named)) == len(named)
        assert {game.view(seat).rule_ids() for seat in watchers(game)} == {named}


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_answers_are_described_each_in_its_own_words(case: Case) -> None:
    for game in nodes(start(case, 7), random.Random(7)):
        for seat in game.actors[:1]:
            found = [action.describe() for action in game.legal(seat)]
            assert len(set(found)) == len(found), "two answers sound the same"
            for sentence in found:
                assert sentence[0].isupper()
                assert sentence.isprintable()
                assert not set("{}") & set(sentence)
                assert "-1" not in sentence
                assert "None" not in sentence


def test_a_view_and_its_game_have_short_names_for_the_prompt() -> None:
    game = start(("ys", 0))
    assert repr(game) == "<Game of ys with 4 players at ply 0>"
    assert repr(game.view(1)) == "<View of ys for seat 1 at ply 0>"
    assert repr(game.view(SPECTATOR)) == "<View of ys for spectator at ply 0>"
    assert repr(game.legal(0)[0]) == f"Action(seat=0, code={game.legal(0)[0].code})"


def test_a_game_without_a_drawing_is_drawn_plainly() -> None:
    view = start(("tiny", 0)).view(0)
    assert view.heading() in view.text()
    assert str(view) == view.text()
    assert view.svg().startswith("<svg")
    assert view.panels() == ()


# --- Scores ---


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_scores_and_ranks_are_those_of_the_rules(case: Case) -> None:
    game = walk(start(case, 8), random.Random(8))
    rules, state = game.rules, state_of(game)
    owners = range(int(rules.owners(state)))
    assert game.scores == tuple(int(rules.score(state, owner)) for owner in owners)
    assert game.ranks == tuple(int(rules.rank(state, owner)) for owner in owners)
    assert min(game.ranks) == 1
    assert game.player_ranks == tuple(
        1 + sum(other < own for other in game.ranks[: game.players])
        for own in game.ranks[: game.players]
    )
    assert min(game.player_ranks) == 1
