"""Lines of plain text that keep to a width, counted in the columns of a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kerys.draw.columns import columns_of, cut


def padded(text: str, width: int) -> str:
    """The words as a cell of a table, with a blank at its end."""
    shown = cut(text, width - 1)
    return shown + " " * (width - columns_of(shown))


@lru_cache(maxsize=1024)
def heading(words: str, width: int) -> str:
    """The title of a chapter, with a line to the end."""
    shown = cut(words, width - 4)
    return f"{shown} {'─' * (width - columns_of(shown) - 1)}"


def items(first: str, said: Sequence[str], gap: str, width: int) -> list[str]:
    """Things one after the other behind a title; continuation lines start below the first thing."""
    lines, line = [], first
    indent = " " * min(columns_of(first), width // 2)
    for index, words in enumerate(said):
        piece = words + (gap.rstrip() if index + 1 < len(said) else "")
        blank = " " * (len(gap) - len(gap.rstrip())) if index and line != indent else ""
        if columns_of(line + blank + piece) > width and line.strip():
            lines.append(line.rstrip())
            line, blank = indent, ""
        line += blank + cut(piece, width - columns_of(line + blank))
    return [*lines, line.rstrip()]


@lru_cache(maxsize=256)
def paragraph(words: str, width: int) -> tuple[str, ...]:
    """A sentence on as many lines as it needs."""
    return tuple(items("", words.split(" "), " ", width))
