"""Facts about a position of Ys: the scene of a view, and the panels beside the board."""

from kerys.facts.ys.panels import panels

__all__ = ["panels"]
