"""What is shown beside the board: order cards, characters, the throne room."""

from __future__ import annotations

from kerys.draw.measure import fitted
from kerys.draw.svg import at, box, disc, element, label, panel, path, rounded, seat_look, token
from kerys.draw.ys.svg_pieces import crown, figure, moved, spot
from kerys.facts.ys.characters import (
    ASIDE,
    AWAY,
    GONE,
    IN_HAND,
    PALACE_NOW,
    TO_COME,
    UNSEEN,
    whereabouts,
)
from kerys.facts.ys.scene import Agent, Scene
from kerys.facts.ys.words import character_word, owner_name
from kerys.games.ys.actions import Moment
from kerys.games.ys.components import CHARACTERS, ROUNDS, THRONE_AGENTS
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.locale.word_cache import remembered

# --- Order -------------------------------------------------------------------------------------

ORDER_HEIGHT = 95.0


def order(table: Scene, names: tuple[str, ...], width: float) -> str:
    """The order cards, and who picked which for the new order."""
    picking = table.moment == Moment.POSITIONS
    return order_cards(width, table.order, table.picks if picking else (), names)


@remembered(1024)
def order_cards(
    width: float, holders: tuple[int, ...], picks: tuple[int, ...], names: tuple[str, ...]
) -> str:
    """One card for each player, with its number and holder."""
    drawn = [panel(width, ORDER_HEIGHT, _("Order cards"))]
    across = (width - 12) / len(holders)
    for position, seat in enumerate(holders):
        card = [label(across / 2, 21, str(position + 1), 16, "f-ink b mid")]
        if picks:
            card.append(_exchange(across, seat, picks[position]))
        else:
            card.append(_holder(across, seat, owner_name(names, seat)))
        ground = box(4, 0, across - 8, 61, "f-well s-line", 6, 1)
        named = spot(f"order {position + 1}", rounded(4, 0, across - 8, 61), *card)
        drawn.append(moved(6 + across * position, 26, ground + named))
    return "".join(drawn)


def _holder(across: float, seat: int, name: str) -> str:
    """Who holds an order card."""
    if across < 90:
        return moved(across / 2, 42, token(seat, 10))
    words = fitted(name, 11, across - 44)
    return moved(22, 42, token(seat, 8.6)) + label(36, 46, words, 11)


def _exchange(across: float, old: int, new: int) -> str:
    """Who held a card, and who takes it now, if settled."""
    middle = across / 2
    drawn = at(middle - 17, 42, token(old, 9), opacity=0.45)
    drawn += path(f"M{middle - 3.5:.1f} 42h8m-3-3l3 3l-3 3", "none s-muted", 1.3)
    if new == NONE:
        empty = element(
            "circle", cx=middle + 18, cy=42, r=8.5, class_="none s-muted", stroke_dasharray="3 2.5"
        )
        return drawn + empty
    return drawn + moved(middle + 18, 42, token(new, 9))


# --- Characters --------------------------------------------------------------------------------

WIDE_ROW, NARROW_ROW = 18.0, 21.0
CHARACTER_HEAD = 28.0


def characters_height(width: float) -> float:
    """The height of the list of characters."""
    return CHARACTER_HEAD + _row(width) * -(-CHARACTERS // _columns(width)) + 7


def _row(width: float) -> float:
    """The height of a line of the list."""
    return WIDE_ROW if width > 400 else NARROW_ROW


def _columns(width: float) -> int:
    """The number of columns of characters."""
    return 3 if width > 400 else 2


def characters(table: Scene, width: float) -> str:
    """The fifteen characters and where each one is."""
    return character_list(width, whereabouts(table), stacks(table))


@remembered(256)
def character_list(width: float, found: tuple[tuple[int, int], ...], stacked: str) -> str:
    """The list in three columns."""
    drawn = [panel(width, characters_height(width), _("Characters"))]
    note = fitted(stacked, 10, width - 100)
    drawn.append(label(width - 10, 18, note, 10, "f-muted end"))
    across = (width - 16) / _columns(width)
    rows = -(-CHARACTERS // _columns(width))
    for card, (where, who) in enumerate(found):
        column, row = divmod(card, rows)
        line = character_line(card, where, who, across, _row(width))
        drawn.append(moved(8 + across * column, CHARACTER_HEAD + _row(width) * row, line))
    return "".join(drawn)


def stacks(table: Scene) -> str:
    """How many characters nobody has seen, and where they are."""
    return stacks_in(table.round_number, table.quarters)


@remembered(64)
def stacks_in(round_number: int, quarters: int) -> str:
    """The same for a round."""
    left = ROUNDS - 2 - round_number
    aside = CHARACTERS - (ROUNDS - 1) * quarters
    said = ngettext("one card in each stack", "{number} cards in each stack", left)
    if left <= 0:
        said = _("the stacks are empty")
    out = ngettext("one set aside", "{number} set aside", aside)
    return f"{said} · {out}"


@remembered(1024)
def character_line(card: int, where: int, who: int, width: float, row: float) -> str:
    """A character and where it is."""
    y = row / 2 + 4
    look = "f-muted" if where in AWAY else "f-ink b"
    name = fitted(character_word(card), 11, width * 0.56 - 24)
    note = fitted(where_words(where, who), 10, width * 0.44 - 8)
    return (
        moved(12, row / 2, _mark(where, who, row))
        + label(25, y, name, 11, look)
        + label(width - 8, y, note, 10, "f-muted end")
    )


def _mark(where: int, who: int, row: float) -> str:
    """A small sign: a palace, a player, out of the game, unknown, not yet revealed."""
    if where == PALACE_NOW:
        return crown("f-stone")
    if where == GONE:
        return path("M-3.5-3.5L3.5 3.5M3.5-3.5L-3.5 3.5", "none s-muted", 1.4)
    if where == UNSEEN:
        return label(0, 4, "?", 11, "f-muted mid")
    if where in (TO_COME, ASIDE):
        return disc(0, 0, 3.5, "none s-muted", 1.4)
    return token(who, row * 0.42)


def where_words(where: int, who: int) -> str:
    """Where a character is, in words."""
    if where == PALACE_NOW:
        return _("Palace {quarter}").format(quarter=who + 1)
    if where == UNSEEN:
        return ""
    if where == TO_COME:
        return _("in round {round}").format(round=who + 1)
    if where == ASIDE:
        return _("set aside")
    return (_("in hand"), _("next round"), _("in force"), _("gone"))[where - IN_HAND]


# --- The throne room ---------------------------------------------------------------------------

THRONE_HEIGHT = ORDER_HEIGHT
SLOT = rounded(-15.5, -14, 31, 28)


def throne(table: Scene, width: float, height: float = THRONE_HEIGHT) -> str:
    """The throne room of King's Favour."""
    return throne_room(width, height, table.throne, table.paired)


@remembered(1024)
def throne_room(
    width: float, height: float, thrones: tuple[tuple[Agent, ...], ...], paired: tuple[int, ...]
) -> str:
    """Three seats for each player; an unknown agent shows its possible values."""
    drawn = [panel(width, height, _("Throne room"))]
    across, row = (width - 10) / 2, (height - 31) / 2
    for seat, agents in enumerate(thrones):
        x, y = 6 + across * (seat % 2), 8 + row / 2 + row * (seat // 2)
        step = (across - 30) / THRONE_AGENTS
        inside = [moved(13, 16, token(seat, 9))]
        for slot in range(THRONE_AGENTS):
            middle = 28 + step * (slot + 0.5)
            if slot < len(agents):
                inside.append(moved(middle, 16, throne_agent(agents[slot])))
            else:
                inside.append(disc(middle, 16, 3, "f-line"))
        if paired[seat]:
            bracket = f"M{28 + step / 2:.1f} 29v2.5h{step:.1f}v-2.5"
            inside.append(path(bracket, "none s-muted", 1.2))
        drawn.append(moved(x, y, *inside))
    return "".join(drawn)


@remembered(512)
def throne_agent(one: Agent) -> str:
    """An agent in the throne room."""
    if one.candidates:
        edge = element(
            "path",
            d=rounded(-14.5, -10.5, 29, 21, 5),
            class_=f"f-panel s-{seat_look(one.owner)}",
            stroke_width=1.5,
            stroke_dasharray="4 2.6",
        )
        inside = edge + label(0, 3.5, one.candidates, 9.5, "f-muted b mid")
    else:
        inside = figure(one, 10.5)
    return spot(one.name, SLOT, inside)
