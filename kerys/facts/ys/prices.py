"""The columns of the market, and what they would do to the prices if scoring happened now."""

from __future__ import annotations

from functools import cache

from kerys.facts.panels import Cell, Column, Emphasis, Panel, Row, between
from kerys.facts.ys.majorities import sum_text
from kerys.facts.ys.unseen import Inquiry, Sight, Total
from kerys.facts.ys.words import colour_word
from kerys.games.ys.actions import Moment
from kerys.games.ys.components import COLOUR_NAMES, COLUMN_STEPS, COLUMNS, LINES
from kerys.games.ys.market import moved_price
from kerys.games.ys.state import space_at
from kerys.games.ys.tallies import decider
from kerys.locale import N_, _
from kerys.locale.word_cache import remembered

PRICES = N_("Prices")


def columns(sight: Sight) -> Panel:
    """The columns of the market: the agents in them, and how they move the prices."""
    return Panel(
        name="columns",
        title=_(PRICES),
        note=_(
            "The columns as if scoring happened now, without characters and the best "
            "bidder's step. {name} decides between columns that stay tied."
        ).format(name=sight.names[int(decider(sight.state))]),
        columns=_headings(),
        rows=_rows(
            Inquiry(
                sight,
                None,
                sight.knowledge(_market()),
                tuple(sight.state.ranking.tolist()),
                sight.table.prices,
                sight.table.moment > Moment.MARKET_COLUMNS,
                sight.places,
            )
        ),
    )


@remembered(1)
def _headings() -> tuple[Column, ...]:
    """The headings of the panel."""
    return (
        Column("price", _("Price")),
        Column("agents", _("Agents")),
        Column("sum", _("Sum")),
        Column("place", _("Place")),
        Column("step", _("Step")),
        Column("next", _("Then")),
    )


@remembered(256)
def _rows(inquiry: Inquiry[None]) -> tuple[Row, ...]:
    """All columns, cached until something they depend on changes."""
    sight = inquiry.take_sight()
    totals = [sight.total(column_spaces(column)) for column in range(COLUMNS)]
    settled = sight.state.ranking.tolist()
    return tuple([_row(sight, totals, settled, column) for column in range(COLUMNS)])


@cache
def _market() -> tuple[int, ...]:
    """The spaces of all columns."""
    return tuple(space for column in range(COLUMNS) for space in column_spaces(column))


@cache
def column_spaces(column: int) -> tuple[int, ...]:
    """The spaces of a column."""
    return tuple(int(space_at(line, column)) for line in range(LINES))


def _row(sight: Sight, totals: list[Total], settled: list[int], column: int) -> Row:
    """One column; only its price once the prices have moved."""
    places = sight.place_names(column_spaces(column))
    price = sight.table.prices[column]
    if sight.table.moment > Moment.MARKET_COLUMNS:
        cells = (Cell(str(price)), *[Cell()] * 5)
        return Row(COLOUR_NAMES[column], colour_word(column), cells, places=places)
    first, last, emphasis = column_place(totals, settled, column)
    return _open_row(column, price, totals[column], first, last, emphasis, places)


@remembered(1024)
def _open_row(
    column: int,
    price: int,
    total: Total,
    first: int,
    last: int,
    emphasis: Emphasis,
    places: tuple[str, ...],
) -> Row:
    """A column, and the places it can take."""
    steps = [int(COLUMN_STEPS[place]) for place in range(first, last + 1)]
    after = [int(moved_price(price, step)) for step in steps]
    tied = _("Level with another column.") if first != last else ""
    cells = (
        Cell(str(price)),
        Cell(str(total.agents)),
        Cell(sum_text(total)),
        Cell(between(first + 1, last + 1), None, emphasis, tied),
        Cell(_either([f"{step:+d}" for step in steps]), None, emphasis),
        Cell(_either([str(one) for one in dict.fromkeys(after)]), None, emphasis),
    )
    return Row(COLOUR_NAMES[column], colour_word(column), cells, places=places)


def _either(choices: list[str]) -> str:
    """Several texts as alternatives."""
    return _(" or ").join(choices)


def column_place(totals: list[Total], settled: list[int], column: int) -> tuple[int, int, Emphasis]:
    """The first and last place, from 0, that a column can take by what is visible."""
    if column in settled:
        return settled.index(column), settled.index(column), Emphasis.CERTAIN
    own = totals[column]
    others = [totals[one] for one in range(COLUMNS) if one != column and one not in settled]
    before = COLUMNS - 1 - len(others)
    if all(_is_ahead(other, own) or _is_ahead(own, other) for other in others):
        place = before + sum(_is_ahead(other, own) for other in others)
        return place, place, Emphasis.CERTAIN
    better = before + sum(_seen(other) > _seen(own) for other in others)
    level = sum(_seen(other) == _seen(own) for other in others)
    return better, better + level, Emphasis.TIES if level else Emphasis.OPEN


def _seen(total: Total) -> tuple[int, int]:
    """The strength of a column by what is visible: the sum, then the number (YS-6.3, YS-6.4)."""
    return total.known, total.agents


def _is_ahead(one: Total, other: Total) -> bool:
    """Whether a column is ahead of another, whatever the hidden agents are."""
    return (one.low, one.agents) > (other.high, other.agents)
