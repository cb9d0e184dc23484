"""Small charts of how likely things are: as a drawing, and as a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kerys.draw.svg import box, element, label, number
from kerys.table.panels import Bar

STEP, BAR, TALL = 18, 13, 28
"""The room for a bar, its width, and the height of the highest."""
LEAST_TOP = 0.5
"""The share that has the full height, unless a bar is higher."""
ABOVE, BELOW = 11, 12
BLOCKS = "▁▂▃▄▅▆▇█"


@lru_cache(maxsize=1024)
def svg_chart(bars: tuple[Bar, ...]) -> str:
    """Bars with their marks below and percentages above; no higher than it must be."""
    most = max(one.share for one in bars)
    scale = TALL / max(most, LEAST_TOP)
    floor = ABOVE + max(1.0, scale * most)
    drawn = []
    for place, one in enumerate(bars):
        middle, top = (place + 0.5) * STEP, floor - max(1.0, scale * one.share)
        drawn += [
            box(middle - BAR / 2, top, BAR, floor - top, "bar", 2),
            label(middle, top - 2, share_text(one.share), 10, "share"),
            label(middle, floor + BELOW - 1, one.mark, 11, "mark"),
        ]
    wide, high = STEP * len(bars), floor + BELOW
    return element(
        "svg",
        *drawn,
        viewBox=f"0 0 {wide} {number(high)}",
        width=wide,
        height=high,
        class_="chart",
        role="img",
        aria_label="; ".join(one.label for one in bars),
    )


def text_chart(bars: Sequence[Bar]) -> str:
    """Every mark with a bar and a percentage, on one line: `0▂18 1▄27`."""
    return " ".join(f"{one.mark}{block(one.share)}{share_text(one.share)}" for one in bars)


def block(share: float) -> str:
    """A share as a bar of one character."""
    return BLOCKS[min(len(BLOCKS) - 1, int(share * len(BLOCKS)))]


def share_text(share: float) -> str:
    """A share in percent, without the sign; one that isn't 0 or 1 never looks as if it were."""
    if 0 < share < 0.005:
        return "<1"
    return ">99" if 0.995 <= share < 1 else str(round(100 * share))
