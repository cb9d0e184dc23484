"""What the tests of the table share: games of every variant, walks through them, and refusals."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from kerys.kernel.contract import SPECTATOR, Rules
from kerys.table import Game, GameError
from kerys.table.commitment import secret_of_seed
from kerys.table.game import dealt
from tests.contract.playing import Playing
from tests.contract.subjects import LONG_CASES, SUBJECTS

Case = tuple[str, int]
"""A game and the number of one of its variants."""

IDLE = ("pass", "done")
EAGERNESS = 0.8
REAL_CASES = [case for case in LONG_CASES if case[0] != "tiny"]
"""Every variant of the games that aren't only for tests."""


def kernel_of(case: Case) -> Rules:
    return SUBJECTS[case[0]].game


def options_of(case: Case) -> Mapping[str, Any]:
    return kernel_of(case).variants[case[1]]


def start(case: Case, seed: int = 0, **more: Any) -> Game:
    """A freshly dealt game of a variant."""
    rules = kernel_of(case)
    options = rules.configure(**{**options_of(case), **more})
    return dealt(rules, options, secret_of_seed(f"table {seed}"))


def state_of(game: Game) -> Any:
    """The true state of a game, now."""
    return game.before(game.ply)


def snapshot(game: Game) -> tuple[Any, ...]:
    """Everything that a refused move must leave unchanged."""
    return game.moves, game.names, [game.before(ply).tobytes() for ply in range(game.ply + 1)]


def choose(game: Game, rng: random.Random) -> tuple[int, int]:
    """A random decision, seat and code, that prefers to do something."""
    seat = rng.choice(game.actors)
    legal = game.rules.choices(state_of(game), seat)
    busy = [code for code in legal if game.rules.wording.text(code) not in IDLE]
    return seat, rng.choice(busy if busy and rng.random() < EAGERNESS else legal)


def walk(game: Game, rng: random.Random, until: Callable[[Game], bool] | None = None) -> Game:
    """Make random decisions to the end of the game, or until a condition is true."""
    while not game.over and not (until and until(game)):
        game.push(*choose(game, rng))
    if until:
        assert until(game), "the game ended before"
    return game


def nodes(game: Game, rng: random.Random) -> Iterator[Game]:
    """The game at every decision of a random walk; at its end it is over."""
    while not game.over:
        yield game
        game.push(*choose(game, rng))


def whole_game(case: Case, seed: int = 0, **more: Any) -> Game:
    """A game played at random to its end."""
    return walk(start(case, seed, **more), random.Random(seed))


def watchers(game: Game) -> range:
    """Every seat, and a spectator."""
    return range(SPECTATOR, game.players)


def seat_down(board: Playing[Any, Any], *names: str) -> Game:
    """A hand-made board as a game at the table."""
    players = int(board.state.players)
    chosen = names or tuple(f"Player {letter}" for letter in "ABCD"[:players])
    return Game(board.game, board.game.copy(board.state), chosen)


@contextmanager
def refused(
    game: Game, error: type[Exception] = GameError
) -> Iterator[pytest.ExceptionInfo[Exception]]:
    """A block that must fail with exactly this error, and change nothing."""
    before = snapshot(game)
    with pytest.raises(error) as caught:
        yield caught
    assert caught.type is error
    assert snapshot(game) == before, "an error changed the game"


def refusal(game: Game, seat: int, move: Any) -> GameError:
    """The error for a move, which must leave the game unchanged."""
    before = snapshot(game)
    try:
        game.push(seat, move)
    except GameError as error:
        assert snapshot(game) == before, "an error changed the game"
        return error
    raise AssertionError(f"{move!r} was accepted")
