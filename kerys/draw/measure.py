"""How wide words will be, and words shortened to a width.

These are estimates for the sans-serif fonts that a page may use: slightly wider than Inter, the
font that comes with the package.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import east_asian_width

ELLIPSIS = "\u2026"
MOST_LINES = 9

_SHARES = {
    **dict.fromkeys("ijlI'|.,:;! \u00b7", 0.31),
    **dict.fromkeys("frt()/-\u203a", 0.43),
    **dict.fromkeys("abcdeghknopqsuvxyz", 0.62),
    **dict.fromkeys("mwMW\u2026", 0.97),
}
"""Widths relative to the font size, for bold text."""
_OTHER = 0.74
_EAST_ASIAN = 1.05


@lru_cache(maxsize=4096)
def width_of(text: str, size: float) -> float:
    """The approximate width of words at a font size."""
    shares = 0.0
    for letter in text:
        if east_asian_width(letter) in "WF":
            shares += _EAST_ASIAN
        else:
            shares += _SHARES.get(letter, _OTHER)
    return shares * size


@lru_cache(maxsize=4096)
def fitted(text: str, size: float, width: float) -> str:
    """The words, shortened with an ellipsis if they are too wide."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + ELLIPSIS, size) > width:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


@lru_cache(maxsize=1024)
def wrapped(text: str, size: float, width: float, lines: int = MOST_LINES) -> tuple[str, ...]:
    """A sentence wrapped to at most some lines; the last one is shortened if necessary."""
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if width_of(longer, size) <= width or len(rows) == lines or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append(word)
    return tuple(fitted(row, size, width) for row in rows)
