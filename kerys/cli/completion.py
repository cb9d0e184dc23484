"""What the Tab key offers in a shell; quick, as it never loads the rules or the bots."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from kerys.kernel.plugins import Plugins
from kerys.terminal.folders import SUFFIX, data_folder

BOT_NAMES = (
    *("beginner", "apprentice", "speculator", "collector"),
    *("journeyman", "expert", "master", "grandmaster"),
    *("random", "greedy", "search", "oracle"),
    *("policy", "learned", "learned-oracle"),
)
"""Our own bots; the registry has the same names but loads the compiler."""
GUESTS = "kerys.bots"
"""The entry point of the bots of other packages."""


def complete_bots(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The bots that can follow the last comma."""
    before, comma, begun = incomplete.rpartition(",")
    names = (*BOT_NAMES, *(point.name for point in entry_points(group=GUESTS)))
    return [
        CompletionItem(f"{before}{comma}{name}")
        for name in dict.fromkeys(names)
        if name.startswith(begun)
    ]


def complete_records(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Saved games, here and in the data folder, and the folders on the way to others."""
    found = [*_beside(incomplete), *sorted(map(str, data_folder().glob(f"*{SUFFIX}")))]
    return [CompletionItem(one) for one in dict.fromkeys(found) if one.startswith(incomplete)]


def complete_games(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The names of all games, and saved games."""
    names = Plugins[object]("kerys.games").names()
    games = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return [*games, *complete_records(context, parameter, incomplete)]


def _beside(incomplete: str) -> list[str]:
    """The saved games and folders in the folder that is being typed."""
    before, slash, _begun = incomplete.rpartition("/")
    folder = Path(f"{before}{slash}" or ".").expanduser()
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return []
    names = [one.name + "/" * one.is_dir() for one in found]
    return [f"{before}{slash}{name}" for name in names if name.endswith(("/", SUFFIX))]
