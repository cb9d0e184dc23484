"""Mykerinos, drawn: the region, the museum, the pass track, the players and the lots to come."""

from kerys.draw.mykerinos.layout import svg
from kerys.draw.mykerinos.plain import text

__all__ = ["svg", "text"]
