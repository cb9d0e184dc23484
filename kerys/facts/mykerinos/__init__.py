"""Facts about a Mykerinos position: scene, panels, summaries, explanations and coach."""

from kerys.facts.mykerinos import coach, explanations, summaries
from kerys.facts.mykerinos.panels import panels

__all__ = ["coach", "explanations", "panels", "summaries"]
