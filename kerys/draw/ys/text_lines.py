"""Lines of plain text within a width, measured in terminal columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kerys.draw.columns import columns_of, cut


def padded(text: str, width: int) -> str:
    """The words as a table cell, with a trailing space."""
    shown = cut(text, width - 1)
    return shown + " " * (width - columns_of(shown))


@lru_cache(maxsize=1024)
def heading(words: str, width: int) -> str:
    """A section heading, with a rule to the end of the line."""
    shown = cut(words, width - 4)
    return f"{shown} {'─' * (width - columns_of(shown) - 1)}"


def items(first: str, said: Sequence[str], gap: str, width: int) -> list[str]:
    """Items after a title; continuation lines are aligned with the first item."""
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
    """A sentence on as many lines as needed."""
    return tuple(items("", words.split(" "), " ", width))
