"""What all portraits share: a medallion, a head, light from the top left, and their cards.

A portrait fits in a box of 48 units around the origin: a figure in a ring, with a hat or a tool
that may reach beyond it. Shapes inherit the medallion's outline; the class `bare` removes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kerys.draw.measure import fitted, wrapped
from kerys.draw.svg import box, element, label, number

BOX = 48.0
"""The width and height of a portrait."""

# --- Shapes ------------------------------------------------------------------------------------


def short(value: float) -> str:
    """A length without a leading zero."""
    return number(value).replace("0.", ".", 1) if value < 1 else number(value)


def fill(look: str, outline: str) -> str:
    """A shape of one colour with the common outline."""
    return f'<path d="{outline}" class="f-{look}"/>'


def flat(look: str, outline: str, opacity: str = "") -> str:
    """A shape without an outline."""
    through = f' fill-opacity="{opacity}"' if opacity else ""
    return f'<path d="{outline}"{through} class="bare f-{look}"/>'


def shade(outline: str) -> str:
    """A shaded area."""
    return flat("shade", outline)


def gleam(outline: str) -> str:
    """A highlight."""
    return flat("gleam", outline)


def line(outline: str, width: float = 1, look: str = "") -> str:
    """A line, in the colour of the outlines or another one."""
    colour = f' class="s-{look}"' if look else ""
    return f'<path d="{outline}" stroke-width="{short(width)}"{colour}/>'


def dotted(look: str, outline: str, width: float, gaps: str) -> str:
    """A broken line: pearls, rivets, mail."""
    drawn = f'<path d="{outline}" stroke-width="{short(width)}" stroke-dasharray="{gaps}"'
    return f'{drawn} class="s-{look}"/>'


def rod(look: str, outline: str, width: float) -> str:
    """A thick line with an outline on both sides: an arm, a staff, a spoke."""
    return line(outline, width + 2.4) + line(outline, width, look)


def ball(look: str, x: float, y: float, radius: float) -> str:
    """Something round: a gem, a pearl, a knob."""
    place = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    return f'<circle {place} stroke-width=".9" class="f-{look}"/>'


def turned(degrees: int, drawn: str) -> str:
    """Something turned around the origin."""
    return f'<g transform="rotate({degrees})">{drawn}</g>'


# --- People ------------------------------------------------------------------------------------

BODY = "M-16.5 14C-15 10.5-9 9.6-4.5 8H4.5C9 9.6 15 10.5 16.5 14A20 20 0 0 1-16.5 14Z"
BODY_SHADE = "M5 8.2C9 9.6 15 10.5 16.5 14A20 20 0 0 1 5 22.1C9 17 9 12 5 8.2Z"
NECK = "M-3.2 2V9Q0 12.4 3.2 9V2Z"
FACE = "M-6.6-4.5C-6.6-10.4 6.6-10.4 6.6-4.5C6.6 1.4 4.8 6.4 0 6.4C-4.8 6.4-6.6 1.4-6.6-4.5Z"
FACE_SHADE = (
    "M1.4-8.9C1.8-6 1.2-4 .9-2.6L-.9 1Q.4 1.9 1.5 1.2C1.9 3 1.6 5.4 0 6.4"
    "C4.8 6.4 6.6 1.4 6.6-4.5C6.6-7.4 4-8.8 1.4-8.9ZM-3.2 5Q0 8.4 3.2 5V9Q0 8.6-3.2 6.6Z"
)
EYES = "M-3.3-2.9v.7M3.3-2.9v.7"
BROWS = "M-5-5.4Q-3.6-6.4-2-5.6M2-5.6Q3.6-6.4 5-5.4"
SMILE = "M-1.8 3.2Q.2 4.3 2.2 3.2"


def robe(look: str) -> str:
    """Shoulders in a robe."""
    return fill(look, BODY) + shade(BODY_SHADE)


def head(skin: str, features: str = BROWS + SMILE, eyes: str = EYES) -> str:
    """A neck and a face, seen from the front."""
    drawn = fill(skin, NECK) + fill(skin, FACE) + shade(FACE_SHADE)
    blush = '<path d="M-4.5.9h.5M4.2.9h.5" stroke-width="2.6" stroke-opacity=".22" class="s-red"/>'
    return f"{drawn}{blush}{line(features)}{line(eyes, 1.9) if eyes else ''}"


def glance(*outlines: str, look_at: str) -> str:
    """Open eyes: the whites, the lids over them, and the direction of the gaze."""
    whites = "".join(f"{outline}Z" for outline in outlines)
    lids = "".join(outline.rpartition("Q")[0] for outline in outlines)
    return flat("white", whites) + line(lids, 1.2) + line(look_at, 2)


def fist(skin: str, x: float, y: float) -> str:
    """A closed hand around something upright."""
    hand = "m-2.6-2.5q2.6-1.2 5.2 0q1.1 2.6 0 5q-2.6 1.2-5.2 0q-1.1-2.5 0-5z"
    fingers = f"M{x + 2.6:g} {y - 0.8:g}q-1.6-.5-3.2 0m3.4 1.8q-1.8-.5-3.3 0"
    return fill(skin, f"M{x:g} {y:g}{hand}") + line(fingers, 0.7)


def medallion(ground: str, ring: str, *figure: str, front: str = "", behind: str = "") -> str:
    """A portrait: a ring, the background, the figure, and what reaches over the ring."""
    disc = '<circle cy="2.75" r="20"'
    return (
        '<g class="none s-outline" stroke-width="1.3" stroke-linejoin="round"'
        f' stroke-linecap="round">{disc} stroke-width="3.2" class="f-{ground}"/>{behind}'
        '<circle cx="-4" cy="-1.5" r="14" fill-opacity=".5" class="bare f-gleam"/>'
        f'{disc} stroke-width="1.4" class="s-{ring}"/>{"".join(figure)}'
        f"{line('M-19.2 8.4A20 20 0 0 0 19.2 8.4', 3.2)}"
        f"{line('M-19.9 5A20 20 0 0 0 19.9 5', 1.4, ring)}{front}</g>"
    )


# --- Cards -------------------------------------------------------------------------------------

SMALLEST = 9.0
"""Smaller text is hard to read on a phone."""
LEADING = 1.3
"""The line height, relative to the font size."""


@dataclass(frozen=True)
class Card:
    """The content of a card; `deck` has the sentences of all cards that should look alike."""

    portrait: str
    name: str
    does: str
    deck: tuple[str, ...]
    look: str
    scenery: Callable[[float, float], str]
    """The background of the portrait, for a width and a height."""

    def rows(self, size: float, width: float) -> int:
        """How many lines the longest sentence of the deck takes."""
        return max(len(wrapped(sentence, size, width)) for sentence in self.deck)


def illustrated_card(card: Card, width: float, height: float) -> str:
    """A card with a portrait, a name and, if the whole deck has room for it, what it does."""
    ground = box(0.75, 0.75, width - 1.5, height - 1.5, f"f-panel s-{card.look}", 8, 1.5)
    lay_out = lying if width > 1.3 * height else standing
    return ground + lay_out(card, width, height)


def standing(card: Card, width: float, height: float) -> str:
    """The portrait above the words."""
    big, small = sized(width * 0.115, 17), sized(width * 0.082, 12.5)
    rows = card.rows(small, width - 12)
    picture = height - big * 1.9 - rows * small * LEADING - small * 0.5
    lines = wrapped(card.does, small, width - 12)
    if picture < 0.75 * width:
        rows, lines, picture = 0, (), height - big * 1.9
    middle, base = width / 2, picture + big * 1.35
    drawn = [
        card.scenery(width - 3, picture),
        placed_portrait(card.portrait, middle, picture / 2 + 2, min(width * 0.94, picture - 5)),
        label(middle, base, fitted(card.name, big, width - 8), big, "f-ink b mid"),
    ]
    first = base + small * (1.8 + (rows - len(lines)) * LEADING / 2)
    for row, said in enumerate(lines):
        drawn.append(label(middle, first + row * small * LEADING, said, small, "f-muted mid"))
    return "".join(drawn)


def lying(card: Card, width: float, height: float) -> str:
    """The portrait left of the words."""
    big, small = sized(height * 0.2, 16), sized(height * 0.125, 12)
    left = height + 8
    room = width - left - 8
    lines: tuple[str, ...] = ()
    if big + card.rows(small, room) * small * LEADING <= height - 8:
        lines = wrapped(card.does, small, room)
    base = (height - big - len(lines) * small * LEADING) / 2 + big * 0.84
    drawn = [
        card.scenery(height, height - 3),
        placed_portrait(card.portrait, height / 2 + 1, height / 2, height - 7),
        label(left, base, fitted(card.name, big, room), big, "f-ink b"),
    ]
    for row, said in enumerate(lines, 1):
        drawn.append(label(left, base + row * small * LEADING, said, small, "f-muted"))
    return "".join(drawn)


def sized(wanted: float, most: float) -> float:
    """A font size within readable limits."""
    return min(max(SMALLEST, wanted), most)


def placed_portrait(portrait: str, x: float, y: float, across: float) -> str:
    """A portrait at a position, scaled to a size."""
    move = f"translate({number(x)} {number(y)}) scale({number(across / BOX)})"
    return element("g", portrait, transform=move)
