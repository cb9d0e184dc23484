"""Preview images for links: a board and a few words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kerys.draw.measure import fitted, wrapped
from kerys.draw.svg import at, box, label, number, token
from kerys.draw.thumbnail import XMLNS, board_of, style_of
from kerys.table.png import png
from kerys.table.view import View

WIDTH, HEIGHT = 1200, 630
"""The size that websites expect of preview images."""
EDGE, GAP = 42.0, 48.0
LINE = 58.0


@dataclass(frozen=True)
class Scored:
    """One player, as a line of the image."""

    owner: int
    name: str
    score: int
    first: bool


def result_preview(view: View, title: str, outcome: str, players: Sequence[Scored]) -> bytes:
    """A board with the winner and everyone's points, as a PNG."""
    side = HEIGHT - 2 * EDGE
    x = EDGE + side + GAP
    wide = WIDTH - x - EDGE
    body = [_board(view, EDGE, EDGE, side), label(x, EDGE + 30, title, 30, "f-muted b")]
    y = EDGE + 92.0
    for line in wrapped(outcome, 46, wide, 3):
        body.append(label(x, y, line, 46, "f-ink b"))
        y += LINE
    y = max(y, HEIGHT - EDGE - LINE * len(players) + 8)
    for one in players:
        look = "f-ink b" if one.first else "f-ink"
        body += [
            at(x + 20, y, token(one.owner, 18)),
            label(x + 56, y + 11, fitted(one.name, 32, wide - 150), 32, look),
            label(x + wide, y + 11, str(one.score), 32, f"{look} end"),
        ]
        y += LINE
    return _picture(body)


def games_preview(views: Sequence[View], title: str, about: str) -> bytes:
    """Boards side by side under a title, as a PNG."""
    side = HEIGHT - 2 * EDGE - 130
    body = [
        label(EDGE, EDGE + 50, title, 64, "f-ink b"),
        label(EDGE, EDGE + 100, fitted(about, 28, WIDTH - 2 * EDGE), 28, "f-muted"),
    ]
    room = (WIDTH - 2 * EDGE + GAP) / max(len(views), 1)
    for place, view in enumerate(views):
        body.append(_board(view, EDGE + place * room, EDGE + 130, side, room - GAP))
    return _picture(body)


def _board(view: View, x: float, y: float, height: float, width: float = 0) -> str:
    """A board that fills a rectangle; the rest is cut off."""
    cut, board = board_of(view)
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width or height)}"'
    seen = f'viewBox="{" ".join(map(number, cut))}" preserveAspectRatio="xMidYMin slice"'
    return f'<svg {place} height="{number(height)}" {seen}>{board}</svg>'


def _picture(body: Sequence[str]) -> bytes:
    """Shapes on a background, as a PNG."""
    drawn = "".join([box(0, 0, WIDTH, HEIGHT, "f-paper"), *body])
    style = style_of(drawn, "light")
    svg = f'<svg {XMLNS} viewBox="0 0 {WIDTH} {HEIGHT}">{style}{drawn}</svg>'
    return png(svg, WIDTH)
