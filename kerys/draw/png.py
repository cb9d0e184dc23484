"""An SVG drawing as a PNG picture, with the fonts that come with the package."""

from __future__ import annotations

from pathlib import Path

import resvg_py

FONTS = Path(__file__).parent / "fonts"


def png(svg: str, width: int) -> bytes:
    """The picture of a drawing that carries a light or dark style sheet."""
    picture = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
        font_family="Inter",
        sans_serif_family="Inter",
        skip_system_fonts=True,
    )
    return bytes(picture)
