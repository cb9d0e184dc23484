"""Ys for full-screen terminals: city and market on one grid of four columns, players beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kerys.draw.cells import Cell, Row, Span, fitted, grid_row, wrapped
from kerys.draw.columns import columns_of, cut
from kerys.draw.svg import seat_look
from kerys.draw.ys.svg_players import standing_words
from kerys.facts.ys.read import displayed, read
from kerys.facts.ys.scene import UNKNOWN, Agent, Groups, PlayerScene, Scene, Ship
from kerys.facts.ys.words import (
    GEM_LETTERS,
    area_word,
    character_word,
    colour_word,
    lettered,
    owner_name,
)
from kerys.games.ys.actions import Moment
from kerys.games.ys.components import (
    AREAS,
    COLOUR_NAMES,
    COLUMNS,
    HARBOUR,
    LINES,
    MERCHANT,
    MERCHANT_POINTS,
    PALACE,
    SEATS,
    SHOPS,
    SHOPS_POINTS,
)
from kerys.games.ys.wording.notation import AREA_NAMES
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.table.owners import seat_letter
from kerys.table.view import View

LABELS_WIDE = 10
INDENT = Span("  ")
FREE = "·"


def board_cells(view: View, *, width: int, lit: Collection[str] = ()) -> list[Row]:
    """The city, the market with its prices, and the throne room."""
    table = read(displayed(view).tobytes(), view.seat, view.open)
    across = (width - LABELS_WIDE) // COLUMNS
    widths = LABELS_WIDE, *[across] * COLUMNS
    rows = [*_city(table, widths, lit), (), *_market(table, widths, lit)]
    if table.moment == Moment.POSITIONS:
        rows += [(), _order(table)]
    if table.kings_favour:
        rows += [(), *_throne(table, view.names, width, lit)]
    return [fitted(row, width) for row in rows]


def _city(table: Scene, widths: Sequence[int], lit: Collection[str]) -> Iterator[Row]:
    """A column for each quarter, three areas high."""
    heads = [Cell([(Span(_("City"), "title"),)])]
    for quarter in range(COLUMNS):
        words = _("Quarter {quarter}").format(quarter=quarter + 1)
        look = "now" if quarter == table.scored_quarter else "heading"
        title = (Span(words, look, f"quarter {quarter + 1}"),)
        heads.append(Cell([title if quarter < table.quarters else ()]))
    yield from grid_row(heads, widths)
    for area in range(AREAS):
        cells = [Cell([(Span(area_word(area), "dim"),), *_worth(table, area)])]
        for quarter in range(COLUMNS):
            if quarter < table.quarters:
                cells.append(_area(table, quarter, area, widths[1] - 1, lit))
            else:
                cells.append(Cell([()]))
        yield from grid_row(cells, widths)


def _worth(table: Scene, area: int) -> list[Row]:
    """What every shop is worth."""
    if area != SHOPS:
        return []
    points = MERCHANT_POINTS if table.played_by[MERCHANT] != NONE else SHOPS_POINTS
    return [(Span(ngettext("{number} point", "{number} points", points), "dim"),)]


def _area(table: Scene, quarter: int, area: int, width: int, lit: Collection[str]) -> Cell:
    """An area: what can be won there, and the agents."""
    place = quarter * AREAS + area
    name = f"{quarter + 1}-{AREA_NAMES[area]}"
    rows: list[Row] = []
    if area == HARBOUR:
        unloads = lit if quarter == table.scored_quarter else ()
        rows.append(_load(table.ships[quarter], quarter, unloads))
    elif area == PALACE and table.prizes[quarter] != NONE:
        rows.append((Span(cut(character_word(table.prizes[quarter]), width), "prize", name),))
    if table.closed == place:
        rows.append((Span(_("closed"), "dim", name),))
    agents = [agent_span(agent, name, lit) for agent in table.city[place]]
    rows += wrapped(agents or [Span(FREE, "dim", name)], width)
    return Cell(rows, name)


def _load(ship: Ship | None, quarter: int, lit: Collection[str]) -> Row:
    """The gems on a ship, the large ones first; those that can be taken go by their colour."""
    if ship is None:
        return (Span(_("no ship"), "dim", f"{quarter + 1}-{AREA_NAMES[HARBOUR]}"),)
    name, spans = f"ship {quarter + 1}", []
    for colour, many in ship.gems:
        called = COLOUR_NAMES[colour] if COLOUR_NAMES[colour] in lit else name
        spans += [Span(f"◆{GEM_LETTERS[colour]}" * many, f"gem-{colour}", called), Span(" ")]
    return tuple(spans[:-1])


def agent_span(agent: Agent, place: str, lit: Collection[str] = ()) -> Span:
    """An agent: `A3` open, `A(3)` hidden, `A(?)` unknown; with its number if it can be chosen."""
    value = agent.candidates or "?" if agent.value == UNKNOWN else str(agent.value)
    if agent.hidden:
        value = f"({value}!)" if agent.public else f"({value})"
    chosen = agent.name in lit
    number = f"{agent.number}:" if chosen else ""
    mark = "*" if agent.marked else ""
    seen = f"@{agent.seen_by}" if agent.seen_by else ""
    text = f"{number}{seat_letter(agent.owner)}{value}{mark}{seen}"
    return Span(text, seat_look(agent.owner), agent.name if chosen else place)


def _market(table: Scene, widths: Sequence[int], lit: Collection[str]) -> Iterator[Row]:
    """Lines and columns, with the prices at the top."""
    heads = [Cell([(Span(_("Market"), "title"),)])]
    for colour in range(COLUMNS):
        step = f" {table.steps[colour]:+d}" if table.steps[colour] else ""
        name = COLOUR_NAMES[colour]
        price = f"price {name}"
        said = [
            Span(f"◆{colour_word(colour)} ", f"gem-{colour}", name if name in lit else price),
            Span(f"{table.prices[colour]}{step}", "bold", price),
        ]
        for sign, way in (("▲", "up"), ("▼", "down")):
            if f"{name} {way}" in lit:
                said.append(Span(sign, "now", f"{name} {way}"))
        heads.append(Cell([tuple(said)], price))
    yield from grid_row(heads, widths)
    for line in range(LINES):
        gem = table.line_gems[line]
        label = [Span(f"{line + 1} ", "dim", f"line {line + 1}")]
        if line == 0 and table.seats < SEATS:
            label.append(Span(_("closed"), "dim"))
        elif gem != NONE:
            label.append(Span(f"◆{colour_word(gem)}", f"gem-{gem}", f"line {line + 1}"))
        cells = [Cell([tuple(label)])]
        for column in range(COLUMNS):
            name = f"{COLOUR_NAMES[column]}-{line + 1}"
            agent = table.market[line * COLUMNS + column]
            shown = agent_span(agent, name, lit) if agent else Span(FREE, "dim", name)
            cells.append(Cell([(shown,)], name))
        yield from grid_row(cells, widths)


def _order(table: Scene) -> Row:
    """The cards of the new order, with who has taken which."""
    spans = [Span(f"{_('New order')} ", "title", "order")]
    for card, seat in enumerate(table.picks, 1):
        free = seat == NONE
        said = f"{card} {_('free') if free else seat_letter(seat)}"
        spans += [Span(said, "" if free else seat_look(seat), f"order {card}"), Span("  ")]
    return tuple(spans)


def _throne(
    table: Scene, names: tuple[str, ...], width: int, lit: Collection[str]
) -> Iterator[Row]:
    """The agents in the throne room."""
    yield (Span(_("Throne room"), "title", "throne room"),)
    for seat, agents in enumerate(table.throne):
        spans = [agent_span(agent, "throne room", lit) for agent in agents] or [Span(FREE, "dim")]
        yield (Span(f"{lettered(names, seat)} ", seat_look(seat)), *wrapped(spans, width)[0])


# --- Players -----------------------------------------------------------------------------------


def player_cells(view: View, *, width: int) -> list[Row]:
    """What lies in front of each player, in the order of play."""
    table = read(displayed(view).tobytes(), view.seat, view.open)
    order = sorted(table.players, key=lambda one: (not one.own, one.order_card or SEATS + 1))
    rows: list[Row] = []
    for player in order:
        rows += _player(player, view.names, width)
    return [fitted(row, width) for row in rows]


def _player(player: PlayerScene, names: tuple[str, ...], width: int) -> Iterator[Row]:
    """A line with name and points, then agents, gems and cards."""
    look = seat_look(player.owner)
    points = f" {ngettext('{number} point', '{number} points', player.points)}"
    title = f"{seat_letter(player.owner)} {owner_name(names, player.owner)}"
    here = Span("▶ " if player.asked else "  ", "now")
    name = Span(
        cut(title, width - columns_of(points) - 2), f"{look} bold", f"player {player.owner}"
    )
    yield here, name, Span(points, "bold", f"player {player.owner}")
    if player.order_card:
        front = [Span(_("Front"), "dim", f"front of {player.owner}")]
        front += [Span(str(value), look, f"front {value}") for value in player.front]
        behind = [Span(_("Behind"), "dim", f"behind {player.owner}")]
        behind += _groups(player.behind, look, player.own)
        if player.own:
            yield from _indented(front, width)
            yield from _indented(behind, width)
        else:
            yield from _indented([*front, Span("│", "dim"), *behind], width)
        if player.neutral_behind is not None:
            held = [Span(_("Neutral"), "dim"), *_groups(player.neutral_behind, "neutral", False)]
            yield from _indented(held, width)
    gems = [
        Span(
            f"◆{GEM_LETTERS[colour]}{many}",
            f"gem-{colour}" if many else "dim",
            COLOUR_NAMES[colour] if player.own else "",
        )
        for colour, many in enumerate(player.gems)
    ]
    standing = standing_words(player)
    yield from _indented([*gems, Span(standing, "dim")] if standing else gems, width)
    for words, held_cards in (
        (_("In force"), player.in_force),
        (_("Hand"), player.hand),
        (_("Next round"), player.won),
    ):
        if held_cards:
            cards = [
                Span(character_word(card), "prize", f"play {character_word(card).lower()}")
                for card in held_cards
            ]
            yield from _indented([Span(words, "dim"), *cards], width)


def _groups(groups: Groups, look: str, own: bool) -> list[Span]:
    """Agents one by one; unknown ones as a number of question marks."""
    spans = []
    for value, many in groups:
        if value == UNKNOWN:
            spans.append(Span(f"?x{many}", look))
        else:
            spans += [Span(str(value), look, str(value) if own else "")] * many
    return spans


def _indented(spans: Sequence[Span], width: int) -> Iterator[Row]:
    """Spans below a name."""
    for row in wrapped(spans, width - 2):
        yield INDENT, *row
