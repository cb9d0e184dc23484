"""Who leads in each area of the region, and which lots are there."""

from __future__ import annotations

from kerys.facts.mykerinos.read import first_space
from kerys.facts.mykerinos.scene import Area, Scene, Stage, Standing, ranking
from kerys.facts.mykerinos.words import lot_words
from kerys.facts.panels import Cell, Column, Emphasis, Panel, Row, seat_name
from kerys.games.mykerinos.components import AREA_WIDTH, COLUMNS, LOT_HEIGHT
from kerys.games.mykerinos.wording.names import owner
from kerys.games.mykerinos.wording.notation import LOT_NAMES, space_text
from kerys.locale import N_, _
from kerys.locale.word_cache import remembered
from kerys.table.owners import NEUTRAL

AREAS_TITLE = N_("Areas")

Names = tuple[str, ...]
"""The players, seat by seat."""
ACTING = ("first", "second")
"""Only players in these places choose between a lot and the museum (MY-4.4, MY-4.5)."""


def areas(scene: Scene) -> Panel:
    """Every area of the season: lots, cubes, and who is first and second; empty at the end."""
    shown = () if scene.over else scene.areas
    colours = [Column(seat_name(one), _name(scene.names, one), one) for one in scene.owners]
    return Panel(
        name="majorities",
        title=_(AREAS_TITLE),
        note=_(
            "As if the areas were inspected now. Whoever passes earlier wins ties; "
            "until then they stay open."
        ),
        columns=(
            Column("lots", _("Lots")),
            *colours,
            Column("first", _("First")),
            Column("second", _("Second")),
        ),
        rows=tuple(_row(area, scene.names, scene.digging) for area in shown),
    )


def _name(names: Names, token: int) -> str:
    """The name of a player, or of the neutral archaeologist."""
    return owner(len(names) if token == NEUTRAL else token, names)


@remembered(512)
def _row(area: Area, names: Names, digging: bool) -> Row:
    """One area."""
    groups = _groups(ranking(area))
    settled = Emphasis.LEADS if digging else Emphasis.CERTAIN
    lots = Cell(", ".join(lot_words(lot) for lot in area.lots if lot))
    cells = [
        _cubes_cell(names, token, board.bit_count(), groups, settled)
        for token, board in zip(area.owners, area.cubes, strict=True)
    ]
    acting = [_place_cell(names, groups, place, settled) for place in range(len(ACTING))]
    if area.stage == Stage.DONE:
        acting[0] = Cell(_("inspected"))
    name = f"area {area.number + 1}"
    heading = _("Area {area}").format(area=area.number + 1)
    return Row(name, heading, (lots, *cells, *acting), places=_places(area))


def _places(area: Area) -> tuple[str, ...]:
    """The spaces of an area, and its lots while they can be taken."""
    corner = first_space(area.number)
    spaces = [
        corner + COLUMNS * row + column for row in range(LOT_HEIGHT) for column in range(AREA_WIDTH)
    ]
    names = [space_text(space) for space in spaces]
    if area.stage == Stage.NOW:
        names += [f"lot {LOT_NAMES[side]}" for side, lot in enumerate(area.lots) if lot]
    return tuple(names)


def _groups(standings: tuple[Standing, ...]) -> list[list[Standing]]:
    """The colours of an area, first to last; tied colours are grouped."""
    groups: list[list[Standing]] = []
    level = False
    for one in standings:
        if level:
            groups[-1].append(one)
        else:
            groups.append([one])
        level = not one.ahead
    return groups


def _cubes_cell(
    names: Names, token: int, number: int, groups: list[list[Standing]], settled: Emphasis
) -> Cell:
    """The cubes of a colour; colours that are or may be first stand out."""
    if not number:
        return Cell(owner=token)
    first = groups[0]
    if token not in [one.owner for one in first]:
        return Cell(str(number), token)
    if len(first) == 1:
        return Cell(str(number), token, settled)
    return Cell(str(number), token, Emphasis.TIES, _level(names, first))


def _level(names: Names, group: list[Standing]) -> str:
    """Who is tied until they pass."""
    return _("Level until they pass: {names}.").format(names=_listed(names, group))


def _listed(names: Names, group: list[Standing]) -> str:
    """The names of a group."""
    return ", ".join(_name(names, one.owner) for one in group)


def _place_cell(names: Names, groups: list[list[Standing]], place: int, settled: Emphasis) -> Cell:
    """Who has a place, or the players who may get it."""
    for group in groups:
        if place < len(group):
            if len(group) > 1:
                return Cell(_listed(names, group), None, Emphasis.TIES, _level(names, group))
            return Cell(_name(names, group[0].owner), group[0].owner, settled)
        place -= len(group)
    return Cell()
