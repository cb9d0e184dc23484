"""Plays the games missing from the corpus: `python -m tests.records.make`.

Existing records stay unchanged: old records must keep replaying.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import count
from typing import Any

from kerys.games import GAMES
from kerys.table.game import Game, new
from tests.records.wanted import FOLDER, ending, endings, variants

RELUCTANT = ("pass", "done")
"""Random players choose these only rarely, or Mykerinos games would be empty."""


def play(name: str, seed: int, options: Mapping[str, Any]) -> Game:
    """A game between players who choose at random but don't stop early."""
    game = new(name, seed=seed, **options)
    rng = random.Random(seed)
    while not game.over:
        seat = rng.choice(game.actors)
        legal = game.legal(seat)
        eager = [action for action in legal if action.text not in RELUCTANT]
        game.push(seat, rng.choice(eager if eager and rng.random() < 0.9 else legal))
    return game


def make() -> None:
    """Write the missing records."""
    for file, (name, options) in variants().items():
        path = FOLDER / f"{file}.kerys"
        if not path.exists():
            play(name, 1, options).record().save(path)
            print(path.name)
    for file, (name, end) in endings().items():
        path = FOLDER / f"{file}.kerys"
        for seed in count() if not path.exists() else ():
            options = GAMES[name].variants[-1 - seed % len(GAMES[name].variants)]
            game = play(name, seed, options)
            if ending(game) == end:
                game.record().save(path)
                print(path.name, "seed", seed)
                break


if __name__ == "__main__":
    make()
