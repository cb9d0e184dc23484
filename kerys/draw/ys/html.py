"""Ys in a page: the city as a picture, and everything beside it as HTML."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from kerys.draw.svg import document, light, pieces_at
from kerys.draw.ys import html_cards as cards
from kerys.draw.ys import html_market as market
from kerys.draw.ys import html_players as people
from kerys.draw.ys import sentences as saying
from kerys.draw.ys import svg_quarters as quarters
from kerys.draw.ys.svg_city import city
from kerys.draw.ys.svg_geometry import SIDE
from kerys.draw.ys.svg_result import result, result_height
from kerys.facts.ys.read import displayed, read
from kerys.facts.ys.scene import Scene
from kerys.locale import language
from kerys.table.view import View

RESULT_WIDE = 320.0
MOST_DRAWN = 512
"""How many boards are cached, for the tables of a site that are being played."""


def board_pieces(
    view: View, *, narrow: bool, lit: Collection[str], picked: Collection[str]
) -> tuple[str, ...]:
    """The city alone, for a wide or a narrow screen, in pieces."""
    drawn = _board(displayed(view).tobytes(), view.seat, view.open, narrow, language())
    return light(drawn, frozenset(lit), frozenset(picked))


@lru_cache(maxsize=MOST_DRAWN)
def _board(record: bytes, seat: int, open_: bool, narrow: bool, _language: str) -> tuple[str, ...]:
    """The city of a record without highlights, in the current language."""
    table = read(record, seat, open_)
    title = saying.board_title(table)
    if not narrow:
        return document(SIDE, SIDE, title, None, *city(table))
    height, drawn = quarters.city(table)
    return document(quarters.WIDE, height, title, None, *pieces_at(0, 0, drawn))


def side_pieces(
    view: View,
    *,
    art: str,
    faces: tuple[int, ...],
    lit: Collection[str],
    picked: Collection[str],
) -> tuple[str, ...]:
    """What is shown beside the city, in pieces; `art` is the address of the portraits."""
    record = displayed(view).tobytes()
    drawn = _side(record, view.seat, view.open, view.names, faces, art, language())
    return light(drawn, frozenset(lit), frozenset(picked))


@lru_cache(maxsize=MOST_DRAWN)
def _side(
    record: bytes,
    seat: int,
    open_: bool,
    names: tuple[str, ...],
    faces: tuple[int, ...],
    art: str,
    _language: str,
) -> tuple[str, ...]:
    """The same for a record without highlights, in the current language."""
    table = read(record, seat, open_)
    prices, seated = market.prices(table.prices), people.players(table, names, faces, art)
    throne = cards.throne(table.throne, table.paired) if table.kings_favour else ""
    if table.over:
        return (*_result(table, names), *prices, throne, *seated)
    order = market.order(table, names)
    return (*market.market(table), *prices, *order, throne, *seated, *cards.characters(table, art))


def _result(table: Scene, names: tuple[str, ...]) -> list[str]:
    """Who has won, and where the points come from."""
    high = result_height(len(table.players))
    shown = result(table.players, names, RESULT_WIDE, high, True, table.kings_favour)
    picture = document(RESULT_WIDE, high, saying.title(table, names), None, shown)
    return ['<section class="tile picture" data-explain="result">', *picture, "</section>\n"]
