"""The words of Ys: what things are called in the current language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.games.ys.components import AREAS, BOARD_AGENTS, CITY, COLUMNS, THRONE, THRONE_AGENTS
from kerys.games.ys.knowledge import peeks
from kerys.games.ys.state import owner_of
from kerys.kernel.seats import NONE
from kerys.locale import N_, _

COLOURS = (N_("blue"), N_("green"), N_("yellow"), N_("red"), N_("black"), N_("white"))
AREA_WORDS = (N_("harbour"), N_("shops"), N_("palace"))
CHARACTERS = (
    N_("Alchemist"),
    N_("Banker"),
    N_("Captain"),
    N_("Cardinal"),
    N_("Spy"),
    N_("Herald"),
    N_("Illusionist"),
    N_("Intriguer"),
    N_("Jeweler"),
    N_("Magician"),
    N_("Merchant"),
    N_("Mercenary"),
    N_("Queen"),
    N_("Prince"),
    N_("King"),
)


def colour(number: int) -> str:
    """A colour of gems."""
    return _(COLOURS[number])


def character(number: int) -> str:
    """A character."""
    return _(CHARACTERS[number])


def place(number: int) -> str:
    """An area of the city, a market space or the throne room."""
    if number == THRONE:
        return _("the throne room")
    if number >= CITY:
        line, column = divmod(number - CITY, COLUMNS)
        return _("the market at {colour}, line {line}").format(colour=colour(column), line=line + 1)
    quarter, area = divmod(number, AREAS)
    return _("the {area} of quarter {quarter}").format(
        area=_(AREA_WORDS[area]), quarter=quarter + 1
    )


def agent(number: int) -> str:
    """An agent on the board or in the throne room."""
    if number < BOARD_AGENTS:
        return _("agent {number}").format(number=number + 1)
    return _("throne agent {number}").format(number=(number - BOARD_AGENTS) % THRONE_AGENTS + 1)


def owner(state: Any, number: int, names: Sequence[str]) -> str:
    """A player, or the neutral merchant."""
    return names[number] if number < len(names) else _("Neutral")


def owner_of_agent(state: Any, number: int, names: Sequence[str]) -> str:
    """Whose agent it is."""
    return owner(state, int(owner_of(state, int(state.team[number]))), names)


def shown_value(state: Any, seat: int, number: int) -> int:
    """What an agent is worth, if the seat's table shows it (YS-P18); else NONE."""
    return int(state.value[number]) if peeks(state, seat, number) else NONE


def start(words: str) -> str:
    """Words as the start of a sentence."""
    return words[:1].upper() + words[1:]


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence, one after the other."""
    return ", ".join(parts)
