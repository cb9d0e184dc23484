"""What a decision did, in sentences that reveal only what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kerys.kernel.contract import State

if TYPE_CHECKING:
    from kerys.table.game import Game


@dataclass(frozen=True)
class Told:
    """What one step did, for the log."""

    ply: int
    """The decision that caused it, counted from 0."""
    heading: str
    """Where the game stood."""
    sentences: tuple[str, ...]


class Moment(NamedTuple):
    """One step as a seat saw it."""

    told: Told
    state: State
    """What the seat could see afterwards: a redacted record, unless all screens are down."""
    open: bool = False
    """All screens are down."""


def moments(game: Game, index: int, seat: int, open_: bool = False) -> Iterator[Moment]:
    """What one decision did, step by step, as the seat's views show it.

    A moment lasts until the next one: silent steps that follow belong to it. With all screens down,
    the words are those the seat heard, and the state is the true one.
    """
    rules, wording = game.rules, game.rules.wording
    told: Told | None = None
    shown = game.before(index)
    before = game.seen(seat, index)
    *steps, last = game.steps(index)
    for state in (*steps, last):
        after = game.seen(seat, index + 1) if state is last else rules.view(state, seat)
        sentences = wording.tell(before, after, seat, game.names)
        if sentences:
            if told is not None:
                yield Moment(told, rules.copy(shown if open_ else before), open_)
            told = Told(index, wording.heading(before), tuple(sentences))
        before, shown = after, state
    if told is not None:
        yield Moment(told, rules.copy(shown if open_ else before), open_)
