"""Where the points of a finished game come from."""

from __future__ import annotations

from typing import Any

from kerys.games.ys.components import COLOURS
from kerys.games.ys.ending import black_points, gem_points, throne_points

PARTS = 1 + COLOURS + 2
"""Points scored during play, each colour of gems, black gems, the throne room."""


def points_by_part(state: Any, owner: int) -> tuple[int, ...]:
    """An owner's final points: from play, gems by colour, black gems and the throne room."""
    brought = (
        *(int(gem_points(state, owner, colour)) for colour in range(COLOURS)),
        int(black_points(state, owner)),
        int(throne_points(state, owner)) if state["kings_favour"] else 0,
    )
    return int(state["points"][owner]) - sum(brought), *brought
