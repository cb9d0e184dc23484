"""Facts about a Mykerinos position: scene, panels, summaries, explanations, coach and unknowns."""

from kerys.facts.mykerinos import coach, explanations, summaries
from kerys.facts.mykerinos.panels import panels
from kerys.facts.mykerinos.unknowns import unknowns

__all__ = ["coach", "explanations", "panels", "summaries", "unknowns"]
