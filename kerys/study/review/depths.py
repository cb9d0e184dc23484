"""How deep a review looks."""

from __future__ import annotations

from dataclasses import dataclass

from kerys.locale import N_, _
from kerys.table.errors import GameError


@dataclass(frozen=True)
class Depth:
    """A named depth."""

    name: str
    about: str
    factor: float
    """How many worlds it imagines, compared with the usual depth."""
    again: int = 4
    """How many times as many it takes for a second look at an answer that seems to lose much; if 1,
    there is none."""


DEPTHS = {
    one.name: one
    for one in (
        Depth("quick", N_("a first look, in seconds"), 0.25),
        Depth("standard", N_("about a minute for a player"), 1.0),
        Depth("deep", N_("ten times as long, for close calls"), 10.0, again=1),
    )
}
USUAL = "standard"
QUICK = "quick"


def depth_called(name: str) -> Depth:
    """A depth by its name."""
    if name not in DEPTHS:
        raise GameError(
            _("There is no depth '{name}' of a review; choose from {known}.").format(
                name=name, known=", ".join(DEPTHS)
            )
        )
    return DEPTHS[name]
