"""`kerys simulate`: many random games, how fast they went and how they ended."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kerys.cli.common import agreed, friendly, game_options

if TYPE_CHECKING:
    from kerys.research.simulation import Result

MOST_GAMES = 100_000_000
HELP = """Play many games at random and print how fast and how they end.

Example:

  kerys simulate ys --players 4 --games 2000 --option kings_favour
"""


@click.command(help=HELP)
@game_options
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=20_000,
    show_default=True,
    help="How many games.",
)
@click.option(
    "--target",
    type=click.Choice(["python", "cpu", "gpu"]),
    default="cpu",
    show_default=True,
    help="Interpreted, or compiled for the CPU or the GPU.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help="How many at once, on the target cpu.",
)
@click.option("--seed", default="0", show_default=True, help="The same seed, the same games.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@friendly
def simulate(
    game: str,
    players: int,
    switches: tuple[str, ...],
    ships: Path | None,
    lots: Path | None,
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

    options = agreed(game, players, switches, ships, lots)
    bar = Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("games", total=games)
        result = simulation.simulate(
            GAMES[game],
            options,
            games,
            seed,
            target,  # type: ignore[arg-type]
            threads,
            lambda played: bar.advance(task, played),
        )
    if as_json:
        click.echo(json.dumps(result.summary()))
    else:
        _print_result(result)


def _print_result(result: Result) -> None:
    """A table for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    summary = result.summary()
    console = Console()
    console.print(
        f"{result.games:,} games of {result.game}, {result.players} players, on {result.target}: "
        f"{result.games_per_s:,.0f} games/s, {result.decisions_per_s:,.0f} decisions/s, "
        f"{summary['decisions_per_game']:.1f} decisions a game; "
        f"compiled or loaded in {result.compile_seconds:.1f} s",
        highlight=False,
    )
    neutral = result.scores.shape[1] > result.players
    among = ["of players"] if neutral else []
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("seat", "wins", *among, "mean", "min", "5%", "25%", "50%", "75%", "95%", "max"):
        table.add_column(title, justify="left" if title == "seat" else "right", no_wrap=True)
    for row in summary["seats"]:
        scores = [f"{score:.0f}" for score in row["score_percentiles"].values()]
        share, mean = f"{row['win_share']:.1%}", f"{row['mean_score']:.1f}"
        alone = row.get("win_share_among_players")
        among = ["" if alone is None else f"{alone:.1%}"] if neutral else []
        table.add_row(str(row["seat"]), share, *among, mean, *scores)
    console.print(table)
    console.print(f"mean winning score {summary['mean_winning_score']:.1f}", highlight=False)
