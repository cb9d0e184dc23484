"""Who may move, when and how: other moves are refused with a typed error and change nothing.

`refused` in `tools` compares the history and every state before and after.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from kerys.games.ys.actions import Question
from kerys.table import SPECTATOR, Action, Game, GameError, NotYourTurn, StaleMove
from tests.contract.subjects import LONG_CASES, SUBJECTS, case_name
from tests.table.tools import Case, choose, nodes, refused, start, state_of, walk, whole_game

SEALING = [case for case in LONG_CASES if case[0] != "mykerinos"]


def first_legal(game: Game, seat: int) -> Action:
    return game.legal(seat)[0]


def not_asked(game: Game) -> list[int]:
    return [seat for seat in range(game.players) if seat not in game.actors]


def was_sealed(game: Game) -> bool:
    """Whether the last decision left the same question open to others."""
    asked = game.view(SPECTATOR, game.ply - 1).actors
    return len(asked) > 1 and {*game.actors, game.moves[-1].seat} == set(asked)


# --- Whose turn it is ---


@pytest.mark.parametrize("case", LONG_CASES, ids=case_name)
def test_whoever_is_not_asked_cannot_move(case: Case) -> None:
    rng = random.Random(2)
    waiting = 0
    for game in nodes(start(case, 2), rng):
        for seat in not_asked(game):
            waiting += 1
            asked = game.actors[0]
            for move in (first_legal(game, asked).text, first_legal(game, asked).code):
                with refused(game, NotYourTurn) as caught:
                    game.push(seat, move)
                assert game.names[seat] in str(caught.value)
                assert all(game.names[one] in str(caught.value) for one in game.actors)
            assert game.legal(seat) == ()
        if game.ply == 40:
            break
    assert waiting


@pytest.mark.parametrize("name", SUBJECTS)
def test_once_it_is_over_nobody_moves(name: str) -> None:
    game = whole_game((name, 0), 3)
    assert game.over
    assert game.actors == ()
    for seat in range(game.players):
        for move in ("done", 0, "no such text", game.rules.actions, ""):
            with refused(game, NotYourTurn) as caught:
                game.push(seat, move)
            assert str(caught.value) == "The game is over."


def test_a_sealed_answer_is_given_once() -> None:
    game = start(("ys", 0))
    game.push(2, "bid 4+2")
    with refused(game, NotYourTurn) as caught:
        game.push(2, "bid 4+3")
    assert "Player A, Player B, Player D" in str(caught.value)


# --- Which state it answers ---


@pytest.mark.parametrize("case", LONG_CASES, ids=case_name)
def test_a_move_that_names_the_current_state_is_taken(case: Case) -> None:
    rng, game = random.Random(4), start(case, 4)
    while not game.over:
        seat, code = choose(game, rng)
        game.push(seat, code, revision=game.view(seat).revision)
    assert game.ply > 0


@pytest.mark.parametrize("case", LONG_CASES, ids=case_name)
def test_a_move_that_answers_another_state_is_stale(case: Case) -> None:
    rng = random.Random(6)
    for game in nodes(start(case, 6), rng):
        seat = game.actors[0]
        move = first_legal(game, seat)
        stale = {-1, game.ply + 1, game.ply + 1000}
        if game.ply and not was_sealed(game):
            stale.add(game.ply - 1)
        for ply in stale:
            with refused(game, StaleMove) as caught:
                game.push(seat, move, revision=ply)
            assert isinstance(caught.value, StaleMove)
            assert caught.value.revision == game.view(seat).revision
        if game.ply == 40:
            break


@pytest.mark.parametrize(
    "case", [case for case in LONG_CASES if case[0] != "mykerinos"], ids=case_name
)
def test_sealed_answers_to_one_question_may_all_name_the_state_it_was_asked_in(case: Case) -> None:
    rng, sealed = random.Random(7), 0
    game = start(case, 7)
    while not game.over and sealed < 5:
        asked, ply = game.actors, game.ply
        for seat in asked:
            game.push(seat, rng.choice(game.legal(seat)), revision=ply)
        sealed += len(asked) > 1
    assert sealed


def test_the_same_seat_cannot_answer_a_sealed_question_twice_by_naming_an_old_state() -> None:
    game = start(("tiny", 0))
    game.push(0, first_legal(game, 0), revision=0)
    with refused(game, StaleMove):
        game.push(0, game.legal(1)[0].code, revision=0)


def test_a_sealed_answer_is_stale_once_all_were_revealed() -> None:
    game = start(("ys", 0))
    for seat in range(4):
        game.push(seat, "bid 4+2", revision=0)
    chooser = game.actors[0]
    for ply in range(4):
        with refused(game, StaleMove):
            game.push(chooser, first_legal(game, chooser), revision=ply)


def test_staleness_is_told_before_anything_is_said_of_the_move() -> None:
    game = walk(start(("ys", 0)), random.Random(1), lambda one: one.ply == 9)
    for move in ("zz", 10**9, first_legal(game, game.actors[0])):
        with refused(game, StaleMove):
            game.push(game.actors[0], move, revision=3)


def test_a_move_for_a_state_that_was_taken_back_is_stale() -> None:
    """The number of decisions is the same again, but the question is different."""
    game = walk(
        start(("ys", 0)), random.Random(1), lambda one: state_of(one).question == Question.PLACE
    )
    seat = game.actors[0]
    game.push(seat, game.legal(seat)[0])
    answered = game.view(seat)
    game.pop()
    game.push(seat, game.legal(seat)[-1])
    assert game.view(seat).state.tobytes() != answered.state.tobytes()
    with refused(game, StaleMove):
        game.push(seat, first_legal(game, seat), revision=answered.revision)


@pytest.mark.parametrize("ply", ["0", 1.5, [0]])
def test_a_ply_that_is_no_number_changes_nothing(ply: Any) -> None:
    game = start(("ys", 0))
    for attempt in (
        lambda: game.push(0, "bid 4+2", revision=ply),
        lambda: game.view(0, ply),
        lambda: game.story(0, ply),
    ):
        with pytest.raises((TypeError, GameError)):
            attempt()
    assert game.ply == 0
