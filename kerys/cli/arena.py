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
    bots_option,
    check_folder,
    command,
    friendly,
    game_options,
    json_option,
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
    """Play a tournament between bots, and report how strong they are.

Each deal is played once for every rotation of the bots over the seats, so that the luck of the deal
and of the seat cancels out. The number of players is the number of bots you name. A bot can have
its own budget, in milliseconds (search@1000) or in worlds (search@64w). Ctrl-C loses nothing: run
the same command again to resume.

Examples:

  kerys arena ys --bots greedy,random,random,random --games 8

  kerys arena mykerinos --bots greedy,random --games 8 --worlds 2 --json
"""
)
LADDER_HELP = N_(
    """Play all levels of a game against each other, and write their ratings to the docs.

Tables are mixed, so that over many games every level meets all the others, on duplicate deals. The
page and its plot are written to the 'ladder' folder of the docs.

Example:

  kerys ladder mykerinos --games 1 --worlds 1 --docs .
"""
)


def variant_options(decorated: Command) -> Command:
    """The options of a game, without --players: the bots named decide how many play."""
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
                "Play on a Ray cluster: the one this machine belongs to, or the one at ADDRESS. "
                "Kerys must be installed on all of its machines."
            ),
        ),
        option(
            "--file",
            type=click.Path(path_type=Path, dir_okay=False),
            help=N_(
                "Where to keep finished deals, so that you can resume. Default: your state "
                "folder, until the tournament is over."
            ),
        ),
        option(
            "--cores",
            type=click.IntRange(1),
            help=N_("How many cores to use. Default: all."),
        ),
        option(
            "--seed",
            callback=readable,
            default="0",
            show_default=True,
            help=N_("The same seed gives the same deals and, with --worlds, the same games."),
        ),
        option(
            "--worlds",
            type=click.IntRange(1),
            help=N_(
                "How many worlds a bot imagines per decision. Makes games repeatable to the last "
                "move."
            ),
        ),
        option(
            "--budget",
            type=click.IntRange(1),
            metavar="MS",
            help=N_("How many milliseconds a bot has per decision. Default: the bot's own budget."),
        ),
    ):
        decorated = choice(decorated)
    return decorated


@command(help=ARENA_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@bots_option
@option(
    "--games",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help=N_("How many games, rounded up to whole deals."),
)
@tournament_options
@variant_options
@json_option
@option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Plot win shares and ratings to this PNG file."),
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
    """A tournament between the bots named."""
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
    help=N_("How many games each level plays, rounded up to whole rounds."),
)
@tournament_options
@option(
    "--docs",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("docs"),
    show_default=True,
    help=N_("The docs folder."),
)
@option(
    "--publish",
    is_flag=True,
    help=N_("Also replace the ratings shown by 'kerys bots' and at tables (source checkout only)."),
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
            click.echo(_("Written to {page}.").format(page=file))


def repeated_by(game: str, given: dict[str, Any]) -> str:
    """The command that plays the same ladder again, even if the defaults change.

    It omits where the games are played and what is written: neither affects the games.
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
    """The budget of every bot; None if each uses its own."""
    from kerys.bots import Budget

    if milliseconds is not None and worlds is not None:
        raise click.UsageError(_("Give --budget or --worlds, not both."))
    if milliseconds is None and worlds is None:
        return None
    return Budget(milliseconds, worlds)


@contextmanager
def _played(tournament: Tournament, games: int, how: dict[str, Any]) -> Iterator[Standing]:
    """Play the missing deals; remove a state file that wasn't asked for once all is printed."""
    from kerys.bots.arena import StateFile, play_all, standing
    from kerys.bots.arena.state_file import default_path

    if how["cluster"] is not None and how["cores"] is not None:
        raise click.UsageError(_("A cluster uses all of its cores: omit --cores."))
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
        return _("Stopped before the first deal was finished: nothing was kept.")
    stopped = _("Stopped. Finished deals are kept in {file}; run the same command to resume.")
    return stopped.format(file=state.path)


def _say_how_many(tournament: Tournament, games: int, deals: int, known: int, file: Path) -> None:
    """Say what will be played, if it isn't exactly what was requested."""
    total = deals * tournament.players
    if total != games:
        text = _(
            "Playing {games}: {deals}, each once for every rotation of the bots over the seats."
        )
        told = text.format(
            games=ngettext("{number} game", "{number} games", total),
            deals=ngettext("{number} deal", "{number} deals", deals),
        )
        click.echo(told, err=True)
    if known:
        text = _("Resuming from {file}, which holds {deals}.")
        already = ngettext("{number} deal", "{number} deals", known)
        click.echo(text.format(file=file, deals=already), err=True)


def progress_bar() -> Progress:
    """A progress bar on stderr."""
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
