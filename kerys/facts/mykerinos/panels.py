"""The panels beside the Mykerinos board: areas, patrons, points, cubes and the lots to come."""

from __future__ import annotations

from collections.abc import Callable, Collection

from kerys.facts.mykerinos.areas import AREAS_TITLE, areas
from kerys.facts.mykerinos.read import watched
from kerys.facts.mykerinos.scene import DOOR_ROOMS, PlayerScene, Scene, lots_left, points_by_part
from kerys.facts.mykerinos.words import POWER_WORDS, no_lots_words, patron_word
from kerys.facts.panels import (
    PROJECTION,
    Cell,
    Column,
    Panel,
    Row,
    folded,
    placed,
    points_panel,
    seat_name,
)
from kerys.games.mykerinos.actions import PATRON_OF, Kind
from kerys.games.mykerinos.components import (
    FIVE_ROOM,
    LOT_VALUES,
    PATRON_NAMES,
    PATRONLESS_VALUE,
    PATRONS,
    ROOMS,
)
from kerys.games.mykerinos.wording.notation import room_text
from kerys.games.mykerinos.wording.questions import KINDS
from kerys.kernel.seats import NONE
from kerys.locale import N_, _, ngettext
from kerys.locale.word_cache import remembered
from kerys.table.owners import NEUTRAL
from kerys.table.view import View

PATRONS_TITLE, CUBES, TO_COME = N_("Patrons"), N_("Cubes"), N_("Lots to come")


def panels(view: View, only: Collection[str] | None = None) -> tuple[Panel, ...]:
    """All panels, the same for seats with the same view; those not in `only` are folded."""
    wanted = PANELS.keys() if only is None else PANELS.keys() & only
    if not wanted:
        return _titles()
    return _panels(view.state.tobytes(), view.names, frozenset(wanted))


@remembered(2)
def _titles() -> tuple[Panel, ...]:
    """All panels, folded."""
    return tuple(folded(name, title) for name, (title, _panel) in PANELS.items())


@remembered(64)
def _panels(record: bytes, names: tuple[str, ...], wanted: frozenset[str]) -> tuple[Panel, ...]:
    """The panels of a record."""
    scene = watched(record, names)
    return tuple(
        panel(scene) if name in wanted else folded(name, title)
        for name, (title, panel) in PANELS.items()
    )


# --- Patrons -----------------------------------------------------------------------------------


def patrons(scene: Scene) -> Panel:
    """What a card of each patron does, and how many uses each player has left."""
    return Panel(
        name="patrons",
        title=_(PATRONS_TITLE),
        note=_(
            "Uses left this season, out of all cards. You can use a card from the season "
            "after you win it."
        ),
        columns=(Column("power", _("Power")), *_player_columns(scene)),
        rows=tuple(_patron_row(scene, patron) for patron in range(PATRONS)),
    )


def _player_columns(scene: Scene) -> list[Column]:
    """One column per player."""
    return [Column(seat_name(one.seat), one.name, one.seat) for one in scene.players]


def _patron_row(scene: Scene, patron: int) -> Row:
    """One patron."""
    kinds = [Kind(kind) for kind in Kind if PATRON_OF[kind] == patron]
    power = Cell(_(POWER_WORDS[patron]), title=". ".join(_(KINDS[kind]) for kind in kinds) + ".")
    cells = [_uses_cell(one, patron) for one in scene.players]
    wing = scene.wings.index(patron)
    rooms = DOOR_ROOMS[wing] | 1 << FIVE_ROOM + wing
    names = tuple(room_text(room) for room in range(ROOMS) if rooms >> room & 1)
    return Row(PATRON_NAMES[patron], patron_word(patron), (power, *cells), places=names)


def _uses_cell(player: PlayerScene, patron: int) -> Cell:
    """The cards of a patron that a player can still use, out of all they own."""
    cards = player.cards[patron]
    if not cards:
        return Cell(owner=player.seat)
    return Cell(
        _("{ready} of {cards}").format(ready=cards - player.tilted[patron], cards=cards),
        player.seat,
        title=_each_worth(player.worth[patron]),
    )


def _each_worth(points: int) -> str:
    """What a card scores in the exhibition."""
    return ngettext(
        "Each is worth {number} point in the exhibition.",
        "Each is worth {number} points in the exhibition.",
        points,
    )


# --- Points ------------------------------------------------------------------------------------


def projection(scene: Scene) -> Panel:
    """Points now and what the exhibition would score; the final score at the end."""
    note = _("Based on current rooms and cards. Areas still to be inspected aren't counted.")
    cards = [Column(PATRON_NAMES[patron], patron_word(patron)) for patron in range(PATRONS)]
    rows = [_points_row(scene, one) for one in scene.players]
    return points_panel(note, scene.over, (*cards, Column("sets", _("Sets"))), rows)


def _points_row(scene: Scene, player: PlayerScene) -> Row:
    """One player: lots, the cards of each patron, sets of all five."""
    cells = [Cell(str(player.total - player.exhibition))]
    _lots, *by_patron, by_sets = points_by_part(player)
    for points, cards, worth in zip(by_patron, player.cards, player.worth, strict=True):
        many = ngettext("{number} card.", "{number} cards.", cards)
        cells.append(Cell(str(points), title=f"{many} {_each_worth(worth)}"))
    cells.append(Cell(str(by_sets)))
    cells.append(Cell(str(player.total), player.seat))
    cells.append(placed(player.place, scene.over))
    return Row(seat_name(player.seat), player.name, tuple(cells), player.seat)


# --- Cubes -------------------------------------------------------------------------------------


def cubes(scene: Scene) -> Panel:
    """Where the cubes of every colour are."""
    neutral = scene.neutral_common != NONE
    held = [Column("neutral", _("Neutral cubes held"))] if neutral else []
    rows = [_cubes_row(scene, one, neutral) for one in scene.players]
    if neutral:
        rows.append(_neutral_row(scene))
    return Panel(
        name="cubes",
        title=_(CUBES),
        note=_("Personal cubes break ties at the end. Whoever passes earlier wins ties in areas."),
        columns=(
            Column("personal", _("Personal")),
            Column("region", _("On the region")),
            Column("museum", _("Museum")),
            Column("common", _("Common reserve")),
            *held,
            Column("passed", _("Pass space")),
        ),
        rows=tuple(rows),
    )


def _cubes_row(scene: Scene, player: PlayerScene, neutral: bool) -> Row:
    """The cubes of a player."""
    seat = player.seat
    numbers = [player.personal, _on_region(scene, seat), scene.rooms[seat].bit_count()]
    numbers += [player.common, *([player.neutral] if neutral else [])]
    cells = [Cell(str(number)) for number in numbers]
    return Row(seat_name(seat), player.name, (*cells, _pass_cell(player.passed)), seat)


def _neutral_row(scene: Scene) -> Row:
    """The neutral's cubes, which the players hold."""
    colour = scene.owners.index(NEUTRAL)
    held = sum(one.neutral for one in scene.players)
    shown = ("", str(_on_region(scene, colour)), "", str(scene.neutral_common), str(held))
    cells = tuple(Cell(text) for text in shown)
    passed = _pass_cell(scene.passes[colour])
    return Row(seat_name(NEUTRAL), _("Neutral"), (*cells, passed), NEUTRAL)


def _on_region(scene: Scene, colour: int) -> int:
    """How many cubes of a colour lie on the region."""
    return sum(area.cubes[colour].bit_count() for area in scene.areas)


def _pass_cell(space: int) -> Cell:
    """Where a disc lies on the pass track."""
    return Cell() if space == NONE else Cell(str(space + 1))


# --- Lots to come ------------------------------------------------------------------------------


def to_come(scene: Scene) -> Panel:
    """The lots to come, the only hidden thing in this game; how many of each look is known."""
    looks = scene.to_come
    left = lots_left(looks)
    if left:
        note = ngettext("{number} lot to come", "{number} lots to come", left)
        note += ". " + _("Nobody knows in which order they come, or which way up.")
    else:
        note = no_lots_words() + "."
    counts = {(look.patron, look.value): count for look, count in looks}
    values = (*LOT_VALUES, PATRONLESS_VALUE)
    rows = []
    for patron in (*range(PATRONS), NONE):
        numbers = [counts.get((patron, value)) for value in values]
        cells = tuple(Cell("" if number is None else str(number)) for number in numbers)
        name = "no patron" if patron == NONE else PATRON_NAMES[patron]
        rows.append(Row(name, patron_word(patron), cells))
    return Panel(
        name="lots",
        title=_(TO_COME),
        note=note,
        columns=tuple(
            Column(f"value {value}", ngettext("{number} point", "{number} points", value))
            for value in values
        ),
        rows=tuple(rows),
    )


PANELS: dict[str, tuple[str, Callable[[Scene], Panel]]] = {
    "majorities": (AREAS_TITLE, areas),
    "patrons": (PATRONS_TITLE, patrons),
    "projection": (PROJECTION, projection),
    "cubes": (CUBES, cubes),
    "lots": (TO_COME, to_come),
}
"""The panels in order: name, title, and the function that makes each."""
