"""Ys as a picture and as text."""

from kerys.draw.ys.svg import svg, svg_pieces
from kerys.draw.ys.text import text

__all__ = ["svg", "svg_pieces", "text"]
