"""An SVG drawing as a PNG image, with the fonts that come with the package."""

from __future__ import annotations

from importlib.resources import as_file, files


def png(svg: str, width: int) -> bytes:
    """The image of a drawing that has a light or dark style sheet."""
    import resvg_py

    with as_file(files("kerys.draw") / "fonts") as fonts:
        picture = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_files=[str(path) for path in sorted(fonts.glob("*.ttf"))],
            font_family="Inter",
            sans_serif_family="Inter",
            skip_system_fonts=True,
        )
    return bytes(picture)
