"""The words of Ys: the names of its things."""

from __future__ import annotations

from kerys.facts.ys.scene import BLUE_CARD
from kerys.games.ys.wording.names import CHARACTERS
from kerys.locale import N_, _
from kerys.table.owners import NEUTRAL, seat_letter

TIMES = "\N{MULTIPLICATION SIGN}"

AREA_WORDS = (N_("Harbour"), N_("Shops"), N_("Palace"))
COLOUR_WORDS = (N_("Blue"), N_("Green"), N_("Yellow"), N_("Red"), N_("Black"), N_("White"))
RANK_WORDS = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"))
GEM_LETTERS = "BGYRKW"
"""The letters of the colours; like those of the seats, the same in all languages."""
CHARACTER_WORDS = (*CHARACTERS, N_("Blue card"))
"""The fifteen characters, and the prize of the palaces in the last round."""
assert len(CHARACTER_WORDS) == BLUE_CARD + 1


def area_word(area: int) -> str:
    """An area of a quarter."""
    return _(AREA_WORDS[area])


def colour_word(colour: int) -> str:
    """The colour of a gem."""
    return _(COLOUR_WORDS[colour])


def character_word(card: int) -> str:
    """A character, or the blue card."""
    return _(CHARACTER_WORDS[card])


def owner_name(names: tuple[str, ...], owner: int) -> str:
    """The name of a player, or of the neutral merchant."""
    return _("Neutral merchant") if owner == NEUTRAL else names[owner]


def lettered(names: tuple[str, ...], owner: int) -> str:
    """A name with its letter on the board."""
    return f"{owner_name(names, owner)} ({seat_letter(owner)})"
