"""The round city in the sea: rings, quarters, ships, prizes and the agents that stand there."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from kerys.draw.measure import fitted
from kerys.draw.svg import box, disc, element, label, number, path, rounded, words
from kerys.draw.ys.svg_geometry import (
    BANDS,
    CITY_EDGE,
    HARBOUR_EDGE,
    MIDDLE,
    MIRRORS,
    PALACE_EDGE,
    PLAQUE_HIGH,
    ROUNDEL,
    SHOPS_EDGE,
    SIDE,
    STREET,
    WALL,
    mirrored,
    sector,
    standing,
    wall_line,
)
from kerys.draw.ys.svg_pieces import agent, crown, moved, spot
from kerys.draw.ys.svg_ships import roundel, ship_at
from kerys.facts.ys.scene import BLUE_CARD, Agent, Scene, Ship
from kerys.facts.ys.words import area_word, character_word
from kerys.games.ys.actions import Question
from kerys.games.ys.components import (
    AREAS,
    HARBOUR,
    MERCHANT,
    MERCHANT_POINTS,
    PALACE,
    QUARTERS,
    SHOPS,
    SHOPS_POINTS,
)
from kerys.games.ys.wording.notation import place_text
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered

GROUND = ("f-street", "f-street2", "f-street3")
EDGES = (HARBOUR_EDGE, SHOPS_EDGE, PALACE_EDGE)
PLAQUE_WIDE = 106.0
INSCRIPTION = 104.0


def city(table: Scene) -> list[str]:
    """The whole city, in pieces."""
    merchant = table.played_by[MERCHANT] != NONE
    unloads = table.question == Question.TAKE_GEM
    drawn = [ground(table.quarters)]
    for quarter in range(table.quarters):
        drawn.append(shore(quarter, table.ships[quarter], unloads))
        drawn.append(scored_quay(quarter) if quarter == table.scored_quarter else "")
        for area in range(AREAS):
            place = quarter * AREAS + area
            prize = table.prizes[quarter] if area == PALACE else NONE
            drawn.append(
                city_area(place, table.city[place], table.closed == place, prize, merchant)
            )
    return drawn


# --- What never changes ------------------------------------------------------------------------


@remembered(4)
def ground(quarters: int) -> str:
    """The sea, the walls and the castle."""
    drawn = [
        box(0.5, 0.5, SIDE - 1, SIDE - 1, "f-sea s-sealine", 14, 1),
        _waves(),
        disc(MIDDLE, MIDDLE, CITY_EDGE + 11, "none s-sealine", 1),
        disc(MIDDLE, MIDDLE, CITY_EDGE + 5.5, "none s-sealine", 1.5),
        disc(MIDDLE, MIDDLE, CITY_EDGE, "f-paper"),
        *(_quarter_ground(quarter) for quarter in range(quarters)),
    ]
    if quarters < QUARTERS:
        drawn.append(_unused_quarter(QUARTERS - 1))
    drawn.append(moved(MIDDLE, MIDDLE, roundel(ROUNDEL)))
    return "".join(drawn)


def _waves() -> str:
    """Gentle lines of waves in the corners of the sea."""
    lines = []
    for row in range(28):
        y = 18 + row * 21
        shift = 0 if row % 2 else 26
        for x in range(14 + shift, int(SIDE) - 40, 52):
            off = ((x + 13 - MIDDLE) ** 2 + (y - MIDDLE) ** 2) ** 0.5
            if off > CITY_EDGE + 22:
                lines.append(f"M{x} {y}q6.5-5 13 0t13 0")
    return path("".join(lines), "none s-sealine", 1)


def _quarter_ground(quarter: int) -> str:
    """Three areas and the walls that guard them."""
    drawn = []
    for area, (inner, outer) in BANDS.items():
        drawn.append(path(sector(quarter, outer, outer + WALL), "f-sand"))
        drawn.append(path(_battlements(quarter, outer + WALL - 2), "none s-stone", 3))
        drawn.append(path(sector(quarter, inner, outer), f"{GROUND[area]} s-sandline", 1))
    return "".join(drawn)


def _battlements(quarter: int, radius: float) -> str:
    """Merlons along the outer edge of a wall, with a gap for its inscription."""
    count = round(radius * pi / 2 / 9)
    lines = []
    for index in range(count):
        start = (index + 0.5) / count * pi / 2
        if abs(start - pi / 4) * radius < INSCRIPTION / 2:
            continue
        ends = []
        for angle in (start - 2.2 / radius, start + 2.2 / radius):
            x, y = mirrored((radius * cos(angle), radius * sin(angle)), quarter)
            ends.append(f"{number(x)} {number(y)}")
        lines.append(f"M{ends[0]}L{ends[1]}")
    return "".join(lines)


def _unused_quarter(quarter: int) -> str:
    """A quarter that nobody enters in this game: quiet and crossed out."""
    outline = sector(quarter, ROUNDEL + 2, CITY_EDGE)
    x, y = mirrored((CITY_EDGE * 0.44, CITY_EDGE * 0.38), quarter)
    reach = CITY_EDGE * 0.14
    cross = (
        f"M{number(x - reach)} {number(y - reach)}l{number(2 * reach)} {number(2 * reach)}"
        f"m0 {number(-2 * reach)}l{number(-2 * reach)} {number(2 * reach)}"
    )
    note = fitted(_("Quarter {quarter} is not in use").format(quarter=quarter + 1), 12, 190)
    return (
        path(outline, "f-well s-line", 1)
        + path(cross, "none s-line", 3)
        + label(x, y + reach + 24, note, 12, "f-muted mid")
    )


# --- What changes ------------------------------------------------------------------------------


@remembered(512)
def shore(quarter: int, ship: Ship | None, unloads: bool) -> str:
    """The corner of the sea with the number of the quarter and its ship."""
    x, y = (MIDDLE + sign * (MIDDLE - 18) for sign in MIRRORS[quarter])
    drawn = label(x, y + 8, str(quarter + 1), 22, "f-muted b mid")
    if ship:
        across, down = (MIDDLE + sign * (MIDDLE - 63) for sign in MIRRORS[quarter])
        drawn += ship_at(across, down + (2 if down < MIDDLE else 8), quarter, ship, unloads)
    return drawn


@cache
def scored_quay(quarter: int) -> str:
    """A light along the quay of the quarter that is being scored."""
    return path(wall_line(quarter, CITY_EDGE + 3), "none s-lit", 4)


@remembered(2048)
def city_area(
    place: int, agents: tuple[Agent, ...], closed: bool, prize: int, merchant: bool
) -> str:
    """One area with its name on its wall, its prize and its agents."""
    quarter, area = divmod(place, AREAS)
    inner, outer = BANDS[area]
    ground = _closed_ground(quarter, inner, outer) if closed else ""
    drawn = [_on_the_wall(place, inscription(area, closed, merchant))]
    if prize != NONE:
        drawn.append(_prize(quarter, prize))
    if agents:
        radius, caption, lift, points = standing(area, len(agents))
        # Agents read from left to right and from top to bottom.
        places = sorted((mirrored(point, quarter) for point in points), key=_reading_order)
        for one, (x, y) in zip(agents, places, strict=True):
            drawn.append(moved(x, y - lift, agent(one, radius, caption)))
    return ground + spot(place_text(place), sector(quarter, inner, outer, 2.5), *drawn, holds=True)


def _reading_order(point: tuple[float, float]) -> tuple[int, float]:
    """Rows first."""
    return round(point[1]), point[0]


def inscription(area: int, closed: bool, merchant: bool) -> str:
    """The name of an area, and what it pays; a closed one pays all the same."""
    text = area_word(area)
    if closed:
        return _("{area}, closed").format(area=text)
    if area == HARBOUR:
        return _("{area}: black gem").format(area=text)
    if area == SHOPS:
        points = MERCHANT_POINTS if merchant else SHOPS_POINTS
        return _("{area}: {points} points").format(area=text, points=points)
    return text


def _on_the_wall(place: int, text: str) -> str:
    """Words along the wall of an area."""
    quarter, area = divmod(place, AREAS)
    upper = MIRRORS[quarter][1] < 0
    radius = EDGES[area] + (3.6 if upper else WALL - 3)
    name = f"ys-wall-{quarter}-{area}"
    return (
        element("path", id=name, d=wall_line(quarter, radius), class_="none")
        + f'<text font-size="9.5" class="f-ink b mid"><textPath href="#{name}"'
        f' startOffset="50%">{words(text)}</textPath></text>'
    )


def _closed_ground(quarter: int, inner: float, outer: float) -> str:
    """An area that nobody may enter or leave this round."""
    return element(
        "path",
        d=sector(quarter, inner, outer, 1.5),
        class_="f-well s-muted",
        stroke_width=2.5,
        stroke_dasharray="9 6",
    )


def _prize(quarter: int, prize: int) -> str:
    """What a palace gives, along the street to the side."""
    x, y = mirrored((ROUNDEL + 6, STREET + 6), quarter)
    across, down = MIRRORS[quarter]
    height = PLAQUE_HIGH - 5
    left = x if across > 0 else x - PLAQUE_WIDE
    top = y if down > 0 else y - height
    return moved(left, top, plaque(prize, PLAQUE_WIDE, height))


@remembered(64)
def plaque(prize: int, width: float, height: float) -> str:
    """A card with the name of a character, or the blue card."""
    name = fitted(character_word(prize), 12, width - 28)
    return (
        path(rounded(0, 0, width, height, 4), "f-panel s-stone", 1)
        + moved(13, height / 2, crown("f-blue" if prize == BLUE_CARD else "f-stone"))
        + label(24, height / 2 + 4.3, name, 12, "f-ink b")
    )
