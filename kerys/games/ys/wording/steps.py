"""One step of a game of Ys, as one seat saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kerys.games.ys.components import OWNED_COLOURS
from kerys.games.ys.wording import names as words


@dataclass(frozen=True)
class Step:
    """Two views of one seat, and the names of the players."""

    before: Any
    after: Any
    seat: int
    names: Sequence[str]

    @property
    def answered(self) -> int:
        """The seat that answered."""
        given = int(self.before.pending) & ~int(self.after.pending)
        if self.after.pending == 0 or self.after.question != self.before.question:
            given = int(self.before.pending)
        return given.bit_length() - 1

    @property
    def who(self) -> str:
        """The name of the seat that answered."""
        return self.names[self.answered]

    def name(self, owner: int) -> str:
        """A player's name, or the neutral's."""
        return words.owner(self.after, owner, self.names)

    def gained(self, owner: int) -> list[int]:
        """The colours of which an owner has more than before."""
        return [
            colour
            for colour in range(OWNED_COLOURS)
            if self.after.gems[owner, colour] > self.before.gems[owner, colour]
        ]
