"""Games without an evaluator: every level evaluates them by playouts and score."""

from __future__ import annotations

import random

import pytest

from kerys.bots import Budget, bot_named, level_names
from kerys.bots.base import Bot
from kerys.bots.evaluators import evaluator_of
from kerys.table.commitment import secret_of_seed
from kerys.table.game import Game, dealt
from tests.contract.tiny import TINY

WORLDS = Budget(worlds=60)


def play(bots: list[Bot], seed: int) -> Game:
    """Play the tiny game with these bots."""
    game = dealt(TINY, TINY.configure(players=len(bots)), secret_of_seed(seed))
    rng = random.Random(seed)
    while not game.over:
        seat = game.actors[0]
        game.push(seat, bots[seat].choose(game.view(seat), WORLDS, rng))
    return game


@pytest.mark.parametrize("name", [*level_names(), "greedy", "search"])
def test_every_level_plays_a_game_without_an_evaluator(name: str) -> None:
    game = play([bot_named(name), bot_named("random"), bot_named(name)], 3)
    assert game.over


def test_the_score_is_the_estimate() -> None:
    evaluator = evaluator_of(TINY)
    assert not evaluator.looks_ahead
    assert evaluator.weights("collector").tolist() == [1.0], "no style of its own"
    assert evaluator.folder is None
