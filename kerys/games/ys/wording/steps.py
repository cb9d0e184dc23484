"""One step of a game of Ys, as one seat saw it."""

from __future__ import annotations

from kerys.games.ys.components import OWNED_COLOURS
from kerys.games.ys.wording import names as words
from kerys.kernel.story_step import StoryStep


class Step(StoryStep):
    """Two views of one seat, and the names of the players."""

    @property
    def answered(self) -> int:
        """The seat that answered."""
        given = int(self.before.pending) & ~int(self.after.pending)
        if self.after.pending == 0 or self.after.question != self.before.question:
            given = int(self.before.pending)
        return given.bit_length() - 1

    def answer(self, theirs: str, yours: str, **values: object) -> str:
        """A sentence about the seat that answered."""
        return self.told(self.answered, theirs, yours, **values)

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
