"""Plain text in the columns of a terminal."""

from __future__ import annotations

from unicodedata import east_asian_width

DOTS = "..."


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def cut(text: str, width: int) -> str:
    """A text, shortened with three dots where it is too long."""
    if columns_of(text) <= width:
        return text
    while text and columns_of(text) + len(DOTS) > width:
        text = text[:-1]
    return text.rstrip() + DOTS
