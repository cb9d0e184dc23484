"""The `kerys` command. Thin: it reads words, calls a room and prints.

Rooms are imported inside the commands, so that help is quick and a target can still be chosen.
"""

from __future__ import annotations

import json
import os
import warnings
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

import click

from kerys import __version__

if TYPE_CHECKING:
    from kerys.research.simulation import Result

GAME_NAMES = [
    module.name for module in iter_modules([str(Path(__file__).parent / "games")]) if module.ispkg
]
"""As `kerys.games` has them, without loading the compiler."""
MOST_GAMES = 100_000_000
SIMULATE_HELP = """Play many games at random and print how fast and how they end.

Example:

  kerys simulate ys --players 4 --games 2000 --option kings_favour
"""
RULES_HELP = """Show a rule with the code that carries it out and its tests, or list all rules.

Example:

  kerys rules YS-5.3
"""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kerys")
def main() -> None:
    """Kerys: play, study and master the board games Ys and Mykerinos."""


@main.command(help=SIMULATE_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@click.option("--players", type=int, default=4, show_default=True, help="How many play.")
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=20_000,
    show_default=True,
    help="How many games.",
)
@click.option(
    "--option",
    "switches",
    multiple=True,
    metavar="NAME[=VALUE]",
    help="An option of the game; for Ys kings_favour, express, strong_neutral, quarters=3 or "
    "peek_own=no. May be given several times.",
)
@click.option(
    "--ships", type=click.Path(path_type=Path), help="Ys: a TOML file with your own ships."
)
@click.option(
    "--lots", type=click.Path(path_type=Path), help="Mykerinos: a TOML file with your own lots."
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
def simulate(
    game: str,
    players: int,
    games: int,
    switches: tuple[str, ...],
    ships: Path | None,
    lots: Path | None,
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
    from kerys.kernel.contract import OptionsError
    from kerys.research import simulation

    try:
        chosen = _options(switches)
        files = {"ships": ships, "lots": lots}
        chosen |= {name: file for name, file in files.items() if file is not None}
        with warnings.catch_warnings(record=True) as doubts:
            warnings.simplefilter("always")
            options = GAMES[game].configure(players=players, **chosen)
        for doubt in doubts:
            click.echo(f"Warning: {doubt.message}", err=True)
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
    except (OptionsError, simulation.TargetError) as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        click.echo(json.dumps(result.summary()))
    else:
        _print_result(result)


def _options(switches: tuple[str, ...]) -> dict[str, Any]:
    """Options as written: a name alone is on; yes/no and numbers are what they look like."""
    words: dict[str, Any] = {"yes": True, "true": True, "on": True}
    words |= {"no": False, "false": False, "off": False}
    found: dict[str, Any] = {}
    for switch in switches:
        name, equals, value = switch.partition("=")
        name = name.strip().replace("-", "_")
        value = value.strip()
        if name in ("players", "ships", "lots"):
            raise click.BadParameter(f"give {name} as --{name}", param_hint="--option")
        if not equals:
            found[name] = True
        elif value.lower() in words:
            found[name] = words[value.lower()]
        else:
            try:
                found[name] = int(value)
            except ValueError:
                found[name] = value
    return found


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


@main.command(help=RULES_HELP)
@click.argument("rule_id", required=False)
@click.option(
    "--check", is_flag=True, help="Fail if a rule has no code (examples need none) or no test."
)
@click.option("--quiet", is_flag=True, help="With --check: print only what is missing.")
def rules(rule_id: str | None, check: bool, quiet: bool) -> None:
    """The rules with their ids."""
    from kerys.table import rulebook

    if rule_id is not None and check:
        raise click.UsageError("--check is for all rules: leave the id away")
    if quiet and not check:
        raise click.UsageError("--quiet goes with --check")
    try:
        if rule_id is not None:
            _print_rule(rulebook.look_up(rule_id, _tests_if_any()))
            return
        book = rulebook.rulebook(rulebook.tests_folder() if check else _tests_if_any())
    except rulebook.RulebookError as error:
        raise click.ClickException(str(error)) from error
    missing = [rule for rule in book.values() if not rule.complete]
    for rule in missing if quiet else book.values():
        if check:
            click.echo(f"{rule.id}  code: {_list(rule.code)}  tests: {_list(rule.tests)}")
        else:
            click.echo(f"{rule.id} {rule.text}")
    if check:
        click.echo(f"{len(book)} rules, {len(missing)} without code or tests")
        if missing:
            raise SystemExit(1)


def _tests_if_any() -> Path | None:
    """The tests folder of a checkout, or nothing for an installed package."""
    from kerys.table import rulebook

    try:
        return rulebook.tests_folder()
    except rulebook.RulebookError:
        return None


def _list(places: list[str]) -> str:
    """Places in one line."""
    return ", ".join(places) if places else "MISSING"


def _print_rule(rule: Any) -> None:
    """One rule on a few lines."""
    click.echo(f"{rule.id} {rule.text}")
    for title, places in (("code", rule.code), ("tests", rule.tests)):
        for place in places:
            click.echo(f"  {title}: {place}")


if __name__ == "__main__":
    main()
