"""Mykerinos, drawn: the board as a picture and as text, and the panels beside it."""

from kerys.draw.mykerinos.layout import svg
from kerys.draw.mykerinos.panels import panels
from kerys.draw.mykerinos.plain import text

__all__ = ["panels", "svg", "text"]
