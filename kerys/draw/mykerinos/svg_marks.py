"""Which spaces, rooms and lots may be chosen, and which of them are."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from kerys.draw.svg import spot_look
from kerys.games.mykerinos.actions import LOT, ROOM, SPACE
from kerys.games.mykerinos.wording.notation import texts


class Marks(NamedTuple):
    """Two sets of spots of one kind, as bits."""

    lit: int = 0
    """What may be chosen."""
    picked: int = 0
    """What is chosen already."""

    def part(self, first: int, within: int) -> Marks:
        """The marks from one spot on, of those within a set."""
        return Marks(self.lit >> first & within, self.picked >> first & within)

    def look(self, spot: int) -> str:
        """The classes of one spot."""
        return spot_look(bool(self.lit >> spot & 1), bool(self.picked >> spot & 1))


NO_MARKS = Marks()


class BoardMarks(NamedTuple):
    """All marks of a drawing."""

    spaces: Marks
    rooms: Marks
    lots: Marks


def board_marks(lit: Collection[str], picked: Collection[str]) -> BoardMarks:
    """Names as sets; a name of nothing on the table, such as `pass`, marks nothing."""
    both = zip(_sets(lit), _sets(picked), strict=True)
    return BoardMarks(*(Marks(lit, picked & lit) for lit, picked in both))


def _sets(names: Collection[str]) -> tuple[int, int, int]:
    """The spaces, rooms and lots that are named."""
    spaces = rooms = lots = 0
    for name in names:
        action = texts().get(name, 0)
        if action >= SPACE:
            spaces |= 1 << action - SPACE
        elif action >= ROOM:
            rooms |= 1 << action - ROOM
        elif action >= LOT:
            lots |= 1 << action - LOT
    return spaces, rooms, lots
