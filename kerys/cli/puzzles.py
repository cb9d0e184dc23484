"""`kerys puzzles`: solve puzzles in the terminal, make new ones, and check files of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kerys.cli.arena import progress_bar
from kerys.cli.common import (
    GAME_NAMES,
    INTERRUPTED,
    SpokenGroup,
    check_folder,
    command,
    friendly,
    option,
    plain_option,
    seed_option,
)
from kerys.locale import N_, _, ngettext

GROUP_HELP = N_(
    """Solve puzzles, make new ones, or check a file of puzzles.

A puzzle is a decision of a real game in which one answer is clearly best, but doesn't look so.

Examples:

  kerys puzzles ys

  kerys puzzles mykerinos --plain
"""
)
MAKE_HELP = N_(
    """Find puzzles in games between bots, or in records of games.

A decision becomes a puzzle if one answer is ahead of all others by at least 4 points of winning
chance and 4 standard errors, if the game isn't decided yet, and if the bot greedy would answer
something else. Each one is checked with ten times the search that found it, and other luck.

Puzzles are written as they are found. If a run is stopped, the same command goes on.

Examples:

  kerys puzzles make ys --number 200 --out ys.jsonl

  kerys puzzles make mykerinos --number 10 --out mine.jsonl --from friday.kerys
"""
)
SOLVE_HELP = N_(
    """Solve puzzles of this game: first that of the day, then others that fit your rating.

Your rating and what you have tried are kept in your own folder.

Example:

  kerys puzzles ys --file mine.jsonl
"""
)
CHECK_HELP = N_(
    """Check a file of puzzles: the rules replay every one of them.

Example:

  kerys puzzles check mine.jsonl
"""
)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(cls=SpokenGroup, help=GROUP_HELP)
def puzzles() -> None:
    """Puzzles."""


@command(help=MAKE_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@option("--number", type=click.IntRange(1), required=True, help=N_("How many puzzles."))
@option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help=N_("The file to write, one puzzle per line."),
)
@option(
    "--from",
    "records",
    type=FILE,
    multiple=True,
    help=N_(
        "The record of a finished game to look in, instead of games between bots. Can be given "
        "several times."
    ),
)
@seed_option
@option(
    "--processes", type=click.IntRange(1), help=N_("How many processes. Default: one per core.")
)
@friendly
def make(
    game: str,
    number: int,
    out: Path,
    records: tuple[Path, ...],
    seed: str,
    processes: int | None,
) -> None:
    """Find puzzles and write them down."""
    from kerys.bots.arena.executors import usable_cores
    from kerys.study.puzzles.games import Order
    from kerys.study.puzzles.maker import WrongFileError
    from kerys.study.puzzles.maker import make as write

    check_folder(out.parent)
    order = Order(game, number, seed, records)
    try:
        with progress_bar() as bar:
            task = bar.add_task(_("puzzles"), total=number)

            def tell(made: int) -> None:
                """Show progress, in lines where a bar can't be drawn."""
                bar.update(task, completed=min(made, number))
                if bar.disable:
                    message = _("{made} of {number} puzzles").format(
                        made=min(made, number), number=number
                    )
                    click.echo(message, err=True)

            found = write(order, out, processes or usable_cores(), tell)
    except WrongFileError as error:
        raise click.UsageError(str(error)) from error
    except KeyboardInterrupt:
        stopped = _("Stopped. Run the same command to go on where it stopped.")
        click.echo(stopped, err=True)
        raise SystemExit(INTERRUPTED) from None
    wrote = _("Wrote {puzzles} to {file}.")
    click.echo(wrote.format(puzzles=_counted(found), file=out))


@command(help=CHECK_HELP)
@click.argument("file", type=FILE)
@friendly
def check(file: Path) -> None:
    """Check a file of puzzles."""
    from kerys.study.puzzles.puzzle_file import check_puzzles

    found = check_puzzles(file)
    click.echo(_("{file}: {puzzles}, all right.").format(file=file, puzzles=_counted(found)))


def _counted(found: list[Any]) -> str:
    """How many puzzles."""
    return ngettext("{number} puzzle", "{number} puzzles", len(found))


def _solve(game: str) -> click.Command:
    """The command that solves the puzzles of a game."""

    @command(game, help=SOLVE_HELP)
    @option("--file", type=FILE, help=N_("Solve puzzles of your own."))
    @plain_option
    @friendly
    def solve(file: Path | None, plain: bool) -> None:
        from kerys.games import GAMES
        from kerys.study.puzzles.puzzle_file import puzzles_of, read_puzzles
        from kerys.terminal.prompt import asker, is_plain
        from kerys.terminal.puzzles import PuzzleSession, progress_file

        found = read_puzzles(file) if file else puzzles_of(game)
        found = [one for one in found if one.game == game]
        if not found:
            problem = _("There are no puzzles for {game} here.")
            raise click.UsageError(problem.format(game=GAMES[game].wording.title))
        PuzzleSession(found, asker(is_plain(plain)), progress_file(game)).run()

    made: click.Command = solve
    return made


puzzles.add_command(make)
puzzles.add_command(check)
for _game in GAME_NAMES:
    puzzles.add_command(_solve(_game))
