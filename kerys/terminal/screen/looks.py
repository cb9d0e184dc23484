"""The colours of the full-screen table: the same as in the drawings, light and dark."""

from __future__ import annotations

from functools import cache

from rich.style import Style
from textual.theme import Theme

from kerys.draw.palette import COLOURS

GEMS = ("blue", "green", "yellow", "red", "muted", "ink")
"""The colours of gems; black and white ones must show on any ground."""
PATRONS = ("violet", "lemon", "brown", "blackmore", "tangerine")
WORDS: dict[str, tuple[str, str]] = {
    "dim": ("muted", ""),
    "frame": ("line", ""),
    "title": ("ink", "bold underline"),
    "heading": ("ink", "bold"),
    "now": ("lit", "bold"),
    "prize": ("ink", "italic"),
    "pyramid": ("stone", ""),
    "bold": ("", "bold"),
    "last": ("", "bold reverse"),
    "lit": ("", "underline"),
    "picked": ("", "bold reverse"),
    **{f"gem-{number}": (name, "bold") for number, name in enumerate(GEMS)},
    **{f"patron-{number}": (name, "bold") for number, name in enumerate(PATRONS)},
    **{name: (name, "") for name in COLOURS if name.startswith("seat") or name == "neutral"},
}
"""For each look, the name of its colour and its attributes."""
LIGHTER = 0.35
"""How much the colours of pieces are mixed with the ink, so that letters in them can be read."""


def theme(dark: bool) -> Theme:
    """The colours of the application."""
    tone = int(dark)
    return Theme(
        name="kerys-dark" if dark else "kerys-light",
        dark=dark,
        primary=COLOURS["seat2"][tone],
        secondary=COLOURS["seat1"][tone],
        accent=COLOURS["lit"][tone],
        warning=COLOURS["yellow"][tone],
        error=COLOURS["red"][tone],
        success=COLOURS["green"][tone],
        foreground=COLOURS["ink"][tone],
        background=COLOURS["paper"][tone],
        surface=COLOURS["paper"][tone],
        panel=COLOURS["panel"][tone],
    )


@cache
def style_of(look: str, dark: bool) -> Style:
    """How some looks appear, the later ones over the earlier ones."""
    found = Style()
    for word in look.split():
        colour, attributes = WORDS.get(word, ("", ""))
        found += Style.parse(attributes) if attributes else Style()
        if colour:
            found += Style(color=_readable(colour, dark))
    return found


@cache
def _readable(colour: str, dark: bool) -> str:
    """A colour as letters on the ground of the application."""
    ink = COLOURS["ink"][dark]
    own = COLOURS[colour][dark]
    if colour in ("ink", "muted", "line", "lit", "stone"):
        return own
    mixed = (
        round(int(own[at : at + 2], 16) * (1 - LIGHTER) + int(ink[at : at + 2], 16) * LIGHTER)
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)
