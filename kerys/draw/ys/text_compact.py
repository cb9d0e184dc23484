"""A view in few lines of text: what a decision needs, on a terminal of 24 lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest

from kerys.draw.columns import columns_of
from kerys.draw.ys import sentences as saying
from kerys.draw.ys.text import NOTHING, agent_words, text
from kerys.draw.ys.text_lines import items, padded, paragraph
from kerys.facts.ys.characters import IN_FORCE, IN_HAND, WON, whereabouts
from kerys.facts.ys.read import displayed, read
from kerys.facts.ys.scene import UNKNOWN, Agent, Groups, PlayerScene, Scene, Ship
from kerys.facts.ys.words import GEM_LETTERS, area_word, character_word, colour_word, owner_name
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import (
    AREAS,
    COLUMNS,
    HARBOUR,
    LINES,
    MERCHANT,
    MERCHANT_POINTS,
    OWNED_COLOURS,
    PALACE,
    SEATS,
    SHOPS,
    SHOPS_POINTS,
)
from kerys.kernel.seats import NONE
from kerys.locale import _, language
from kerys.table.owners import seat_letter
from kerys.table.view import View

NARROWEST = 72
"""Below this width a grid has no room."""
LEFT = 10
"""The width of what stands left of the city and the market."""
PRIZE = 6
"""How much wider palaces are than other areas, as their prizes are named there."""
POINTS, ORDER, FRONT, BEHIND, GEM = 7, 6, 9, 16, 3
"""The widths of the columns of the players."""
NUMBERED = (
    Question.LOOK,
    Question.HERALD_AGENT,
    Question.HERALD_PLACE,
    Question.MAGICIAN_FIRST,
    Question.MAGICIAN_SECOND,
    Question.MERCENARY_AGENT,
)
"""The questions whose answers name agents by their numbers."""


def compact_text(view: View, *, width: int = 80) -> str:
    """The view in as few lines as possible; where a grid doesn't fit, all of it."""
    if width < NARROWEST:
        return text(view, width=width)
    record = displayed(view).tobytes()
    return _written(record, view.seat, view.open, view.names, width, language())


@lru_cache(maxsize=64)
def _written(
    record: bytes, seat: int, open_: bool, names: tuple[str, ...], width: int, _language: str
) -> str:
    """The lines of a record, in the current language."""
    table = read(record, seat, open_)
    parts = (
        _top(table, names, width),
        () if table.over else _city(table, width),
        () if table.over else _market(table, width),
        _players(table, names, width),
        _order(table, width),
        _hands(table, width),
        _throne(table, width),
        _key(width),
    )
    return "\n".join(line.rstrip() for part in parts for line in part) + "\n"


def _top(table: Scene, names: tuple[str, ...], width: int) -> list[str]:
    """Where the game stands and, unless the viewer is asked, who decides what."""
    where = f"Ys · {saying.round_words(table)} · {saying.phase(table)}"
    said = [where, saying.eyes(table, names), saying.looks_left(table)]
    lines = items("", list(filter(None, said)), " · ", width)
    asked = any(player.own and player.asked for player in table.players)
    return lines if asked else [*lines, *paragraph(saying.asked(table, names), width)]


# --- City and market ---------------------------------------------------------------------------


def _city(table: Scene, width: int) -> list[str]:
    """A row for each quarter, a column for each area."""
    room = (width - LEFT - PRIZE) // AREAS
    rooms = (room, room, room + PRIZE)
    points = MERCHANT_POINTS if table.played_by[MERCHANT] != NONE else SHOPS_POINTS
    shops = "{} ({})".format(area_word(SHOPS), _("{points} points").format(points=points))
    heads = [area_word(HARBOUR), shops, area_word(PALACE)]
    lines = [padded("  " + _("Ship"), LEFT) + "".join(map(padded, heads, rooms))]
    for quarter in range(table.quarters):
        mark = ">" if quarter == table.scored_quarter else " "
        first = padded(f"{quarter + 1}{mark}{_load(table.ships[quarter])}", LEFT)
        cells = [_area(table, quarter * AREAS + area, rooms[area] - 1) for area in range(AREAS)]
        for row in zip_longest(*cells, fillvalue=""):
            lines.append(first + "".join(map(padded, row, rooms)))
            first = " " * LEFT
    return lines


def _load(ship: Ship | None) -> str:
    """The gems on a ship as letters, the large one before the others: `BB+GY`."""
    if ship is None:
        return NOTHING
    gems = [GEM_LETTERS[colour] * many for colour, many in ship.gems]
    return f"{gems[0]}+{''.join(gems[1:])}" if ship.whole else "".join(gems)


def _area(table: Scene, place: int, room: int) -> list[str]:
    """The lines of one area: what can be won there, and the agents of each player."""
    quarter, area = divmod(place, AREAS)
    said = _agents(table, table.city[place]) or [NOTHING]
    if table.closed == place:
        said.insert(0, "[{}]".format(_("closed")))
    if area == PALACE and table.prizes[quarter] != NONE:
        said.insert(0, f"[{character_word(table.prizes[quarter])}]")
    return items("", said, " ", room)


def _agents(table: Scene, agents: Sequence[Agent]) -> list[str]:
    """Agents by owner, `A3,(2)`; with their numbers where an answer needs these."""
    if table.question in NUMBERED:
        return [agent_words(agent) for agent in agents]
    teams: dict[int, list[str]] = {}
    for agent in agents:
        letter = seat_letter(agent.owner)
        said = agent_words(agent).removeprefix(f"{agent.number}:{letter}")
        teams.setdefault(agent.owner, []).append(said)
    return [f"{seat_letter(owner)}{','.join(said)}" for owner, said in sorted(teams.items())]


def _market(table: Scene, width: int) -> list[str]:
    """The lines below the colours and their prices."""
    room = (width - 2 * LEFT) // COLUMNS
    heads = []
    for colour, price in enumerate(table.prices):
        step = f" {table.steps[colour]:+d}" if table.steps[colour] else ""
        at = _("{colour} at {price}").format(colour=colour_word(colour), price=price)
        heads.append(at + step)
    lines = [_cells(_("Market"), [*heads, _("Gem")], room)]
    for line in range(LINES):
        if line == 0 and table.seats < SEATS:
            continue
        row = table.market[line * COLUMNS : (line + 1) * COLUMNS]
        cells = [" ".join(_agents(table, [agent])) if agent else NOTHING for agent in row]
        gem = table.line_gems[line]
        lines.append(
            _cells(f"  {line + 1}", [*cells, NOTHING if gem == NONE else colour_word(gem)], room)
        )
    return lines


def _cells(first: str, cells: Sequence[str], room: int) -> str:
    """A row of the market."""
    return padded(first, LEFT) + "".join(padded(cell, room) for cell in cells)


# --- Players -----------------------------------------------------------------------------------


def _players(table: Scene, names: tuple[str, ...], width: int) -> list[str]:
    """A row for each player."""
    status = max(columns_of(_status(one)) for one in table.players) + 1
    room = width - POINTS - ORDER - FRONT - BEHIND - GEM * OWNED_COLOURS - status
    room = min(room, 6 + max(columns_of(owner_name(names, one.owner)) for one in table.players))
    heads = "".join(f"{letter:>{GEM}}" for letter in GEM_LETTERS[:OWNED_COLOURS])
    title = padded("  " + _("Player"), room) + f"{padded(_('Points'), POINTS)}"
    title += padded(_("Order"), ORDER) + padded(_("Front"), FRONT) + padded(_("Behind"), BEHIND)
    return [title + heads, *(_player(one, names, room) for one in table.players)]


def _player(player: PlayerScene, names: tuple[str, ...], room: int) -> str:
    """Points, order card, agents and gems of a player."""
    mark = ">" if player.asked else " "
    front = "+".join(map(str, player.front))
    if len(player.front) > 1:
        front += f"={sum(player.front)}"
    cells = (
        (f"{mark}{seat_letter(player.owner)} {owner_name(names, player.owner)}", room),
        (str(player.points), POINTS),
        (str(player.order_card or NOTHING), ORDER),
        (front or NOTHING, FRONT),
        (_groups(player.behind) or NOTHING, BEHIND),
    )
    gems = "".join(f"{many:>{GEM}}" for many in player.gems[:OWNED_COLOURS])
    return f"{''.join(padded(*cell) for cell in cells)}{gems} {_status(player)}"


def _status(player: PlayerScene) -> str:
    """What else there is to say about a player, in a word."""
    if player.rank > 0:
        return _("place {place}").format(place=player.rank)
    if player.sealed:
        return _("sealed: {choice}").format(choice=player.sealed)
    if player.answered:
        return _("has chosen")
    return _("you") if player.own else ""


def _groups(groups: Groups) -> str:
    """Agents with equal ones together, `44 3 11 ?x3`."""
    return " ".join(
        f"?x{many}" if value == UNKNOWN else str(value) * many for value, many in groups
    )


def _order(table: Scene, width: int) -> list[str]:
    """The order cards picked so far, while they are picked; and the neutral agents held."""
    lines = []
    if table.moment == Moment.POSITIONS:
        picks = [
            f"{card} {_('free') if seat == NONE else seat_letter(seat)}"
            for card, seat in enumerate(table.picks, 1)
        ]
        lines += items(_("New order: "), picks, ", ", width)
    held = [
        f"{seat_letter(player.owner)} {_groups(player.neutral_behind) or NOTHING}"
        for player in table.players
        if player.neutral_behind is not None
    ]
    if held and not table.over:
        lines += items(_("Neutral agents: "), held, ", ", width)
    return lines


def _hands(table: Scene, width: int) -> list[str]:
    """Who has which characters."""
    found = whereabouts(table)
    words = {
        IN_HAND: "{card}",
        WON: _("{card} (next round)"),
        IN_FORCE: _("{card} (in force)"),
    }
    said = []
    for player in table.players:
        held = [
            words[where].format(card=character_word(card))
            for card, (where, who) in enumerate(found)
            if where in words and who == player.owner
        ]
        if held:
            said.append(f"{seat_letter(player.owner)} {', '.join(held)}")
    if not said:
        return []
    return list(paragraph(_("Characters: {held}").format(held="; ".join(said)), width))


def _throne(table: Scene, width: int) -> list[str]:
    """The agents in the throne room."""
    if not table.kings_favour or table.over:
        return []
    said = []
    for seat, agents in enumerate(table.throne):
        words = _agents(table, agents) or [f"{seat_letter(seat)}{NOTHING}"]
        if table.paired[seat]:
            words.append(_("(1 and 2: one of each)"))
        said.append(" ".join(words))
    return items(_("Throne room: "), said, ", ", width)


def _key(width: int) -> tuple[str, ...]:
    """What the signs mean."""
    key = _("K black; (2) hidden, (?) unknown, (2!) known to all, * worth 5, @B seen by B")
    return paragraph(key, width)
