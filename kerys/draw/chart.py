"""Small charts of how likely things are: as a drawing, and as a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kerys.draw.svg import box, element, label
from kerys.table.panels import Bar

STEP, BAR, TALL = 22, 16, 26
"""The room for a bar, its width, and the height of one that is certain."""
ABOVE, BELOW = 11, 12
BLOCKS = "▁▂▃▄▅▆▇█"


@lru_cache(maxsize=1024)
def svg_chart(bars: tuple[Bar, ...]) -> str:
    """Bars with their marks below and percentages above."""
    drawn = []
    for place, one in enumerate(bars):
        x, high = place * STEP + (STEP - BAR) / 2, max(1.0, TALL * one.share)
        middle, floor = place * STEP + STEP / 2, ABOVE + TALL
        drawn += [
            box(x, floor - high, BAR, high, "bar", 2),
            label(middle, floor - high - 2, share_text(one.share), 10, "share"),
            label(middle, floor + BELOW - 1, one.mark, 11, "mark"),
        ]
    wide, high = STEP * len(bars), ABOVE + TALL + BELOW
    said = "; ".join(one.label for one in bars)
    look: dict[str, str | float] = {"width": wide, "height": high, "class_": "chart"}
    shape = f"0 0 {wide} {high}"
    return element("svg", *drawn, **look, viewBox=shape, role="img", aria_label=said)


def text_chart(bars: Sequence[Bar]) -> str:
    """Every mark with a bar and a percentage, on one line: `0▂18 1▄27`."""
    return " ".join(f"{one.mark}{block(one.share)}{share_text(one.share)}" for one in bars)


def block(share: float) -> str:
    """A share as a bar of one character."""
    return BLOCKS[min(len(BLOCKS) - 1, int(share * len(BLOCKS)))]


def share_text(share: float) -> str:
    """A share in percent, without the sign."""
    return "<1" if 0 < share < 0.005 else str(round(100 * share))
