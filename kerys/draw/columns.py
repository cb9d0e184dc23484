"""Plain text measured in terminal columns."""

from __future__ import annotations

from unicodedata import east_asian_width

DOTS = "..."


def columns_of(text: str) -> int:
    """The number of terminal columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def cut(text: str, width: int) -> str:
    """A text, shortened with three dots if it is too long."""
    if columns_of(text) <= width:
        return text
    while text and columns_of(text) + len(DOTS) > width:
        text = text[:-1]
    return text.rstrip() + DOTS
