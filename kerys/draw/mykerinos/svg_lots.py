"""The lots still to come: how many of each look, without their order."""

from __future__ import annotations

from kerys.draw.measure import fitted
from kerys.draw.mykerinos.svg_patrons import mark
from kerys.draw.svg import at, element, label, panel, path
from kerys.facts.mykerinos.scene import Counts, Lot, lots_left
from kerys.facts.mykerinos.words import POWER_WORDS, no_lots_words, patron_word
from kerys.games.mykerinos.components import LOT_VALUES, PATRONLESS_VALUE, PATRONS
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.locale.word_cache import remembered

COLUMNS = (*range(PATRONS), NONE)
"""The patrons, and the lot without one."""
VALUES = (*LOT_VALUES, PATRONLESS_VALUE)


def narrow_height(to_come: Counts) -> float:
    """The height of the panel on a phone: only a title once all lots are laid out."""
    return 178 if lots_left(to_come) else 28


@remembered(64)
def lots_panel(to_come: Counts, width: float, height: float, narrow: bool) -> str:
    """A table: a column for each patron, a row for each value."""
    counts = dict(to_come)
    total = lots_left(to_come)
    if not total:
        return panel(width, height, no_lots_words())
    size = 11.0 if narrow else 12.0
    left = 66.0 if narrow else 84.0
    step = (width - left - 6) / len(COLUMNS)
    first = 76.0 if narrow else 124.0
    pitch = (height - first - 14) / len(VALUES)
    drawn = [panel(width, height, ngettext("{number} lot to come", "{number} lots to come", total))]
    drawn += [
        column_head(patron, left + step * (at_ + 0.5), step, narrow)
        for at_, patron in enumerate(COLUMNS)
    ]
    for row, value in enumerate(VALUES):
        y = first + pitch * row
        said = _("{value} points").format(value=value) if value else _("no points")
        drawn.append(label(10, y, said, size, "f-muted"))
        for column, patron in enumerate(COLUMNS):
            x = left + step * (column + 0.5)
            drawn.append(cell(counts.get(Lot(patron, value)), x, y, size + 1))
    y = first + pitch * len(VALUES)
    drawn.append(path(f"M10 {y - pitch * 0.68:.4g}H{width - 10:g}", "none s-faint", 1))
    drawn.append(label(10, y, _("total"), size, "f-muted"))
    for column, patron in enumerate(COLUMNS):
        number = sum(count for look, count in to_come if look.patron == patron)
        drawn.append(cell(number, left + step * (column + 0.5), y, size + 1))
    return "".join(drawn)


def cell(count: int | None, x: float, y: float, size: float) -> str:
    """A number of lots; empty if the box has no such lot."""
    if count is None:
        return ""
    return label(x, y, str(count), size, "f-ink b mid" if count else "f-muted mid")


def column_head(patron: int, x: float, step: float, narrow: bool) -> str:
    """A patron's mark, name and power."""
    y, radius = (46.0, 10.0) if narrow else (50.0, 13.0)
    if patron == NONE:
        drawn = element(
            "circle", cx=x, cy=y, r=radius, class_="none s-stone", stroke_dasharray="3 3"
        )
    else:
        drawn = at(x, y, mark(patron, radius))
    if narrow:
        return drawn
    drawn += label(x, y + 30, fitted(patron_word(patron), 11, step - 4), 11, "f-ink mid")
    power = "" if patron == NONE else fitted(_(POWER_WORDS[patron]), 10, step - 2)
    return drawn + (label(x, y + 44, power, 10, "f-muted mid") if power else "")
