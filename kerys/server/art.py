"""The portraits of a game: one file from which pages reference single portraits."""

from __future__ import annotations

from functools import cache

from kerys.draw.parts import Portraits
from kerys.draw.sprite import sprite
from kerys.server.assets import stamp
from kerys.table.view import DRAWINGS


@cache
def art(game: str) -> str:
    """The file with all portraits of a game; empty if it has none."""
    portraits: Portraits = getattr(DRAWINGS.get(game), "portraits", {})
    return sprite({name: draw() for name, draw in portraits.items()}) if portraits else ""


@cache
def art_address(game: str) -> str:
    """Its address, under which browsers cache it."""
    return f"/art/{game}.svg?{stamp(art(game).encode())}"
