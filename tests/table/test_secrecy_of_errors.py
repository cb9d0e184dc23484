"""Errors are shown to a seat: they must not reveal what the seat can't know.

A text of several decisions that fails is undone. If its error reveals what the first of them
would show, a player can look behind the screens for free.
"""

from __future__ import annotations

import random

import pytest

from kerys.games.mykerinos.actions import Question as MykerinosQuestion
from kerys.games.ys.actions import Question
from kerys.table import Game, GameError
from tests.contract.subjects import CASES, case_name
from tests.table.tools import Case, nodes, refusal, start, state_of, walk

pytestmark = pytest.mark.slow

GARBAGE = ("zz", "done", "order 1", "bid 4+2", "place 3 hidden 2-harbour", "c4", "lot left")


def outcome(game: Game, seat: int, text: str) -> tuple[str, str]:
    """The type and message of a refusal; empty if the text was accepted."""
    ply = game.ply
    try:
        game.push(seat, text)
    except GameError as error:
        assert game.ply == ply
        return type(error).__name__, str(error)
    while game.ply > ply:
        game.pop()
    return "", ""


def last_bidder(others: tuple[str, str, str]) -> Game:
    """Seat 3 is the last to bid and knows nothing about the other bids."""
    game = start(("ys", 0))
    for seat, text in enumerate(others):
        game.push(seat, text)
    return game


@pytest.mark.parametrize("rest", ["zz", "order 1", "bid 4+2"])
def test_the_last_bidder_cannot_try_bids_out(rest: str) -> None:
    one = last_bidder(("bid 4+4", "bid 3+1", "bid 0+0"))
    other = last_bidder(("bid 1+0", "bid 4+4", "bid 3+3"))
    assert one.view(3).state.tobytes() == other.view(3).state.tobytes()
    for mine in ("bid 3+0", "bid 3+3", "bid 4+3", "bid 4+4"):
        assert refusals_equal(one, other, 3, f"{mine} {rest}")


def refusals_equal(one: Game, other: Game, seat: int, text: str) -> bool:
    left, right = refusal(one, seat, text), refusal(other, seat, text)
    return (type(left), str(left)) == (type(right), str(right))


def test_the_last_action_of_a_season_cannot_be_tried_out_on_the_next_lots() -> None:
    """A text that continues after it would reveal pyramids and lots that nobody has seen."""
    game = walk(
        start(("mykerinos", 2), 3),
        random.Random(3),
        lambda one: bool(state_of(one).season == 1),
    )
    game.pop()
    seat = game.actors[0]
    assert state_of(game).question in (
        MykerinosQuestion.INSPECTION,
        MykerinosQuestion.LEFTOVER_LOT,
        MykerinosQuestion.NEUTRAL_LOT,
    )
    answer = game.legal(seat)[0].text
    said = set()
    for seed in range(12):
        world = game.view(seat).resample(seed)
        for column in "abcdefgh":
            said.add((column, outcome(world, seat, f"{answer} place {column}1 zz")))
    assert len(said) == len("abcdefgh"), "the error depends on lots that nobody has seen"


def test_a_look_of_the_spy_cannot_be_tried_out() -> None:
    rng = random.Random(5)
    game = walk(start(("ys", 0), 5), rng, lambda one: state_of(one).question == Question.LOOK)
    seat = game.actors[0]
    looks = [action.text for action in game.legal(seat) if action.text != "done"]
    for seed in range(8):
        world = game.view(seat).resample(seed)
        for text in looks[:3]:
            for rest in GARBAGE:
                line = f"{text} {rest}"
                assert outcome(world, seat, line) == outcome(game, seat, line)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_errors_are_the_same_in_all_worlds_that_a_seat_thinks_possible(case: Case) -> None:
    """At every node, for texts of one, two and three decisions."""
    rng = random.Random(6)
    compared = 0
    for game in nodes(start(case, 6), rng):
        if rng.random() < 0.5 and case[0] == "ys":
            continue
        seat = rng.choice(game.actors)
        world = game.view(seat).resample(game.ply)
        texts = [game.rules.wording.text(rng.randrange(game.rules.actions)) for _ in range(2)]
        for _ in range(3):
            first = rng.choice(game.legal(seat)).text
            texts += [f"{first} {rng.choice(GARBAGE)}", f"{first} {texts[0]} {texts[1]}"]
        for text in texts:
            mine, theirs = outcome(game, seat, text), outcome(world, seat, text)
            compared += mine != ("", "")
            assert mine == theirs, f"{text!r} tells {seat} something"
    assert compared > 5
