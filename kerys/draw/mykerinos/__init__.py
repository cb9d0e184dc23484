"""Mykerinos as a picture and as text."""

from kerys.draw.mykerinos.svg import svg, svg_pieces
from kerys.draw.mykerinos.text import text

__all__ = ["svg", "svg_pieces", "text"]
