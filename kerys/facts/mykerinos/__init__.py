"""Facts about a position of Mykerinos: the scene of a view, and the panels beside the board."""

from kerys.facts.mykerinos.panels import panels

__all__ = ["panels"]
