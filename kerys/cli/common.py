"""What several commands share: a game with its options, and errors for people.

The rest of the package is imported inside the commands, so that help is quick and a target can
still be chosen.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from kerys.cli.compile_report import compile_report
from kerys.kernel.plugins import Plugins
from kerys.locale import N_, _

GAME_NAMES = Plugins("kerys.games").names()
"""The names of all games, without loading the compiler."""
SWITCHES: dict[str, Any] = {
    **dict.fromkeys(("yes", "true", "on"), True),
    **dict.fromkeys(("no", "false", "off"), False),
}
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
            if isinstance(error, _expected()):
                raise click.ClickException(str(error)) from error
            raise

    return wrapped


def _expected() -> tuple[type[Exception], ...]:
    """The errors whose messages are for people."""
    from kerys.bots import BotError
    from kerys.kernel.contract import OptionsError
    from kerys.kernel.extras import MissingExtraError
    from kerys.research.simulation import TargetError
    from kerys.table import GameError

    return (GameError, OptionsError, BotError, TargetError, MissingExtraError, OSError)
