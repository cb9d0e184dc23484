"""The colours of all drawings, light and dark, as classes of one style sheet.

A shape names what it is (`class="panel"`), never a colour: the style sheet decides. The classes
`f-NAME` fill with a colour, and `s-NAME` stroke with it.
"""

from __future__ import annotations

from collections.abc import Collection
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
    # Attention: what can be chosen now, and what happened last.
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
    "auburn": ("#5b3620", "#6a4229"),
    "blond": ("#e2ba62", "#dbb25c"),
    # Land, stone and water.
    "sand": ("#ecdcb9", "#4a4230"),
    "sandline": ("#d3bd8f", "#655a41"),
    "stone": ("#c9b48a", "#8a7a55"),
    "sea": ("#d2e7ea", "#1c3642"),
    "sea2": ("#bbdae1", "#172e3b"),
    "sea3": ("#a3ccd8", "#132633"),
    "sea4": ("#8bbccd", "#0f1f2b"),
    "sealine": ("#93bfce", "#2e4f61"),
    "sail": ("#fffdf6", "#cdc6b6"),
    "foam": ("#f4fbfb", "#44697b"),
    "street": ("#f3ead6", "#2c2a25"),
    "street3": ("#e0cfae", "#3f3b30"),
    "street2": ("#eaddc2", "#35322a"),
    # The city of Ys: walls, the ground of its rings and the colour of its buildings.
    "wall": ("#e9dcc0", "#4c483f"),
    "walledge": ("#c3b08a", "#6f6856"),
    "quay": ("#ebeae2", "#2a3238"),
    "quayline": ("#d6d7cf", "#37434a"),
    "bazaar": ("#f6e8d0", "#332c27"),
    "bazaarline": ("#e6d1ae", "#453a31"),
    "court": ("#f3e7c0", "#352f21"),
    "courtline": ("#e4d09a", "#494029"),
    "gild": ("#d9b65c", "#8f7433"),
    "roof": ("#d79d84", "#6f4538"),
    "awning": ("#e3a592", "#77473d"),
    "canvas": ("#fdf6ea", "#574d43"),
    "teal": ("#9cc3bf", "#355e60"),
    "garden": ("#c3cc9f", "#3d482f"),
    "timber": ("#b3936f", "#5c4936"),
    # The last evening of Ys.
    "dusk": ("#cdc3e0", "#1b1a35"),
    "afterglow": ("#f8c79b", "#8d4a4c"),
    "far": ("#b3a3c4", "#2d2a4b"),
    "eventide": ("#8fa6c8", "#15213a"),
    "sun": ("#f3a05a", "#e58f52"),
    "glow": ("#b39257", "#f2c970"),
    # Portraits: outlines, light and shade, people, cloth, metal, backgrounds.
    "outline": ("#3a2a26", "#1b1413"),
    "shade": ("#3a2a2633", "#1b141340"),
    "gleam": ("#ffffff66", "#ffffff52"),
    "fair": ("#f3cfae", "#e0b796"),
    "tan": ("#d9a374", "#c48f62"),
    "umber": ("#96613f", "#885638"),
    "chestnut": ("#74452a", "#66402a"),
    "ginger": ("#c46a2e", "#b3602b"),
    "straw": ("#f2dda0", "#dcc58a"),
    "ivory": ("#f7efdd", "#e6dcc6"),
    "silver": ("#c3c8cb", "#a9b0b4"),
    "steel": ("#8d99a3", "#76838e"),
    "gold": ("#e8b93f", "#d9a936"),
    "crimson": ("#b5343c", "#a8363d"),
    "navy": ("#33507f", "#3a578a"),
    "forest": ("#3f7458", "#3c7057"),
    "plum": ("#7c4a76", "#774a73"),
    "slate": ("#4b5263", "#454c5e"),
    "wheat": ("#f0d596", "#8f7338"),
    "rose": ("#ecbfa9", "#8a5a4e"),
    "sky": ("#b4d5da", "#44707c"),
    "sage": ("#c6d2a8", "#62744b"),
    "twilight": ("#7f8db3", "#47527a"),
}
"""Name: (light, dark)."""

PLAIN = (
    "text{font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif}"
    ".b{font-weight:600}.none{fill:none}.bare{stroke:none}"
    ".mid{text-anchor:middle}.end{text-anchor:end}"
    ".touch{fill:none;pointer-events:all}"
    ".caption{display:none;paint-order:stroke}.captions .caption{display:inline}"
)
"""Rules for both themes; captions show only inside an element of class `captions`."""


def _rules(dark: bool, used: Collection[str] = COLOURS) -> str:
    """The two classes of every colour in use, and the highlighting of spots."""
    lit = COLOURS["lit"][dark]
    colours = "".join(
        f".f-{name}{{fill:{both[dark]}}}.s-{name}{{stroke:{both[dark]}}}"
        for name, both in COLOURS.items()
        if name in used
    )
    return (
        f"{colours}.lit>.touch{{fill:{lit};fill-opacity:.16}}"
        f".picked>.touch{{fill-opacity:.34;stroke:{lit};stroke-width:3}}"
    )


@cache
def style_sheet(theme: Theme) -> str:
    """The style sheet of a drawing; `auto` follows the reader's preference."""
    if theme not in THEMES:
        raise ValueError(f"a drawing is {', '.join(THEMES[:-1])} or {THEMES[-1]}, not {theme!r}")
    return PLAIN + rules_of(COLOURS, theme)


def rules_of(used: Collection[str], theme: Theme) -> str:
    """The classes of some colours."""
    if theme == "auto":
        dark = f"@media(prefers-color-scheme:dark){{{_rules(True, used)}}}"
        return _rules(False, used) + dark
    return _rules(theme == "dark", used)


@cache
def variables(theme: Theme) -> str:
    """The colours as CSS variables for a page's own style sheet, `--NAME`."""
    if theme == "auto":
        dark = f"@media(prefers-color-scheme:dark){{{_variables(True)}}}"
        return f":root{{color-scheme:light dark}}{_variables(False)}{dark}"
    return f":root{{color-scheme:{theme}}}{_variables(theme == 'dark')}"


def _variables(dark: bool) -> str:
    """One variable per colour."""
    return f":root{{{''.join(f'--{name}:{both[dark]};' for name, both in COLOURS.items())}}}"
