"""A view as plain text, for terminals and screen readers: everything that the drawing shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kerys.draw.ys import sentences as saying
from kerys.draw.ys import svg_cards as cards
from kerys.draw.ys.svg_players import standing_words
from kerys.draw.ys.text_lines import heading, items, padded, paragraph
from kerys.facts.ys.characters import (
    ASIDE,
    GONE,
    IN_FORCE,
    IN_HAND,
    PALACE_NOW,
    TO_COME,
    UNSEEN,
    WON,
    whereabouts,
)
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
    COLOURS,
    COLUMNS,
    HIGHEST_PRICE,
    LINES,
    LOWEST_PRICE,
    MERCHANT,
    MERCHANT_POINTS,
    PALACE,
    QUARTERS,
    SEATS,
    SHOPS,
    SHOPS_POINTS,
    THRONE_AGENTS,
)
from kerys.kernel.seats import NONE
from kerys.locale import _, language, ngettext
from kerys.table.owners import seat_letter
from kerys.table.view import View

NOTHING = "-"
NAMES_WIDE = 12
"""The largest width of the names of areas, colours and rows."""


def text(view: View, *, width: int = 100) -> str:
    """The view as text, no line longer than `width`."""
    record = displayed(view).tobytes()
    return _written(record, view.seat, view.open, view.names, width, language())


@lru_cache(maxsize=64)
def _written(
    record: bytes, seat: int, open_: bool, names: tuple[str, ...], width: int, _language: str
) -> str:
    """The text of a record, in the current language."""
    table = read(record, seat, open_)
    chapters = [
        _top(table, names, width),
        _city(table, width),
        _market(table, width),
        _prices(table, width),
        _order(table, names, width),
        _characters(table, width),
        _throne(table, names, width),
        *(_player(player, names, width) for player in table.players),
    ]
    return "\n".join("\n".join([*lines, ""]) for lines in chapters if lines)


def _top(table: Scene, names: tuple[str, ...], width: int) -> list[str]:
    """Where the game stands."""
    where = f"Ys · {saying.round_words(table)} · {saying.phase(table)}"
    notes = " · ".join(filter(None, (saying.eyes(table, names), saying.notes(table))))
    sentences = (where, saying.asked(table, names), notes)
    return [line for words in sentences if words for line in paragraph(words, width)]


# --- City and market ---------------------------------------------------------------------------


def agent_words(agent: Agent) -> str:
    """An agent in short: `7:A3` open, `9:B(?)` hidden, and anything else known about it."""
    value = agent.candidates or "?" if agent.value == UNKNOWN else str(agent.value)
    if agent.hidden:
        value = f"({value}!)" if agent.public else f"({value})"
    mark = "*" if agent.marked else ""
    seen = f"@{agent.seen_by}" if agent.seen_by else ""
    return f"{agent.number}:{seat_letter(agent.owner)}{value}{mark}{seen}"


def _city(table: Scene, width: int) -> list[str]:
    """Quarter by quarter, with ship and prize."""
    key = _(
        "7:A3 is agent 7, of player A, worth 3. (3) is hidden, (?) unknown, (0/2) one of "
        "these, (3!) hidden but known to all; * counts as 5 for the Mercenary; @B was seen "
        "by B's Spy."
    )
    lines = [heading(_("City"), width), *paragraph(key, width)]
    for quarter in range(QUARTERS):
        title = _("Quarter {quarter}").format(quarter=quarter + 1)
        if quarter >= table.quarters:
            return [*lines, "", _("{quarter}: not in use").format(quarter=title)]
        if quarter == table.scored_quarter:
            title = _("{quarter}, scored now").format(quarter=title)
        lines += ["", f"{title} · {_load(table.ships[quarter])}"]
        for area in range(AREAS):
            lines += _area(table, quarter * AREAS + area, width)
    return lines


def _area(table: Scene, place: int, width: int) -> list[str]:
    """One area: its agents, and anything else worth saying about it."""
    quarter, area = divmod(place, AREAS)
    said = [agent_words(agent) for agent in table.city[place]] or [NOTHING]
    if area == SHOPS:
        points = MERCHANT_POINTS if table.played_by[MERCHANT] != NONE else SHOPS_POINTS
        said.insert(0, "[{}]".format(_("{points} points").format(points=points)))
    if table.closed == place:
        said.insert(0, "[{}]".format(_("closed")))
    if area == PALACE and table.prizes[quarter] != NONE:
        prize = _("prize: {prize}").format(prize=character_word(table.prizes[quarter]))
        said.insert(0, f"[{prize}]")
    return items(padded(f"  {area_word(area)}", NAMES_WIDE), said, "  ", width)


def _load(ship: Ship | None) -> str:
    """The gems in a harbour."""
    if ship is None:
        return _("no ship")
    gems = [colour_word(colour) + (f" x{many}" if many > 1 else "") for colour, many in ship.gems]
    if not ship.whole:
        return _("left on the ship: {gems}").format(gems=", ".join(gems))
    return _("ship: large {large}; small {small}").format(large=gems[0], small=", ".join(gems[1:]))


def _market(table: Scene, width: int) -> list[str]:
    """Lines and columns, as a table."""
    across = (width - NAMES_WIDE - 8) // COLUMNS
    steps = [f" {step:+d}" if step else "" for step in table.steps]
    heads = [colour_word(colour) + steps[colour] for colour in range(COLOURS)]
    lines = [heading(_("Market"), width), _cells(_("  Line"), _("Gem"), heads, across)]
    for line in range(LINES):
        if line == 0 and table.seats < SEATS:
            lines.append(_cells(f"  {line + 1}", _("closed"), [NOTHING] * COLUMNS, across))
            continue
        gem = table.line_gems[line]
        row = table.market[line * COLUMNS : (line + 1) * COLUMNS]
        cells = [agent_words(agent) if agent else NOTHING for agent in row]
        prize = NOTHING if gem == NONE else colour_word(gem)
        lines.append(_cells(f"  {line + 1}", prize, cells, across))
    return lines


def _cells(first: str, second: str, cells: Sequence[str], across: int) -> str:
    """A row of a table."""
    row = "".join(padded(cell, across) for cell in cells)
    return f"{padded(first, 8)}{padded(second, NAMES_WIDE)}{row}".rstrip()


def _prices(table: Scene, width: int) -> list[str]:
    """The scale of every colour."""
    steps = range(LOWEST_PRICE, HIGHEST_PRICE + 1)
    scale = "".join(f"{step:>3}" for step in steps)
    lines = [heading(_("Prices"), width), " " * NAMES_WIDE + scale]
    for colour, price in enumerate(table.prices):
        row = "".join(f"{GEM_LETTERS[colour] if step == price else '.':>3}" for step in steps)
        lines.append(f"{padded(f'  {colour_word(colour)}', NAMES_WIDE)}{row}{price:>5}")
    return lines


# --- Cards and the throne room -----------------------------------------------------------------


def _order(table: Scene, names: tuple[str, ...], width: int) -> list[str]:
    """Who holds which order card, and who picked which."""
    held = [f"{card} {lettered(names, seat)}" for card, seat in enumerate(table.order, 1)]
    lines = [heading(_("Order cards"), width), *items("  ", held, ", ", width)]
    if table.moment == Moment.POSITIONS:
        free = _("free")
        picks = [
            f"{card} {free if seat == NONE else lettered(names, seat)}"
            for card, seat in enumerate(table.picks, 1)
        ]
        lines += items("  " + _("New order: "), picks, ", ", width)
    return lines


def _characters(table: Scene, width: int) -> list[str]:
    """Where every character is."""
    where_words = (
        (PALACE_NOW, _("In the palaces")),
        (IN_HAND, _("In hand")),
        (WON, _("Won for the next round")),
        (IN_FORCE, _("In force")),
        (GONE, _("Gone")),
        (UNSEEN, _("Not seen yet")),
        (TO_COME, _("Still to come, by round")),
        (ASIDE, _("Set aside")),
    )
    lines = [heading(_("Characters"), width)]
    found = whereabouts(table)
    for where, words in where_words:
        said = []
        for card, (place, who) in enumerate(found):
            if place == where:
                numbered = where in (PALACE_NOW, TO_COME)
                whose = "" if who == NONE else f" ({who + 1 if numbered else seat_letter(who)})"
                said.append(character_word(card) + whose)
        if said:
            lines += items(f"  {words}: ", said, ", ", width)
    return [*lines, *items("  ", [cards.stacks(table)], ", ", width)]


def _throne(table: Scene, names: tuple[str, ...], width: int) -> list[str]:
    """The agents in the throne room."""
    if not table.kings_favour:
        return []
    lines = [heading(_("Throne room"), width)]
    for seat, agents in enumerate(table.throne):
        said = [agent_words(agent) for agent in agents]
        said += [NOTHING] * (THRONE_AGENTS - len(agents))
        if table.paired[seat]:
            said.append(_("(1 and 2: one of each)"))
        lines += items(f"  {padded(lettered(names, seat), 30)}", said, "  ", width)
    return lines


# --- Players -----------------------------------------------------------------------------------


def _player(player: PlayerScene, names: tuple[str, ...], width: int) -> list[str]:
    """Everything in front of a player."""
    points = ngettext("{number} point", "{number} points", player.points)
    name = f"{seat_letter(player.owner)} {owner_name(names, player.owner)}"
    title = " · ".join(filter(None, (name, points, standing_words(player))))
    lines = [heading(title, width)]
    rows: list[tuple[str, list[str], str]] = []
    if player.order_card:
        front = [str(value) for value in player.front]
        if front:
            front.append("({})".format(_("sum {sum}").format(sum=sum(player.front))))
        rows.append((_("Front"), front, " "))
        rows.append((_("Behind"), _groups(player.behind), " "))
        if player.neutral_behind is not None:
            rows.append((_("Neutral"), _groups(player.neutral_behind), " "))
    gems = [f"{colour_word(colour)} {many}" for colour, many in enumerate(player.gems)]
    rows.append((_("Gems"), gems, ", "))
    for words, held in (
        (_("In force"), player.in_force),
        (_("Hand"), player.hand),
        (_("Next round"), player.won),
    ):
        if held:
            rows.append((words, [character_word(card) for card in held], ", "))
    for words, said, gap in rows:
        lines += items(padded(f"  {words}", NAMES_WIDE + 2), said or [NOTHING], gap, width)
    return lines


def _groups(groups: Groups) -> list[str]:
    """Agents one by one; unknown ones as question marks."""
    said: list[str] = []
    for value, many in groups:
        said += [f"? x{many}"] if value == UNKNOWN else [str(value)] * many
    total = sum(many for _value, many in groups)
    return [*said, f"({total})"] if said else []
