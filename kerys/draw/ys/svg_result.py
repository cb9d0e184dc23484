"""The end: the last evening of Ys, with a tower and a bar of points for every player."""

from __future__ import annotations

from functools import cache
from math import pi

from kerys.draw.measure import fitted, width_of
from kerys.draw.svg import box, disc, element, label, number, panel, path, seat_look, token
from kerys.draw.ys.svg_lines import ROUND, dashed, stroke
from kerys.draw.ys.svg_pieces import crown, gem, moved
from kerys.draw.ys.svg_stamps import BOAT, PALACES, stamped
from kerys.facts.ys.scene import PlayerScene
from kerys.facts.ys.words import RANK_WORDS, owner_name
from kerys.games.ys.components import BLACK, COLOUR_NAMES, OWNED_COLOURS
from kerys.locale import _
from kerys.locale.word_cache import remembered

EDGE = 14.0
ROW = {True: 84.0, False: 66.0}
NARROW_SCENE = 212.0
LOOKS = ("f-muted", *(f"f-{name}" for name in COLOUR_NAMES[:OWNED_COLOURS]), "f-gild")
"""The colours of the parts: points from play, gems, throne."""
WORD = 54.0
"""The least space for a word among the numbers below a bar."""
ROOF = 1.75
"""The height of a tower's roof, relative to half its width."""
BURSTS = (
    (0.13, 0.34, 0.15, "yellow"),
    (0.86, 0.27, 0.18, "red"),
    (0.93, 0.58, 0.1, "yellow"),
    (0.07, 0.62, 0.09, "blue"),
)
"""Fireworks: position and size relative to the sky, and colour."""
STAGE = (1, 0, 2, 3)
"""The ranks from left to right, as on a podium."""


def result_height(players: int) -> float:
    """The height of the panel on a phone."""
    return NARROW_SCENE + players * ROW[True] + 6


@remembered(32)
def result(
    players: tuple[PlayerScene, ...],
    names: tuple[str, ...],
    width: float,
    height: float,
    narrow: bool,
    throne: bool,
) -> str:
    """The panel with the towers and, below them, where every player's points come from."""
    ranked = sorted(players, key=lambda one: (one.rank, one.owner % len(players)))
    most = max(1, *(player.points for player in ranked))
    rows = len(ranked) * ROW[narrow] + 6
    drawn = [panel(width, height), moved(1, 1, evening(width - 2, height - rows - 1))]
    drawn.append(label(EDGE, 25, _("Final score"), 13 if narrow else 15, "f-ink b"))
    drawn.append(moved(1, 1, towers(tuple(ranked), most, width - 2, height - rows - 1)))
    y = height - rows
    for index, player in enumerate(ranked):
        name = owner_name(names, player.owner)
        line = path(f"M{EDGE:g} 0H{width - EDGE:g}", "none s-faint", 1) if index else ""
        drawn.append(moved(0, y, line, row(player, name, most, width, narrow, throne)))
        y += ROW[narrow]
    return "".join(drawn)


# --- The evening -------------------------------------------------------------------------------


def _horizon(height: float) -> float:
    """Where the sea begins."""
    return round(height * 0.81)


@cache
def evening(width: float, height: float) -> str:
    """Sky, sun, the distant city, and the sea in front of it."""
    sea = _horizon(height)
    top = f"M0 {sea:g}V8Q0 0 8 0H{width - 8:g}Q{width:g} 0 {width:g} 8V{sea:g}Z"
    drawn = [path(top, "f-dusk")]
    for step in range(22):
        high = sea * (0.97 - 0.043 * step)
        drawn.append(
            element(
                "rect", y=sea - high, width=width, height=high, class_="f-afterglow", opacity=0.058
            )
        )
    sun = width * 0.5
    for radius, shown in ((0.62, 0.16), (0.46, 0.2), (0.31, 1.0)):
        reach = number(sea * radius)
        drawn.append(
            element(
                "path",
                d=f"M{number(sun - sea * radius)} {sea:g}a{reach} {reach} 0 0 1"
                f" {number(2 * sea * radius)} 0Z",
                class_="f-sun",
                opacity=shown,
            )
        )
    drawn.append(fireworks(width, sea))
    drawn.append(far_city(width, sea))
    drawn.append(box(0, sea, width, height - sea, "f-eventide"))
    drawn.append(element("rect", y=sea, width=width, height=6, class_="f-afterglow", opacity=0.5))
    drawn.append(_reflection(sun, sea, height))
    boats = [(width * at, sea + (height - sea) * down) for at, down in ((0.06, 0.6), (0.94, 0.8))]
    drawn.append(stamped([(BOAT, boats)]))
    return "".join(drawn)


def _reflection(sun: float, sea: float, height: float) -> str:
    """The reflection of the sun on the water, and waves."""
    lines, y, half = [], sea + 9, sea * 0.3
    for index in range(int((height - sea - 6) // 6)):
        reach = half * (1 - 0.09 * index)
        shift = (-9, 6, -3, 10)[index % 4]
        lines.append(f"M{number(sun - reach + shift)} {number(y)}h{number(2 * reach)}")
        y += 6
    return dashed("".join(lines), "s-sun", 2, "26 7 40 10 14 9", opacity=0.75, **ROUND)


def far_city(width: float, sea: float) -> str:
    """The palaces along the horizon, in one colour."""
    size = min(sea / 240, width / 1000)
    outlines = []
    for index, at in enumerate((0.09, 0.23, 0.37, 0.5, 0.63, 0.77, 0.91)):
        palace = PALACES[index % len(PALACES)]
        start = f"M{number(width * at / size)} 0"
        outlines += [start + outline for _look, outline in palace[:2]]
    halls = element(
        "path",
        d="".join(outlines),
        transform=f"translate(0 {sea:g}) scale({size:.2f})",
        class_="f-far",
        opacity=0.75,
    )
    return halls + box(0, sea - 8 * size, width, 8 * size, "f-far")


def fireworks(width: float, sea: float) -> str:
    """Fireworks over the city: rings of dashes."""
    drawn = []
    for x, y, size, look in BURSTS:
        for reach, line, rays in ((1.0, 0.34, 16), (0.55, 0.3, 10)):
            radius = sea * size * reach
            drawn.append(
                element(
                    "circle",
                    cx=width * x,
                    cy=sea * y,
                    r=radius,
                    stroke_width=sea * size * line,
                    stroke_dasharray=f"1.4 {2 * pi * radius / rays - 1.4:.3f}",
                    class_=f"none s-{look}",
                    opacity=0.8,
                )
            )
    return "".join(drawn)


# --- The towers --------------------------------------------------------------------------------


def towers(ranked: tuple[PlayerScene, ...], most: int, width: float, height: float) -> str:
    """One tower per player, with height by points, the winner in the middle."""
    sea = _horizon(height)
    places = [place for place in STAGE if place < len(ranked)]
    step = min(width / (len(places) + 0.9), 118.0)
    half = min(step * 0.25, height * 0.11)
    room = sea - half * ROOF - 62
    drawn = []
    for index, place in enumerate(places):
        player = ranked[place]
        x = width / 2 + (index - (len(places) - 1) / 2) * step
        high = max(room * player.points / most, half * 1.9)
        drawn.append(moved(x, sea + 5, tower(player.owner, player.points, high, half, player.rank)))
    return "".join(drawn)


def tower(owner: int, points: int, high: float, half: float, rank: int) -> str:
    """A tower on its base: stone, a roof in the owner's colour, the points above it."""
    wide, top = half * 1.16, -high
    roof = half * ROOF
    look = seat_look(owner)
    windows = "".join(
        f"M{number(-2.2 + side)} {number(y)}v-4.5a2.2 2.2 0 0 1 4.4 0v4.5z"
        for y in range(-14, int(top + half * 1.5), -19)
        for side in (-half * 0.5, half * 0.5)
        if y > top + half * 2.3 or y < top
    )
    drawn = (
        box(-half, top, 2 * half, high, "f-wall")
        + element(
            "rect",
            x=half * 0.35,
            y=top,
            width=half * 0.65,
            height=high,
            class_="f-walledge",
            opacity=0.55,
        )
        + box(-half - 4, -7, 2 * half + 8, 9, "f-walledge", 2)
        + path(windows, "f-glow")
        + box(-wide, top - 3, 2 * wide, 7, "f-walledge", 1.5)
        + stroke(f"M0 {number(top - roof)}v-9", "s-timber", 1.6)
        + path(
            f"M{number(-wide)} {number(top - 2)}Q{number(-half * 0.35)} {number(top - roof * 0.45)}"
            f" 0 {number(top - roof)}Q{number(half * 0.35)} {number(top - roof * 0.45)}"
            f" {number(wide)} {number(top - 2)}Z",
            f"f-{look}",
        )
        + moved(0, top + half * 1.02, disc(0, 0, half * 0.74, "f-panel"), token(owner, half * 0.5))
    )
    above = top - roof - 14
    if rank == 1:
        sign = element("g", crown("f-yellow s-panel"), transform="scale(1.5)")
        drawn += moved(0, above - 19, sign)
    said = str(points)
    room = width_of(said, 15) + 12
    return (
        drawn
        + box(-room / 2, above - 9, room, 19, "f-panel", 9)
        + label(0, above + 6, said, 15, "f-ink b mid")
    )


# --- The bars ----------------------------------------------------------------------------------


def row(player: PlayerScene, name: str, most: int, width: float, narrow: bool, throne: bool) -> str:
    """Rank, name and points, and below them where the points come from."""
    size, base, step = (13.0, 25.0, 11.0) if narrow else (14.0, 21.0, 8.0)
    points = str(player.points)
    room = width - 80 - EDGE - width_of(points, 20)
    bars = width - 2 * EDGE
    made = bar(player.parts, most, bars, 14) + numbers(
        player.parts, bars, 33 if narrow else 30, throne
    )
    return (
        label(EDGE, base, _(RANK_WORDS[player.rank - 1]), 13, "f-muted b")
        + moved(58, base - 4.8, token(player.owner, 10.5))
        + label(77, base, fitted(name, size, room), size, "f-ink b")
        + label(width - EDGE, base + 2, points, 20, "f-ink b end")
        + moved(EDGE, base + step, made)
    )


def bar(parts: tuple[int, ...], most: int, width: float, height: float) -> str:
    """The parts side by side, with length by points."""
    drawn, x = [box(0, 0, width, height, "f-well", 4)], 0.0
    for look, points in zip(LOOKS, parts, strict=True):
        length = width * points / most
        if points:
            drawn.append(box(x + 0.5, 0, max(length - 1, 0.5), height, look, min(3, length / 3)))
        x += length
    return "".join(drawn)


def numbers(parts: tuple[int, ...], width: float, base: float, throne: bool) -> str:
    """The parts as numbers, each with its sign."""
    drawn = [_said(0, base, _("board"), parts[0])]
    word = max(WORD, width / (OWNED_COLOURS + 2))
    step = (width - word * (2 if throne else 1)) / OWNED_COLOURS
    for colour in range(OWNED_COLOURS):
        x = word + step * colour
        points = parts[1 + colour]
        sign = gem(colour, 7.5)
        drawn.append(moved(x + 8, base - 4, sign if points else element("g", sign, opacity=0.5)))
        drawn.append(label(x + 19, base, str(points), 11.5, "f-ink" if points else "f-muted"))
    if throne:
        drawn.append(_said(width - word, base, _("throne"), parts[BLACK + 2]))
    return "".join(drawn)


def _said(x: float, base: float, said: str, points: int) -> str:
    """A muted word and a number."""
    behind = element("tspan", str(points), dx=4, class_="f-ink")
    return element("text", said, behind, x=x, y=base, font_size=11, class_="f-muted")
