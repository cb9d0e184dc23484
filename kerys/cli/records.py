"""`kerys verify`, `kerys show` and `kerys replay`: what can be done with a record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kerys.cli.common import (
    check_folder,
    command,
    friendly,
    json_option,
    option,
    plain_option,
    wrong_use,
)
from kerys.cli.completion import complete_records
from kerys.locale import N_, _

if TYPE_CHECKING:
    from kerys.terminal.replay import Replay

VERIFY_HELP = N_(
    """Verify a finished game: the commitment to its deal, every decision and the result.

--json prints an object: "verified", "game", "commitment", "decisions" (how many), "scores" and
"ranks"; or "verified": false and "error". The exit status is 1 if the record isn't true.

Examples:

  kerys verify friday.kerys

  kerys verify friday.kerys --json
"""
)
SHOW_HELP = N_(
    """Show a record: who played, how it ended, and the story of the game.

--json prints it in plain terms for other programs: options, the deal, every decision with its named
fields, scores and ranks. The schema is in the documentation.

Example:

  kerys show friday.kerys --json
"""
)
REPLAY_HELP = N_(
    """Step through a game: arrow keys move, 's' switches the viewpoint, 'q' quits.

In a terminal it starts before the first decision. With --ply or --plain, and in a pipe, one
position is printed instead: the one after PLY decisions, or the last one. With --svg or --png that
position is drawn to a picture; the file - is the standard output.

A finished game is shown with all screens down, or as one seat saw it with --seat.

--line goes on from PLY with other moves and prints where they lead; --keep keeps that line in the
file, as a variation. --variation shows one that is kept there: 2, or 2.1 if it is nested. --judge
says what a search thinks of the last decision, by what its player could know.

Examples:

  kerys replay friday.kerys --ply 40 --seat 1 --svg moment.svg

  kerys replay friday.kerys --ply 0 --line "bid 4+2, bid 1+1" --keep --comment "bid more"

  kerys replay friday.kerys --variation 1
"""
)
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
PICTURE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
STANDARD_OUTPUT = Path("-")
file_argument = click.argument("file", type=FILE, shell_complete=complete_records)


@command(help=VERIFY_HELP)
@file_argument
@option("--commitment", help=N_("The commitment you noted down before the first move."))
@json_option
@friendly
def verify(file: Path, commitment: str | None, as_json: bool) -> None:
    """Verify a record."""
    from kerys.table import GameError

    try:
        found = _verified(file, commitment)
    except GameError as error:
        if not as_json:
            raise
        click.echo(json.dumps({"verified": False, "error": str(error)}, ensure_ascii=False))
        raise SystemExit(1) from error
    if as_json:
        click.echo(json.dumps({"verified": True, **found}, ensure_ascii=False))
        return
    click.echo(
        _(
            "Verified: the deal matches its commitment, and {number} decisions lead to {scores}."
        ).format(number=found["decisions"], scores=", ".join(map(str, found["scores"])))
    )


def _verified(file: Path, commitment: str | None) -> dict[str, Any]:
    """What a record proves; an error says why it proves nothing."""
    from kerys.table import VerifyError, load

    record = load(file)
    game = record.verify()
    if commitment is not None and commitment.strip().lower() != record.commitment:
        raise VerifyError(
            _("This record's commitment is {digest}, not the one you noted.").format(
                digest=record.commitment
            )
        )
    return {
        "game": record.game,
        "commitment": record.commitment,
        "decisions": game.ply,
        "scores": list(game.scores),
        "ranks": list(game.ranks),
    }


@command(help=SHOW_HELP)
@file_argument
@json_option
@friendly
def show(file: Path, as_json: bool) -> None:
    """A record for people or programs."""
    from kerys.table import RecordError, load
    from kerys.terminal.record_text import show_record

    record = load(file)
    if record.status == "sealed":
        raise RecordError(_("this is the sealed part of a running game"), file=str(file))
    if as_json:
        click.echo(json.dumps(record.json(), ensure_ascii=False))
    else:
        show_record(record)


@command(help=REPLAY_HELP)
@file_argument
@option("--ply", type=int, help=N_("Print the position after PLY decisions."))
@option("--seat", type=int, help=N_("The seat whose viewpoint to show, counted from 0."))
@option("--line", help=N_("Go on from PLY with these moves, separated by commas."))
@option("--keep", is_flag=True, help=N_("Keep the --line in the file, as a variation."))
@option("--comment", default="", help=N_("What to say about the line that is kept."))
@option("--variation", help=N_("Show this variation, up to PLY decisions."))
@option("--judge", is_flag=True, help=N_("Judge the decision that led to the position."))
@option("--svg", type=PICTURE, help=N_("Draw to this SVG file, or - for the standard output."))
@option("--png", type=PICTURE, help=N_("Draw to this PNG file, or - for the standard output."))
@option(
    "--width",
    type=click.IntRange(200, 4000),
    default=1200,
    show_default=True,
    help=N_("The width of the picture, in pixels."),
)
@option(
    "--theme",
    type=click.Choice(["light", "dark"]),
    default="light",
    show_default=True,
    help=N_("The theme of the picture."),
)
@plain_option
@friendly
def replay(
    file: Path,
    ply: int | None,
    seat: int | None,
    line: str | None,
    keep: bool,
    comment: str,
    variation: str | None,
    judge: bool,
    svg: Path | None,
    png: Path | None,
    width: int,
    theme: str,
    plain: bool,
) -> None:
    """A game, step by step."""
    from kerys.terminal.prompt import is_plain
    from kerys.terminal.replay import picture, save_picture

    if svg is not None and png is not None:
        raise click.UsageError(_("Give --svg or --png, not both."))
    if keep and line is None:
        raise click.UsageError(_("--keep needs a --line to keep."))
    if comment and not keep:
        raise click.UsageError(_("--comment needs --keep."))
    target = svg or png
    if target is not None:
        check_folder(target.parent)
    show = _replay(file, seat, ply, line, variation)
    if judge and not show.game.revealed:
        raise click.UsageError(_("Decisions can be judged once the game is over."))
    if judge and show.ply == 0:
        raise click.UsageError(_("There is no decision to judge before the first one."))
    if keep:
        show.saved.keep(show.game, comment)
        click.echo(_("Kept in {file}.").format(file=file), err=True)
    if target == STANDARD_OUTPUT:
        click.echo(picture(show.view(), width, theme, png is not None), nl=False)
    elif target is not None:
        save_picture(target, picture(show.view(), width, theme, png is not None))
        click.echo(_("Drawn: {file}").format(file=target))
    elif {ply, line, variation} == {None} and not judge and not is_plain(plain):
        from kerys.terminal.screen.app import replay as show_again

        farewell = show_again(show)
        if farewell:
            click.echo(farewell)
    else:
        click.echo(show.page())
    if judge:
        click.echo(_judged(show), err=target == STANDARD_OUTPUT)


def _judged(show: Replay) -> str:
    """What a search thinks of the decision that led to a position."""
    from kerys.study.review import judge_at
    from kerys.study.review.words import decision_told, judged_in_a_line

    found = judge_at(show.game, show.ply - 1)
    return f"{decision_told(show.game, found)}: {judged_in_a_line(show.game, found)}"


def _replay(
    file: Path, seat: int | None, ply: int | None, line: str | None, variation: str | None
) -> Replay:
    """The game in a file, or a line of it, at a ply."""
    from kerys.table.variations import line_to
    from kerys.terminal.replay import Replay, read_place, try_line
    from kerys.terminal.saves import open_game

    saved = open_game(file)
    shown = None
    with wrong_use():
        if variation is not None:
            shown, _left = line_to(saved.game, saved.variations, read_place(variation))
        if line is not None:
            shown, ply = try_line(shown or saved.game, ply, line), None
    return Replay(saved, seat, ply, shown)
