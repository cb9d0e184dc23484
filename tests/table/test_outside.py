"""Seats, moves and types from outside: invalid ones are refused, and change nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kerys
from kerys.table import (
    SPECTATOR,
    Action,
    GameError,
    IllegalMove,
    PlyError,
    SeatError,
    UndoError,
    UnknownGame,
    UnknownMove,
)
from tests.contract.subjects import CASES, SUBJECTS, case_name
from tests.table.tools import Case, refused, start, state_of, whole_game

# --- New games ---


def test_a_game_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownGame, match="There is no game 'chess'; choose from mykerinos, ys"):
        kerys.new("chess")
    assert issubclass(UnknownGame, GameError)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"game": 5}, "a game is named by a string such as 'ys', not 5"),
        ({"game": ["ys"]}, "a game is named by a string"),
        ({"seed": 1.5}, "a seed is a whole number or a text, not 1.5"),
        ({"key": "0" * 32}, "a key is 32 bytes, not str"),
    ],
)
def test_arguments_of_another_type_are_an_error_of_the_program(
    arguments: dict[str, Any], problem: str
) -> None:
    with pytest.raises(TypeError, match=problem):
        kerys.new(**{"game": "ys", **arguments})


def test_a_key_has_one_length() -> None:
    with pytest.raises(ValueError, match="a key has 32 bytes, not 5"):
        kerys.new("ys", key=b"short")


# --- Who it is ---


NO_NUMBERS = [True, False, 0.0, "0", None, (0,), b"0"]


@pytest.mark.parametrize("seat", [4, 99, -1, -2, 10**30, *NO_NUMBERS])
def test_what_is_no_seat_cannot_do_anything(seat: Any) -> None:
    game = start(("ys", 0))
    for attempt in (
        lambda: game.push(seat, "bid 4+2"),
        lambda: game.legal(seat),
        lambda: game.undo(seat),
        lambda: game.undoable(seat),
    ):
        with refused(game, TypeError if seat in NO_NUMBERS else SeatError) as caught:
            attempt()
        assert "0 to 3" in str(caught.value)


@pytest.mark.parametrize("seat", [4, -2, *NO_NUMBERS])
def test_what_is_no_seat_sees_nothing(seat: Any) -> None:
    game = start(("ys", 0))
    for attempt in (
        lambda: game.view(seat),
        lambda: game.story(seat),
        lambda: game.record(seat),
    ):
        with refused(game, TypeError if seat in NO_NUMBERS else SeatError):
            attempt()


def test_a_seat_of_the_wrong_type_is_told_what_a_seat_is() -> None:
    view: Any = start(("ys", 0)).view
    with pytest.raises(TypeError, match="a seat is a whole number from 0 to 3, not '0'"):
        view("0")


def test_whoever_watches_can_only_watch() -> None:
    game = start(("ys", 0))
    assert game.view(SPECTATOR).legal == ()
    with refused(game, SeatError):
        game.push(SPECTATOR, "bid 4+2")


def test_a_seat_number_of_numpy_is_a_seat() -> None:
    """Programs take seats and codes from arrays."""
    game = start(("ys", 0))
    seat: Any = np.flatnonzero([0, 1])[0]
    code: Any = np.int64(game.legal(1)[0].code)
    assert game.view(seat).seat == 1
    game.push(seat, code)
    assert game.moves[0].seat == 1


@pytest.mark.parametrize("ply", [-1, 1, 99, "0", 0.0, True])
def test_plies_that_were_never_reached_cannot_be_looked_at(ply: Any) -> None:
    game = start(("ys", 0))
    error = PlyError if type(ply) is int else TypeError
    with refused(game, error):
        game.view(0, ply)
    with refused(game, error):
        game.story(0, ply)


def test_screens_stay_up_until_the_end() -> None:
    game = start(("ys", 0))
    for seat in (0, SPECTATOR):
        with refused(game, GameError) as caught:
            game.open_view(seat)
        assert "over" in str(caught.value)


# --- What it is ---


@pytest.mark.parametrize("name", SUBJECTS)
def test_codes_outside_the_action_space_are_unknown(name: str) -> None:
    game = start((name, 0))
    for code in (-1, game.rules.actions, 10**6, 2**63, -(2**70)):
        with refused(game, UnknownMove) as caught:
            game.push(game.actors[0], code)
        assert str(game.rules.actions - 1) in str(caught.value)


@pytest.mark.parametrize(
    "move", [True, False, None, 1.0, float("nan"), b"bid 4+2", ["bid 4+2"], (), {}, np.True_, 1j]
)
def test_a_move_of_another_type_is_an_error_of_the_program(move: Any) -> None:
    game = start(("ys", 0))
    with refused(game, TypeError):
        game.push(0, move)


def test_codes_may_come_from_arrays() -> None:
    game = start(("ys", 0))
    code: Any = np.int16(game.legal(0)[0].code)
    game.push(0, code)
    assert type(game.moves[0].code) is int


def test_an_action_belongs_to_its_seat() -> None:
    game = start(("ys", 0))
    with refused(game, SeatError) as caught:
        game.push(1, game.legal(0)[0])
    assert "seat 0" in str(caught.value)


def test_an_action_of_another_game_is_refused() -> None:
    game, other = start(("tiny", 0)), start(("ys", 0))
    foreign = next(one for one in other.legal(0) if one.code >= game.rules.actions)
    with refused(game, UnknownMove):
        game.push(0, foreign)
    seat = game.actors[0]
    code = game.legal(seat)[0].code
    confused = Action(seat, code, other.rules, other.view(seat).state, other.names)
    with refused(game, UnknownMove):
        game.push(seat, confused)


def test_an_action_that_was_legal_once_is_checked_again() -> None:
    game = start(("ys", 0))
    bid = game.legal(0)[0]
    for seat in range(4):
        game.push(seat, "bid 4+2")
    while game.actors != (0,):
        game.push(game.actors[0], game.legal(game.actors[0])[0])
    with refused(game, IllegalMove):
        game.push(0, bid)


# --- Undo ---


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    game = start(("ys", 0))
    with refused(game, UndoError):
        game.pop()
    for seat in range(4):
        with refused(game, UndoError) as caught:
            game.undo(seat)
        assert "nothing to take back" in str(caught.value)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_taking_all_back_leads_to_the_deal(case: Case) -> None:
    game = whole_game(case, 9)
    moves = game.moves
    assert [game.pop() for _ in moves] == list(reversed(moves))
    assert state_of(game).tobytes() == state_of(start(case, 9)).tobytes()
    for move in moves:
        game.push(move.seat, move.code)
    assert state_of(game).tobytes() == state_of(whole_game(case, 9)).tobytes()
