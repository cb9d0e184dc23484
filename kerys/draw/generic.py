"""A plain drawing for games that bring none."""

from __future__ import annotations

from collections.abc import Collection

from kerys.draw.palette import Theme
from kerys.draw.svg import document, label
from kerys.table.view import View


def text(view: View, *, width: int = 100) -> str:
    """The view as text."""
    return f"{view.heading()}\n{view.question()}"


def svg(
    view: View,
    *,
    width: int = 1200,
    theme: Theme | None = "auto",
    lit: Collection[str] = (),
    picked: Collection[str] = (),
) -> str:
    """The view as a picture."""
    return document(width, 100, view.heading(), theme, label(20, 50, view.heading(), 20))
