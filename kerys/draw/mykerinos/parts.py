"""The parts of a Mykerinos drawing that can be shown on their own."""

from __future__ import annotations

from functools import partial

from kerys.draw.mykerinos import svg_exhibition as exhibition
from kerys.draw.mykerinos import svg_museum as museum_plan
from kerys.draw.mykerinos import svg_players as seats
from kerys.draw.mykerinos import svg_region as region_map
from kerys.draw.mykerinos import svg_spaces as spaces
from kerys.draw.mykerinos.svg import MOST_AREAS
from kerys.draw.mykerinos.svg_portraits import portrait
from kerys.draw.parts import EDGE, Part, Parts, Portraits
from kerys.draw.thumbnail import Cut
from kerys.facts.mykerinos.read import read
from kerys.facts.mykerinos.scene import room_holders
from kerys.games.mykerinos.components import PATRON_NAMES
from kerys.table.view import View

WIDTH = 440.0
"""The width of the panels."""
MUSEUM_HEIGHT = 380.0


def _region(view: View) -> Part:
    """The whole region."""
    areas = read(view).areas
    height = region_map.region_height(len(areas), False)
    return Part(Cut(0, 0, spaces.WIDE.width, height), "".join(region_map.region(areas, False)))


def _area(number: int, view: View) -> Part:
    """One area: two lots with their cubes, and the order of the players there."""
    size = spaces.WIDE
    drawn = region_map.area_drawing(read(view).areas[number], False)
    return Part(Cut(-EDGE, -EDGE, size.area_width + 2 * EDGE, size.area_height + 2 * EDGE), drawn)


def _museum(view: View) -> Part:
    """The museum."""
    scene = read(view)
    holders = room_holders(scene.rooms, scene.owners)
    drawn = museum_plan.museum(holders, scene.wings, WIDTH, MUSEUM_HEIGHT, False)
    return Part(Cut(0, 0, WIDTH, MUSEUM_HEIGHT), drawn)


def _players(view: View) -> Part:
    """The players with their reserves and their cards."""
    scene = read(view)
    height = seats.players_height(len(scene.players), False)
    drawn = seats.players_panel(scene.players, scene.neutral_common, WIDTH, False)
    return Part(Cut(0, 0, WIDTH, height), "".join(drawn))


def _exhibition(view: View) -> Part:
    """Where the points of a finished game come from."""
    height = region_map.region_height(MOST_AREAS, False)
    drawn = exhibition.exhibition(read(view).players, spaces.WIDE.width, height, False)
    return Part(Cut(0, 0, spaces.WIDE.width, height), drawn)


parts: Parts = {
    "region": _region,
    **{f"area-{number + 1}": partial(_area, number) for number in range(MOST_AREAS)},
    "museum": _museum,
    "players": _players,
    "exhibition": _exhibition,
}
portraits: Portraits = {name: partial(portrait, number) for number, name in enumerate(PATRON_NAMES)}
