"""Several decisions in one text, as in `extend c4 d4`: all of them or none."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from kerys.games.mykerinos.actions import Question
from kerys.games.mykerinos.components import LEMON
from kerys.table import Game, IllegalMove, NotYourTurn, UnknownMove
from tests.contract.subjects import case_name
from tests.mykerinos.board import Board
from tests.table.tools import (
    REAL_CASES,
    Case,
    choose,
    refused,
    seat_down,
    snapshot,
    start,
    state_of,
)


def dig() -> Game:
    """Season 1 with three players: seat 0 has a cube on c3 and is to act."""
    return seat_down(Board.bare(players=3).put(0, "c3").turn_of(0))


# --- All of them ---


def test_a_whole_extension_is_typed_at_once() -> None:
    at_once, one_by_one = dig(), dig()
    made = at_once.push(0, "extend c4 d4")
    for text in ("extend", "c4", "d4"):
        last = one_by_one.push(0, text)
    assert made == last
    assert made.text == "d4"
    assert at_once.moves == one_by_one.moves
    assert state_of(at_once).tobytes() == state_of(one_by_one).tobytes()


def test_case_and_spaces_are_forgiven_between_decisions_too() -> None:
    game = dig()
    game.push(0, "\tEXTEND   C4\n D4 ")
    assert [game.rules.wording.text(move.code) for move in game.moves] == ["extend", "c4", "d4"]


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_what_a_seat_decides_in_a_row_can_be_typed_in_a_row(case: Case) -> None:
    """Unless a decision has revealed something: then the next one must be typed separately."""
    rng = random.Random(3)
    alone, joined = start(case, 3), start(case, 3)
    rows = 0
    while not alone.over:
        seat, code = choose(alone, rng)
        texts = [alone.push(seat, code).text]
        while not alone.over and alone.actors == (seat,) and alone.undoable(seat) is not None:
            texts.append(alone.push(*choose(alone, rng)).text)
        rows += len(texts) > 1
        joined.push(seat, " ".join(texts))
        assert alone.moves == joined.moves
        assert state_of(alone).tobytes() == state_of(joined).tobytes()
    assert rows > 2


def test_a_forced_end_of_a_chain_may_be_typed_along() -> None:
    """With only one space left, the second cube is never asked for, but may be named."""
    board = Board.bare(players=3).fill(1, leave=("c3", "c4", "c5")).put(0, "c3").turn_of(0)
    game, short = seat_down(board), seat_down(board)
    short.push(0, "extend")
    assert [Board(state_of(short)).cube(name) for name in ("c4", "c5")] == [0, 0]
    game.push(0, "extend c4 c5")
    assert state_of(game).tobytes() == state_of(short).tobytes()


# --- Or none ---


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("extend c4 e4", IllegalMove, "e4 isn't next to the previous cube, c4"),
        ("extend c4 c3", IllegalMove, "already"),
        ("extend c4 zz", UnknownMove, "'zz' isn't a move"),
        ("extend c4 d4 d5", NotYourTurn, "It isn't Player A's turn"),
        ("extend c4 d4 pass", NotYourTurn, "It isn't Player A's turn"),
        ("extend extend", IllegalMove, "That doesn't answer the question"),
        ("c4 extend", IllegalMove, "That doesn't answer the question"),
    ],
)
def test_a_fault_in_the_middle_takes_everything_back(
    text: str, error: type[Exception], says: str
) -> None:
    game = dig()
    with refused(game, error) as caught:
        game.push(0, text)
    assert says in str(caught.value)


def test_an_interruption_in_the_middle_takes_everything_back() -> None:
    honest = dig()
    rules = honest.rules

    def apply(state: Any, seat: int, action: int) -> None:
        if rules.wording.text(action) == "d4":
            raise KeyboardInterrupt
        rules.apply(state, seat, action)

    game = Game(replace(rules, apply=apply), state_of(honest), honest.names)
    before = snapshot(game)
    with pytest.raises(KeyboardInterrupt):
        game.push(0, "extend c4 d4")
    assert snapshot(game) == before


def test_a_longer_action_counts_before_two_short_ones() -> None:
    """`lemon extend` is one action, although `extend` is one too."""
    board = Board.bare(season=2, players=3).put(0, "c3").pyramids("c5", "a3")
    game = seat_down(board.give(0, LEMON).turn_of(0))
    assert game.push(0, "lemon extend").text == "lemon extend"
    assert state_of(game).question == Question.SPACE
