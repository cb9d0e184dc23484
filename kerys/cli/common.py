"""What several commands share: a game with its options, and errors for people.

Rooms are imported inside the commands, so that help is quick and a target can still be chosen.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, TypeVar

import click

import kerys

GAME_NAMES = [
    module.name
    for module in iter_modules([str(Path(kerys.__file__).parent / "games")])
    if module.ispkg
]
"""As `kerys.games` has them, without loading the compiler."""
SWITCHES: dict[str, Any] = {
    **dict.fromkeys(("yes", "true", "on"), True),
    **dict.fromkeys(("no", "false", "off"), False),
}
Command = TypeVar("Command", bound=Callable[..., Any])


def rule_options(command: Command) -> Command:
    """The options that say how a game is played."""
    for option in (
        click.option(
            "--lots",
            type=click.Path(path_type=Path),
            help="Mykerinos: a TOML file with your own lots.",
        ),
        click.option(
            "--ships", type=click.Path(path_type=Path), help="Ys: a TOML file with your own ships."
        ),
        click.option(
            "--option",
            "switches",
            multiple=True,
            metavar="NAME[=VALUE]",
            help="An option of the game; for Ys kings_favour, express, strong_neutral, quarters=3 "
            "or peek_own=no. May be given several times.",
        ),
        click.option("--players", type=int, default=4, show_default=True, help="How many play."),
    ):
        command = option(command)
    return command


def game_options(command: Command) -> Command:
    """A game by name, and how it is played."""
    return click.argument("game", type=click.Choice(GAME_NAMES))(rule_options(command))


def agreed(
    game: str, players: int, switches: tuple[str, ...], ships: Path | None, lots: Path | None
) -> Any:
    """The options of a game as written, checked, as a record; doubts about a deck are said."""
    from kerys.games import GAMES

    chosen: dict[str, Any] = {"players": players, **_switches(switches)}
    files = {"ships": ships, "lots": lots}
    chosen |= {name: file for name, file in files.items() if file is not None}
    with warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always")
        options = GAMES[game].configure(**chosen)
    for doubt in doubts:
        click.echo(f"Warning: {doubt.message}", err=True)
    return options


def _switches(switches: tuple[str, ...]) -> dict[str, Any]:
    """Options as written: a name alone is on; yes/no and numbers are what they look like."""
    found: dict[str, Any] = {}
    for switch in switches:
        name, equals, value = switch.partition("=")
        name = name.strip().replace("-", "_")
        value = value.strip()
        if name in ("players", "ships", "lots"):
            raise click.BadParameter(f"give {name} as --{name}", param_hint="--option")
        if not equals:
            found[name] = True
        elif value.lower() in SWITCHES:
            found[name] = SWITCHES[value.lower()]
        else:
            try:
                found[name] = int(value)
            except ValueError:
                found[name] = value
    return found


def friendly(command: Callable[..., Any]) -> Callable[..., Any]:
    """What a person did wrong is a message, not a traceback."""

    @functools.wraps(command)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        try:
            return command(*arguments, **named)
        except Exception as error:
            if isinstance(error, _expected()):
                raise click.ClickException(str(error)) from error
            raise

    return wrapped


def _expected() -> tuple[type[Exception], ...]:
    """The errors whose messages are for people."""
    from kerys.bots import BotError
    from kerys.kernel.contract import OptionsError
    from kerys.research.simulation import TargetError
    from kerys.table import GameError

    return (GameError, OptionsError, BotError, TargetError, OSError)
