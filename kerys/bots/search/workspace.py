"""What a bot thinks in: the memory that compiled code works on, made once and used again."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.bots.evaluators import JUDGES
from kerys.kernel.chance import KEY_BYTES, generator
from kerys.kernel.contract import FieldRecord, Rules
from kerys.kernel.seats import NONE

OWNERS = 4
VIEW, WORLD, SEEN, TRIAL, FOLLOWED, TABLE = range(6)
"""The rows of a pool: what the seat sees, the world imagined, the same as one of its seats knows
it, two states to try actions in, and the game itself where bots play whole games by themselves."""
POOL = 6

# The numbers of a search, in the array `settings`.
(
    WIDTH,  # how many actions of a node are tried
    BREADTH,  # how many actions of the root are tried
    AHEAD,  # in how many worlds all of these are looked at first; if none, some of them in one
    DEPTH,  # how many decisions the tree goes down
    STAGES,  # how many stages of the game a playout lasts, from that of the question on
    PLAYOUT,  # and how many decisions at most
    SAMPLES,  # how many actions a decision of a playout looks at
    EXPLORE,
    HEAT,  # how many points ahead make a win likely
    PRIOR_HEAT,
    RIVAL,  # how much a point of the best rival counts against one's own
) = range(11)
SETTINGS = {
    "ys": np.array([12.0, 1000.0, 8.0, 3.0, 1.0, 500.0, 12.0, 0.6, 6.0, 8.0, 0.2]),
    "mykerinos": np.array([20.0, 20.0, 0.0, 4.0, 4.0, 80.0, 16.0, 0.6, 8.0, 3.0, 0.2]),
}

# The columns of the tree's whole numbers and fractions.
FIRST_CHILD, NEXT, ACTION, ACTOR, VISITS, EXPANDED, SEALED = range(7)
WHOLE_COLUMNS = 7
PRIOR, REGRET, SHARE, STRATEGY, SQUARES, VALUE = range(6)
FRACTION_COLUMNS = VALUE + OWNERS
ROOT = 0
NODES = 60_000
DEEPEST = 64


class Mind(NamedTuple):
    """The memory of one thought, in the order in which compiled code takes it."""

    pool: Any
    """States, so that a copy is a memory copy."""
    notes: Any
    """A record of all that is small."""
    tree: NDArray[np.int64]
    reals: NDArray[np.float64]


def notes_of(game: Rules) -> np.dtype[Any]:
    """What a mind notes while it thinks about a game."""
    judge = JUDGES[game.name]
    fields: list[Any] = [
        ("settings", np.float64, len(SETTINGS[game.name])),
        ("weights", np.float64, len(judge.names)),
        ("chance", np.int64, generator(bytes(KEY_BYTES)).shape),
        ("mask", np.int64, game.mask_words),
        # For a decision that is looked at while `mask` still holds the actions of another.
        ("other_mask", np.int64, game.mask_words),
        ("scratch", np.float64, judge.scratch),
        # What the estimate says, and shares of the win, by owner.
        ("values", np.float64, OWNERS),
        ("utility", np.float64, OWNERS),
        # What greedy found, by action; for a tree, actions and what they promise.
        ("totals", np.float64, game.actions),
        ("found", np.float64, (game.actions, 2)),
        # The nodes that the world at hand went through, and the first free one.
        ("path", np.int64, DEEPEST),
        ("open", np.int64),
        # The seat that sees through all screens, if one does.
        ("cheat", np.int64),
    ]
    return np.dtype((FieldRecord, fields))


def new_mind(game: Rules, weights: NDArray[np.float64], nodes: int = 1) -> Mind:
    """A mind for a game, with room for a tree of so many nodes."""
    notes = np.zeros(1, notes_of(game))[0]
    notes.settings[:] = SETTINGS[game.name]
    notes.weights[:] = weights
    notes.cheat = NONE
    return Mind(
        np.zeros(POOL, game.state),
        notes,
        np.zeros((nodes, WHOLE_COLUMNS), np.int64),
        np.zeros((nodes, FRACTION_COLUMNS)),
    )
