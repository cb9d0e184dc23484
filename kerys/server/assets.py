"""Static files, fonts and colours; addresses change with the content, so browsers cache them."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

import brotli
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from kerys.draw.palette import Theme, style_sheet, variables

STATIC = files(__package__) / "static"
FONTS = files("kerys.draw") / "fonts"
FOR_GOOD = "public, max-age=31536000, immutable"
"""How long browsers cache a file whose address names its content."""
A_WEEK = "public, max-age=604800"
ASK_AGAIN = "no-cache"
PACKED = (".css", ".js", ".svg", ".ttf")
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,
    "gzip": partial(gzip.compress, mtime=0),
}
"""How files are compressed, each at its highest level; the best method first."""


def stamp(content: bytes) -> str:
    """A short digest of some content."""
    return hashlib.sha256(content).hexdigest()[:12]


@cache
def asset(name: str) -> str:
    """The address of a file."""
    return f"/static/{name}?{stamp((STATIC / name).read_bytes())}"


FACES = (
    ("Inter", 400, "Inter-Regular.woff2"),
    ("Inter", 600, "Inter-SemiBold.woff2"),
    ("Inscription", 400, "Inscription.woff2"),
)
"""The fonts of pages: family, weight and file."""


@cache
def font(name: str) -> str:
    """The address of a font."""
    return f"/static/fonts/{name}?{stamp((FONTS / name).read_bytes())}"


@cache
def faces() -> str:
    """The fonts of the pages, as a style sheet; text is readable before they are loaded."""
    return "".join(
        f"@font-face{{font-family:{family};font-weight:{weight};font-display:swap;"
        f'src:url("{font(name)}") format("woff2")}}'
        for family, weight, name in FACES
    )


@cache
def colours(theme: Theme) -> str:
    """The fonts and the colours of the drawings and of the pages, as a style sheet."""
    return faces() + variables(theme) + style_sheet(theme)


@cache
def colours_address(theme: Theme) -> str:
    """The address of the colours."""
    return f"/colours/{theme}.css?{stamp(colours(theme).encode())}"


class Assets(StaticFiles):
    """A folder of files; those requested by their stamp are cached for good."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, and how long it may be cached."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        kept = scope["query_string"].decode("latin-1") == _stamp_of(str(full_path))
        answer.headers["Cache-Control"] = FOR_GOOD if kept else ASK_AGAIN
        path = Path(full_path)
        if path.suffix not in PACKED or answer.status_code != 200:
            return answer
        answer.headers["Vary"] = "Accept-Encoding"
        taken = Headers(scope=scope).get("accept-encoding", "")
        coding = next((one for one in PACKERS if one in taken), None)
        if coding is None:
            return answer
        names = ("Cache-Control", "Content-Type", "ETag", "Last-Modified", "Vary")
        headers = {name: answer.headers[name] for name in names}
        return Response(_packed(str(path), coding), headers={**headers, "Content-Encoding": coding})


@cache
def _packed(path: str, coding: str) -> bytes:
    """A file as it is sent: compressed once, as small as possible."""
    return PACKERS[coding](Path(path).read_bytes())


@cache
def _stamp_of(path: str) -> str:
    """The stamp of a file."""
    return stamp(Path(path).read_bytes())
