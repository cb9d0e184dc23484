"""The round city in the sea: rings, quarters, ships, prizes and agents."""

from __future__ import annotations

from functools import cache

from kerys.draw.measure import fitted
from kerys.draw.svg import disc, element, explained, label, path, rounded, words
from kerys.draw.ys.svg_geometry import (
    BANDS,
    CITY_EDGE,
    MIDDLE,
    MIRRORS,
    PLAQUE_HIGH,
    ROUNDEL,
    SIDE,
    STREET,
    WALL,
    mirrored,
    sector,
    standing,
    wall_line,
)
from kerys.draw.ys.svg_ground import EDGES, ground
from kerys.draw.ys.svg_pieces import agent, crown, moved, spot
from kerys.draw.ys.svg_ships import ship_at
from kerys.facts.ys.scene import BLUE_CARD, Agent, Scene, Ship
from kerys.facts.ys.words import area_word, character_word
from kerys.games.ys.actions import Question
from kerys.games.ys.components import (
    AREAS,
    HARBOUR,
    MERCHANT,
    MERCHANT_POINTS,
    PALACE,
    SHOPS,
    SHOPS_POINTS,
)
from kerys.games.ys.wording.notation import place_text
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered

PLAQUE_WIDE = 106.0


def city(table: Scene) -> list[str]:
    """The whole city, in pieces."""
    merchant = table.played_by[MERCHANT] != NONE
    unloads = table.question == Question.TAKE_GEM
    drawn = [ground(table.quarters)]
    for quarter in range(table.quarters):
        first = quarter * AREAS
        drawn += city_quarter(
            quarter,
            table.city[first : first + AREAS],
            table.closed - first,
            table.prizes[quarter],
            merchant,
            table.ships[quarter],
            unloads,
            quarter == table.scored_quarter,
        )
    return drawn


@remembered(4096)
def city_quarter(
    quarter: int,
    city: tuple[tuple[Agent, ...], ...],
    closed: int,
    prize: int,
    merchant: bool,
    ship: Ship | None,
    unloads: bool,
    scored: bool,
) -> tuple[str, ...]:
    """A quarter and its shore, in pieces; `closed` is the area that is closed, if it lies here."""
    areas = (
        city_area(
            quarter * AREAS + area,
            city[area],
            area == closed,
            prize if area == PALACE else NONE,
            merchant,
        )
        for area in range(AREAS)
    )
    return (shore(quarter, ship, unloads), scored_quay(quarter) if scored else "", *areas)


@remembered(512)
def shore(quarter: int, ship: Ship | None, unloads: bool) -> str:
    """The corner of the sea with the number of the quarter and its ship."""
    across, down = MIRRORS[quarter]
    drawn = ""
    if ship:
        top = 69 if down < 0 else SIDE - 58
        drawn = ship_at(
            MIDDLE + across * (MIDDLE - (63 if down < 0 else 68)), top, quarter, ship, unloads
        )
    x, y = (MIDDLE + sign * (MIDDLE - 17) for sign in (across, down))
    stone = disc(x, y, 12.5, "f-panel s-sealine", 1.5)
    number = label(x, y + 6.2, str(quarter + 1), 17, "f-ink b mid")
    return drawn + explained(f"quarter {quarter + 1}", stone, number)


@cache
def scored_quay(quarter: int) -> str:
    """A light along the quay of the quarter being scored."""
    return path(wall_line(quarter, CITY_EDGE + 3), "none s-lit", 4)


@remembered(8192)
def city_area(
    place: int, agents: tuple[Agent, ...], closed: bool, prize: int, merchant: bool
) -> str:
    """One area with its name on the wall, its prize and its agents."""
    quarter, area = divmod(place, AREAS)
    inner, outer = BANDS[area]
    ground = _closed_ground(quarter, inner, outer) if closed else ""
    drawn = [_on_the_wall(place, inscription(area, closed, merchant))]
    if prize != NONE:
        drawn.append(_prize(quarter, prize))
    if agents:
        radius, points = standing(area, len(agents))
        # Agents are ordered from left to right and from top to bottom.
        places = sorted((mirrored(point, quarter) for point in points), key=_reading_order)
        for one, (x, y) in zip(agents, places, strict=True):
            drawn.append(moved(x, y, agent(one, radius)))
    return ground + spot(place_text(place), sector(quarter, inner, outer, 2.5), *drawn, holds=True)


def _reading_order(point: tuple[float, float]) -> tuple[int, float]:
    """Rows first."""
    return round(point[1]), point[0]


def inscription(area: int, closed: bool, merchant: bool) -> str:
    """The name of an area, and what it pays, even if it is closed."""
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
    """The prize of a palace, along the street to the side."""
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
