"""`kerys join`: a seat at a table of a site, from the terminal."""

from __future__ import annotations

import asyncio

import click

from kerys.cli.common import command, friendly, option, plain_option, speed_option
from kerys.locale import N_

JOIN_HELP = N_(
    """Play at a table of a Kerys site, with people in browsers and others in terminals.

URL is the link to a seat (https://kerys.example.org/i/...) or the address of the table's page
(https://kerys.example.org/t/...). You need no account: without a key you become a guest of the
site. If you leave, the same command brings you back to your seat.

Example:

  kerys join https://kerys.example.org/i/k3yf0rA5e4t
"""
)


@command(help=JOIN_HELP)
@click.argument("url")
@option("--name", default="", help=N_("Your name if you are new at the site."))
@option(
    "--key",
    default="",
    envvar="KERYS_KEY",
    help=N_(
        "A key from your account page, to play as yourself. Other users of this machine can see "
        "it in the list of processes; safer: set KERYS_KEY in the environment."
    ),
)
@speed_option
@plain_option
@friendly
def join(url: str, name: str, key: str, speed: str, plain: bool) -> None:
    """Sit down and play."""
    from kerys.table.errors import GameError
    from kerys.terminal.prompt import asker, is_plain
    from kerys.terminal.remote import join as sit_down
    from kerys.terminal.remote_site import read_address

    try:
        read_address(url)
    except GameError as error:
        raise click.UsageError(str(error)) from error
    sitting = asyncio.run(sit_down(url, name, key))
    if is_plain(plain):
        from kerys.terminal.remote_lines import RemoteLines

        RemoteLines(sitting, asker(True)).run()
        return
    from kerys.terminal.screen.app import play_at

    click.echo(play_at(sitting, speed))
