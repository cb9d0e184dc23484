"""The ship cards: a TOML file that owners of the game can replace (YS-F5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from kerys.games.ys.components import COLOUR_NAMES, COLOURS, SHIPS, WHITE
from kerys.kernel.datafile import Entry, entries, listed, read_text
from kerys.locale import N_, _

Ship = tuple[int, int, int]

LARGE_COLOURS = COLOUR_NAMES[:COLOURS]
SMALL_COLOURS = (*LARGE_COLOURS, COLOUR_NAMES[WHITE])
SHAPE = N_("a ship has a large gem ('large') and two small ones ('small')")


@cache
def default_ships() -> tuple[Ship, ...]:
    """The ships that come with the game."""
    source = files("kerys.games.ys").joinpath("ships.toml")
    return parse_ships(source.read_text("utf-8"), "ships.toml")


def load_ships(source: str | Path | Sequence[Any]) -> tuple[Ship, ...]:
    """The ships of a user's file or list; an OptionsError says what is wrong and where."""
    if isinstance(source, str | Path):
        return parse_ships(read_text(Path(source), "ship"), str(source))
    return tuple(_ship(entry) for entry in listed(source, "ship", SHIPS))


def parse_ships(text: str, name: str) -> tuple[Ship, ...]:
    """24 ships, each a large gem and two small ones (YS-2.5, YS-2.6, YS-F1, YS-F5)."""
    return tuple(_ship(entry) for entry in entries(text, name, "ship", SHIPS))


def _ship(entry: Entry) -> Ship:
    """One card, or an error at its line."""
    entry.check_keys(("large", "small"), ("large", "small"), _(SHAPE))
    large, small = entry.values["large"], entry.values["small"]
    if large == COLOUR_NAMES[WHITE]:
        raise entry.error(_("the large gem can't be white"), "large")
    if large not in LARGE_COLOURS:
        known = ", ".join(LARGE_COLOURS)
        problem = _("{value} can't be a large gem; choose from {known}")
        raise entry.error(problem.format(value=repr(large), known=known), "large")
    if not isinstance(small, list) or len(small) != 2:
        raise entry.error(_('a ship has two small gems, such as ["green", "yellow"]'), "small")
    for gem in small:
        if gem not in SMALL_COLOURS:
            known = ", ".join(SMALL_COLOURS)
            problem = _("{value} can't be a small gem; choose from {known}")
            raise entry.error(problem.format(value=repr(gem), known=known), "small")
    one, other = small
    return COLOUR_NAMES.index(large), COLOUR_NAMES.index(one), COLOUR_NAMES.index(other)
