"""Ys as a picture and as text."""

from kerys.draw.ys.layout import svg
from kerys.draw.ys.writing import text

__all__ = ["svg", "text"]
