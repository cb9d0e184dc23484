"""Ys as a picture, as text and as the panels beside the board."""

from kerys.draw.ys.svg import svg
from kerys.draw.ys.text import text
from kerys.facts.ys.panels import panels

__all__ = ["panels", "svg", "text"]
