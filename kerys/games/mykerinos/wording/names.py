"""The words of Mykerinos: what things are called in the current language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.games.mykerinos.components import FIVE_ROOM, TWO_ROOM, WINGS
from kerys.games.mykerinos.inspection import first_lot
from kerys.kernel.seats import NONE
from kerys.locale import N_, _, ngettext

PATRONS = (N_("Violet"), N_("Lemon"), N_("Brown"), N_("Blackmore"), N_("Tangerine"))
SIDES = (N_("left"), N_("right"))


def patron(number: int) -> str:
    """A patron."""
    return _(PATRONS[number])


def room(state: Any, number: int) -> str:
    """A room of the museum, by the patrons of its wings."""
    wing = number % WINGS
    one = patron(int(state.wings[wing]))
    if number >= TWO_ROOM:
        other = patron(int(state.wings[(wing + 1) % WINGS]))
        return _("the 2-room between {one} and {other}").format(one=one, other=other)
    size = 5 if number >= FIVE_ROOM else 3
    return _("the {size}-room of {patron}").format(size=size, patron=one)


def lot(state: Any, side: int) -> str:
    """One of the two lots of the area that is inspected: side, patron and value."""
    card = int(state.pile[int(first_lot(state)) + side])
    whose = int(state.lot_patrons[card])
    value = points(int(state.lot_values[card]))
    if whose == NONE:
        return _("the {side} lot (no patron, {value})").format(side=_(SIDES[side]), value=value)
    return _("the {side} lot ({patron}, {value})").format(
        side=_(SIDES[side]), patron=patron(whose), value=value
    )


def owner(number: int, names: Sequence[str]) -> str:
    """A player, or the neutral archaeologist."""
    return names[number] if number < len(names) else _("Neutral")


def points(number: int) -> str:
    """A number of points."""
    return ngettext("{number} point", "{number} points", number)


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence, one after the other."""
    return ", ".join(parts)
