"""`kerys train`: train a network that plays a game."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kerys.cli.common import (
    GAME_NAMES,
    check_folder,
    command,
    friendly,
    json_option,
    option,
    readable,
)
from kerys.locale import N_, _

if TYPE_CHECKING:
    from kerys.kernel.contract import Rules
    from kerys.research.learning.configuration import Configuration
    from kerys.research.learning.run_folder import RunFolder

TRAIN_HELP = N_(
    """Train a network that plays GAME, by self-play.

It first learns to play like 'greedy', then plays against itself and its earlier selves. Everything
is kept in a folder: run the same command again to go on, also after Ctrl-C or a crash. --export
writes the network to a file that bots can use. Needs PyTorch: pip install 'kerys[learn]'. (To learn
a game yourself, see 'kerys learn'.)

Examples:

  kerys train mykerinos --minutes 0.1 --folder run

  kerys train mykerinos --folder run --export mykerinos.npz --plot progress.png
"""
)


def widths(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """Two widths such as 256x128."""
    if value is None:
        return None
    wide, _cross, narrow = value.partition("x")
    if not (wide.isdecimal() and narrow.isdecimal()):
        raise click.BadParameter(_("give two widths, like 256x128"), context, parameter)
    return int(wide), int(narrow)


@command(help=TRAIN_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    help=N_("How long to train. Default: until Ctrl-C."),
)
@option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help=N_("Where the training is kept. Default: a folder of the game in your state folder."),
)
@option(
    "--config",
    "file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help=N_("A TOML file with settings. Default: those that come with the game."),
)
@option("--seed", callback=readable, help=N_("The same seed gives the same training. Default: 0."))
@option(
    "--widths",
    "sizes",
    callback=widths,
    metavar="WIDExNARROW",
    help=N_("The widths of the network's two layers, instead of those in the settings."),
)
@option(
    "--device",
    type=click.Choice(["cpu", "gpu"]),
    default="cpu",
    show_default=True,
    help=N_("Where to train."),
)
@option("--cores", type=click.IntRange(1), help=N_("How many cores to use. Default: all."))
@option(
    "--export",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Write the network to this file; doesn't train unless --minutes is given."),
)
@option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Plot the progress to this PNG file; doesn't train unless --minutes is given."),
)
@json_option
@friendly
def train(
    game: str,
    minutes: float | None,
    folder: Path | None,
    file: Path | None,
    seed: str | None,
    sizes: tuple[int, int] | None,
    device: Any,
    cores: int | None,
    export: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Train, export or plot."""
    from kerys.cli.arena_plot import check_plot
    from kerys.games import GAMES
    from kerys.research.learning.run_folder import RunFolder

    rules = GAMES[game]
    run = RunFolder(folder or default_folder(game))
    if export is not None:
        check_folder(export.parent)
    if plot is not None:
        check_plot(plot.parent)
    if minutes is not None or not (export or plot):
        settings = _settings(rules, run, file, seed, sizes)
        with run.held():
            run.agree(settings)
            _train(rules, settings, run, minutes, device, cores, as_json)
    if export is not None:
        _export(rules, run, export, as_json)
    if plot is not None:
        from kerys.cli.train_plot import draw

        draw(game, run.lines(), plot)
    if as_json:
        click.echo(json.dumps(_summary(run)))


def default_folder(game: str) -> Path:
    """The default folder of a game's training, in the user's state folder."""
    home = os.environ.get("XDG_STATE_HOME")
    base = Path(home) if home else Path.home() / ".local" / "state"
    return base / "kerys" / "training" / game


def _settings(
    rules: Rules,
    run: RunFolder,
    file: Path | None,
    seed: str | None,
    sizes: tuple[int, int] | None,
) -> Configuration:
    """The settings of the folder, unless others are asked for; refuses what a folder can't keep."""
    from kerys.research.learning.checkpoint import room_for_snapshots
    from kerys.research.learning.configuration import configuration, of_plain
    from kerys.research.learning.network import new_net

    stored = run.stored()
    if stored is not None and file is None and seed is None and sizes is None:
        found = of_plain(rules, stored)
    else:
        found = configuration(rules, file, seed or "0", sizes)
    net = new_net(rules, found.network.wide, found.network.narrow)
    room_for_snapshots(net, rules, found)
    return found


def _train(
    rules: Rules,
    settings: Configuration,
    run: RunFolder,
    minutes: float | None,
    device: Any,
    cores: int | None,
    as_json: bool,
) -> None:
    """Train and say how it goes."""
    from kerys.research.learning.trainer import Trainer

    def report(line: dict[str, Any]) -> None:
        if not as_json:
            click.echo(told(line))

    threads = cores or len(os.sched_getaffinity(0))
    trainer = Trainer(rules, settings, run, device, threads, report)
    if trainer.resume() and not as_json:
        click.echo(_("Resuming after {decisions:,} decisions.").format(decisions=trainer.decisions))
    with _stopping() as stop:
        trainer.run(minutes=minutes or float("inf"), stopped=stop.is_set)
    if stop.is_set():
        click.echo(_("Stopped. Run the same command to go on."), err=True)


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """Let Ctrl-C and a request to end stop the training after the current iteration."""
    stop = threading.Event()
    before = {
        one: signal.signal(one, lambda *_caught: stop.set())
        for one in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _export(rules: Rules, run: RunFolder, file: Path, as_json: bool) -> None:
    """Write the network to a file."""
    from kerys.research.learning.export import export

    export(rules, run, file)
    click.echo(_("Written to {page}.").format(page=file), err=as_json)


def told(line: dict[str, Any]) -> str:
    """A line of the log for people."""
    numbers = " ".join(
        f"{name} {line[name]:.3f}"
        for name in ("policy", "value", "points", "agreement", "entropy", "pull", "explained")
        if name in line
    )
    said = (
        f"{line['minutes']:8.1f} min {line['decisions']:>13,} {line['per_second']:>7,}/s "
        f"{line['stage']}: {numbers}"
    )
    for one in line.get("strength", ()):
        said += (
            f"\n    {one['variant']} against {one['opponent']}: {100 * one['share']:.1f}% "
            f"({100 * one['low']:.1f}-{100 * one['high']:.1f}), lead {one['lead']:+.1f}"
        )
    return said


def _summary(run: RunFolder) -> dict[str, Any]:
    """The last line of the log, and the last measurement."""
    lines = run.lines()
    measured = [line["strength"] for line in lines if "strength" in line]
    return {**(lines[-1] if lines else {}), "strength": measured[-1] if measured else []}
