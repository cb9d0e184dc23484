"""Random games as a list of digests, to compare ways of running the same functions.

python -m tests.contract.trace ys 0 72 prints one digest a game for the first variant of Ys. With
NUMBA_DISABLE_JIT=1 in the environment everything runs interpreted.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np

from kerys.kernel.chance import key_of_seed, streams
from kerys.kernel.contract import SPECTATOR, Rules
from kerys.kernel.play import random_play
from tests.contract.subjects import SUBJECTS

KNOWLEDGE_EVERY = 23
"""Hiding, imagining and observing are compared at every so many decisions."""


def trace(game: Rules, options: Any, number: int) -> str:
    """One game: a digest of the state after every decision, and of what seats know of it."""
    dealer, player = streams(key_of_seed("trace"), number)
    decide = random_play(game).decide
    state, mask = game.blank(), np.zeros(game.mask_words, np.int64)
    game.deal(state, options, dealer)
    digest = hashlib.sha256(state.tobytes())
    node = 0
    while game.actors(state):
        seat, action = decide(state, mask, player)
        digest.update(f"{seat} {action}".encode() + state.tobytes())
        if node % KNOWLEDGE_EVERY == number % KNOWLEDGE_EVERY:
            digest.update(knowledge(game, state, int(options.players), player))
        node += 1
    for seat in range(int(options.players)):
        digest.update(f"{game.score(state, seat)} {game.rank(state, seat)}".encode())
    return digest.hexdigest()


def knowledge(game: Rules, state: Any, players: int, chance: Any) -> bytes:
    """The views, one imagined world and the observation of every seat."""
    found = b""
    for seat in range(SPECTATOR, players):
        view = game.view(state, seat)
        found += view.tobytes()
        game.resample(view, seat, chance)
        found += view.tobytes()
        if seat != SPECTATOR:
            out = np.zeros(game.observation_size, np.float32)
            game.observe(state, seat, out)
            found += out.tobytes()
    return found


def traces(name: str, variant: int, games: int) -> list[str]:
    """The digests of the first games of a variant."""
    game = SUBJECTS[name].game
    options = game.configure(**game.variants[variant])
    return [trace(game, options, number) for number in range(games)]


if __name__ == "__main__":
    print(json.dumps(traces(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
