"""Parts of a drawing that can be shown on their own: a market, a museum, a portrait.

A drawing can provide `parts`, functions by name from a view to a `Part`, and `portraits`,
functions by name to a figure in a box of 48 units around the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from kerys.draw.palette import Theme
from kerys.draw.portraits import BOX
from kerys.draw.svg import number
from kerys.draw.thumbnail import UNSEEN, XMLNS, Cut, style_of
from kerys.locale import _
from kerys.table.errors import GameError
from kerys.table.view import DRAWINGS, View

EDGE = 4.0
"""The margin around a part."""


class Part(NamedTuple):
    """A piece of a drawing, and its position."""

    cut: Cut
    body: str


Parts = Mapping[str, Callable[[View], Part]]
Portraits = Mapping[str, Callable[[], str]]


def part_of(view: View, name: str) -> Part:
    """A part of the drawing of a view."""
    parts: Parts = getattr(DRAWINGS.get(view.game), "parts", {})
    return parts[_known(name, parts)](view)


def part_picture(view: View, name: str, theme: Theme) -> str:
    """A part of a view as a separate picture."""
    cut, body = part_of(view, name)
    return _standing_alone(cut, UNSEEN.sub("", body), theme)


def portrait_picture(game: str, name: str, theme: Theme) -> str:
    """A portrait of a game as a separate picture."""
    portraits: Portraits = getattr(DRAWINGS.get(game), "portraits", {})
    body = portraits[_known(name, portraits)]()
    return _standing_alone(Cut(-BOX / 2, -BOX / 2, BOX, BOX), body, theme)


def _standing_alone(cut: Cut, body: str, theme: Theme) -> str:
    """A picture that includes the colours it uses."""
    box = f'viewBox="{" ".join(map(number, cut))}"'
    size = f'width="{number(cut.width)}" height="{number(cut.height)}"'
    return f"<svg {XMLNS} {box} {size}>{style_of(body, theme)}{body}</svg>"


def _known(name: str, known: Mapping[str, object]) -> str:
    """A name that exists; otherwise raise an error that lists the valid names."""
    if name not in known:
        raise GameError(
            _("there is no part '{name}' of this drawing; there are: {names}").format(
                name=name, names=", ".join(known) or "-"
            )
        )
    return name
