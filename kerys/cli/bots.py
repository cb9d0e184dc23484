"""`kerys bots` and `kerys tune`: who can play, and how their judgement is made."""

from __future__ import annotations

from pathlib import Path

import click

from kerys.cli.common import GAME_NAMES, announce_first_start, command, friendly, option
from kerys.locale import N_, _

BOTS_HELP = N_(
    """List the bots that can sit at a table.

Example:

  kerys bots
"""
)
TUNE_HELP = N_(
    """Tune the weights of a game's estimate by self-play, and write them to a file.

It goes on from the weights that are in use, on all cores, for as long as it is given.

Example:

  kerys tune mykerinos --seconds 1 --deals 3 --out weights.toml
"""
)


@command(help=BOTS_HELP)
@friendly
def bots() -> None:
    """The bots by name."""
    from kerys.bots import bot_named, bot_names

    room = max(map(len, bot_names()))
    for name in bot_names():
        bot = bot_named(name)
        cheats = _(" (cheats: only for measurements)") if bot.cheats else ""
        click.echo(f"{name:<{room}}  {_(bot.about)}{cheats}")


@command(help=TUNE_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@option(
    "--seconds",
    type=click.IntRange(1),
    default=300,
    show_default=True,
    help=N_("How long to tune."),
)
@option(
    "--deals",
    type=click.IntRange(1),
    default=60,
    show_default=True,
    help=N_("How many deals every candidate plays in every seat."),
)
@option("--seed", type=int, default=0, show_default=True, help=N_("Which candidates are drawn."))
@option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Where to write; without it, the weights that the bots use are replaced."),
)
@friendly
def tune(game: str, seconds: int, deals: int, seed: int, out: Path | None) -> None:
    """Better weights."""
    announce_first_start()
    from kerys.bots.tuning import Generation, write_weights
    from kerys.bots.tuning import tune as better
    from kerys.games import GAMES

    def report(done: Generation) -> None:
        click.echo(
            _("generation {number} after {seconds:.0f} s: best {best:.2f}, mean {mean:.2f}").format(
                number=done.number, seconds=done.seconds, best=done.best, mean=done.mean
            ),
            err=True,
        )

    weights = better(GAMES[game], seconds, seed, deals, report)
    click.echo(_("Written: {file}").format(file=write_weights(game, weights, out)))
