"""Libraries that come with an extra: imported where they are needed, refused in one line.

`pip install kerys` brings what the rules, the Python face, the terminal and the bots need. All else
belongs to an extra in `pyproject.toml`: `serve`, `research`, `plot`, `cluster` or `gpu`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kerys.locale import _


class MissingExtraError(ImportError):
    """A library of an extra is not installed; the message is the line that installs it."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import libraries of an extra inside a `with` block; the first one missing is named."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "kerys").partition(".")[0]
        if library == "kerys":
            raise  # a bug of ours, which no extra can fix
        raise MissingExtraError(
            _("This needs {library}, which is not installed: pip install 'kerys[{extra}]'").format(
                library=library, extra=name
            ),
            name=error.name,
        ) from error
