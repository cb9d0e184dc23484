"""The result of a tournament as tables for people."""

from __future__ import annotations

from rich import box
from rich.table import Table

from kerys.bots.arena.results import Standing, best_first
from kerys.bots.habits import habits_of
from kerys.cli.arena_plot import caption, title
from kerys.cli.common import console
from kerys.locale import _, ngettext


def print_standing(standing: Standing) -> None:
    """Tables for people."""
    tables = console()
    tables.print(title(standing), highlight=False)
    tables.print(_strengths(standing))
    tables.print(_conduct(standing))
    if habits_of(standing.tournament.rules):
        tables.print(_("What each bot does, on average:"))
        tables.print(_habits(standing))
    if standing.unwon:
        text = ngettext(
            "Nobody won {number} game: a neutral party came first.",
            "Nobody won {number} games: a neutral party came first.",
            standing.unwon,
        )
        tables.print(text, highlight=False)
    if len(standing.rows) > 1:
        tables.print(_("How often each bot finished ahead of another (ties count half):"))
        tables.print(_pairs(standing))
    for row in standing.rows:
        if row.problem is not None:
            told = _("First fault of {name}: {problem}")
            text = told.format(name=caption(row), problem=row.problem)
            tables.print(text, style="red", highlight=False, markup=False)


def _strengths(standing: Standing) -> Table:
    """How strong each bot is."""
    table = _table(_("wins"), _("95% interval"), _("equals"), _("rating"), _("95%"), _("ordinal"))
    for row in best_first(standing):
        table.add_row(
            caption(row),
            f"{row.share:.1%}",
            _("{low:.1%} to {high:.1%}").format(low=row.low, high=row.high),
            f"{row.fair:.0%}",
            f"{row.rating:.1f}",
            f"± {row.rating_high - row.rating:.1f}",
            f"{row.ordinal:.1f}",
        )
    return table


def _conduct(standing: Standing) -> Table:
    """The points, thinking time and faults of each bot."""
    table = _table(_("games"), _("points"), _("ms per decision"), _("95% within"), _("faults"))
    for row in best_first(standing):
        table.add_row(
            caption(row),
            str(row.games),
            f"{row.score:.1f}",
            f"{row.ms_per_decision:.1f}",
            f"{row.ms_95:.1f}",
            str(row.faults),
        )
    return table


def _habits(standing: Standing) -> Table:
    """What each bot does, as far as the game counts it."""
    habits = habits_of(standing.tournament.rules)
    table = _table(*(habit.heading() for habit in habits))
    for row in best_first(standing):
        table.add_row(caption(row), *(habit.shown(row.habits[habit.name]) for habit in habits))
    return table


def _pairs(standing: Standing) -> Table:
    """How often each bot finished ahead of every other, numbered in the header."""
    rows = best_first(standing)
    table = _table(*(str(number) for number in range(1, len(rows) + 1)))
    for number, row in enumerate(rows, 1):
        against = standing.pairwise.get(row.name, {})
        shares = [against.get(other.name) for other in rows]
        table.add_row(
            f"{number} {caption(row)}", *("" if one is None else f"{one:.1%}" for one in shares)
        )
    return table


def _table(*titles: str) -> Table:
    """An empty table with a column for the bots."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(_("bot"), no_wrap=True)
    for heading in titles:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
