"""The whole drawing: the same panels for a wide page and for a phone."""

from __future__ import annotations

from collections.abc import Collection

from kerys.draw.mykerinos import svg_exhibition as exhibition
from kerys.draw.mykerinos import svg_heading as heading
from kerys.draw.mykerinos import svg_lots as lots
from kerys.draw.mykerinos import svg_museum as museum
from kerys.draw.mykerinos import svg_players as players
from kerys.draw.mykerinos import svg_region as region
from kerys.draw.mykerinos import svg_spaces as spaces
from kerys.draw.palette import Theme
from kerys.draw.svg import document, light, pieces_at
from kerys.facts.mykerinos.read import read
from kerys.facts.mykerinos.scene import Scene, room_holders
from kerys.facts.mykerinos.words import title
from kerys.locale.word_cache import remembered
from kerys.table.view import View

NARROW_BELOW = 720
"""Below this width in pixels, the panels are stacked."""
WIDE_WIDTH, WIDE_MARGIN, WIDE_GAP = 1200.0, 18.0, 12.0
NARROW_WIDTH, NARROW_MARGIN, NARROW_GAP = 360.0, 10.0, 8.0
NARROW_MUSEUM = 296.0
MOST_AREAS = 6


def svg(
    view: View,
    *,
    width: int = 1200,
    theme: Theme | None = "auto",
    lit: Collection[str] = (),
    picked: Collection[str] = (),
) -> str:
    """A view as a picture; `lit` and `picked` name what can be chosen and what is chosen."""
    return "".join(svg_pieces(view, width=width, theme=theme, lit=lit, picked=picked))


def svg_pieces(
    view: View,
    *,
    width: int,
    theme: Theme | None,
    lit: Collection[str],
    picked: Collection[str],
) -> tuple[str, ...]:
    """The same in pieces; equal pieces are the same string objects each time."""
    arranged = narrow if width < NARROW_BELOW else wide
    return light(arranged(read(view), theme), frozenset(lit), frozenset(picked))


@remembered(64)
def wide(scene: Scene, theme: Theme | None) -> tuple[str, ...]:
    """The region on the left, the museum and the players on the right."""
    top = WIDE_MARGIN + heading.WIDE_HEIGHT + WIDE_GAP
    tall = region.region_height(MOST_AREAS, False)
    left_width = spaces.WIDE.width
    right = WIDE_MARGIN + left_width + WIDE_GAP
    right_width = WIDE_WIDTH - right - WIDE_MARGIN
    museum_height = tall - players.players_height(len(scene.players), False) - WIDE_GAP
    holders = room_holders(scene.rooms, scene.owners)
    plan = museum.museum(holders, scene.wings, right_width, museum_height, False)
    seats = players.players_panel(scene.players, scene.neutral_common, right_width, False)
    above = heading.wide_heading(scene, WIDE_WIDTH - 2 * WIDE_MARGIN)
    body = [
        *pieces_at(WIDE_MARGIN, WIDE_MARGIN, [above]),
        *pieces_at(right, top, [plan]),
        *pieces_at(right, top + museum_height + WIDE_GAP, seats),
    ]
    if scene.over:
        result = exhibition.exhibition(scene.players, left_width, tall, False)
        body += pieces_at(WIDE_MARGIN, top, [result])
    else:
        dig = region.region(scene.areas, False)
        body += pieces_at(WIDE_MARGIN, top, dig)
        below = region.region_height(len(scene.areas), False) + WIDE_GAP
        if below < tall:
            to_come = lots.lots_panel(scene.to_come, left_width, tall - below, False)
            body += pieces_at(WIDE_MARGIN, top + below, [to_come])
    return document(WIDE_WIDTH, top + tall + WIDE_MARGIN, title(scene), theme, *body)


@remembered(64)
def narrow(scene: Scene, theme: Theme | None) -> tuple[str, ...]:
    """All panels stacked."""
    width = NARROW_WIDTH - 2 * NARROW_MARGIN
    count = len(scene.players)
    if scene.over:
        height = exhibition.exhibition_height(count)
        centrepiece = height, [exhibition.exhibition(scene.players, width, height, True)]
    else:
        height = region.region_height(len(scene.areas), True)
        centrepiece = height, region.region(scene.areas, True)
    holders = room_holders(scene.rooms, scene.owners)
    plan = museum.museum(holders, scene.wings, width, NARROW_MUSEUM, True)
    seats = players.players_panel(scene.players, scene.neutral_common, width, True)
    lots_height = lots.narrow_height(scene.to_come)
    stack = [
        (heading.NARROW_HEIGHT, [heading.narrow_heading(scene, width)]),
        centrepiece,
        (NARROW_MUSEUM, [plan]),
        (players.players_height(count, True), seats),
        (lots_height, [lots.lots_panel(scene.to_come, width, lots_height, True)]),
    ]
    body: list[str] = []
    y = NARROW_MARGIN
    for height, drawn in stack:
        body += pieces_at(NARROW_MARGIN, y, drawn)
        y += height + NARROW_GAP
    return document(NARROW_WIDTH, y - NARROW_GAP + NARROW_MARGIN, title(scene), theme, *body)
