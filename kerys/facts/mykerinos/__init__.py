"""Facts about a position of Mykerinos: its scene, panels, summaries, explanations, a coach."""

from kerys.facts.mykerinos import coach, explanations, summaries
from kerys.facts.mykerinos.panels import panels

__all__ = ["coach", "explanations", "panels", "summaries"]
