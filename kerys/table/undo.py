"""Which decisions can be taken back, and why the others can't."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kerys.kernel.bits import bit
from kerys.kernel.chance import generator, key_of_seed
from kerys.locale import N_, _
from kerys.table.errors import UndoError

if TYPE_CHECKING:
    from kerys.table.game import Game

WORLDS = 16
"""The number of imagined worlds that show whether a decision revealed anything."""


def undoable(game: Game, seat: int) -> int:
    """The index of a seat's last decision, or an `UndoError` that says why it can't be taken back.

    Since then, others may only have sealed their answers to the same question. The decision must
    also have revealed nothing to its seat: it would have led to the same view in every world that
    was possible before it.
    """
    found = undoable_or_why_not(game, seat)
    if isinstance(found, str):
        raise UndoError(_(found))
    return found


def undoable_or_why_not(game: Game, seat: int) -> int | str:
    """The same without an error, for pages that ask for every seat: the index, or why not."""
    index = game.last_of(seat)
    if index is None:
        return N_("There is nothing to take back: you haven't made a decision yet.")
    if index < game.ply - 1 and is_resolved(game, index):
        if is_sealed(game, index):
            return N_("You can't take it back: the sealed choices have been revealed.")
        return N_("You can't take it back: another player has moved since.")
    if reveals(game, index):
        return N_("You can't take it back: something was revealed.")
    return index


def is_sealed(game: Game, index: int) -> bool:
    """Whether a decision was sealed and left the same question open to others."""
    asked = int(game.rules.actors(game.before(index)))
    left = asked & ~int(bit(game.move_at(index).seat))
    return left != 0 and int(game.rules.actors(game.before(index + 1))) == left


def is_resolved(game: Game, index: int) -> bool:
    """Whether a decision, if it was sealed, has been revealed together with the others."""
    return not all(is_sealed(game, one) for one in range(index, game.ply))


def reveals(game: Game, index: int) -> bool:
    """Whether a decision revealed something to its own seat that it couldn't know before."""
    rules, move = game.rules, game.move_at(index)
    before = game.seen(move.seat, index)
    after = game.seen(move.seat, index + 1).tobytes()
    chance = generator(key_of_seed(before.tobytes().hex()))
    for world in np.frombuffer(bytearray(WORLDS * before.tobytes()), rules.state):
        rules.resample(world, move.seat, chance)
        rules.apply(world, move.seat, move.code)
        rules.redact(world, move.seat)
        if world.tobytes() != after:
            return True
    return False
