"""`kerys games`: the games and the choices that each offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kerys.cli.common import GAME_NAMES, command, friendly
from kerys.locale import N_, _

if TYPE_CHECKING:
    from kerys.kernel.contract import Rules

GAMES_HELP = N_(
    """List the games, or the choices that a GAME offers: players, options and files.

Examples:

  kerys games

  kerys games ys
"""
)


@command(help=GAMES_HELP)
@click.argument("game", required=False, type=click.Choice(GAME_NAMES))
@friendly
def games(game: str | None) -> None:
    """The games, or one of them."""
    from kerys.games import GAMES

    if game is not None:
        _tell(GAMES[game])
        return
    for name, rules in GAMES.items():
        click.secho(f"{name}: {rules.wording.title}", bold=True)
        click.echo(click.wrap_text(_(rules.wording.about), 80, "  ", "  "))


def _tell(rules: Rules) -> None:
    """Print the choices that a game offers."""
    wording = rules.wording
    click.secho(wording.title, bold=True)
    click.echo(click.wrap_text(_(wording.about), 80))
    click.echo("\n" + _("Players: {players}").format(players=_numbers(wording.players)))
    for switch in wording.switches:
        players = _numbers(switch.players)
        heading = _("{title}, with {players} players:").format(
            title=_(switch.title), players=players
        )
        click.echo("\n" + heading)
        for choice in switch.choices:
            option = f"--option {switch.name}={_written(choice.value)}"
            usual = _(" (default)") if choice is switch.usual else ""
            about = _(choice.about) if choice.about else _(choice.title)
            click.echo(click.wrap_text(f"{about}{usual}", 80, f"  {option:<32}", " " * 34))
    if wording.files:
        click.echo("\n" + _("Your own files, in TOML:"))
        for file in wording.files:
            click.echo(f"  {f'--option {file.name}=FILE':<32}{_(file.about)}")


def _numbers(numbers: tuple[int, ...]) -> str:
    """Numbers in a row."""
    return ", ".join(map(str, numbers))


def _written(value: object) -> str:
    """A value as the command line takes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
