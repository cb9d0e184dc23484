"""Explains everything in Ys: what it is, what it is worth now, who owns it.

What a thing is comes from the wording of the game; the rest is computed from the view.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kerys.facts.ys import explain_people as people
from kerys.facts.ys import explain_places as places
from kerys.facts.ys.explain_base import about
from kerys.facts.ys.unseen import Sight
from kerys.games.ys.components import COLOUR_NAMES, COLOURS
from kerys.locale import N_, _
from kerys.table.explanations import Explanation
from kerys.table.view import View

TITLES = {
    "open": N_("Open"),
    "hidden": N_("Hidden"),
    "done": N_("Continue"),
    "market": N_("Market"),
    "prices": N_("Prices"),
    "order": N_("Order"),
    "palaces": N_("In the palaces"),
    "all characters": N_("All characters"),
    "throne room": N_("Throne room"),
    "result": N_("Result"),
}
"""Things whose explanation never changes."""


def explain(view: View, thing: str) -> Explanation | None:
    """What a thing is, as far as a view shows it."""
    if thing in TITLES:
        return Explanation(_(TITLES[thing]), (about(thing),))
    for pattern, explained in THINGS:
        if found := pattern.fullmatch(thing):
            return explained(Sight(view), *found.groups())
    return None


def explain_column(view: View, panel: str, column: str) -> str:
    """What a panel, or one of its columns, shows."""
    if not column:
        return about(panel)
    kind = column.split(" ")[0]
    if kind == "neutral":
        kind = "seat"
    return about(f"{panel} {'colour' if kind in COLOUR_NAMES else kind}")


COLOUR = rf"({'|'.join(COLOUR_NAMES[:COLOURS])})"
ANY_COLOUR = rf"({'|'.join(COLOUR_NAMES)})"
THINGS: tuple[tuple[re.Pattern[str], Callable[..., Explanation | None]], ...] = tuple(
    (re.compile(pattern), explained)
    for pattern, explained in (
        (r"([1-4])-(harbour|shops|palace)", places.area),
        (r"quarter ([1-4])", places.quarter),
        (r"ship ([1-4])", places.ship),
        (rf"{COLOUR}-([1-3])", places.stall),
        (r"line ([1-3])", places.line),
        (rf"stalls {COLOUR}", places.column),
        (rf"price {COLOUR}", places.price),
        (ANY_COLOUR, places.colour),
        (rf"{COLOUR} (up|down)", places.price_step),
        (rf"gems {ANY_COLOUR} of (-?\d)", places.gems),
        (r"(agent \d{1,2}|throne \d\.\d)", people.agent),
        (r"([0-4])", people.own),
        (r"front ([0-4])", people.own_front),
        (r"front of (\d)", people.front),
        (r"behind (\d)", people.behind),
        (r"neutral agents of (\d)", people.neutral_agents),
        (r"order ([1-4])", people.order),
        (r"(?:play|character) ([a-z-]+)", people.character),
        (r"player (-1|\d)", people.player),
        (r"heading", people.heading),
    )
)
"""How things are named, and the function that explains each."""
