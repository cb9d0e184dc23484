"""Mykerinos in a page: the region as a picture, and everything beside it."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from kerys.draw.html import picture, portrait
from kerys.draw.mykerinos import html_players as people
from kerys.draw.mykerinos import svg_exhibition as exhibition
from kerys.draw.mykerinos import svg_museum as museum
from kerys.draw.mykerinos import svg_region as region
from kerys.draw.mykerinos.svg_patrons import mark
from kerys.draw.mykerinos.svg_spaces import NARROW, WIDE
from kerys.draw.svg import document, explained, light, words
from kerys.facts.mykerinos.read import players_around, watched
from kerys.facts.mykerinos.scene import Counts, Lot, lots_left, room_holders, track_of
from kerys.facts.mykerinos.words import board_title, no_lots_words, patron_word
from kerys.games.mykerinos.components import LOT_VALUES, PATRON_NAMES, PATRONLESS_VALUE, PATRONS
from kerys.games.mykerinos.wording.explanations import EFFECTS
from kerys.kernel.seats import NONE
from kerys.locale import _, language, ngettext
from kerys.locale.word_cache import remembered
from kerys.table.view import View

MUSEUM_WIDE, MUSEUM_HIGH = 400.0, 336.0
MOST_AREAS = 6
MOST_DRAWN = 512
"""How many boards are cached, for the tables of a site that are being played."""
VALUES = (*LOT_VALUES, PATRONLESS_VALUE)


def board_pieces(
    view: View, *, narrow: bool, lit: Collection[str], picked: Collection[str]
) -> tuple[str, ...]:
    """The region alone, or the exhibition at the end, for a wide or a narrow screen, in pieces."""
    drawn = _board(view.state.tobytes(), view.names, narrow, language())
    return light(drawn, frozenset(lit), frozenset(picked))


@lru_cache(maxsize=MOST_DRAWN)
def _board(record: bytes, names: tuple[str, ...], narrow: bool, _language: str) -> tuple[str, ...]:
    """The same for a record without highlights, in the current language; all seats share it."""
    scene = watched(record, names)
    width = (NARROW if narrow else WIDE).width
    if scene.over:
        height = region.region_height(MOST_AREAS, False)
        if narrow:
            height = exhibition.exhibition_height(len(scene.players))
        shown = exhibition.exhibition(scene.players, width, height, narrow)
        drawn = [explained("result", shown)]
    else:
        height = region.region_height(len(scene.areas), narrow)
        drawn = region.region(scene.areas, narrow)
    return document(width, height, board_title(scene), None, *drawn)


def side_pieces(
    view: View,
    *,
    art: str,
    faces: tuple[int, ...],
    lit: Collection[str],
    picked: Collection[str],
) -> tuple[str, ...]:
    """What is shown beside the region, in pieces; `art` is the address of the portraits."""
    record = view.state.tobytes()
    above, below = _around_players(record, view.names, art, language())
    scene = watched(record, view.names)
    seen = players_around(scene.players, view.seat)
    seats = people.players(seen, scene.neutral_common, view.seat, faces)
    return light((*above, *seats, *below), frozenset(lit), frozenset(picked))


@lru_cache(maxsize=MOST_DRAWN)
def _around_players(
    record: bytes, names: tuple[str, ...], art: str, _language: str
) -> tuple[list[str], list[str]]:
    """What is above and below the players, in the current language; all seats share it."""
    scene = watched(record, names)
    holders = room_holders(scene.rooms, scene.owners)
    plan = museum.museum(holders, scene.wings, MUSEUM_WIDE, MUSEUM_HIGH, False)
    drawn = [
        '<section class="tile picture">',
        *document(MUSEUM_WIDE, MUSEUM_HIGH, _("Museum"), None, plan),
        "</section>\n",
    ]
    if scene.over:
        return drawn, []
    return [people.pass_track(track_of(scene)), *drawn], [lots(scene.to_come), patrons(art)]


@remembered(64)
def lots(to_come: Counts) -> str:
    """How many lots of each look are still to come, as a table, without their order."""
    total = lots_left(to_come)
    if not total:
        none_left = words(no_lots_words())
        title = f'<h2 data-explain="lots to come">{none_left}</h2>'
        return f'<section class="tile lots">{title}</section>\n'
    said = words(ngettext("{number} lot to come", "{number} lots to come", total))
    columns = (*range(PATRONS), NONE)
    heads = "".join(
        f'<th scope="col" title="{words(patron_word(one))}">'
        f"{'-' if one == NONE else picture(mark(one, 9), 24, 22, said=patron_word(one))}</th>"
        for one in columns
    )
    counts = dict(to_come)
    rows = []
    for value in VALUES:
        worth = _("{value} points").format(value=value) if value else _("no points")
        cells = "".join(f"<td>{counts.get(Lot(one, value), '')}</td>" for one in columns)
        rows.append(f'<tr><th scope="row">{words(worth)}</th>{cells}</tr>')
    return (
        f'<details class="tile lots"><summary data-explain="lots to come"><h2>{said}</h2></summary>'
        f"<table><thead><tr><td></td>"
        f"{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></details>\n"
    )


@remembered(4)
def patrons(art: str) -> str:
    """The five patrons and what their cards do."""
    drawn = "".join(
        f'<div class="character" data-explain="patron {PATRON_NAMES[one]}">'
        f"{portrait(art, PATRON_NAMES[one])}"
        f"<p><b>{words(patron_word(one))}</b><br>{words(_(EFFECTS[one]))}</p></div>"
        for one in range(PATRONS)
    )
    said = words(_("Patrons"))
    return f'<section class="tile characters"><h2>{said}</h2>{drawn}</section>\n'
