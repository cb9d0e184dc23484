"""Libraries of an extra: imported where they are needed, with a clear error if one is missing.

`pip install kerys` installs what the rules, the Python API, the terminal and the bots need.
Everything else belongs to an extra in `pyproject.toml`: `serve`, `research`, `plot`, `cluster`,
`learn` or `gpu`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kerys.locale import _


class MissingExtraError(ImportError):
    """A library of an extra isn't installed; the message says how to install it."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import libraries of an extra inside a `with` block; a missing one is named."""
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
