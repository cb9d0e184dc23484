"""What research needs beside the package itself, and a clear word where it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kerys.locale import _


class MissingExtraError(ImportError):
    """A library of the extra `research` is not installed; the message says how to get it."""


@contextmanager
def extra(library: str) -> Iterator[None]:
    """Imports of a library that comes with the extra `research`."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            _("this needs {library}, which is not installed: pip install 'kerys[research]'").format(
                library=library
            )
        ) from error
