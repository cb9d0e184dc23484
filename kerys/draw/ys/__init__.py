"""Ys as a picture, as text and as the panels beside the board."""

from kerys.draw.ys.layout import svg
from kerys.draw.ys.panels import panels
from kerys.draw.ys.writing import text

__all__ = ["panels", "svg", "text"]
