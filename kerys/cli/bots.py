"""`kerys bots`, `kerys tune` and `kerys fit`: the bots, and how their evaluators are trained."""

from __future__ import annotations

from pathlib import Path

import click

from kerys.cli.arena import progress_bar
from kerys.cli.common import (
    GAME_NAMES,
    INTERRUPTED,
    command,
    friendly,
    option,
    prepare_bots,
    seed_option,
)
from kerys.locale import N_, _, ngettext

BOTS_HELP = N_(
    """List the bots that play at a table or in the arena.

Example:

  kerys bots
"""
)
TUNE_HELP = N_(
    """Tune the weights of a game's estimate by self-play, and write them to a file.

Tuning starts from the current weights and uses all cores for the time you give it. The file is
written after every generation, so Ctrl-C loses only the current one.

Example:

  kerys tune mykerinos --seconds 1 --deals 3 --out weights.toml
"""
)
FIT_HELP = N_(
    """Fit a search's expectations and beliefs to played games, and write the weights to a file.

Search bots play games in all variants, on all cores. The weights are chosen so that what players
have at the end of a round best predicts their final points, and so that turns and places best
predict which agents were hidden. The weights that `kerys tune` tunes don't change. After Ctrl-C the
weights are fitted to the games finished so far.

Example:

  kerys fit ys --games 4 --worlds 2 --out weights.toml
"""
)


@command(help=BOTS_HELP)
@friendly
def bots() -> None:
    """The levels with their ratings, and all other bots by name."""
    from kerys.bots import bot_names, level_names
    from kerys.bots.levels import LEVELS
    from kerys.bots.registry import guests

    levels = level_names()
    others = [name for name in bot_names() if name not in levels and name not in guests()]
    room = max(map(len, bot_names()))
    click.echo(_("Levels, weakest first, with ratings and 95% intervals:"))
    for level in LEVELS:
        about = level.told(*GAME_NAMES)
        click.echo(f"  {level.name:<{room}}  {about}{_ratings(level.name)}")
    click.echo("\n" + _("Building blocks of the levels, for measurements:"))
    for name in others:
        click.echo(f"  {name:<{room}}  {_about(name)}")
    if guests():
        click.echo("\n" + _("From other packages:"))
    for name in guests():
        click.echo(f"  {name:<{room}}  {_about(name)}")


def _about(name: str) -> str:
    """What a bot does, or why another package's bot cannot be created."""
    from kerys.bots import BotError, bot_named

    try:
        bot = bot_named(name)
    except BotError as error:
        return str(error)
    cheats = _(" (cheats: for measurements only)") if bot.cheats else ""
    return f"{_(bot.about) if bot.about else ''}{cheats}"


def _ratings(name: str) -> str:
    """The rating of a level in each game."""
    from kerys.bots.levels import ratings

    text = _("{game} {rating:.1f} ({low:.1f} to {high:.1f})")
    found = ", ".join(
        text.format(game=game, rating=one.rating, low=one.low, high=one.high)
        for game in GAME_NAMES
        if (one := ratings(game).get(name)) is not None
    )
    return f": {found}" if found else ""


out_option = option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Where to write. Default: replace the weights in the source checkout."),
)


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
    help=N_("How many deals each candidate plays in every seat."),
)
@option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help=N_("The seed for drawing candidates."),
)
@out_option
@friendly
def tune(game: str, seconds: int, deals: int, seed: int, out: Path | None) -> None:
    """Better weights."""
    from kerys.bots.training.tuning import Generation, target_of, write_weights
    from kerys.bots.training.tuning import tune as better
    from kerys.games import GAMES

    target, done = target_of(game, out), 0

    def keep(found: Generation) -> None:
        nonlocal done
        write_weights(game, found.weights, target)
        done = found.number
        text = _("generation {number} after {seconds:.0f} s: best {best:.2f}, mean {mean:.2f}")
        told = text.format(
            number=found.number, seconds=found.seconds, best=found.best, mean=found.mean
        )
        click.echo(told, err=True)

    try:
        better(GAMES[game], seconds, seed, deals, keep)
    except KeyboardInterrupt:
        click.echo(_stopped(done, target), err=True)
        raise SystemExit(INTERRUPTED) from None
    click.echo(_("Written: {file}").format(file=target))


def _stopped(generations: int, target: Path) -> str:
    """What Ctrl-C leaves behind."""
    if not generations:
        return _("Stopped before the first generation was finished: nothing was written.")
    stopped = _("Stopped. The best weights so far, after generation {number}, are in {file}.")
    return stopped.format(number=generations, file=target)


@command(help=FIT_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@option(
    "--games",
    type=click.IntRange(1),
    default=800,
    show_default=True,
    help=N_("How many games."),
)
@option(
    "--worlds",
    type=click.IntRange(1),
    default=64,
    show_default=True,
    help=N_("How many worlds a bot imagines per decision."),
)
@seed_option
@out_option
@friendly
def fit(game: str, games: int, worlds: int, seed: str, out: Path | None) -> None:
    """Weights that predict better how games go."""
    from kerys.bots.training import fitting
    from kerys.bots.training.tuning import target_of, write_weights
    from kerys.games import GAMES

    fitting.check_fitted(GAMES[game])
    target, found = target_of(game, out), []
    try:
        prepare_bots(["search"], game)
        with progress_bar() as bar:
            task = bar.add_task(_("games"), total=games)
            for record in fitting.played(GAMES[game], games, worlds, seed):
                found.append(record)
                bar.advance(task)
    except KeyboardInterrupt:
        if not found:
            click.echo(
                _("Stopped before the first game was finished: nothing was written."), err=True
            )
            raise SystemExit(INTERRUPTED) from None
    write_weights(game, fitting.fit(GAMES[game], found), target)
    text = _("Fitted to {games}. Written: {file}")
    told = ngettext("{number} game", "{number} games", len(found))
    click.echo(text.format(games=told, file=target))
    if len(found) < games:
        raise SystemExit(INTERRUPTED)
