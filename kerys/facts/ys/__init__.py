"""Facts about a Ys position: scene, panels, summaries, explanations and coach."""

from kerys.facts.ys import coach, explanations, summaries
from kerys.facts.ys.panels import panels

__all__ = ["coach", "explanations", "panels", "summaries"]
