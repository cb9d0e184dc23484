"""Facts about a position of Ys: its scene, panels, summaries, explanations, a coach."""

from kerys.facts.ys import coach, explanations, summaries
from kerys.facts.ys.panels import panels

__all__ = ["coach", "explanations", "panels", "summaries"]
