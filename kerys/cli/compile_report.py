"""Reports on stderr what is being compiled, so that nobody faces a blank screen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from kerys.kernel.compile_progress import Progress, announced
from kerys.locale import _, ngettext

PATIENCE_S = 1.0
"""Compilation shorter than this isn't reported."""
CLEAR_LINE = "\r\x1b[K"


class CompileReport:
    """One line that changes, on a terminal; elsewhere a single line."""

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        self.shown = False

    def show(self, progress: Progress) -> None:
        """Report the progress."""
        if progress.seconds < PATIENCE_S:
            return
        if self.is_terminal:
            line = self._line(progress) if progress.function else ""
            click.echo(CLEAR_LINE + line, err=True, nl=False)
        elif not self.shown:
            click.echo(_("Compiling rules and bots; this happens only once."), err=True)
        self.shown = True

    def _line(self, progress: Progress) -> str:
        """The line that changes."""
        text = _("Compiling rules and bots, only once: {functions}, {seconds:.0f} s")
        functions = ngettext("{number} function", "{number} functions", progress.functions)
        return text.format(functions=functions, seconds=progress.seconds)


@contextmanager
def compile_report() -> Iterator[None]:
    """Report everything that is compiled inside."""
    with announced(CompileReport().show):
        yield
