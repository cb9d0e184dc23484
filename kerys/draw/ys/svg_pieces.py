"""The pieces of Ys: gems, agents and chips; and spots, which the notation can name."""

from __future__ import annotations

from functools import cache, lru_cache

from kerys.draw.measure import fitted
from kerys.draw.svg import (
    TOKEN_SHAPES,
    disc,
    element,
    group_at,
    label,
    number,
    path,
    piece,
    rounded,
    seat_look,
    token,
    touch,
)
from kerys.draw.svg import spot as named_spot
from kerys.draw.ys.svg_geometry import CELL
from kerys.facts.ys.scene import UNKNOWN, Agent
from kerys.facts.ys.words import GEM_LETTERS
from kerys.games.ys.components import COLOUR_NAMES, MARKED_VALUE, WHITE, YELLOW
from kerys.table.owners import seat_letter

# --- Spots and places --------------------------------------------------------------------------


def moved(x: float, y: float, *inside: str) -> str:
    """A group translated to a point; drawings use the same few points again and again."""
    return f"{group_at(x, y)}{''.join(inside)}</g>"


def spot(name: str, outline: str, *inside: str, holds: bool = False) -> str:
    """Something the notation can name, on a surface that can be clicked and highlighted."""
    return named_spot(name, touch(outline), *inside, holds=holds)


# --- Gems --------------------------------------------------------------------------------------

GEM_SHAPES = (
    "M0-1.2C.35-.7 1 -.15 1 .35A1 .95 0 0 1-1 .35C-1-.15-.35-.7 0-1.2Z",  # blue: a drop
    "M-.5-1H.5L.95-.55V.55L.5 1H-.5L-.95 .55V-.55Z",  # green: an emerald cut
    "M0-1.14L.4-.49L1.14-.31L.65.27L.71 1.03L0 .74L-.71 1.03L-.65.27L-1.14-.31L-.4-.49Z",  # yellow
    "M0 1.1L-1.05-.15C-1.2-.75-.5-1.2 0-.65C.5-1.2 1.2-.75 1.05-.15Z",  # red: a heart
    "M0-1.1L1.08-.3L.68.95H-.68L-1.08-.3Z",  # black: a pentagon
    "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1Z",  # white: a pearl
)
DARK_LETTERS = (YELLOW, WHITE)


@cache
def gem(colour: int, radius: float) -> str:
    """A gem around the origin, with its own shape and letter."""
    edge = "s-muted" if GEM_LETTERS[colour] in "KW" else "s-panel"
    shape = (
        f'<path d="{GEM_SHAPES[colour]}" transform="scale({number(radius)})"'
        f' stroke-width="{number(1 / radius)}" class="f-{COLOUR_NAMES[colour]} {edge}"/>'
    )
    look = "f-black b mid" if colour in DARK_LETTERS else "f-onpiece b mid"
    return shape + label(0, radius * 0.4, GEM_LETTERS[colour], radius, look)


# --- Agents ------------------------------------------------------------------------------------


@cache
def hollow(owner: int, radius: float, text: str, look: str, solid: bool) -> str:
    """The token of a hidden agent: only an outline, dashed unless everyone knows the value."""
    drop = radius * (0.55 if owner == 3 else 0.36)
    dashes = {} if solid else {"stroke_dasharray": ".38 .24"}
    outline = element(
        "path",
        d=TOKEN_SHAPES[owner],
        transform=f"scale({number(radius)})",
        stroke_width=f"{max(1.7, radius * 0.11) / radius:.3f}",
        class_=f"f-panel s-{seat_look(owner)}",
        **dashes,
    )
    size = radius * (1.05 if len(text) == 1 else 0.9)
    return outline + label(0, drop, text, size, f"{look} b mid")


LOW_SHAPES = {3: 0.2}
"""Off-centre shapes, and how many radii to raise them."""


@cache
def raised(owner: int, radius: float) -> str:
    """What makes a token stand out: a light rim and a small shadow."""
    shape, size = TOKEN_SHAPES[owner], number(radius)
    drop = number(radius * 0.09)
    return (
        f'<path d="{shape}" transform="translate({drop} {drop}) scale({size})" opacity=".25"'
        f' stroke-width=".14" class="f-black s-black"/>'
        f'<path d="{shape}" transform="scale({size})" stroke-width=".16" class="s-panel"/>'
    )


@lru_cache(maxsize=4096)
def figure(one: Agent, radius: float) -> str:
    """An agent around the origin, without its number."""
    drawn = raised(one.owner, radius)
    if not one.hidden:
        drawn += token(one.owner, radius, str(one.value))
    elif one.value == UNKNOWN:
        possible = one.candidates.replace("/", "") or "?"
        drawn += hollow(one.owner, radius, possible, "f-muted", False)
    else:
        drawn += hollow(one.owner, radius, str(one.value), "f-ink", one.public)
    if one.owner in LOW_SHAPES:
        drawn = moved(0, -radius * LOW_SHAPES[one.owner], drawn)
    size = min(1.3, radius / 10)
    if one.marked:
        drawn += moved(radius * 0.95, -radius * 0.85, badge(size))
    if one.seen_by:
        drawn += moved(-radius * 0.95, -radius * 0.85, eye(size))
    return drawn


@cache
def badge(size: float) -> str:
    """The sign of the Mercenary, with the agent's new value."""
    counts = label(0, 3.2 * size, str(MARKED_VALUE), 9 * size, "f-onpiece b mid")
    return disc(0, 0, 6 * size, "f-lit s-panel", 1) + counts


@cache
def eye(size: float) -> str:
    """The sign of the Spy."""
    lid = element(
        "path",
        d="M-5 0Q0-5.2 5 0Q0 5.2-5 0Z",
        transform=f"scale({number(size)})",
        class_="f-panel s-ink",
        stroke_width=1,
    )
    return lid + disc(0, 0, 1.8 * size, "f-ink")


@lru_cache(maxsize=4096)
def agent(one: Agent, radius: float) -> str:
    """An agent on the board; its owner's letter and placement number show on demand."""
    side = radius * CELL
    return spot(
        one.name,
        rounded(-side / 2, -side / 2, side, side, radius),
        piece(one.name, figure(one, radius), home=one.owner),
        caption(f"{seat_letter(one.owner)}{one.number}", radius),
    )


@lru_cache(maxsize=1024)
def caption(text: str, radius: float) -> str:
    """The name of an agent across the foot of its token; hidden by default."""
    size = max(9.0, radius * 0.6)
    return (
        f'<text y="{number(radius * 1.3)}" font-size="{number(size)}" stroke-width="3"'
        f' class="caption f-ink s-panel b mid">{text}</text>'
    )


@cache
def crown(look: str) -> str:
    """The sign of a palace and its prize."""
    return path("M-6 4.5L-7-4L-3 0L0-5.5L3 0L7-4L6 4.5Z", look)


# --- Chips -------------------------------------------------------------------------------------


CHIP_TEXT = 10.5


@cache
def chip(text: str, width: float, height: float, full: bool, dashed: bool) -> str:
    """A word on a small rounded card, positioned by its top-left corner."""
    dashes = {"stroke_dasharray": "3 2.5"} if dashed else {}
    edge = element(
        "path",
        d=rounded(0.5, 0.5, width - 1, height - 1, 5),
        class_="f-ink s-ink" if full else "f-well s-muted",
        stroke_width=1 if dashed or full else 0.5,
        **dashes,
    )
    words = fitted(text, CHIP_TEXT, width - 6)
    look = "f-panel mid" if full else "f-ink mid"
    return edge + label(width / 2, height / 2 + CHIP_TEXT * 0.36, words, CHIP_TEXT, look)
