"""The market, the prices and the order cards beside the city, for pages."""

from __future__ import annotations

from kerys.draw.html import hidden, picture
from kerys.draw.svg import at, box, element, label, path, piece, rounded, token, words
from kerys.draw.ys.svg_market import NAMED_ELSEWHERE, price_row
from kerys.draw.ys.svg_pieces import agent, gem, moved, spot
from kerys.facts.ys.scene import Agent, Scene
from kerys.facts.ys.words import colour_word, owner_name
from kerys.games.ys.actions import Moment
from kerys.games.ys.components import CITY, COLOUR_NAMES, COLOURS, COLUMNS, LINES, MARKET_POINTS
from kerys.games.ys.components import SEATS as ALL_SEATS
from kerys.games.ys.wording.notation import place_text
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered

STALL_WIDE, STALL_HIGH = 60.0, 48.0
TOKEN = 19.5
TRACK_WIDE, TRACK_HIGH = 250.0, 25.0
CARD_WIDE, CARD_HIGH = 72.0, 34.0


# --- The market --------------------------------------------------------------------------------


def market(table: Scene) -> tuple[str, ...]:
    """The stalls, line by line, in pieces."""
    bank = table.question not in NAMED_ELSEWHERE
    return whole_market(table.steps, bank, table.seats, table.line_gems, table.market)


@remembered(2048)
def whole_market(
    steps: tuple[int, ...],
    bank: bool,
    seats: int,
    line_gems: tuple[int, ...],
    taken: tuple[Agent | None, ...],
) -> tuple[str, ...]:
    """The same; most decisions change nothing here."""
    drawn = [market_begin(), stall_heads(steps, bank)]
    for line in range(LINES):
        if line == 0 and seats < ALL_SEATS:
            drawn.append(closed_line())
            continue
        stalls = taken[line * COLUMNS : (line + 1) * COLUMNS]
        drawn.append(market_line(line, line_gems[line], stalls))
    return (*drawn, "</section>\n")


@remembered(1)
def market_begin() -> str:
    """The title, with what every agent placed here scores."""
    bonus = _("+{points} point for each agent placed here").format(points=MARKET_POINTS)
    return (
        f'<section class="tile market"><h2 data-explain="market">{words(_("Market"))}'
        f' <span class="note">{words(bonus)}</span></h2>\n'
    )


@remembered(256)
def stall_heads(steps: tuple[int, ...], bank: bool) -> str:
    """The colours of the columns, and how the settled part of their order moves the prices."""
    heads = []
    for colour in range(COLOURS):
        drawn = gem(colour, 9)
        if bank:
            drawn = spot(COLOUR_NAMES[colour], rounded(-13, -13, 26, 26), drawn)
        step = f' <span class="step">{steps[colour]:+d}</span>' if steps[colour] else ""
        said = hidden(colour_word(colour))
        name = f"stalls {COLOUR_NAMES[colour]}"
        heads.append(f'<b data-explain="{name}">{picture(drawn, 26, 26)}{said}{step}</b>')
    return f'<div class="stalls heads"><span></span>{"".join(heads)}</div>\n'


@remembered(4096)
def market_line(line: int, prize: int, stalls: tuple[Agent | None, ...]) -> str:
    """A line: its gem and its four stalls."""
    won = ""
    if prize != NONE:
        drawn = piece(f"line {line}", gem(prize, 10))
        said = _("Line {line}: {colour}").format(line=line + 1, colour=colour_word(prize))
        won = picture(drawn, 26, 26, said=said)
    cells = [stall(CITY + line * COLUMNS + column, one) for column, one in enumerate(stalls)]
    return (
        f'<div class="stalls"><span data-explain="line {line + 1}">{line + 1} {won}</span>'
        f"{''.join(cells)}</div>\n"
    )


@remembered(4096)
def stall(place: int, one: Agent | None) -> str:
    """A stall: empty, with the point it scores, or taken."""
    left, top = -STALL_WIDE / 2, -STALL_HIGH / 2
    size = left + 2, top + 2, STALL_WIDE - 4, STALL_HIGH - 4
    inside = agent(one, TOKEN) if one else label(0, 5, f"+{MARKET_POINTS}", 14, "f-muted mid")
    drawn = box(*size, "f-well s-faint", 7, 1)
    drawn += spot(place_text(place), rounded(*size, 7), inside, holds=True)
    return picture(drawn, STALL_WIDE, STALL_HIGH)


@remembered(1)
def closed_line() -> str:
    """The first line with fewer than four players."""
    return f'<p class="note">{words(_("Line 1 is closed with fewer than four players"))}</p>\n'


# --- Prices ------------------------------------------------------------------------------------


@remembered(1024)
def prices(at_: tuple[int, ...]) -> tuple[str, ...]:
    """What a gem of each colour is worth, on its scale, in pieces."""
    return (prices_begin(), *[price(*one) for one in enumerate(at_)], "</section>\n")


@remembered(1)
def prices_begin() -> str:
    """The title."""
    return f'<section class="tile prices"><h2 data-explain="prices">{words(_("Prices"))}</h2>\n'


@remembered(64)
def price(colour: int, at_: int) -> str:
    """The scale of a colour, and its current price."""
    track = moved(-TRACK_WIDE / 2, -TRACK_HIGH / 2, price_row(TRACK_WIDE, colour, at_))
    name = words(colour_word(colour))
    shown = picture(track, TRACK_WIDE, TRACK_HIGH)
    return (
        f'<div class="price" data-explain="price {COLOUR_NAMES[colour]}">'
        f'<span class="name">{name}</span>'
        f'<b class="points">{at_}</b>{shown}</div>\n'
    )


# --- Order -------------------------------------------------------------------------------------


def order(table: Scene, names: tuple[str, ...]) -> list[str]:
    """The order cards, and who picked which for the new order."""
    picking = table.moment == Moment.POSITIONS
    return [order_cards(table.order, table.picks if picking else (), names)]


@remembered(1024)
def order_cards(holders: tuple[int, ...], picks: tuple[int, ...], names: tuple[str, ...]) -> str:
    """One card for each player, with its number and holder."""
    cards = []
    for position, seat in enumerate(holders):
        left, top = -CARD_WIDE / 2, -CARD_HIGH / 2
        size = left + 1, top + 1, CARD_WIDE - 2, CARD_HIGH - 2
        drawn = label(left + 12, 5.5, str(position + 1), 15, "f-ink b mid")
        if picks:
            drawn += _exchange(seat, picks[position])
        else:
            drawn += moved(8, 0, token(seat, 11))
        named = spot(f"order {position + 1}", rounded(*size, 7), drawn)
        said = f"{position + 1}: {owner_name(names, seat)}"
        ground = box(*size, "f-well s-line", 7, 1)
        cards.append(picture(ground + named, CARD_WIDE, CARD_HIGH, said=said))
    title = words(_("Order"))
    return (
        f'<section class="tile order"><h2 data-explain="order">{title}</h2>'
        f"{''.join(cards)}</section>\n"
    )


def _exchange(old: int, new: int) -> str:
    """Who held a card, and who takes it now, if settled."""
    drawn = at(-10, 0, token(old, 8), opacity=0.45)
    drawn += path("M1 0h6m-2.5-2.5l2.5 2.5l-2.5 2.5", "none s-muted", 1.3)
    if new == NONE:
        empty = element("circle", cx=20, cy=0, r=8, class_="none s-muted", stroke_dasharray="3 2.5")
        return drawn + empty
    return drawn + moved(20, 0, token(new, 8.5))
