"""`kerys bots`, `kerys tune` and `kerys fit`: the bots, and how their evaluators are trained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kerys.cli.arena import progress_bar
from kerys.cli.common import (
    GAME_NAMES,
    INTERRUPTED,
    command,
    friendly,
    json_option,
    option,
    prepare_bots,
    seed_option,
    width,
)
from kerys.locale import N_, _, ngettext

if TYPE_CHECKING:
    from kerys.bots.levels import Level

BOTS_HELP = N_(
    """List the bots that play at a table or in the arena.

--json prints an object with the list "bots", each with "name", "kind" (level, part or guest),
"about", "cheats", "error" (null, or why it cannot be created), "ratings", which has "rating", "low"
and "high" for each game, and "worlds": how many worlds a level imagines per decision in each game.

Examples:

  kerys bots

  kerys bots --json
"""
)
MOST_ROOM = 16
"""The largest width of the column of names."""
LEVEL, PART, GUEST = "level", "part", "guest"
"""The kinds of bots: a level, a building block of the levels, a bot of another package."""
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
@json_option
@friendly
def bots(as_json: bool) -> None:
    """The levels with their ratings, and all other bots by name."""
    found = _bots()
    if as_json:
        click.echo(json.dumps({"bots": found}, ensure_ascii=False))
        return
    _print_bots(_("Levels, weakest first, with ratings and 95% intervals:"), found, LEVEL)
    click.echo()
    _print_bots(_("Building blocks of the levels, for measurements:"), found, PART)
    if any(one["kind"] == GUEST for one in found):
        click.echo()
        _print_bots(_("From other packages:"), found, GUEST)


def _bots() -> list[dict[str, Any]]:
    """All bots for other programs, the levels first."""
    from kerys.bots import bot_names, level_names
    from kerys.bots.levels import LEVELS
    from kerys.bots.registry import guests

    others = [name for name in bot_names() if name not in (*level_names(), *guests())]
    return [
        *(
            _bot(level.name, LEVEL, level.told(*GAME_NAMES)) | {"worlds": _worlds(level)}
            for level in LEVELS
        ),
        *(_bot(name, PART) for name in others),
        *(_bot(name, GUEST) for name in guests()),
    ]


def _worlds(level: Level) -> dict[str, int]:
    """How many worlds a level imagines in each game; empty if it looks one step ahead."""
    return {game: level.worlds(game) for game in GAME_NAMES} if level.milliseconds else {}


def _bot(name: str, kind: str, about: str = "") -> dict[str, Any]:
    """What there is to say about a bot; the error if another package's bot cannot be created."""
    from kerys.bots import BotError, bot_named
    from kerys.bots.levels import ratings

    found: dict[str, Any] = {"name": name, "kind": kind, "about": about, "cheats": False}
    found |= {"error": None, "ratings": {}, "worlds": {}}
    try:
        bot = bot_named(name)
    except BotError as error:
        return {**found, "error": str(error)}
    found["about"] = about or (_(bot.about) if bot.about else "")
    found["cheats"] = bot.cheats
    for game in GAME_NAMES:
        if (one := ratings(game).get(name)) is not None:
            found["ratings"][game] = {"rating": one.rating, "low": one.low, "high": one.high}
    return found


def _print_bots(title: str, found: list[dict[str, Any]], kind: str) -> None:
    """The bots of a kind, wrapped to the width of the terminal."""
    room = min(MOST_ROOM, max(len(one["name"]) for one in found))
    click.echo(title)
    for one in found:
        if one["kind"] == kind:
            first = f"  {one['name']:<{room}}  "
            click.echo(click.wrap_text(_about(one), width(), first, " " * len(first)))


def _about(bot: dict[str, Any]) -> str:
    """What a bot does and how strong it is, or why it cannot be created."""
    if bot["error"]:
        return str(bot["error"])
    cheats = _(" (cheats: for measurements only)") if bot["cheats"] else ""
    text = _("{game} {rating:.1f} ({low:.1f} to {high:.1f})")
    ratings = ", ".join(text.format(game=game, **one) for game, one in bot["ratings"].items())
    return f"{bot['about']}{cheats}" + (f": {ratings}" if ratings else "")


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
