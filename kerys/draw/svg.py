"""The basic shapes of all drawings: pure functions from numbers and words to SVG.

Lengths are in units of the drawing; `number` formats them. Words arrive translated and are escaped
only here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape, unescape

from kerys.draw.palette import Theme, style_sheet
from kerys.table.owners import NEUTRAL, seat_letter

PLAIN_SPOT, LIT_SPOT, PICKED_SPOT = (
    f'<g class="spot{look}" data-name="' for look in ("", " lit", " lit picked")
)
"""The start tag of a spot: plain, when it can be chosen, and when it is chosen."""
SPOT_NAME = re.compile(r' data-name="([^"]*)"')


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def words(text: str) -> str:
    """Words, escaped as the content of an element."""
    return escape(text, quote=True)


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; `class_` is the attribute class, and `data_name` becomes data-name."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="'
        f'{words(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def at(x: float, y: float, *inside: str, **attributes: str | float) -> str:
    """A group translated to a point."""
    return element("g", *inside, transform=f"translate({number(x)} {number(y)})", **attributes)


@lru_cache(maxsize=4096)
def group_at(x: float, y: float) -> str:
    """The start tag of a group translated to a point."""
    return f'<g transform="translate({number(x)} {number(y)})">'


def pieces_at(x: float, y: float, pieces: Iterable[str]) -> list[str]:
    """A group translated to a point, in pieces."""
    return [group_at(x, y), *pieces, "</g>"]


def box(
    x: float, y: float, width: float, height: float, look: str, round_: float = 0, line: float = 0
) -> str:
    """A rectangle; `look` holds its classes."""
    shape = f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}"'
    shape += f' height="{number(height)}"'
    if round_:
        shape += f' rx="{number(round_)}"'
    if line:
        shape += f' stroke-width="{number(line)}"'
    return f'{shape} class="{look}"/>'


def disc(x: float, y: float, radius: float, look: str, line: float = 0) -> str:
    """A circle."""
    width = f' stroke-width="{number(line)}"' if line else ""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{width} class="{look}"/>'


def path(outline: str, look: str, line: float = 0) -> str:
    """Any outline."""
    width = f' stroke-width="{number(line)}"' if line else ""
    return f'<path d="{outline}"{width} class="{look}"/>'


def polygon(*points: tuple[float, float], look: str, line: float = 0) -> str:
    """A closed shape with straight sides."""
    corners = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return path(f"M{corners}Z", look, line)


def rounded(x: float, y: float, width: float, height: float, round_: float = 6) -> str:
    """The outline of a rectangle with rounded corners."""
    across, down, turn = width - 2 * round_, height - 2 * round_, number(round_)
    arc = f"a{turn} {turn} 0 0 1 "
    return (
        f"M{number(x + round_)} {number(y)}h{number(across)}{arc}{turn} {turn}"
        f"v{number(down)}{arc}-{turn} {turn}h{number(-across)}{arc}-{turn}-{turn}"
        f"v{number(-down)}{arc}{turn}-{turn}Z"
    )


def label(x: float, y: float, text: str, size: float, look: str = "f-ink") -> str:
    """Words; the classes `mid` and `end` centre and right-align them, `b` makes them bold."""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" class="{look}">'
        f"{words(text)}</text>"
    )


@cache
def panel(width: float, height: float, title: str = "") -> str:
    """A plain card as a background, with a small title at the top left."""
    drawn = box(0.5, 0.5, width - 1, height - 1, "f-panel s-line", 8, 1)
    return drawn + (label(10, 18, title, 11, "f-muted b") if title else "")


def touch(outline: str) -> str:
    """The clickable surface of a spot, tinted when the spot is highlighted."""
    return f'<path class="touch" d="{outline}"/>'


def spot(name: str, *inside: str, moved: str = "", holds: bool = False) -> str:
    """Something the notation can name; a `touch` among its parts makes it clickable.

    `holds`: pieces can be put there, and pages show them there while you choose.
    """
    about = ' data-holds=""' if holds else ""
    if moved:
        about += f' transform="{moved}"'
    return f'{PLAIN_SPOT}{words(name)}"{about}>{"".join(inside)}</g>'


def piece(name: str, *inside: str, home: object = "") -> str:
    """Something that moves between drawings; `home` is the owner it comes from and returns to."""
    belongs = "" if home == "" else f' data-home="{home}"'
    return f'<g data-piece="{words(name)}"{belongs}>{"".join(inside)}</g>'


def explained(name: str, *inside: str) -> str:
    """Something that can't be chosen, but has an explanation in pages (`table.explanations`)."""
    return f'<g data-explain="{words(name)}">{"".join(inside)}</g>'


def home_of(owner: int, *inside: str) -> str:
    """The things of an owner: where pieces come from and return to."""
    return f'<g data-home-of="{owner}">{"".join(inside)}</g>'


def light(pieces: tuple[str, ...], lit: frozenset[str], picked: frozenset[str]) -> tuple[str, ...]:
    """Highlight the named spots of a finished drawing: its pieces are cached without highlights."""
    if not lit:
        return pieces
    return tuple(
        [
            _light_piece(piece, here, picked & here) if (here := lit & spot_names(piece)) else piece
            for piece in pieces
        ]
    )


@lru_cache(maxsize=1024)
def _light_piece(piece: str, lit: frozenset[str], picked: frozenset[str]) -> str:
    """The same for one piece that contains all of them."""
    first, *spots = piece.split(PLAIN_SPOT)
    parts = [first]
    for part in spots:
        name = unescape(part[: part.index('"')])
        look = PLAIN_SPOT
        if name in lit:
            look = PICKED_SPOT if name in picked else LIT_SPOT
        parts += (look, part)
    return "".join(parts)


@lru_cache(maxsize=2048)
def spot_names(drawing: str) -> frozenset[str]:
    """The names of all spots in a drawing, or in a piece of it."""
    return frozenset(unescape(name) for name in SPOT_NAME.findall(drawing))


TOKEN_SHAPES = {
    0: "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1Z",  # a disc
    1: "M-.9-.9H.9V.9H-.9Z",  # a square
    2: "M0-1.18L1.18 0L0 1.18L-1.18 0Z",  # a diamond
    3: "M0-1.15L1.2.9H-1.2Z",  # a triangle
    4: "M0-1.15L1.1-.35L.68.95H-.68L-1.1-.35Z",  # a pentagon
    5: "M-.45-1.08H.45L1.08-.45V.45L.45 1.08H-.45L-1.08.45V-.45Z",  # an octagon
    6: "M-1.2-.75H1.2L.75.85H-.75Z",  # a bowl
    7: "M-.6-1H.6Q1.15-1 1.15-.45V.95H-1.15V-.45Q-1.15-1-.6-1Z",  # a tombstone
    NEUTRAL: "M-.55-1H.55L1.1 0L.55 1H-.55L-1.1 0Z",  # a hexagon
}
"""The outline of each seat's token, at a radius of 1."""


def seat_look(owner: int) -> str:
    """The name of a seat's colour."""
    return "neutral" if owner == NEUTRAL else f"seat{owner}"


@cache
def token(owner: int, radius: float, text: str | None = None) -> str:
    """A seat's token: its shape, colour and letter (or other short text), around the origin."""
    drop = radius * (0.55 if owner == 3 else 0.36)
    outline = (
        f'<path d="{TOKEN_SHAPES[owner]}" transform="scale({number(radius)})"'
        f' class="f-{seat_look(owner)}"/>'
    )
    shown = seat_letter(owner) if text is None else text
    return outline + label(0, drop, shown, radius * 1.05, "f-onpiece b mid")


def document(
    width: float, height: float, title: str, theme: Theme | None, *body: str
) -> tuple[str, ...]:
    """A whole drawing, in pieces. Without a theme it has no style sheet, since the page has one."""
    return _begin(width, height, title, theme), *body, "</svg>"


@lru_cache(maxsize=512)
def _begin(width: float, height: float, title: str, theme: Theme | None) -> str:
    """The start of a drawing; the same for all seats and many decisions."""
    style = f"<style>{style_sheet(theme)}</style>" if theme else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}"'
        f' preserveAspectRatio="xMidYMin" role="img" class="kerys"><title>{words(title)}</title>'
        f"{style}{box(0, 0, width, height, 'f-paper')}"
    )
