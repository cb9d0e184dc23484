"""The end: the exhibition, with a bar of points for every player, by rank."""

from __future__ import annotations

from functools import cache

from kerys.draw.measure import fitted, width_of
from kerys.draw.mykerinos.svg_patrons import DARK_LETTERS, mark
from kerys.draw.svg import at, box, disc, element, label, panel, path, polygon, token
from kerys.facts.mykerinos.scene import PlayerScene, points_by_part
from kerys.facts.mykerinos.words import PATRON_LETTERS, RANK_WORDS
from kerys.games.mykerinos.components import PATRON_NAMES, PATRONS
from kerys.locale import _
from kerys.locale.word_cache import remembered

ROW = {True: 92.0, False: 134.0}
NARROW_SCENE = 120.0
EDGE = 14.0
LOOKS = ("muted", *PATRON_NAMES, "stone")
"""The colours of the parts: lots, patrons, sets."""


def exhibition_height(players: int) -> float:
    """The height of the panel on a phone."""
    return NARROW_SCENE + players * ROW[True] + 4


@remembered(32)
def exhibition(players: tuple[PlayerScene, ...], width: float, height: float, narrow: bool) -> str:
    """The panel that replaces the region once all areas are inspected."""
    rows = len(players) * ROW[narrow] + 4
    drawn = [panel(width, height), desert(width - 2, height - rows - 1)]
    drawn.append(label(EDGE, 24, _("The exhibition"), 13 if narrow else 15, "f-ink b"))
    most = max(1, *(player.points for player in players))
    y = height - rows
    for player in sorted(players, key=lambda one: (one.rank, one.seat)):
        drawn.append(at(0, y, row(player, most, width, narrow)))
        y += ROW[narrow]
    return "".join(drawn)


@cache
def desert(width: float, height: float) -> str:
    """Pyramids at dusk."""
    ground = height * 0.8
    drawn = [
        path(
            f"M0 {height:g}V8Q0 0 8 0H{width - 8:g}Q{width:g} 0 {width:g} 8V{height:g}Z",
            "f-street2",
        ),
        disc(width * 0.74, ground * 0.45, min(height * 0.13, 42), "f-lit"),
    ]
    for middle, half in ((0.83, 0.13), (0.3, 0.3), (0.6, 0.2)):
        x, w = width * middle, width * half
        top = ground - min(w * 0.8, ground - 34)
        foot = ground + 14
        drawn.append(polygon((x - w, foot), (x, top), (x + w * 0.3, foot), look="f-sandline"))
        drawn.append(polygon((x + w * 0.3, foot), (x, top), (x + w, foot), look="f-stone"))
    dune = f"M0 {ground:g}Q{width * 0.25:g} {ground - 12:g} {width * 0.5:g} {ground:g}"
    dune += f"T{width:g} {ground:g}V{height:g}H0Z"
    drawn.append(path(dune, "f-sand"))
    return at(1, 1, *drawn)


def row(player: PlayerScene, most: int, width: float, narrow: bool) -> str:
    """A player's rank, name, points, and where the points come from."""
    size, base = (13.0, 25.0) if narrow else (17.0, 34.0)
    drawn = [path(f"M{EDGE:g} 0H{width - EDGE:g}", "none s-faint", 1)]
    drawn.append(label(EDGE, base, _(RANK_WORDS[player.rank - 1]), size, "f-muted b"))
    left = EDGE + size * 3.3
    drawn.append(at(left, base - size * 0.36, token(player.seat, size * 0.8)))
    points = str(player.points)
    room = width - left - size * 1.4 - EDGE - width_of(points, size * 1.5) - 8
    drawn.append(label(left + size * 1.4, base, fitted(player.name, size, room), size, "f-ink b"))
    drawn.append(label(width - EDGE, base + 2, points, size * 1.5, "f-ink b end"))
    drawn.append(at(EDGE, base + size * 0.7, bar(player, most, width - 2 * EDGE, narrow)))
    return "".join(drawn)


def bar(player: PlayerScene, most: int, width: float, narrow: bool) -> str:
    """The parts of the points as a bar, with the numbers below."""
    height = 14.0 if narrow else 24.0
    drawn = [box(0, 0, width, height, "f-well", 3)]
    x = 0.0
    parts = points_by_part(player)
    for part, (look, points) in enumerate(zip(LOOKS, parts, strict=True)):
        if points:
            length = width * points / most
            drawn.append(box(x + 0.5, 0, max(length - 1, 0.5), height, f"f-{look}", 2))
            if 0 < part <= PATRONS and length > 12:
                drawn.append(letter(part - 1, x + length / 2, height))
            x += length
    size = 11.0 if narrow else 13.0
    base = height + (24 if narrow else 34)
    step = width / (len(parts) + 0.6)
    drawn.append(quiet(0, base, _("lots"), parts[0], size))
    for patron in range(PATRONS):
        x = step * (patron + 1.25)
        drawn.append(at(x + 9, base - 4, mark(patron, 8.6 if narrow else 10)))
        points = parts[patron + 1]
        drawn.append(label(x + (23 if narrow else 26), base, str(points), size, "f-ink"))
    drawn.append(quiet(step * (PATRONS + 1.3), base, _("sets"), parts[-1], size))
    return "".join(drawn)


def letter(patron: int, x: float, height: float) -> str:
    """The letter of a patron on its part of the bar."""
    size = 10.0 if height < 20 else 12.0
    look = "f-black" if patron in DARK_LETTERS else "f-onpiece"
    return label(x, height / 2 + size * 0.36, PATRON_LETTERS[patron], size, f"{look} b mid")


def quiet(x: float, base: float, said: str, points: int, size: float) -> str:
    """A muted word and a number."""
    behind = element("tspan", str(points), dx=4, class_="f-ink")
    return element("text", said, behind, x=x, y=base, font_size=size, class_="f-muted")
