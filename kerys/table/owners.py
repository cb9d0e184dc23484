"""The owners of things on the table: a seat, shown by a letter, or a neutral party."""

from __future__ import annotations

from kerys.kernel.contract import MOST_SEATS

SEAT_LETTERS = "ABCDEFGH"
assert len(SEAT_LETTERS) == MOST_SEATS
NEUTRAL = -1
"""The owner of a neutral party's things, if there is one."""
NEUTRAL_LETTER = "N"


def seat_letter(owner: int) -> str:
    """The letter of a seat, or of the neutral party."""
    return NEUTRAL_LETTER if owner == NEUTRAL else SEAT_LETTERS[owner]
