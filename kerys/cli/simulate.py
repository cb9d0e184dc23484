"""`kerys simulate`: many random games, how fast they went and how they ended."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import click

from kerys.cli.common import (
    agreed,
    command,
    console,
    friendly,
    game_options,
    json_option,
    option,
    seed_option,
)
from kerys.locale import N_, _

if TYPE_CHECKING:
    from kerys.research.simulation import Result

MOST_GAMES = 100_000_000
HELP = N_(
    """Play many random games, and print how fast they ran and how they ended.

Example:

  kerys simulate ys --players 4 --games 2000 --option kings_favour
"""
)


@command(help=HELP)
@game_options
@option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=20_000,
    show_default=True,
    help=N_("How many games."),
)
@option(
    "--target",
    type=click.Choice(["python", "cpu", "gpu"]),
    default="cpu",
    show_default=True,
    help=N_("Interpreted, or compiled for the CPU or the GPU."),
)
@option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help=N_("How many threads to use on the target cpu."),
)
@seed_option
@json_option
@friendly
def simulate(
    game: str,
    players: int | None,
    switches: tuple[str, ...],
    games: int,
    target: str,
    threads: int,
    seed: str,
    as_json: bool,
) -> None:
    """Random legal play."""
    if target == "python":
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from kerys.games import GAMES
    from kerys.research import simulation

    options = agreed(game, players, switches)
    simulation.check_target(target)  # type: ignore[arg-type]  # before the bar: one line is enough
    bar = Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("games", total=games)

    def advance(played: int) -> None:
        bar.start()  # only after compilation, which reports its own progress
        bar.advance(task, played)

    try:
        result = simulation.simulate(
            GAMES[game],
            options,
            games,
            seed,
            target,  # type: ignore[arg-type]
            threads,
            advance,
        )
    finally:
        bar.stop()
    if as_json:
        click.echo(json.dumps(result.summary()))
    else:
        _print_result(result)


def _print_result(result: Result) -> None:
    """A table for people."""
    from rich import box
    from rich.table import Table

    summary = result.summary()
    tables = console()
    tables.print(
        _(
            "{games:,} games of {game}, {players} players, on {target}: "
            "{games_per_s:,.0f} games/s, {decisions_per_s:,.0f} decisions/s, "
            "{decisions_per_game:.1f} decisions per game; compiled or loaded in {seconds:.1f} s"
        ).format(
            games=result.games,
            game=result.game,
            players=result.players,
            target=result.target,
            games_per_s=result.games_per_s,
            decisions_per_s=result.decisions_per_s,
            decisions_per_game=summary["decisions_per_game"],
            seconds=result.compile_seconds,
        ),
        highlight=False,
    )
    neutral = result.scores.shape[1] > result.players
    among = [_("of players")] if neutral else []
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    spread = (_("mean"), _("min"), "5%", "25%", "50%", "75%", "95%", _("max"))
    table.add_column(_("seat"), no_wrap=True)
    for title in (_("wins"), *among, *spread):
        table.add_column(title, justify="right", no_wrap=True)
    for row in summary["seats"]:
        scores = [f"{score:.0f}" for score in row["score_percentiles"].values()]
        share, mean = f"{row['win_share']:.1%}", f"{row['mean_score']:.1f}"
        alone = row.get("win_share_among_players")
        among = ["" if alone is None else f"{alone:.1%}"] if neutral else []
        table.add_row(str(row["seat"]), share, *among, mean, *scores)
    tables.print(table)
    tables.print(
        _("mean winning score {score:.1f}").format(score=summary["mean_winning_score"]),
        highlight=False,
    )
