"""The ladder of a game as a page with a plot."""

from __future__ import annotations

from pathlib import Path

from kerys.bots.arena.results import Row, Standing, best_first
from kerys.bots.base import Budget
from kerys.bots.habits import habits_of
from kerys.cli.arena_plot import caption, draw
from kerys.locale import _, ngettext


def write_ladder(standing: Standing, folder: Path, command: str) -> Path:
    """Write the page and the plot of a game's ladder; returns where the page is."""
    folder.mkdir(parents=True, exist_ok=True)
    game = standing.tournament.game
    draw(standing, folder / f"{game}.png")
    path = folder / f"{game}.md"
    path.write_text(page(standing, command), "utf-8")
    return path


def page(standing: Standing, command: str) -> str:
    """The ladder as Markdown, the best level first, with the command that measures it."""
    game = standing.tournament.game
    heading = (
        _("level"),
        _("rating"),
        _("95% interval"),
        _("share of wins"),
        _("95% interval"),
        _("ms per decision"),
        _("games"),
    )
    rows = best_first(standing)
    lines = [
        "# " + _("The ladder of {game}").format(game=game.capitalize()),
        "",
        _explained(standing, command),
        "",
        *_table(heading, [_cells(row) for row in rows]),
        "",
        f"![{_('Ratings and shares of wins')}]({game}.png)",
        *_habits(standing),
    ]
    return "\n".join(lines) + "\n"


def _explained(standing: Standing, command: str) -> str:
    """How it was measured."""
    tournament = standing.tournament
    return _(
        "Measured with `{command}`: {games} of {players} on {deals}, each played once for every "
        "rotation of the seats. Equally strong players would win {fair:.0%} each. Ratings are "
        "OpenSkill's (Plackett-Luce); times depend on the machine that measured them. {budget}"
    ).format(
        command=command,
        games=ngettext("{number} game", "{number} games", standing.games),
        players=tournament.players,
        deals=ngettext("{number} deal", "{number} deals", standing.deals),
        fair=standing.rows[0].fair,
        budget=_budget(tournament.budget),
    )


def _budget(budget: Budget | None) -> str:
    """How long the levels thought."""
    if budget is None:
        return _("Every level thought as long as it does at a table.")
    if budget.worlds is not None:
        return _("In this run every level imagined {worlds} worlds per decision.").format(
            worlds=budget.worlds
        )
    return _("In this run every level had at most {milliseconds} ms per decision.").format(
        milliseconds=budget.milliseconds
    )


def _cells(row: Row) -> tuple[str, ...]:
    """A level."""
    return (
        caption(row),
        f"{row.rating:.1f}",
        _("{low:.1f} to {high:.1f}").format(low=row.rating_low, high=row.rating_high),
        f"{row.share:.1%}",
        _("{low:.1%} to {high:.1%}").format(low=row.low, high=row.high),
        f"{row.ms_per_decision:.1f}",
        str(row.games),
    )


def _habits(standing: Standing) -> list[str]:
    """A part about what each level does, if the game counts anything."""
    habits = habits_of(standing.tournament.rules)
    if not habits:
        return []
    heading = (_("level"), *(habit.heading() for habit in habits))
    cells = [
        (caption(row), *(habit.shown(row.habits[habit.name]) for habit in habits))
        for row in best_first(standing)
    ]
    about = _("What each level does, on average over the same games.")
    return ["", "## " + _("Habits"), "", about, "", *_table(heading, cells)]


def _table(heading: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    """The lines of a table; all columns but the first are numbers."""
    return [_line(heading), _line(("---", *["--:"] * (len(heading) - 1))), *map(_line, rows)]


def _line(cells: tuple[str, ...]) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"
