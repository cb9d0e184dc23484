"""One step of a game, told to one person: what all stories share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kerys.locale import _


@dataclass(frozen=True)
class StoryStep:
    """Two views of one seat, before and after a step, and the names of the players."""

    before: Any
    after: Any
    seat: int
    """The seat that is told; a spectator isn't addressed."""
    names: Sequence[str]

    def name(self, owner: int) -> str:
        """What an owner is called; games with neutral parties know more of them."""
        return self.names[owner]

    def told(self, owner: int, theirs: str, yours: str, /, **values: object) -> str:
        """One of two whole sentences about an owner, filled in; `yours` is for that seat itself.

        `theirs` can name the owner: `_("{name} takes a gem.")` beside `_("You take a gem.")`.
        """
        if owner == self.seat:
            return yours.format(**values)
        return theirs.format(name=self.name(owner), **values)

    def won(self, winners: Sequence[int]) -> str:
        """Who has won the game."""
        names = ", ".join(self.name(owner) for owner in winners if owner != self.seat)
        if self.seat not in winners:
            return _("The game is won by {names}.").format(names=names)
        if names:
            return _("You win the game together with {names}.").format(names=names)
        return _("You win the game.")
