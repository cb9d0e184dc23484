"""What several commands share: a game with its options, and errors for people.

The rest of the package is imported inside the commands, so that help is quick and a target can
still be chosen.
"""

from __future__ import annotations

import functools
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kerys.cli.compile_report import compile_report
from kerys.cli.completion import complete_bots
from kerys.kernel.plugins import Plugins
from kerys.locale import N_, _

if TYPE_CHECKING:
    from rich.console import Console

GAME_NAMES = Plugins("kerys.games").names()
"""The names of all games, without loading the compiler."""
SWITCHES: dict[str, Any] = {
    **dict.fromkeys(("yes", "true", "on"), True),
    **dict.fromkeys(("no", "false", "off"), False),
}
WIDEST = 100
"""Longer lines are hard to read."""
INTERRUPTED = 130
"""The exit status of a command stopped by Ctrl-C."""
Command = TypeVar("Command", bound=Callable[..., Any])


def _said(help_text: str | None) -> str:
    """A help text in the current language."""
    return _(help_text) if help_text else ""


class SpokenOption(click.Option):
    """An option whose help appears in the current language."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """What the help says of it."""
        said, self.help = self.help, _said(self.help)
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = said


class SpokenCommand(click.Command):
    """A command whose help appears in the current language."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it does."""
        said, self.help = self.help, _said(self.help)
        super().format_help_text(ctx, formatter)
        self.help = said

    def get_short_help_str(self, limit: int = 45) -> str:
        """What it does, in a line of the list of commands."""
        first = _said(self.help).split("\n\n")[0]
        return " ".join(first.split())


class SpokenGroup(SpokenCommand, click.Group):
    """A command with commands below it."""


option = functools.partial(click.option, cls=SpokenOption)
command = functools.partial(click.command, cls=SpokenCommand)


def readable(context: click.Context, parameter: click.Parameter, seed: str | None) -> str | None:
    """Check that a seed is text that can be written down."""
    try:
        (seed or "").encode()
    except UnicodeEncodeError:
        problem = _("a seed must be valid UTF-8 text")
        raise click.BadParameter(problem, context, parameter) from None
    return seed


seed_option = option(
    "--seed",
    callback=readable,
    default="0",
    show_default=True,
    help=N_("The same seed gives the same games."),
)


bots_option = option(
    "--bots",
    required=True,
    shell_complete=complete_bots,
    help=N_("The bots, separated by commas, one per player."),
)
json_option = option("--json", "as_json", is_flag=True, help=N_("Print one JSON object."))
speed_option = option(
    "--speed",
    type=click.Choice(["slow", "normal", "fast", "off"]),
    default="normal",
    show_default=True,
    help=N_("How fast the full screen shows what the others do."),
)
plain_option = option(
    "--plain",
    is_flag=True,
    help=N_("Print lines only, for screen readers. Pipes and dumb terminals always get this."),
)


def rule_options(decorated: Command) -> Command:
    """The options that say how a game is played."""
    for choice in (
        option(
            "--option",
            "switches",
            multiple=True,
            metavar="NAME[=VALUE]",
            help=N_(
                "An option of the game, or a file with your own components as NAME=FILE; 'kerys "
                "games GAME' lists them. Can be given several times."
            ),
        ),
        option(
            "--players",
            type=int,
            help=N_("The number of players. Default: as many as the game allows."),
        ),
    ):
        decorated = choice(decorated)
    return decorated


def game_options(decorated: Command) -> Command:
    """A game by name, and how it is played."""
    return click.argument("game", type=click.Choice(GAME_NAMES))(rule_options(decorated))


@contextmanager
def wrong_use() -> Iterator[None]:
    """Where the words of a command are at fault if the game can't do what they ask."""
    from kerys.table.errors import GameError

    try:
        yield
    except GameError as error:
        raise click.UsageError(str(error)) from error


def agreed(game: str, players: int | None, switches: tuple[str, ...]) -> Any:
    """The options of a game, checked, as a record; warnings about a deck are printed."""
    from kerys.games import GAMES

    rules = GAMES[game]
    most = max(rules.wording.players)
    chosen: dict[str, Any] = {
        "players": most if players is None else players,
        **_switches(switches),
    }
    with warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always")
        options = rules.configure(**chosen)
    for doubt in doubts:
        click.echo(_("Warning: {doubt}").format(doubt=doubt.message), err=True)
    return options


def _switches(switches: tuple[str, ...]) -> dict[str, Any]:
    """Options as values: a name alone is on; yes, no and numbers are converted."""
    found: dict[str, Any] = {}
    for switch in switches:
        name, equals, value = switch.partition("=")
        name = name.strip().replace("-", "_")
        value = value.strip()
        if name == "players":
            raise click.BadParameter(_("use --players instead"), param_hint="--option")
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


def prepare_bots(labels: Iterable[str], game: str) -> None:
    """Compile what our bots need in this process, which reports it, before other processes."""
    from kerys.bots.guard import Guarded
    from kerys.bots.registry import bot_named, guests

    names = {label.partition("@")[0] for label in labels}
    for name in sorted(names - set(guests())):
        Guarded(name, bot_named(name)).prepare(game)


def check_folder(folder: Path) -> None:
    """Refuse a folder that doesn't exist: a typo creates nothing."""
    if not folder.is_dir():
        raise click.UsageError(_("There is no folder {folder}.").format(folder=folder))


def width() -> int:
    """The width of printed text."""
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 40)).columns)


def console() -> Console:
    """A console for tables; a closed pipe is handled like everywhere else."""
    from rich.console import Console

    class Piped(Console):
        """A console that leaves a closed pipe to the command."""

        def on_broken_pipe(self) -> None:
            """Pass the error on."""
            raise

    return Piped()


def friendly(decorated: Callable[..., Any]) -> Callable[..., Any]:
    """Turn a user's mistake into a message instead of a traceback, and report compilation."""

    @functools.wraps(decorated)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        try:
            with compile_report():
                return decorated(*arguments, **named)
        except BrokenPipeError:
            raise  # the reader has closed the pipe, which isn't an error
        except Exception as error:
            if _is_wrong_use(error):
                raise click.UsageError(str(error), click.get_current_context()) from error
            if isinstance(error, _expected()):
                raise click.ClickException(str(error)) from error
            raise

    return wrapped


def _is_wrong_use(error: Exception) -> bool:
    """Whether the command line is wrong, rather than a file or the work itself."""
    from kerys.bots import BotError
    from kerys.kernel.contract import OptionsError
    from kerys.table.errors import PlyError, SeatError

    if isinstance(error, BotError):
        return error.wrong_use
    return isinstance(error, OptionsError | PlyError | SeatError)


def _expected() -> tuple[type[Exception], ...]:
    """The errors whose messages are for people."""
    from kerys.bots import BotError
    from kerys.kernel.contract import OptionsError
    from kerys.kernel.extras import MissingExtraError
    from kerys.research.simulation import TargetError
    from kerys.table import GameError

    return (GameError, OptionsError, BotError, TargetError, MissingExtraError, OSError)
