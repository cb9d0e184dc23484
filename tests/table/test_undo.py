"""Undo: only what revealed nothing to anyone, and what nobody has answered since."""

from __future__ import annotations

import random

import pytest

from kerys.games.mykerinos.actions import Question as MykerinosQuestion
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import SHOPS
from kerys.kernel.chance import generator, key_of_seed
from kerys.table import SPECTATOR, Game, UndoError
from kerys.table.game import Move
from tests.contract.subjects import CASES, case_name
from tests.mykerinos.board import Board as MykerinosBoard
from tests.table.tools import Case, choose, refused, seat_down, start, state_of, walk
from tests.ys.board import HIDDEN, Board, area

WORLDS = 40


def bidding(*texts: str) -> Game:
    """Four players, some of whom have bid, in seat order."""
    game = start(("ys", 0))
    for seat, text in enumerate(texts):
        game.push(seat, text)
    return game


def check_undone(game: Game, seat: int) -> None:
    """Check that undoing and repeating a decision leads to the same state."""
    before, moves = state_of(game).tobytes(), game.moves
    index = game.undoable(seat)
    undone = game.undo(seat)
    assert index is not None
    assert undone == moves[index]
    assert game.moves == moves[:index] + moves[index + 1 :]
    assert state_of(game).tobytes() != before
    assert seat in game.actors
    game.push(undone.seat, undone.code)
    assert state_of(game).tobytes() == before


def why_not(game: Game, seat: int) -> str:
    """The reason why a seat's last decision can't be undone."""
    with refused(game, UndoError) as caught:
        game.undo(seat)
    return str(caught.value)


# --- Sealed answers ---


def test_a_sealed_bid_can_be_taken_back_while_others_are_thinking() -> None:
    game = bidding("bid 4+2")
    check_undone(game, 0)
    game.undo(0)
    game.push(0, "bid 0+0")
    assert [move.seat for move in game.moves] == [0]


def test_a_sealed_bid_can_be_taken_back_after_others_sealed_theirs() -> None:
    game = bidding("bid 4+2", "bid 3+1", "bid 1+1")
    check_undone(game, 0)
    game.undo(1)
    assert game.actors == (1, 3)
    assert {move.seat for move in game.moves} == {0, 2}
    game.push(1, "bid 0+0")
    same = start(("ys", 0))
    for seat, text in ((2, "bid 1+1"), (0, "bid 4+2"), (1, "bid 0+0")):
        same.push(seat, text)
    assert state_of(game).tobytes() == state_of(same).tobytes()


def test_whoever_has_not_moved_has_nothing_to_take_back() -> None:
    game = bidding("bid 4+2")
    assert game.undoable(1) is None
    assert "you haven't made a decision yet" in why_not(game, 1)


@pytest.mark.parametrize("seat", range(4))
def test_once_all_bids_are_revealed_none_can_be_taken_back(seat: int) -> None:
    game = bidding("bid 4+2", "bid 3+1", "bid 1+1", "bid 2+0")
    assert state_of(game).question == Question.POSITION
    assert game.undoable(seat) is None
    sealed = "the sealed choices have been revealed"
    assert (sealed if seat < 3 else "something was revealed") in why_not(game, seat)


@pytest.mark.parametrize("seat", range(3))
def test_once_all_went_to_the_throne_room_nobody_comes_back(seat: int) -> None:
    game = start(("ys", 6), 1)
    assert state_of(game).kings_favour
    walk(game, random.Random(1), lambda one: state_of(one).question == Question.THRONE_AGENT)
    walk(game, random.Random(1), lambda one: state_of(one).question != Question.THRONE_AGENT)
    assert state_of(game).round_number == 1
    with refused(game, UndoError):
        game.undo(seat)


def test_a_trick_that_was_won_is_not_played_again() -> None:
    game = start(("tiny", 1))
    for seat in range(3):
        game.push(seat, game.legal(seat)[0])
    for seat in range(3):
        assert game.undoable(seat) is None


# --- Placing ---


def placing(turns: int = 0) -> Game:
    """Phase 3, after some of its decisions."""
    game = bidding("bid 4+2", "bid 3+1", "bid 1+1", "bid 2+0")
    rng = random.Random(1)
    walk(game, rng, lambda one: state_of(one).question == Question.PLACE)
    for _ in range(turns):
        game.push(*choose(game, rng))
    return game


def test_agents_of_a_turn_can_be_taken_back_until_the_next_player_acts() -> None:
    game = placing()
    seat = game.actors[0]
    for text in ("place 3 hidden 2-harbour", "place 1 open blue-1"):
        game.push(seat, text)
        check_undone(game, seat)
    assert game.actors != (seat,)
    follower = game.actors[0]
    game.push(follower, game.legal(follower)[0])
    assert "another player has moved since" in why_not(game, seat)
    check_undone(game, follower)


def test_both_agents_of_a_turn_can_be_taken_back_one_after_the_other() -> None:
    game = placing()
    seat, before = game.actors[0], state_of(game).tobytes()
    game.push(seat, "place 3 hidden 2-harbour place 1 open blue-1")
    assert game.undo(seat) == Move(seat, game.rules.wording.texts()["place 1 open blue-1"])
    assert game.undo(seat) == Move(seat, game.rules.wording.texts()["place 3 hidden 2-harbour"])
    assert state_of(game).tobytes() == before


def test_the_end_of_phase_3_shows_the_last_agents_and_stays() -> None:
    game = placing()
    rng = random.Random(2)
    while game.before(game.ply).turn < 16 and state_of(game).moment <= Moment.TURN_ENDS:
        seat, code = choose(game, rng)
        game.push(seat, code)
    assert state_of(game).moment > Moment.TURN_ENDS
    with refused(game, UndoError):
        game.undo(seat)


@pytest.mark.rule("YS-9.5")
def test_a_look_of_the_spy_cannot_be_unseen() -> None:
    board = Board.ready()
    board.force(box.SPY, 0)
    board.state.looks = 3
    for number in (4, 3, 0):
        board.put(1, number, area(1, SHOPS), HIDDEN)
        board.state.behind[1, number] -= 1
    game = seat_down(board.at(Moment.TURN_LOOKS))
    game.push(0, "agent 2")
    assert "something was revealed" in why_not(game, 0)
    game.push(0, "done")
    check_undone(game, 0)


# --- Mykerinos ---


def test_cubes_can_be_taken_back_until_the_next_player_acts() -> None:
    game = seat_down(MykerinosBoard.bare(players=3).put(0, "c3").turn_of(0))
    game.push(0, "extend c4 d4")
    for _ in range(3):
        check_undone(game, 0)
        game.undo(0)
    assert game.ply == 0
    game.push(0, "extend c4 d4")
    game.push(1, "place")
    assert "another player has moved since" in why_not(game, 0)


def test_a_decision_that_brings_new_lots_stays() -> None:
    game = walk(
        start(("mykerinos", 0), 1),
        random.Random(1),
        lambda one: bool(state_of(one).season == 1),
    )
    last = game.moves[-1].seat
    assert state_of(game).question == MykerinosQuestion.ACTION
    assert "something was revealed" in why_not(game, last)


# --- At every node ---


def check_untold(game: Game, index: int) -> None:
    """Check that the decision would have looked the same in every world possible for the seat."""
    rules, move = game.rules, game.moves[index]
    before = rules.view(game.before(index), move.seat)
    after = rules.view(game.before(index + 1), move.seat).tobytes()
    chance = generator(key_of_seed(f"untold {index}"))
    for _ in range(WORLDS):
        world = rules.copy(before)
        rules.resample(world, move.seat, chance)
        rules.apply(world, move.seat, move.code)
        assert rules.view(world, move.seat).tobytes() == after, "it told its seat something"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_what_can_be_taken_back_told_nothing_and_is_still_open(case: Case) -> None:
    rng, game = random.Random(3), start(case, 3)
    found = 0
    while not game.over:
        game.push(*choose(game, rng))
        last = game.moves[-1].seat
        for seat in range(game.players):
            index = game.undoable(seat)
            if index is None:
                continue
            found += 1
            assert game.moves[index].seat == seat
            since = game.moves[index + 1 :]
            assert seat not in {move.seat for move in since}
            if since:
                asked = set(game.view(SPECTATOR, index).actors)
                given = {move.seat for move in game.moves[index:]}
                assert set(game.actors) == asked - given != set(), "the answers were revealed"
            if seat == last:
                check_undone(game, seat)
                if game.ply % 5 == 0:
                    check_untold(game, index)
    assert found
