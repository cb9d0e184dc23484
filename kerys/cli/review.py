"""`kerys review`: where a finished game was won, by what everyone could know at the time."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from kerys.cli.common import check_folder, command, friendly, json_option, option
from kerys.cli.records import file_argument
from kerys.locale import N_, _

REVIEW_HELP = N_(
    """Review a finished game: every decision is compared with the best that a search finds.

Decisions are judged by what the player could know, never by hindsight. At the usual level a player
of Ys takes about a minute, and one of Mykerinos half as long.

--json prints an object: "players" (accuracy, verdicts, luck and skill), "judgements", "chances" (by
ply), "steps" and "turning_points".

Examples:

  kerys review friday.kerys --seat 0 --level quick

  kerys review friday.kerys --seat 1 --level quick --html review.html
"""
)
LEVELS = ("quick", "standard", "deep")


@command(help=REVIEW_HELP)
@file_argument
@option(
    "--seat",
    "seats",
    type=int,
    multiple=True,
    help=N_("A seat to review, counted from 0; can be given several times. Default: all."),
)
@option(
    "--level",
    type=click.Choice(LEVELS),
    default="standard",
    show_default=True,
    help=N_("How long to think about each decision."),
)
@option("--seed", type=int, default=0, show_default=True, help=N_("The luck of the search."))
@option("--all", "every", is_flag=True, help=N_("List good decisions too."))
@option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    help=N_("Write a report with pictures to this file."),
)
@json_option
@friendly
def review(
    file: Path,
    seats: tuple[int, ...],
    level: str,
    seed: int,
    every: bool,
    html: Path | None,
    as_json: bool,
) -> None:
    """A finished game, judged."""
    from kerys.study.review import Reviewer
    from kerys.study.review.plain import review_to_plain
    from kerys.study.review.report import report_html
    from kerys.table.errors import GameError
    from kerys.table.record import load, write_whole
    from kerys.terminal.review_text import review_lines

    if html is not None:
        check_folder(html.parent)
    record = load(file)
    if record.status != "over":
        raise GameError(_("Only a finished game can be reviewed, and this one isn't over yet."))
    game = record.verify()
    reviewer = Reviewer(game, seats or None, level, seed)
    with click.progressbar(reviewer.plies, label=_("Reviewing"), file=sys.stderr) as plies:
        found = reviewer.sum_up([reviewer.at(ply) for ply in plies])
    if html is not None:
        write_whole(html, report_html(found, game), private=False)
    if as_json:
        click.echo(json.dumps(review_to_plain(found), ensure_ascii=False))
        return
    for line in review_lines(found, game, every):
        click.echo(line)
    if html is not None:
        click.echo(_("Written: {file}").format(file=html))
