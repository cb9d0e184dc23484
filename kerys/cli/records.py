"""`kerys verify`, `kerys show` and `kerys replay`: what can be done with a record."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from kerys.cli.common import command, friendly, option
from kerys.locale import N_, _

VERIFY_HELP = N_(
    """Verify a finished game: the commitment to its deal, every decision and the result.

Example:

  kerys verify friday.kerys
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

A finished game is shown with all screens down, or as one seat saw it with --seat. With --svg or
--png the position is drawn to a picture instead.

Example:

  kerys replay friday.kerys --ply 40 --seat 1 --svg moment.svg
"""
)
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@command(help=VERIFY_HELP)
@click.argument("file", type=FILE)
@option("--commitment", help=N_("The commitment you noted down before the first move."))
@friendly
def verify(file: Path, commitment: str | None) -> None:
    """Verify a record."""
    from kerys.table import VerifyError, load

    record = load(file)
    game = record.verify()
    if commitment is not None and commitment.strip().lower() != record.commitment:
        raise VerifyError(
            _("This record's commitment is {digest}, not the one you noted.").format(
                digest=record.commitment
            )
        )
    click.echo(
        _(
            "Verified: the deal matches its commitment, and {number} decisions lead to {scores}."
        ).format(number=game.ply, scores=", ".join(map(str, game.scores)))
    )


@command(help=SHOW_HELP)
@click.argument("file", type=FILE)
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON object."))
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
@click.argument("file", type=FILE)
@option("--ply", type=int, help=N_("Show the game after PLY decisions. Default: the end."))
@option("--seat", type=int, help=N_("The seat whose viewpoint to show, counted from 0."))
@option("--svg", type=click.Path(path_type=Path, dir_okay=False), help=N_("Draw to this SVG file."))
@option("--png", type=click.Path(path_type=Path, dir_okay=False), help=N_("Draw to this PNG file."))
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
@friendly
def replay(
    file: Path,
    ply: int | None,
    seat: int | None,
    svg: Path | None,
    png: Path | None,
    width: int,
    theme: str,
) -> None:
    """A game, step by step."""
    from kerys.terminal.replay import Replay, picture
    from kerys.terminal.saves import open_game

    if svg is not None and png is not None:
        raise click.UsageError(_("Give --svg or --png, not both."))
    show = Replay(open_game(file), seat, ply)
    if svg is not None or png is not None:
        target = svg or png
        assert target is not None
        picture(show.view(), target, width, theme, png is not None)
        click.echo(_("Drawn: {file}").format(file=target))
    elif sys.stdin.isatty() and sys.stdout.isatty() and ply is None:
        show.run()
    else:
        click.echo(show.page())
