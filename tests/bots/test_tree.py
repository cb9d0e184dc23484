"""Regret tables for sealed answers, on games so small that the right mixture is known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kerys.bots.search import tree as templates
from kerys.bots.search.workspace import ACTION, ACTOR, ROOT, STRATEGY, VALUE, WHOLE_COLUMNS
from kerys.kernel.chance import generator, key_of_seed

tree: Any = templates  # rule functions are untyped
WORLDS = 6000
PLAYERS = 2


@pytest.mark.parametrize(
    "wins",
    [
        [[1.0, 0.0], [0.0, 1.0]],
        [[1.0, 0.0], [0.0, 0.5]],
        [[0.9, 0.3], [0.2, 0.4]],
        [[0.6, 0.5], [0.4, 0.3]],
        [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]],
    ],
)
def test_who_knows_the_mixture_of_sealed_answers_can_hardly_use_it(
    wins: list[list[float]],
) -> None:
    """`wins` is how often the first player wins, by both answers; each world adds much noise."""
    options = len(wins)
    notes = SimpleNamespace(
        chance=generator(key_of_seed("sealed")),
        mask=np.array([(1 << options) - 1]),
        path=np.zeros(3, np.int64),
        utility=np.zeros(PLAYERS),
        open=1,
    )
    nodes = np.zeros((1 + 2 * options, WHOLE_COLUMNS), np.int64)
    reals = np.zeros((1 + 2 * options, VALUE + PLAYERS))
    for seat in range(2):
        for action in range(options):
            tree.add_child(notes, nodes, reals, ROOT, seat, action, True, 1.0)
    luck = np.random.default_rng(0)
    for _ in range(WORLDS):
        for seat in range(2):
            notes.path[1 + seat] = tree.regret_match(notes, nodes, reals, seat, ROOT)
        mine, yours = (nodes[notes.path[1 + seat], ACTION] for seat in range(2))
        won = float(luck.random() < wins[mine][yours])
        notes.utility[:2] = won, 1.0 - won
        tree.back_up(notes, nodes, reals, 2)
    mixtures = np.zeros((2, options))
    for child in range(1, len(nodes)):
        mixtures[nodes[child, ACTOR], nodes[child, ACTION]] = reals[child, STRATEGY]
    mixtures /= mixtures.sum(axis=1, keepdims=True)
    most = max(np.array(wins) @ mixtures[1])
    least = min(mixtures[0] @ np.array(wins))
    assert most - least < 0.15
