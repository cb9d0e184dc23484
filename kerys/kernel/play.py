"""Random play of any game, compiled: one decision, one game, a batch.

The functions below the line are templates: the names of the contract (`deal`, `legal`, ...) are
free in them, and `bind` gives them the functions of one game. A closure would do the same, but
Numba caches no closure over compiled functions.
"""

from __future__ import annotations

import hashlib
import inspect
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.bits import count, mask_nth, nth
from kerys.kernel.chance import below, branch, generator
from kerys.kernel.compiling import rule
from kerys.kernel.contract import Rules


@dataclass(frozen=True)
class RandomPlay:
    """The compiled drivers of one game."""

    decide: Any
    """decide(state, mask, chance): one random decision; returns seat and action."""
    play: Any
    """play(state, options, master, number, mask, dealer, player): deals and plays one game."""
    batch: Any
    """batch(states, options, master, first, decisions, mask, dealer, player): many games."""
    stand: Any
    """stand(states, scores, ranks): how every owner stands in every state."""


def source_digest(game: Rules) -> str:
    """A digest of the folders a game is written in.

    Numba would go on using a cached driver when a game outside this package changes.
    """
    functions = (game.deal, game.actors, game.legal, game.apply)
    folders = {Path(inspect.getfile(inspect.unwrap(one))).parent for one in functions}
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def bind(template: Any, game: Rules, names: dict[str, Any], digest: str = "") -> FunctionType:
    """A copy of a template with the free names filled in for one game.

    `digest` stands for further sources that the filled-in functions come from.
    """
    scope = {**template.__globals__, **names}
    bound = FunctionType(
        template.__code__,
        scope,
        f"{template.__name__}_{game.name}_{source_digest(game)}{digest}",
    )
    bound.__qualname__ = bound.__name__
    bound.__module__ = template.__module__
    bound.__doc__ = template.__doc__
    return bound


@cache
def random_play(game: Rules) -> RandomPlay:
    """The drivers of a game, made once."""
    names = {"deal": game.deal, "actors": game.actors, "legal": game.legal, "apply": game.apply}
    decide = rule(bind(_decide, game, names))
    play = rule(bind(_play, game, {**names, "decide": decide}))
    batch = rule(bind(_batch, game, {"play": play}))
    stand = rule(bind(_stand, game, {"score": game.score, "rank": game.rank}))
    return RandomPlay(decide, play, batch, stand)


def play_on_cpu(
    game: Rules,
    options: Any,
    key: bytes,
    first: int,
    states: NDArray[Any],
    decisions: NDArray[np.int64],
) -> None:
    """Play games number `first` and on into `states`; how long each was into `decisions`."""
    mask = np.zeros(game.mask_words, np.int64)
    dealer, player = generator(key), generator(key)
    random_play(game).batch(states, options, generator(key), first, decisions, mask, dealer, player)


def standings(game: Rules, states: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Scores and ranks of every owner: a row a state, a column an owner."""
    owners = int(game.owners(states[0]))
    scores = np.zeros((len(states), owners), np.int64)
    ranks = np.zeros((len(states), owners), np.int64)
    random_play(game).stand(states, scores, ranks)
    return scores, ranks


# --- templates -------------------------------------------------------------------------------

# What `bind` fills in.
deal: Any = None
actors: Any = None
legal: Any = None
apply: Any = None
score: Any = None
rank: Any = None
decide: Any = None
play: Any = None


def _decide(state, mask, chance):  # type: ignore[no-untyped-def]
    """One decision: any seat that owes one, any of its legal actions."""
    waiting = actors(state)
    seat = nth(waiting, below(chance, count(waiting)))
    options = legal(state, seat, mask)
    action = mask_nth(mask, below(chance, options))
    apply(state, seat, action)
    return seat, action


def _play(state, options, master, number, mask, dealer, player):  # type: ignore[no-untyped-def]
    """Game `number` of a master key, from the deal to the end; returns how many decisions."""
    branch(master, number, dealer, player)
    deal(state, options, dealer)
    decisions = 0
    while actors(state) != 0:
        decide(state, mask, player)
        decisions += 1
    return decisions


def _batch(states, options, master, first, decisions, mask, dealer, player):  # type: ignore[no-untyped-def]
    """Games `first` and on, one after the other."""
    for index in range(states.shape[0]):
        decisions[index] = play(states[index], options, master, first + index, mask, dealer, player)


def _stand(states, scores, ranks):  # type: ignore[no-untyped-def]
    """Write the scores and ranks of all owners."""
    for index in range(states.shape[0]):
        for owner in range(scores.shape[1]):
            scores[index, owner] = score(states[index], owner)
            ranks[index, owner] = rank(states[index], owner)
