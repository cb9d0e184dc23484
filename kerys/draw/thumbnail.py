"""Small pictures of a view: the board alone, cut out of the whole drawing.

They stand by themselves (in an `img`), so they carry the few colours that they use.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kerys.draw.palette import PLAIN, Theme, rules_of
from kerys.draw.svg import number
from kerys.table.view import View

WIDTH = 1200
"""The layout that boards are cut out of."""


class Cut(NamedTuple):
    """A part of a drawing."""

    x: float
    y: float
    width: float
    height: float


BOARDS = {"ys": Cut(14, 50, 616, 616), "mykerinos": Cut(18, 94, 640, 546)}
"""Where the board is in the wide drawing of a game; other games are shown whole."""

TAG = re.compile(r"<(/?)(\w+)([^>]*?)(/?)>")
VIEW_BOX = re.compile(r' viewBox="0 0 ([\d.]+) ([\d.]+)"')
PLACE = re.compile(r'transform="translate\((-?[\d.]+) (-?[\d.]+)\)"')
COLOUR = re.compile(r"\b([fs])-(\w+)")
WORDS = re.compile(r"<text.*?</text>")
UNSEEN = re.compile(
    r'<title>.*?</title>|<path class="touch none"[^>]*/>| data-name="[^"]*"| class="spot"'
    r'| role="img"| class="kerys"'
)
"""What only pages need: names for readers and scripts, and shapes that can be pressed."""


def thumbnail(view: View, theme: Theme, *, words: bool) -> str:
    """The board of a view, with or without what is written on it."""
    drawing = "".join(view.svg_pieces(width=WIDTH, theme=None))
    size = VIEW_BOX.search(drawing)
    if size is None:  # a drawing in units of its own
        return view.svg(width=WIDTH, theme=theme)
    cut = BOARDS.get(view.game) or Cut(0, 0, float(size[1]), float(size[2]))
    drawing = UNSEEN.sub("", _without_groups_outside(drawing, cut))
    if not words:
        drawing = WORDS.sub("", drawing)
    box = " ".join(number(one) for one in cut)
    used = frozenset(name for _kind, name in COLOUR.findall(drawing))
    style = f"<style>{PLAIN if words else '.none{fill:none}'}{rules_of(used, theme)}</style>"
    rest = drawing.index(">", drawing.index("<svg")) + 1
    head = VIEW_BOX.sub(f' viewBox="{box}" width="{number(cut.width)}"', drawing[:rest])
    return f"{head}{style}{drawing[rest:]}"


def _without_groups_outside(drawing: str, cut: Cut) -> str:
    """A drawing without the groups that begin to the right of a part of it, or below."""
    kept: list[str] = []
    depth, place, outside = 0, 0, 0
    for tag in TAG.finditer(drawing):
        closes, name, attributes, alone = tag.groups()
        if alone:
            continue
        depth += -1 if closes else 1
        if not closes and depth == 2 and name == "g" and not outside:
            at = PLACE.search(attributes)
            beyond = at and (
                float(at[1]) >= cut.x + cut.width or float(at[2]) >= cut.y + cut.height
            )
            if beyond:
                kept.append(drawing[place : tag.start()])
                outside = depth
        elif closes and outside and depth == outside - 1:
            place, outside = tag.end(), 0
    return "".join([*kept, drawing[place:]])
