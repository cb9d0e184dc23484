"""Files, fonts and colours of ours: addresses that change with them, so that browsers keep them."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from kerys.draw.palette import Theme, style_sheet, variables

STATIC = files(__package__) / "static"
FONTS = files("kerys.draw") / "fonts"
FOR_GOOD = "public, max-age=31536000, immutable"
"""How long browsers keep what is under an address that names its content."""
A_WEEK = "public, max-age=604800"
ASK_AGAIN = "no-cache"


def stamp(content: bytes) -> str:
    """A few letters that no other content has."""
    return hashlib.sha256(content).hexdigest()[:12]


@cache
def asset(name: str) -> str:
    """The address of a file."""
    return f"/static/{name}?{stamp((STATIC / name).read_bytes())}"


@cache
def colours(theme: Theme) -> str:
    """The colours of the drawings and of the pages, as a style sheet."""
    return variables(theme) + style_sheet(theme)


@cache
def colours_address(theme: Theme) -> str:
    """The address of the colours."""
    return f"/colours/{theme}.css?{stamp(colours(theme).encode())}"


class Assets(StaticFiles):
    """A folder of files; those that are asked for by their stamp are kept for good."""

    def __init__(self, directory: str, otherwise: str) -> None:
        super().__init__(directory=directory)
        self.otherwise = otherwise
        """How long the others are kept."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, and how long it may be kept."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        kept = scope["query_string"].decode("latin-1") == _stamp_of(str(full_path))
        answer.headers["Cache-Control"] = FOR_GOOD if kept else self.otherwise
        return answer


@cache
def _stamp_of(path: str) -> str:
    """The stamp of a file."""
    return stamp(Path(path).read_bytes())
