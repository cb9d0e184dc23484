"""The colours of all drawings, light and dark, as classes of one style sheet.

A shape names what it is (`class="panel"`), never a colour: the sheet decides. The classes
`f-NAME` fill with a colour and `s-NAME` stroke with it.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

Theme = Literal["light", "dark", "auto"]
THEMES: tuple[Theme, ...] = ("light", "dark", "auto")

COLOURS: dict[str, tuple[str, str]] = {
    # Surfaces and lines.
    "paper": ("#f6f2ea", "#16181c"),
    "panel": ("#fffdf9", "#1f2228"),
    "well": ("#efe9dd", "#282c34"),
    "line": ("#d6cdbd", "#3d434e"),
    "faint": ("#e6dfd1", "#2f343d"),
    # Words.
    "ink": ("#2a2825", "#ece7dd"),
    "muted": ("#6b645a", "#a8a196"),
    "onpiece": ("#ffffff", "#ffffff"),
    # Attention: what may be chosen now, and what happened last.
    "lit": ("#c8741a", "#f0a94a"),
    # Seats and the neutral party.
    "seat0": ("#b8436f", "#c9557f"),
    "seat1": ("#17787b", "#22898c"),
    "seat2": ("#4a55a8", "#6571c9"),
    "seat3": ("#6f7420", "#7e842b"),
    "seat4": ("#a8521c", "#bb6530"),
    "seat5": ("#7a4a9c", "#9163b3"),
    "seat6": ("#2d6ca6", "#437fba"),
    "seat7": ("#4d5a52", "#677469"),
    "neutral": ("#77716a", "#857f77"),
    # Gems.
    "blue": ("#2f6db5", "#4a8ad4"),
    "green": ("#2f8a57", "#3fa56c"),
    "yellow": ("#d9a514", "#e3b634"),
    "red": ("#c23b33", "#d9564d"),
    "black": ("#33312f", "#0c0d0f"),
    "white": ("#fbfaf7", "#f3f0ea"),
    # Patrons.
    "violet": ("#7b4fa3", "#9469bd"),
    "lemon": ("#d3b521", "#dcc23c"),
    "brown": ("#8a5a34", "#a2703f"),
    "blackmore": ("#3a3a3c", "#55565a"),
    "tangerine": ("#d9702a", "#e58442"),
    # People.
    "skin1": ("#f2cfb0", "#e6c0a0"),
    "skin2": ("#dda77c", "#d09a70"),
    "skin3": ("#b07a52", "#a87049"),
    "skin4": ("#7d5238", "#85593e"),
    "chestnut": ("#5b3620", "#6a4229"),
    "blond": ("#e2ba62", "#dbb25c"),
    # Land, stone and water.
    "sand": ("#ecdcb9", "#4a4230"),
    "sandline": ("#d3bd8f", "#655a41"),
    "stone": ("#c9b48a", "#8a7a55"),
    "sea": ("#dbe8ee", "#1d2b35"),
    "sealine": ("#b5cdd8", "#31485a"),
    "street": ("#f3ead6", "#2c2a25"),
    "street2": ("#eaddc2", "#35322a"),
    "street3": ("#e0cfae", "#3f3b30"),
}
"""Name: (light, dark)."""

PLAIN = (
    "text{font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif}"
    ".b{font-weight:600}.none{fill:none}.mid{text-anchor:middle}.end{text-anchor:end}"
)
"""What is the same in light and dark."""


def _rules(dark: bool) -> str:
    """The two classes of every colour."""
    return "".join(
        f".f-{name}{{fill:{both[dark]}}}.s-{name}{{stroke:{both[dark]}}}"
        for name, both in COLOURS.items()
    )


@cache
def style_sheet(theme: Theme) -> str:
    """The style sheet of a drawing; `auto` follows the reader's own preference."""
    if theme not in THEMES:
        raise ValueError(f"a drawing is {', '.join(THEMES[:-1])} or {THEMES[-1]}, not {theme!r}")
    if theme == "auto":
        return f"{PLAIN}{_rules(False)}@media(prefers-color-scheme:dark){{{_rules(True)}}}"
    return PLAIN + _rules(theme == "dark")


@cache
def variables(theme: Theme) -> str:
    """The colours as variables of a page's own style sheet, `--NAME`."""
    if theme == "auto":
        dark = f"@media(prefers-color-scheme:dark){{{_variables(True)}}}"
        return f":root{{color-scheme:light dark}}{_variables(False)}{dark}"
    return f":root{{color-scheme:{theme}}}{_variables(theme == 'dark')}"


def _variables(dark: bool) -> str:
    """One variable a colour."""
    return f":root{{{''.join(f'--{name}:{both[dark]};' for name, both in COLOURS.items())}}}"
