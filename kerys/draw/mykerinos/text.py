"""A view as plain text, for terminals and screen readers."""

from __future__ import annotations

from kerys.draw.mykerinos.text_region import region
from kerys.draw.mykerinos.text_tables import sentence, table
from kerys.facts.mykerinos.read import read
from kerys.facts.mykerinos.scene import (
    Counts,
    PlayerScene,
    Scene,
    lots_left,
    points_by_part,
    room_holders,
    track_of,
)
from kerys.facts.mykerinos.words import (
    PATRON_LETTERS,
    RANK_WORDS,
    asked,
    no_lots_words,
    patron_word,
    title,
)
from kerys.games.mykerinos.components import (
    FIVE_ROOM,
    LOT_VALUES,
    PATRONLESS_VALUE,
    PATRONS,
    THREE_ROOM,
    TWO_ROOM,
    WINGS,
)
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.locale.word_cache import remembered
from kerys.table.owners import NEUTRAL, seat_letter
from kerys.table.view import View

FREE = "."
"""A space or a room without a cube."""


def text(view: View, *, width: int = 100) -> str:
    """A view as text, no line longer than `width`."""
    return written(read(view), width)


@remembered(64)
def written(scene: Scene, width: int) -> str:
    """All parts of the text."""
    holders = room_holders(scene.rooms, scene.owners)
    parts = [
        "\n".join([*sentence(title(scene), width, ""), *sentence(asked(scene), width, "")]),
        result(scene.players, width) if scene.over else region(scene.areas, width),
        museum(holders, scene.wings, width),
        pass_track(scene, width),
        players(scene.players, scene.neutral_common, width),
        cards(scene.players, width),
        lots_to_come(scene.to_come, width),
    ]
    return "\n\n".join(parts) + "\n"


def named(scene: Scene, owner: int) -> str:
    """The name of a player or the neutral, with the letter of their cubes."""
    name = _("the neutral") if owner == NEUTRAL else scene.names[owner]
    return f"{name} ({seat_letter(owner)})"


@remembered(256)
def museum(owners: tuple[int | None, ...], wings: tuple[int, ...], width: int) -> str:
    """The rooms of every wing, and how they connect."""
    holders = [FREE if owner is None else seat_letter(owner) for owner in owners]
    rows = [(_("wing"), _("patron"), _("3-room"), _("5-room"), _("2-room to the next wing"))]
    for wing in range(WINGS):
        between = f"{wing + 1}-{(wing + 1) % WINGS + 1}: {holders[TWO_ROOM + wing]}"
        rooms = holders[THREE_ROOM + wing], holders[FIVE_ROOM + wing], between
        patron = wings[wing]
        words = f"{patron_word(patron)} ({PATRON_LETTERS[patron]})"
        rows.append((str(wing + 1), words, *rooms))
    doors = _(
        "A 5-room opens onto the 3-room of its wing and the two 2-rooms beside it. The five "
        "wings form a ring around the hall."
    )
    return "\n".join([_("Museum").upper(), *table(rows, "lllll", width), *sentence(doors, width)])


def pass_track(scene: Scene, width: int) -> str:
    """Whose discs are where, and who started."""
    rows = [
        (str(space + 1), _("free") if owner is None else named(scene, owner))
        for space, owner in enumerate(track_of(scene))
    ]
    lines = [_("Pass track").upper(), *table(rows, "rl", width)]
    if not scene.over:
        starts = _("{name} started this season.").format(name=named(scene, scene.first))
        lines += sentence(starts, width)
    return "\n".join(lines)


@remembered(256)
def players(seats: tuple[PlayerScene, ...], neutral_common: int, width: int) -> str:
    """Points and cubes."""
    two = neutral_common != NONE
    head = ["", _("name"), _("points"), _("personal"), _("common")]
    head += [_("neutral")] * two + [_("exhibition"), ""]
    rows = [head]
    for one in seats:
        row = [seat_letter(one.seat), one.name, str(one.points), str(one.personal)]
        row += [str(one.common)] + [str(one.neutral)] * two
        rows.append([*row, str(one.exhibition), remarks(one)])
    if two:
        common = str(neutral_common)
        rows.append([seat_letter(NEUTRAL), _("the neutral"), "", "", common, "", "", ""])
    if seats[0].rank != NONE:
        note = _("The points include the exhibition.")
    else:
        note = _("Exhibition: what it would score now; not yet included in the points.")
    sides = "llrrr" + "r" * two + "rl"
    return "\n".join([_("Players").upper(), *table(rows, sides, width), *sentence(note, width)])


def remarks(player: PlayerScene) -> str:
    """Rank, viewpoint, and whether the player is to move."""
    words = []
    if player.rank != NONE:
        words.append(_(RANK_WORDS[player.rank - 1]))
    if player.mine:
        words.append(_("you"))
    if player.asked:
        words.append(_("asked"))
    if player.passed != NONE:
        words.append(_("passed"))
    return ", ".join(words)


@remembered(256)
def cards(seats: tuple[PlayerScene, ...], width: int) -> str:
    """The patron cards, and what each is worth."""
    rows = [["", *(patron_word(patron) for patron in range(PATRONS))]]
    for one in seats:
        row = [seat_letter(one.seat)]
        for number, tilted, worth in zip(one.cards, one.tilted, one.worth, strict=True):
            row.append(f"{number} x {worth}" + (f" ({tilted})" if tilted else ""))
        rows.append(row)
    note = _("Cards x what each is worth in the exhibition; brackets show how many are tilted.")
    return "\n".join([_("Cards").upper(), *table(rows, "llllll", width), *sentence(note, width)])


@remembered(64)
def lots_to_come(to_come: Counts, width: int) -> str:
    """How many lots of each look are still to come."""
    total = lots_left(to_come)
    if not total:
        return no_lots_words().upper()
    counts = {(look.patron, look.value): str(count) for look, count in to_come}
    rows = [[_("points"), *(patron_word(patron) for patron in (*range(PATRONS), NONE))]]
    for value in (*LOT_VALUES, PATRONLESS_VALUE):
        row = [str(value) if value else _("none")]
        rows.append(row + [counts.get((one, value), "") for one in (*range(PATRONS), NONE)])
    head = ngettext("{number} lot to come", "{number} lots to come", total).upper()
    return "\n".join([head, *table(rows, "lrrrrrr", width)])


def result(seats: tuple[PlayerScene, ...], width: int) -> str:
    """Where each player's points come from, by rank."""
    head = ["", "", _("name"), _("lots")]
    head += [*PATRON_LETTERS, _("sets"), _("points")]
    rows = [head]
    for one in sorted(seats, key=lambda player: (player.rank, player.seat)):
        parts = [str(points) for points in points_by_part(one)]
        rank = _(RANK_WORDS[one.rank - 1])
        rows.append([rank, seat_letter(one.seat), one.name, *parts, str(one.points)])
    return "\n".join([_("The exhibition").upper(), *table(rows, "lllrrrrrrrr", width)])
