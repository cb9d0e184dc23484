"""`kerys corpus make`: games between bots as records and as a table of decisions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from kerys.cli.arena import progress_bar, variant_options
from kerys.cli.common import (
    GAME_NAMES,
    SpokenGroup,
    agreed,
    bots_option,
    check_folder,
    command,
    friendly,
    option,
    prepare_bots,
    seed_option,
)
from kerys.locale import N_, _, ngettext

GROUP_HELP = N_(
    """Make a corpus of games between bots, for machine learning.

Example:

  kerys corpus make mykerinos --bots greedy,random --games 4 --worlds 2 --folder games
"""
)
MAKE_HELP = N_(
    """Play games between bots, and write down every decision.

The folder gets a record of every game and decisions.parquet, a table with a row for every decision:
what the seat knew, its legal actions, what it chose and how the game ended. The number of players
is the number of bots you name; the bots move up one seat after each game. A bot can have its own
budget (search@64w).

Examples:

  kerys corpus make ys --bots greedy,random,random --games 2 --worlds 2 --folder few

  kerys corpus make mykerinos --bots random,random --games 50 --cores 1 --folder many
"""
)


@click.group(cls=SpokenGroup, help=GROUP_HELP)
def corpus() -> None:
    """Corpora of games."""


@command(help=MAKE_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@bots_option
@option(
    "--games", type=click.IntRange(1), default=1000, show_default=True, help=N_("How many games.")
)
@option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help=N_("Where to write: a new or empty folder."),
)
@option(
    "--worlds",
    type=click.IntRange(1),
    default=16,
    show_default=True,
    help=N_("How many worlds a bot imagines per decision."),
)
@seed_option
@option("--cores", type=click.IntRange(1), help=N_("How many cores to use. Default: all."))
@variant_options
@friendly
def make(
    game: str,
    bots: str,
    games: int,
    folder: Path,
    worlds: int,
    seed: str,
    cores: int | None,
    switches: tuple[str, ...],
) -> None:
    """A corpus of games between the bots named."""
    from kerys.bots.arena.tournament import check_entrants
    from kerys.games import GAMES
    from kerys.research.corpus import Corpus, CorpusError
    from kerys.research.corpus import make as write

    check_folder(folder.parent)
    labels = tuple(word.strip() for word in bots.split(",") if word.strip())
    check_entrants(labels, game)
    options = agreed(game, len(labels), switches)
    plain: dict[str, Any] = GAMES[game].wording.plain_options(options)
    prepare_bots(labels, game)
    with progress_bar() as bar:
        task = bar.add_task(_("games"), total=games)
        try:
            made = write(
                Corpus(game, plain, labels, games, seed, worlds),
                folder,
                cores or os.cpu_count() or 1,
                lambda: bar.advance(task, 1),
            )
        except CorpusError as error:
            raise click.UsageError(str(error)) from error
    told = _("Wrote {games} with {decisions} to {folder}.")
    click.echo(
        told.format(
            games=ngettext("{number} game", "{number} games", games),
            decisions=ngettext("{number} decision", "{number} decisions", made),
            folder=folder,
        )
    )


corpus.add_command(make)
