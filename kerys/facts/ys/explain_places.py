"""The places, prices and gems of Ys: what they are and what they are worth now."""

from __future__ import annotations

from kerys.facts.panels import Panel, Row
from kerys.facts.ys.explain_base import about, explanation, player_of
from kerys.facts.ys.majorities import majorities
from kerys.facts.ys.prices import columns
from kerys.facts.ys.projection import projection
from kerys.facts.ys.unseen import Sight
from kerys.facts.ys.words import colour_word
from kerys.games.ys.components import AREAS, BLACK, CITY, COLOUR_NAMES, COLOURS, WHITE
from kerys.games.ys.prices import price_rank
from kerys.games.ys.wording import names
from kerys.games.ys.wording.notation import AREA_NAMES
from kerys.games.ys.wording.questions import points
from kerys.locale import _, ngettext
from kerys.table.explanations import Explanation

# --- Places ------------------------------------------------------------------------------------


def _row(panel: Panel, name: str) -> Row | None:
    """A row of a panel by its name."""
    return next((row for row in panel.rows if row.name == name), None)


def _standing(sight: Sight, contest: str) -> list[str]:
    """What a contest awards, what each owner has there, and who leads."""
    panel = majorities(sight)
    row = _row(panel, contest)
    if row is None or sight.table.over:
        return []
    prize, *shown, ahead = row.cells
    if ahead.text and ahead.owner is None:
        return [_("It has been scored this round.")]
    has = [
        f"{column.heading} {cell.text}"
        for column, cell in zip(panel.columns[1:], shown, strict=False)
        if cell.text
    ]
    return [
        _("To be won: {prize}.").format(prize=prize.text) if prize.text else "",
        _("There now: {agents}.").format(agents=", ".join(has)) if has else _("Nobody is there."),
        ahead.title,
    ]


def area(sight: Sight, quarter: str, area: str) -> Explanation | None:
    """An area of the city."""
    place = (int(quarter) - 1) * AREAS + AREA_NAMES.index(area)
    if not sight.places >> place & 1:
        return None
    closed = about("closed") if sight.table.closed == place else ""
    lines = _standing(sight, f"{quarter}-{area}")
    return explanation(names.place(place), about(area), closed, *lines)


def quarter(sight: Sight, quarter: str) -> Explanation | None:
    """A quarter as a whole."""
    if int(quarter) > sight.table.quarters:
        return None
    title = _("Quarter {quarter}").format(quarter=quarter)
    return explanation(title, about("quarter"), *_standing(sight, f"quarter {quarter}"))


def ship(sight: Sight, quarter: str) -> Explanation | None:
    """A ship in its port, and who would take gems from it."""
    ship = sight.table.ships[int(quarter) - 1]
    if ship is None:
        return None
    title = _("The ship of port {number}").format(number=quarter)
    return explanation(title, about("ship"), *_standing(sight, f"quarter {quarter}"))


def stall(sight: Sight, colour: str, line: str) -> Explanation | None:
    """A space of the market: its line and its column."""
    column = COLOUR_NAMES.index(colour)
    place = CITY + (int(line) - 1) * COLOURS + column
    return explanation(
        names.place(place),
        about("stall"),
        "" if sight.places >> place & 1 else _("It isn't used now."),
        _line_told(sight, line) if sight.places >> place & 1 else "",
        _step(sight, colour),
    )


def _line_told(sight: Sight, line: str) -> str:
    """A line of the market, in a few sentences on one line."""
    head = _("Line {line}").format(line=line)
    return f"{head}: {' '.join(filter(None, _standing(sight, f'line {line}')))}"


def line(sight: Sight, line: str) -> Explanation:
    """A line of the market."""
    title = _("Market line {line}").format(line=line)
    return explanation(title, about("line"), *_standing(sight, f"line {line}"))


def column(sight: Sight, colour: str) -> Explanation:
    """A column of the market."""
    title = _("The {colour} column of the market").format(colour=names.colour(_number(colour)))
    return explanation(title, about("column"), _step(sight, colour))


def _step(sight: Sight, colour: str) -> str:
    """What a column would do to its price."""
    row = _row(columns(sight), colour)
    if row is None or sight.table.over:
        return ""
    price, agents, total, place, _step, then = (cell.text for cell in row.cells)
    if not place:
        return ""
    return _(
        "The {colour} column adds up to {sum} ({agents}) and is in place {place}: {colour} would "
        "go from {price} to {next}."
    ).format(
        colour=names.colour(_number(colour)),
        sum=total,
        agents=ngettext("{number} agent", "{number} agents", int(agents)),
        place=place,
        price=price,
        next=then,
    )


# --- Prices and gems ---------------------------------------------------------------------------


def _number(colour: str) -> int:
    """The number of a colour."""
    return COLOUR_NAMES.index(colour)


def price(sight: Sight, colour: str) -> Explanation:
    """A colour on the scale of prices."""
    number = _number(colour)
    title = _("{colour}, price {price}").format(
        colour=colour_word(number), price=sight.table.prices[number]
    )
    return explanation(title, about("price"), _rank(sight, number), _step(sight, colour))


def _rank(sight: Sight, colour: int) -> str:
    """The rank of a colour by price."""
    return _("{colour} ranks {rank} of 4 by price now.").format(
        colour=colour_word(colour), rank=int(price_rank(sight.state, colour)) + 1
    )


def colour(sight: Sight, colour: str) -> Explanation:
    """A gem of a colour, wherever it lies."""
    number = _number(colour)
    title = _("{colour} gem").format(colour=colour_word(number))
    if number == WHITE:
        return explanation(title, about("white"))
    kind = about("black" if number == BLACK else "gems")
    rank = "" if number == BLACK else _rank(sight, number)
    return explanation(title, kind, rank, _owned(sight, number))


def _owned(sight: Sight, colour: int) -> str:
    """How many gems of a colour each owner has."""
    has = [
        f"{sight.names[owner]} {player.gems[colour]}"
        for owner, player in zip(sight.owners, sight.table.players, strict=False)
        if player.gems[colour]
    ]
    if not has:
        return _("Nobody has one.")
    return _("Owned: {gems}.").format(gems=", ".join(has))


def price_step(sight: Sight, colour: str, way: str) -> Explanation:
    """A step of a price."""
    number = _number(colour)
    title = _("{colour} up") if way == "up" else _("{colour} down")
    price = _("{colour} stands at {price}.").format(
        colour=colour_word(number), price=sight.table.prices[number]
    )
    return explanation(
        title.format(colour=colour_word(number)), about(way), price, _rank(sight, number)
    )


def gems(sight: Sight, colour: str, owner: str) -> Explanation | None:
    """An owner's gems of a colour, and what they would score."""
    player, number = player_of(sight, owner), _number(colour)
    if player is None or number >= len(player.gems):
        return None
    at = sight.tokens.index(player.owner)
    title = _("{colour} gems of {name}").format(colour=colour_word(number), name=sight.names[at])
    cell = projection(sight).rows[at].cells[1 + number]
    worth = _("{gems}: {points} if the game ended now.").format(
        gems=ngettext("{number} gem", "{number} gems", player.gems[number]),
        points=points(int(cell.text)),
    )
    kind = about("black" if number == BLACK else "gems")
    rank = "" if number == BLACK else _rank(sight, number)
    return explanation(title, kind, worth, rank, _owned(sight, number))
