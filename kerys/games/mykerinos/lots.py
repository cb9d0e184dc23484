"""The lots: a TOML file that owners of the game can replace (MY-F11, MY-F12)."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from kerys.games.mykerinos.components import (
    LOT_SPACES,
    LOT_VALUES,
    LOTS,
    LOTS_OF_PATRON,
    PATRON_NAMES,
    PATRONLESS_VALUE,
)
from kerys.kernel.datafile import Entry, entries, listed, read_text
from kerys.kernel.seats import NONE
from kerys.locale import N_, _

Lot = tuple[int, int, int]
"""Patron (or NONE), value, and the set of pyramids."""

SHAPE = N_(
    "a lot has 'patron', 'value' (2, 3 or omitted) and 'pyramids'; one lot has no "
    "patron and the value 5"
)


class LotsWarning(UserWarning):
    """A file of lots differs from what Kerys infers, since the rulebook doesn't say."""


@cache
def default_lots() -> tuple[Lot, ...]:
    """The lots that come with the game."""
    source = files("kerys.games.mykerinos").joinpath("lots.toml")
    return parse_lots(source.read_text("utf-8"), "lots.toml")


def load_lots(source: str | Path | Sequence[Any]) -> tuple[Lot, ...]:
    """The lots of a user's file or list; an OptionsError says what is wrong and where."""
    if isinstance(source, str | Path):
        return parse_lots(read_text(Path(source), "lot"), str(source))
    return check_lots(listed(source, "lot", LOTS), "lots")


def parse_lots(text: str, name: str) -> tuple[Lot, ...]:
    """The lots of a TOML text."""
    return check_lots(entries(text, name, "lot", LOTS), name)


def check_lots(found: list[Entry], name: str) -> tuple[Lot, ...]:
    """36 lots, one of them without a patron (MY-1.1, MY-1.5, MY-F8, MY-F12, MY-P11)."""
    lots = tuple(_lot(entry) for entry in found)
    bare = [entry for entry in found if "patron" not in entry.values]
    if len(bare) != 1:
        where = bare[1] if bare else found[-1]
        raise where.error(
            _("exactly one lot must have no patron, not {number}").format(number=len(bare))
        )
    for number, patron in enumerate(PATRON_NAMES):
        count = sum(lot[0] == number for lot in lots)
        if count != LOTS_OF_PATRON:
            warnings.warn(
                _("{name}: {patron} has {count} lots instead of the usual {assumed}").format(
                    name=name, patron=patron, count=count, assumed=LOTS_OF_PATRON
                ),
                LotsWarning,
                stacklevel=3,
            )
    return lots


def _lot(entry: Entry) -> Lot:
    """One lot, or an error at its line."""
    entry.check_keys(("patron", "value", "pyramids"), ("pyramids",), _(SHAPE))
    patron, value = entry.values.get("patron"), entry.values.get("value", 0)
    if patron is not None and patron not in PATRON_NAMES:
        known = ", ".join(PATRON_NAMES)
        problem = _("{value} isn't a patron; choose from {known}")
        raise entry.error(problem.format(value=repr(patron), known=known), "patron")
    if patron is None and (type(value) is not int or value != PATRONLESS_VALUE):
        raise entry.error(_("a lot without a patron is worth 5; is its patron missing?"), "value")
    if patron is not None and (type(value) is not int or value not in LOT_VALUES):
        raise entry.error(_("a lot with a patron is worth nothing, 2 or 3"), "value")
    pyramids = entry.values["pyramids"]
    numbers = list(range(1, LOT_SPACES + 1))
    if not isinstance(pyramids, list) or any(
        type(space) is not int or space not in numbers for space in pyramids
    ):
        raise entry.error(
            _("pyramids must be a list of spaces from 1 to 6, such as [1, 6]"), "pyramids"
        )
    if len(set(pyramids)) != len(pyramids):
        raise entry.error(_("a space can have only one pyramid"), "pyramids")
    members = sum(1 << (space - 1) for space in pyramids)
    return NONE if patron is None else PATRON_NAMES.index(patron), value, members
