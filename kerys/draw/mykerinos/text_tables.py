"""Tables of plain text that fit a width."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kerys.draw.columns import columns_of, cut

GAP = "  "
LEAST = 4
"""The narrowest column."""


@lru_cache(maxsize=256)
def sentence(words: str, width: int, indent: str = GAP) -> tuple[str, ...]:
    """A sentence on as many lines as it needs."""
    lines = [indent]
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines[-1] != indent else indent + word
        if columns_of(longer) <= width or lines[-1] == indent:
            lines[-1] = cut(longer, width)
        else:
            lines.append(cut(indent + word, width))
    return tuple(lines)


def padded(text: str, width: int, right: bool) -> str:
    """A text padded to its column."""
    shown = cut(text, width)
    space = " " * (width - columns_of(shown))
    return space + shown if right else shown + space


def table(rows: Sequence[Sequence[str]], sides: str, width: int) -> list[str]:
    """Aligned rows; `sides` has `l` or `r` for each column. The widest column shrinks first."""
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + len(GAP) * len(widths) > width and max(widths) > LEAST:
        widths[widths.index(max(widths))] -= 1
    return [
        (
            GAP
            + GAP.join(padded(cell, widths[at], sides[at] == "r") for at, cell in enumerate(row))
        ).rstrip()
        for row in rows
    ]
