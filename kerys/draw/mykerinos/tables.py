"""Tables of plain text that fit a width."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import east_asian_width

GAP = "  "
DOTS = "..."
LEAST = 4
"""No column is made narrower than this."""


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


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


def cut(text: str, width: int) -> str:
    """A text, shortened where it is too long."""
    if columns_of(text) <= width:
        return text
    while text and columns_of(text) + len(DOTS) > width:
        text = text[:-1]
    return text.rstrip() + DOTS


def padded(text: str, width: int, right: bool) -> str:
    """A text in its column."""
    shown = cut(text, width)
    space = " " * (width - columns_of(shown))
    return space + shown if right else shown + space


def table(rows: Sequence[Sequence[str]], sides: str, width: int) -> list[str]:
    """Aligned rows; `sides` has `l` or `r` for each column. The widest gives way first."""
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
