"""Small pictures of a view: the board alone, cut out of the whole drawing.

They are standalone images (in an `img`), so they include the few colours that they use.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kerys.draw.palette import PLAIN, Theme, rules_of
from kerys.draw.svg import number
from kerys.table.view import View

WIDTH = 1200
"""The width of the drawing that boards are cut out of."""


class Cut(NamedTuple):
    """A part of a drawing."""

    x: float
    y: float
    width: float
    height: float


BOARDS = {"ys": Cut(14, 50, 640, 640), "mykerinos": Cut(18, 94, 640, 546)}
"""The position of the board in the wide drawing of a game; other games are shown whole."""

TAG = re.compile(r"<(/?)(\w+)([^>]*?)(/?)>")
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
BARE = ".none{fill:none}"
VIEW_BOX = re.compile(r' viewBox="0 0 ([\d.]+) ([\d.]+)"')
PLACE = re.compile(r'transform="translate\((-?[\d.]+) (-?[\d.]+)\)"')
COLOUR = re.compile(r"\b([fs])-(\w+)")
WORDS = re.compile(r"<text.*?</text>")
UNSEEN = re.compile(
    r'<title>.*?</title>|<path class="touch"[^>]*/>| data-(?:name|explain)="[^"]*"| data-holds=""'
    r'| class="spot"| role="img"| class="kerys"'
)
"""What only pages need: names for screen readers and scripts, and shapes to click."""


def thumbnail(view: View, theme: Theme, *, words: bool) -> str:
    """The board of a view, with or without text."""
    cut, board = board_of(view)
    if not words:
        board = WORDS.sub("", board)
    box = f'viewBox="{" ".join(map(number, cut))}" width="{number(cut.width)}"'
    return f"<svg {XMLNS} {box}>{style_of(board, theme)}{board}</svg>"


def board_of(view: View) -> tuple[Cut, str]:
    """The position of the board, and the shapes there."""
    drawing = "".join(view.svg_pieces(width=WIDTH, theme=None))
    size = VIEW_BOX.search(drawing)
    assert size is not None, "drawings begin at 0 0"
    cut = BOARDS.get(view.game) or Cut(0, 0, float(size[1]), float(size[2]))
    drawing = UNSEEN.sub("", _without_groups_outside(drawing, cut))
    return cut, drawing[drawing.index(">") + 1 : drawing.rindex("</svg>")]


def style_of(drawing: str, theme: Theme) -> str:
    """The style sheet that a drawing needs."""
    used = frozenset(name for _kind, name in COLOUR.findall(drawing))
    return f"<style>{PLAIN if '<text' in drawing else BARE}{rules_of(used, theme)}</style>"


def _without_groups_outside(drawing: str, cut: Cut) -> str:
    """A drawing without the groups that start to the right of a cut, or below it."""
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
