"""`kerys guide`: how to play, for people who don't know the game."""

from __future__ import annotations

import shutil

import click

from kerys.cli.common import GAME_NAMES, command, friendly
from kerys.locale import N_

GUIDE_HELP = N_(
    """Show how to play a GAME, or what its guide says about some WORDS.

Examples:

  kerys guide ys

  kerys guide ys captain

  kerys guide mykerinos personal reserve
"""
)
WIDEST = 88
"""Longer lines are hard to read."""


@command(help=GUIDE_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@click.argument("words", nargs=-1)
@friendly
def guide(game: str, words: tuple[str, ...]) -> None:
    """A guide, page by page in a terminal."""
    from kerys.table.guide import GuideError, guide_of
    from kerys.terminal.guide_text import guide_text

    try:
        book = guide_of(game)
        found = book.explain(" ".join(words)) if words else book.sections
    except GuideError as error:
        raise click.UsageError(str(error)) from error
    room = shutil.get_terminal_size((WIDEST, 40))
    text = guide_text(found, min(WIDEST, room.columns))
    if text.count("\n") < room.lines - 2:
        click.echo(text)
    else:
        click.echo_via_pager(text + "\n")
