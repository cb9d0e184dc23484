"""A bot's workspace: the memory that compiled code works on, allocated once and reused."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.bots.evaluators import SearchSettings, evaluator_of
from kerys.kernel.chance import KEY_BYTES, generator
from kerys.kernel.contract import FieldRecord, Rules
from kerys.kernel.seats import NONE

if TYPE_CHECKING:
    from kerys.bots.network.network_file import Network

VIEW, WORLD, SEEN, TRIAL, FOLLOWED, TABLE, KEPT = range(7)
"""The rows of a pool: what the seat sees, the world imagined, the same as one of its seats knows
it, two states to try actions in, the game itself where bots play whole games by themselves, and a
world that several answers are compared in."""
POOL = 7

# The columns of the tree's whole numbers and fractions.
FIRST_CHILD, NEXT, ACTION, ACTOR, VISITS, EXPANDED, SEALED = range(7)
WHOLE_COLUMNS = 7
PRIOR, REGRET, SHARE, STRATEGY, SQUARES, VALUE = range(6)
"""From `VALUE` on, a column for each owner."""
ROOT = 0
NODES = 60_000
DEEPEST = 64


class Workspace(NamedTuple):
    """The memory of one decision, in the order in which compiled code takes it."""

    pool: Any
    """States, so that a copy is a memory copy."""
    notes: Any
    """A record of everything small."""
    tree: NDArray[np.int64]
    reals: NDArray[np.float64]


def layers_of(rules: Rules, network: Network) -> list[Any]:
    """A network's weights, and what it computes from an observation."""
    weights = network.arrays()
    return [
        *((name, np.float32, array.shape) for name, array in weights.items()),
        # What a seat sees; and what the layers were computed from, for which seat.
        ("seen", np.float32, network.inputs),
        ("thought", np.float32, network.inputs),
        ("thinker", np.int64),
        ("wide_layer", np.float32, network.wide),
        ("narrow_layer", np.float32, network.narrow),
        ("logits", np.float32, rules.actions),
        ("shares", np.float32, rules.most_owners),
        ("leads", np.float32, rules.most_owners),
    ]


def notes_of(rules: Rules, network: Network | None = None) -> np.dtype[Any]:
    """What a bot notes while it thinks about a game, with a network or without."""
    evaluator = evaluator_of(rules)
    columns: list[Any] = [
        *((one.name, np.float64) for one in fields(SearchSettings)),
        ("weights", np.float64, len(evaluator.names)),
        ("chance", np.int64, generator(bytes(KEY_BYTES)).shape),
        # For answers that are compared with the same luck.
        ("kept_chance", np.int64, generator(bytes(KEY_BYTES)).shape),
        ("mask", np.int64, rules.mask_words),
        # For a decision that is looked at while `mask` still holds the actions of another.
        ("other_mask", np.int64, rules.mask_words),
        ("scratch", np.float64, evaluator.scratch),
        # What the estimate says, and shares of the win, by owner.
        ("values", np.float64, rules.most_owners),
        ("utility", np.float64, rules.most_owners),
        # What greedy found, by action; for a tree, actions and what they promise.
        ("totals", np.float64, rules.actions),
        ("found", np.float64, (rules.actions, 2)),
        # The nodes that the world at hand went through, and the first free one.
        ("path", np.int64, DEEPEST),
        ("open", np.int64),
        # The seat that sees through all screens, if one does.
        ("cheat", np.int64),
        *(layers_of(rules, network) if network else ()),
    ]
    return np.dtype((FieldRecord, columns))


def new_workspace(
    rules: Rules,
    weights: NDArray[np.float64],
    nodes: int = 1,
    network: Network | None = None,
) -> Workspace:
    """A workspace for a game, with room for a tree of that many nodes, and maybe for a network."""
    notes = np.zeros(1, notes_of(rules, network))[0]
    evaluator = evaluator_of(rules)
    settings = evaluator.learned_settings if network else evaluator.settings
    for name, number in asdict(settings).items():
        notes[name] = number
    notes.weights[:] = weights
    notes.cheat = NONE
    if network:
        notes.thinker = NONE
        for name, array in network.arrays().items():
            notes[name] = array
    return Workspace(
        np.zeros(POOL, rules.state),
        notes,
        np.zeros((nodes, WHOLE_COLUMNS), np.int64),
        np.zeros((nodes, VALUE + rules.most_owners)),
    )
