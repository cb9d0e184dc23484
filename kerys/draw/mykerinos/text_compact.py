"""A view in few lines of text: what a decision needs, on a terminal of 24 lines."""

from __future__ import annotations

from itertools import zip_longest

from kerys.draw.mykerinos.text import FREE, result, text
from kerys.draw.mykerinos.text_region import ranking_words, sign
from kerys.draw.mykerinos.text_tables import sentence, table
from kerys.facts.mykerinos.read import read
from kerys.facts.mykerinos.scene import (
    Area,
    PlayerScene,
    Scene,
    Stage,
    lots_left,
    room_holders,
    track_of,
)
from kerys.facts.mykerinos.words import (
    PATRON_LETTERS,
    RANK_WORDS,
    asked,
    lot_words,
    no_lots_words,
    patron_word,
    title,
)
from kerys.games.mykerinos.components import (
    AREA_WIDTH,
    AREAS_IN_LINE,
    COLUMNS,
    FIVE_ROOM,
    LOT_HEIGHT,
    LOT_WIDTH,
    PATRONS,
    THREE_ROOM,
    TWO_ROOM,
    WINGS,
)
from kerys.games.mykerinos.wording.notation import COLUMN_LETTERS
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.locale.word_cache import remembered
from kerys.table.owners import NEUTRAL, seat_letter
from kerys.table.view import View

NARROWEST = 76
"""Below this width the region has no room for anything beside it."""
CELL = 3
MARGIN = " " * 3
GAP = 2


def compact_text(view: View, *, width: int = 80) -> str:
    """The view in as few lines as possible; where that doesn't fit, all of it."""
    return text(view, width=width) if width < NARROWEST else _written(read(view), width)


@remembered(64)
def _written(scene: Scene, width: int) -> str:
    """All lines."""
    lines = [*sentence(title(scene), width, "")]
    if not any(player.mine and player.asked for player in scene.players):
        lines += sentence(asked(scene), width, "")
    if scene.over:
        lines += [result(scene.players, width)]
    else:
        lines += _beside(_region(scene.areas), scene, width)
    lines += _players(scene, width)
    return "\n".join(line.rstrip() for line in [*lines, *_key(scene, width)]) + "\n"


def _beside(region: list[str], scene: Scene, width: int) -> list[str]:
    """The region with the rest of the table to its right."""
    left = max(map(len, region)) + GAP
    room = width - left
    holders = room_holders(scene.rooms, scene.owners)
    beside = [
        *table([_area(area) for area in scene.areas], "rlll", room),
        "",
        *_museum(holders, scene.wings, room),
        "",
        *sentence(_track(scene), room, ""),
    ]
    if len(beside) > len(region):
        beside = [line for line in beside if line]
    return [
        f"{one:<{left}}{other}".rstrip() for one, other in zip_longest(region, beside, fillvalue="")
    ]


# --- The region --------------------------------------------------------------------------------


def _region(areas: tuple[Area, ...]) -> list[str]:
    """The spaces, two areas per line; each area has its number at its upper left corner."""
    lines = []
    for first in range(0, len(areas), AREAS_IN_LINE):
        pair = areas[first : first + AREAS_IN_LINE]
        lines.append(MARGIN + " ".join(_edge(area, first == 0) for area in pair))
        for row in range(LOT_HEIGHT):
            number = first // AREAS_IN_LINE * LOT_HEIGHT + row + 1
            lines.append(f"{number:>2} " + " ".join(_row(area, row) for area in pair))
    return lines


def _edge(area: Area, top: bool) -> str:
    """The upper edge of an area; at the top of the region it holds the letters of the columns."""
    if not top:
        dashes = "-" * (CELL * LOT_WIDTH)
        return f"{area.number + 1}{dashes}+{dashes}+"
    first = area.number % AREAS_IN_LINE * AREA_WIDTH
    letters = [f"{letter:^{CELL}}" for letter in COLUMN_LETTERS[first : first + AREA_WIDTH]]
    return f"{area.number + 1}{''.join(letters[:LOT_WIDTH])} {''.join(letters[LOT_WIDTH:])} "


def _row(area: Area, row: int) -> str:
    """A row of an area."""
    cells = [_cell(area, row * COLUMNS + column) for column in range(AREA_WIDTH)]
    return f"|{''.join(cells[:LOT_WIDTH])}|{''.join(cells[LOT_WIDTH:])}|"


def _cell(area: Area, bit: int) -> str:
    """What is on a space."""
    return f"{sign(area, bit).strip():^{CELL}}"


def _area(area: Area) -> tuple[str, ...]:
    """The lots of an area, and who is ahead there."""
    number = f">{area.number + 1}" if area.stage == Stage.NOW else str(area.number + 1)
    gone = _("taken") if area.stage == Stage.NOW else "-"
    lots = [lot_words(lot) if lot else gone for lot in area.lots]
    return number, *lots, ranking_words(area).replace(" ", "")


# --- The museum and the pass track -------------------------------------------------------------


def _museum(owners: tuple[int | None, ...], wings: tuple[int, ...], room: int) -> list[str]:
    """A column for each wing: its patron, and who is in its rooms."""
    holders = [FREE if owner is None else seat_letter(owner) for owner in owners]
    rows = [[_("Museum"), *(f"{wing + 1} {PATRON_LETTERS[wings[wing]]}" for wing in range(WINGS))]]
    for name, first in (("3-room", THREE_ROOM), ("5-room", FIVE_ROOM)):
        rows.append([name, *(f"  {holders[first + wing]}" for wing in range(WINGS))])
    pairs = [f"{wing + 1}-{(wing + 1) % WINGS + 1}" for wing in range(WINGS)]
    rows.append(["2-room", *map(" ".join, zip(pairs, holders[TWO_ROOM:], strict=True))])
    return [line.removeprefix("  ") for line in table(rows, "llllll", room + 2)]


def _track(scene: Scene) -> str:
    """Who has passed, and who started."""
    discs = ["-" if owner is None else seat_letter(owner) for owner in track_of(scene)]
    return _("Pass track: {discs}; {letter} started").format(
        discs=" ".join(discs), letter=seat_letter(scene.first)
    )


# --- Players -----------------------------------------------------------------------------------


def _players(scene: Scene, width: int) -> list[str]:
    """A row for each player: points, cubes and cards."""
    two = scene.neutral_common != NONE
    rows = [["", _("name"), _("points"), _("own cubes"), _("common")]]
    rows[0] += [_("neutral")] * two + list(PATRON_LETTERS)
    for one in scene.players:
        mark = ">" if one.asked else " "
        points = str(one.points) if scene.over else f"{one.points}+{one.exhibition}"
        row = [mark + seat_letter(one.seat), _name(one), points, str(one.personal), str(one.common)]
        rows.append(row + [str(one.neutral)] * two + [_cards(one, card) for card in range(PATRONS)])
    if two:
        row = [f" {seat_letter(NEUTRAL)}", _("the neutral"), "", "", str(scene.neutral_common), ""]
        rows.append(row + [""] * PATRONS)
    lines = table(rows, "llrrr" + "r" * two + "l" * PATRONS, width + 2)
    return [line.removeprefix("  ") for line in lines]


def _name(player: PlayerScene) -> str:
    """The name of a player; the viewer's own is marked, and so are places at the end."""
    if player.rank != NONE:
        return f"{player.name}, {_(RANK_WORDS[player.rank - 1])}"
    return _("{name}, you").format(name=player.name) if player.mine else player.name


def _cards(player: PlayerScene, patron: int) -> str:
    """How many cards of a patron a player has, what each is worth, and how many are tilted."""
    if not player.cards[patron]:
        return "-"
    tilted = player.tilted[patron]
    return f"{player.cards[patron]}x{player.worth[patron]}" + (f"({tilted})" if tilted else "")


def _key(scene: Scene, width: int) -> tuple[str, ...]:
    """What the signs mean."""
    patrons = ", ".join(
        f"{letter} {patron_word(patron)}" for patron, letter in enumerate(PATRON_LETTERS)
    )
    if scene.over:
        return sentence(patrons, width, "")
    left = lots_left(scene.to_come)
    to_come = ngettext("{number} lot to come", "{number} lots to come", left)
    key = _(
        "{lots}. ^ pyramid, * laid last. Points + exhibition. Cards x worth (tilted): {patrons}."
    ).format(lots=to_come if left else no_lots_words(), patrons=patrons)
    return sentence(key, width, "")
