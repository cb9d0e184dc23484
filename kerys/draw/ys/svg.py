"""The whole drawing: the panels of a view, arranged for a desk or for a phone."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache

from kerys.draw.measure import fitted, wrapped
from kerys.draw.palette import Theme
from kerys.draw.svg import disc, document, label, light, pieces_at, token
from kerys.draw.ys import sentences as saying
from kerys.draw.ys import svg_cards as cards
from kerys.draw.ys import svg_market as market
from kerys.draw.ys import svg_players as players
from kerys.draw.ys import svg_quarters as quarters
from kerys.draw.ys.svg_city import city
from kerys.draw.ys.svg_geometry import SIDE
from kerys.draw.ys.svg_pieces import moved
from kerys.draw.ys.svg_result import result, result_height
from kerys.facts.ys.read import displayed, read
from kerys.facts.ys.scene import Scene
from kerys.games.ys.components import ROUNDS
from kerys.locale import language
from kerys.table.view import View

NARROW_BELOW = 720
WIDE, NARROW = 1200.0, 360.0
EDGE, GAP = 14.0, 10.0
HEADER = 50.0
MUTED = "f-muted"


def svg(
    view: View,
    *,
    width: int = 1200,
    theme: Theme | None = "auto",
    lit: Collection[str] = (),
    picked: Collection[str] = (),
) -> str:
    """The view as a drawing; `lit` and `picked` name what can be chosen and what is chosen."""
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
    drawn = _drawing(
        displayed(view).tobytes(),
        view.seat,
        view.open,
        view.names,
        width < NARROW_BELOW,
        theme,
        language(),
    )
    return light(drawn, frozenset(lit), frozenset(picked))


@lru_cache(maxsize=64)
def _drawing(
    record: bytes,
    seat: int,
    open_: bool,
    names: tuple[str, ...],
    narrow: bool,
    theme: Theme | None,
    _language: str,
) -> tuple[str, ...]:
    """The drawing of a record without highlights, in the current language."""
    table = read(record, seat, open_)
    height, body = (narrow_page if narrow else wide_page)(table, names)
    title = saying.title(table, names)
    return document(NARROW if narrow else WIDE, height, title, theme, *body)


# --- The desk ----------------------------------------------------------------------------------


Page = tuple[float, list[str]]
"""The height of a page and its pieces."""


def wide_page(table: Scene, names: tuple[str, ...]) -> Page:
    """The city with everything else beside and below it."""
    side = WIDE - 2 * EDGE - SIDE - GAP
    body = [*wide_header(table, names), *pieces_at(EDGE, HEADER, city(table))]
    y = HEADER
    for height, drawn in (result_side if table.over else side_panels)(table, names, side):
        body += pieces_at(EDGE + SIDE + GAP, y, drawn)
        y += height + GAP
    y = HEADER + SIDE + GAP
    across = (WIDE - 2 * EDGE + GAP) / len(table.players) - GAP
    height = players.player_height(table, across, 2, table.players)
    for index, player in enumerate(table.players):
        area = players.player_panel(table, player, names, across, height)
        body += pieces_at(EDGE + (across + GAP) * index, y, [area])
    y += height + 16
    body += pieces_at(WIDE / 2, y, [wide_legend(saying.legend())])
    return y + EDGE - 4, body


def side_panels(table: Scene, names: tuple[str, ...], width: float) -> list[Page]:
    """The panels beside the city, from top to bottom."""
    half = (width - GAP) / 2
    last = [cards.order(table, names, half if table.kings_favour else width)]
    if table.kings_favour:
        last = [*last, *pieces_at(half + GAP, 0, [cards.throne(table, half)])]
    return [
        (market.market_height(width), market.market(table, width)),
        (market.price_height(), market.prices(table, width)),
        (cards.characters_height(width), [cards.characters(table, width)]),
        (cards.ORDER_HEIGHT, last),
    ]


def result_side(table: Scene, names: tuple[str, ...], width: float) -> list[Page]:
    """The same once the game is over: the result, and what gems and throne agents scored."""
    below = market.price_height()
    height = SIDE - below - GAP
    shown = result(table.players, names, width, height, False, table.kings_favour)
    half = (width - GAP) / 2
    last = market.prices(table, half if table.kings_favour else width)
    if table.kings_favour:
        last += pieces_at(half + GAP, 0, [cards.throne(table, half, below)])
    return [(height, [shown]), (below, last)]


@lru_cache(maxsize=8)
def wide_legend(words: str) -> str:
    """What the signs mean."""
    return label(0, 0, fitted(words, 10.5, WIDE - 2 * EDGE), 10.5, f"{MUTED} mid")


def wide_header(table: Scene, names: tuple[str, ...]) -> list[str]:
    """Where the game stands, on two lines."""
    where = f"{saying.round_words(table)} · {saying.phase(table)}"
    return [
        *pieces_at(EDGE + 58, 27, [rounds(table.round_number)]),
        wide_line(EDGE + 120, where, saying.asked(table, names), saying.asked_seat(table)),
        wide_corner(saying.eyes(table, names), saying.notes(table)),
    ]


@lru_cache(maxsize=1024)
def wide_line(x: float, where: str, asked: str, seat: int) -> str:
    """The title, the phase, and who decides what."""
    drawn = label(EDGE, 36, "Ys", 28, "f-ink b") + label(x, 21, where, 12, MUTED)
    if seat >= 0:
        drawn += moved(x + 7, 35.5, token(seat, 7))
        x += 20
    return drawn + label(x, 41, fitted(asked, 15, 640), 15, "f-ink b")


@lru_cache(maxsize=64)
def wide_corner(eyes: str, notes: str) -> str:
    """The viewpoint and the variant."""
    end = f"{MUTED} end"
    return label(WIDE - EDGE, 21, fitted(eyes, 12, 300), 12, end) + label(
        WIDE - EDGE, 40, fitted(notes, 12, 360), 12, end
    )


@cache
def rounds(number: int) -> str:
    """One sign for each round, filled once it has begun."""
    return "".join(
        disc(13 * index, 0, 4.5, "f-stone s-stone" if index <= number else "none s-stone", 1.2)
        for index in range(ROUNDS)
    )


# --- The phone ---------------------------------------------------------------------------------


def narrow_page(table: Scene, names: tuple[str, ...]) -> Page:
    """All panels stacked; the players to move come first."""
    width = quarters.WIDE
    height, drawn = quarters.city(table)
    parts: list[Page] = [(height, drawn)]
    if table.over:
        high = result_height(len(table.players))
        shown = result(table.players, names, width, high, True, table.kings_favour)
        parts.insert(0, (high, [shown]))
    else:
        parts.append((market.market_height(width), market.market(table, width)))
    parts.append((market.price_height(), market.prices(table, width)))
    if not table.over:
        parts.append((cards.ORDER_HEIGHT, [cards.order(table, names, width)]))
    if table.kings_favour:
        parts.append((cards.THRONE_HEIGHT, [cards.throne(table, width)]))
    for player in sorted(table.players, key=lambda player: not player.own):
        high = players.player_height(table, width, 1, (player,))
        parts.append((high, [players.player_panel(table, player, names, width, high)]))
    if not table.over:
        parts.append((cards.characters_height(width), [cards.characters(table, width)]))
    y, body = narrow_header(table, names)
    for height, drawn in parts:
        body += pieces_at((NARROW - width) / 2, y, drawn)
        y += height + GAP
    lines = wrapped(saying.legend(), 10, width)
    body += pieces_at((NARROW - width) / 2 + 2, y + 8, [narrow_legend(lines)])
    return y + 14 * len(lines) + 4, body


@lru_cache(maxsize=8)
def narrow_legend(lines: tuple[str, ...]) -> str:
    """What the signs mean."""
    return "".join(label(0, 14 * index, line, 10, MUTED) for index, line in enumerate(lines))


def narrow_header(table: Scene, names: tuple[str, ...]) -> Page:
    """Where the game stands, on as many lines as needed."""
    where = f"{saying.round_words(table)} · {saying.phase(table)}"
    top = narrow_top(table.round_number, saying.eyes(table, names), saying.notes(table), where)
    lines, drawn = narrow_lines(saying.asked(table, names), saying.asked_seat(table))
    return 68.0 + 18 * lines, [top, drawn]


@lru_cache(maxsize=1024)
def narrow_top(round_number: int, eyes: str, notes: str, where: str) -> str:
    """The title, the viewpoint, the variant, and the phase."""
    return (
        label(12, 32, "Ys", 24, "f-ink b")
        + moved(62, 24, rounds(round_number))
        + label(348, 21, fitted(eyes, 11, 230), 11, f"{MUTED} end")
        + label(348, 35, fitted(notes, 10, 230), 10, f"{MUTED} end")
        + label(12, 54, fitted(where, 12, 336), 12, MUTED)
    )


@lru_cache(maxsize=1024)
def narrow_lines(asked: str, seat: int) -> tuple[int, str]:
    """Who decides what, and how many lines that takes."""
    x, drawn = 12.0, ""
    if seat >= 0:
        x, drawn = 34.0, moved(21, 67, token(seat, 8.6))
    lines = wrapped(asked, 14, 346 - x)
    for index, line in enumerate(lines):
        drawn += label(x, 72 + 18 * index, line, 14, "f-ink b")
    return len(lines), drawn
