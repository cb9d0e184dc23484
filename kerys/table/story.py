"""What a decision did, in sentences that reveal only what a seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kerys.table.game import Game


@dataclass(frozen=True)
class Told:
    """What one step did, for the log."""

    ply: int
    """The decision it followed from, counted from 0."""
    heading: str
    """Where the game stood."""
    sentences: tuple[str, ...]


def tell(game: Game, index: int, seat: int) -> tuple[Told, ...]:
    """What one decision did, step by step, as the seat's views show it."""
    rules, wording = game.rules, game.rules.wording
    told = []
    before = rules.view(game.before(index), seat)
    for state in game.steps(index):
        after = rules.view(state, seat)
        sentences = wording.tell(before, after, seat, game.names)
        if sentences:
            told.append(Told(index, wording.heading(before), tuple(sentences)))
        before = after
    return tuple(told)
