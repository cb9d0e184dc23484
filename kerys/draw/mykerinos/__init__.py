"""Mykerinos, drawn: the board as a picture and as text, and the panels beside it."""

from kerys.draw.mykerinos.svg import svg
from kerys.draw.mykerinos.text import text
from kerys.facts.mykerinos.panels import panels

__all__ = ["panels", "svg", "text"]
