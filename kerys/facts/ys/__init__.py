"""Facts about a position of Ys: the scene of a view, the panels beside the board, summaries."""

from kerys.facts.ys import summaries
from kerys.facts.ys.panels import panels

__all__ = ["panels", "summaries"]
