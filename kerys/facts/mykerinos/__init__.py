"""Facts about a position of Mykerinos: the scene of a view, panels beside the board, summaries."""

from kerys.facts.mykerinos import summaries
from kerys.facts.mykerinos.panels import panels

__all__ = ["panels", "summaries"]
