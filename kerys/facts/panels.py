"""What the panels of all games share: their shapes, and how they show numbers."""

from __future__ import annotations

from collections.abc import Iterable

from kerys.locale import N_, _
from kerys.table.owners import NEUTRAL
from kerys.table.panels import Cell, Column, Emphasis, Panel, Row

__all__ = [
    "PROJECTION",
    "Cell",
    "Column",
    "Emphasis",
    "Panel",
    "Row",
    "between",
    "folded",
    "placed",
    "points_panel",
    "remark",
    "seat_name",
]


PROJECTION = N_("Points if the game ended now")


def seat_name(owner: int) -> str:
    """The machine name of a seat, or of the neutral party."""
    return "neutral" if owner == NEUTRAL else f"seat {owner}"


def between(low: int, high: int) -> str:
    """A number, or the range it lies in."""
    return str(low) if low == high else _("{low} to {high}").format(low=low, high=high)


def remark(*sentences: str) -> str:
    """Sentences joined by spaces; empty ones are omitted."""
    return " ".join(filter(None, sentences))


def folded(name: str, title: str) -> Panel:
    """A panel reduced to its title."""
    return Panel(name, _(title), "", (), (), folded=True)


def points_panel(note: str, over: bool, parts: Iterable[Column], rows: Iterable[Row]) -> Panel:
    """Points now, what each part would add, and the sum; the final score at the end."""
    return Panel(
        name="projection",
        title=_(PROJECTION),
        note=_("The final score and where it comes from.") if over else note,
        columns=(
            Column("points", _("Points")),
            *parts,
            Column("total", _("Total")),
            Column("place", _("Place")),
        ),
        rows=tuple(rows),
    )


def placed(rank: int, over: bool) -> Cell:
    """A rank among everyone who scores: the first leads, and at the end all ranks are certain."""
    if over:
        return Cell(str(rank), emphasis=Emphasis.CERTAIN)
    return Cell(str(rank), emphasis=Emphasis.LEADS if rank == 1 else None)
