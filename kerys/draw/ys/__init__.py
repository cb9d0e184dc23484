"""Ys as a picture and as text."""

from kerys.draw.ys.svg import svg
from kerys.draw.ys.text import text

__all__ = ["svg", "text"]
