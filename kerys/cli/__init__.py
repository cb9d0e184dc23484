"""The `kerys` command: a thin layer that parses options, calls the package and prints."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from kerys import __version__
from kerys.cli.arena import arena, ladder
from kerys.cli.bots import bots, fit, tune
from kerys.cli.corpus import corpus
from kerys.cli.games import games
from kerys.cli.guide import guide
from kerys.cli.join import join
from kerys.cli.learn import learn
from kerys.cli.play import new, play
from kerys.cli.puzzles import puzzles
from kerys.cli.records import replay, show, verify
from kerys.cli.review import review
from kerys.cli.rules import rules
from kerys.cli.serve import serve
from kerys.cli.simulate import simulate
from kerys.cli.train import train
from kerys.locale import languages, speaking

DUMB = ("", "dumb")
"""The values of TERM for terminals without bold letters."""


@contextmanager
def pipe_may_close() -> Iterator[None]:
    """End in silence if the reader has seen enough, as in `kerys show FILE | head`."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


class PipedGroup(click.Group):
    """A group of commands whose output can be cut off."""

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        """Parse the command line, which can print help."""
        with pipe_may_close():
            return super().make_context(*arguments, **named)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with pipe_may_close():
            return super().invoke(ctx)


@click.group(cls=PipedGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kerys")
@click.option(
    "--lang",
    type=click.Choice(languages()),
    default="en",
    show_default=True,
    envvar="KERYS_LANG",
    help="The language of messages and help.",
)
@click.pass_context
def main(context: click.Context, lang: str) -> None:
    """Kerys: play, study and master the board games Ys and Mykerinos."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a limited terminal can still show the game
    if os.environ.get("TERM", "") in DUMB:
        context.color = False
    context.with_resource(speaking(lang))


COMMANDS = (
    *(serve, play, join, replay, review, new, verify, show),
    *(learn, puzzles, guide, games, bots, arena, ladder, tune, fit, train, corpus, simulate),
    rules,
)
for _command in COMMANDS:
    main.add_command(_command)
