"""`kerys arena` and `kerys ladder`: tournaments of bots."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kerys.cli.common import (
    GAME_NAMES,
    INTERRUPTED,
    Command,
    agreed,
    command,
    friendly,
    game_options,
    option,
    prepare_bots,
    readable,
    rule_options,
)
from kerys.locale import N_, _, ngettext

if TYPE_CHECKING:
    from rich.progress import Progress

    from kerys.bots import Budget
    from kerys.bots.arena import Standing, StateFile, Tournament

ARENA_HELP = N_(
    """Let bots play a tournament, and say how strong they are.

Every deal is played once for every rotation of the bots over the seats, so that luck of the deal
and of the seat cancel. There are as many players as bots are named; a bot may have a budget of its
own, in milliseconds (search@1000) or in worlds (search@64w). Ctrl-C loses nothing: the same command
goes on where it stopped.

Examples:

  kerys arena ys --bots greedy,random,random,random --games 8

  kerys arena mykerinos --bots greedy,random --games 8 --worlds 2 --json
"""
)
LADDER_HELP = N_(
    """Let all levels of a game play each other, and write their ratings into the docs.

Tables are mixed, so that over many games every level meets all others, on duplicate deals. The page
and its plot are written into the folder 'ladder' of the docs.

Example:

  kerys ladder mykerinos --games 1 --worlds 1 --docs .
"""
)


def variant_options(decorated: Command) -> Command:
    """The options that say how a game is played; how many play, the bots tell."""
    described = rule_options(decorated)
    parameters: list[click.Parameter] = described.__click_params__  # type: ignore[attr-defined]
    parameters[:] = [one for one in parameters if one.name != "players"]
    return described


def tournament_options(decorated: Command) -> Command:
    """What all tournaments share."""
    for choice in (
        option(
            "--cluster",
            metavar="auto|ADDRESS",
            help=N_(
                "Play on a Ray cluster: the one this machine belongs to, or the one at an address. "
                "Kerys must be installed on its machines."
            ),
        ),
        option(
            "--file",
            type=click.Path(path_type=Path, dir_okay=False),
            help=N_(
                "Where finished deals are kept, to go on from; without it, in your folder for "
                "state, until the tournament is over."
            ),
        ),
        option(
            "--cores",
            type=click.IntRange(1),
            help=N_("How many cores to use; without it, all."),
        ),
        option(
            "--seed",
            callback=readable,
            default="0",
            show_default=True,
            help=N_("The same seed, the same deals; with --worlds, the same games."),
        ),
        option(
            "--worlds",
            type=click.IntRange(1),
            help=N_("How many worlds a bot imagines for a decision: repeatable to the last move."),
        ),
        option(
            "--budget",
            type=click.IntRange(1),
            metavar="MS",
            help=N_(
                "How many milliseconds a bot has for a decision; without it, each takes its own."
            ),
        ),
    ):
        decorated = choice(decorated)
    return decorated


@command(help=ARENA_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@option("--bots", required=True, help=N_("The bots, with commas; as many as play."))
@option(
    "--games",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help=N_("How many games, rounded up to whole deals."),
)
@tournament_options
@variant_options
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON object."))
@option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Draw shares and ratings into this PNG file."),
)
@friendly
def arena(
    game: str,
    bots: str,
    games: int,
    switches: tuple[str, ...],
    as_json: bool,
    plot: Path | None,
    **how: Any,
) -> None:
    """A tournament of the bots that are named."""
    from kerys.cli.arena_plot import check_plot, draw
    from kerys.cli.arena_tables import print_standing

    labels = tuple(word.strip() for word in bots.split(",") if word.strip())
    options = agreed(game, len(labels), switches)
    if plot is not None:
        check_plot(plot.parent)
    with _played(_tournament(game, options, labels, how), games, how) as standing:
        if plot is not None:
            draw(standing, plot)
        if as_json:
            click.echo(json.dumps(standing.plain()))
        else:
            print_standing(standing)


@command(help=LADDER_HELP)
@game_options
@option(
    "--games",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help=N_("How many games every level plays, rounded up to whole rounds of the tables."),
)
@tournament_options
@option(
    "--docs",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("docs"),
    show_default=True,
    help=N_("The folder of the docs."),
)
@option(
    "--publish",
    is_flag=True,
    help=N_(
        "Also replace the ratings that 'kerys bots' and the tables show (in a source checkout)."
    ),
)
@friendly
def ladder(
    game: str,
    players: int | None,
    switches: tuple[str, ...],
    games: int,
    docs: Path,
    publish: bool,
    **how: Any,
) -> None:
    """All levels of a game against each other."""
    from kerys.bots import level_names
    from kerys.bots.arena import ladder as ladders
    from kerys.cli.arena_plot import check_plot
    from kerys.cli.arena_tables import print_standing
    from kerys.cli.ladder_page import write_ladder

    check_plot(docs)
    options = agreed(game, players, switches)
    tournament = _tournament(game, options, level_names(), how)
    if publish:
        ladders.check_publishable(tournament)
    given = {"players": int(options.players), "switches": switches}
    command = repeated_by(game, {**given, "games": games, **how})
    with _played(tournament, games, how) as standing:
        written = [write_ladder(standing, docs / "ladder", command)]
        if publish:
            written.append(ladders.publish(standing))
        print_standing(standing)
        for file in written:
            click.echo(_("Written into {page}.").format(page=file))


def repeated_by(game: str, given: dict[str, Any]) -> str:
    """The command that plays the same ladder again, whatever the defaults will be then.

    Where it is played and what it writes makes no difference to the games, and is left out.
    """
    words = ["kerys", "ladder", game, "--players", str(given["players"])]
    for switch in given["switches"]:
        words += ["--option", switch]
    for name in ("games", "seed", "budget", "worlds"):
        if given[name] is not None:
            words += [f"--{name}", str(given[name])]
    return shlex.join(words)


def _tournament(
    game: str, options: Any, labels: tuple[str, ...], how: dict[str, Any]
) -> Tournament:
    """The tournament that the options describe."""
    from kerys.bots.arena import Tournament
    from kerys.games import GAMES

    plain = GAMES[game].wording.plain_options(options)
    return Tournament(game, plain, labels, how["seed"], _budget(how["budget"], how["worlds"]))


def _budget(milliseconds: int | None, worlds: int | None) -> Budget | None:
    """What every bot gets; nothing said, each takes its own."""
    from kerys.bots import Budget

    if milliseconds is not None and worlds is not None:
        raise click.UsageError(_("Give --budget or --worlds, not both."))
    if milliseconds is None and worlds is None:
        return None
    return Budget(milliseconds, worlds)


@contextmanager
def _played(tournament: Tournament, games: int, how: dict[str, Any]) -> Iterator[Standing]:
    """Play what is not played yet; a file that nobody asked for goes once all is said."""
    from kerys.bots.arena import StateFile, play_all, standing
    from kerys.bots.arena.state_file import default_path
    from kerys.cli.arena_plot import check_folder

    if how["cluster"] is not None and how["cores"] is not None:
        raise click.UsageError(_("A cluster uses all of its cores: leave --cores away."))
    deals = tournament.deals_for(games)
    file: Path = how["file"] or default_path(tournament)
    check_folder(file.parent)
    state = StateFile(file, tournament)
    with state.held():
        _say_how_many(tournament, games, deals, len(state.read()), file)
        try:
            if state.kept < deals and how["cluster"] is None:
                prepare_bots(tournament.bots, tournament.game)
            with progress_bar() as bar:
                task = bar.add_task(_("games"), total=deals * tournament.players)
                found = play_all(
                    tournament,
                    deals,
                    cores=how["cores"],
                    cluster=how["cluster"],
                    state=state,
                    progress=lambda played: bar.advance(task, played * tournament.players),
                )
        except KeyboardInterrupt:
            click.echo(_stopped(state), err=True)
            raise SystemExit(INTERRUPTED) from None
        yield standing(tournament, found)
        if how["file"] is None and state.kept == deals:  # more are kept for a longer run
            state.remove()


def _stopped(state: StateFile) -> str:
    """What Ctrl-C leaves behind."""
    if not state.kept:
        return _("Stopped before the first deal was finished: nothing is kept.")
    stopped = _("Stopped. What is finished is kept in {file}; the same command goes on.")
    return stopped.format(file=state.path)


def _say_how_many(tournament: Tournament, games: int, deals: int, known: int, file: Path) -> None:
    """What will be played, where it is not just what was asked for."""
    total = deals * tournament.players
    if total != games:
        text = _(
            "{games} are played: {deals}, each once for every rotation of the bots over the seats."
        )
        told = text.format(
            games=ngettext("{number} game", "{number} games", total),
            deals=ngettext("{number} deal", "{number} deals", deals),
        )
        click.echo(told, err=True)
    if known:
        text = _("Going on from {file}, which holds {deals}.")
        already = ngettext("{number} deal", "{number} deals", known)
        click.echo(text.format(file=file, deals=already), err=True)


def progress_bar() -> Progress:
    """How far it has come, beside what is printed."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    return Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
