"""Facts about a Ys position: scene, panels, summaries, explanations, coach and unknowns."""

from kerys.facts.ys import coach, explanations, summaries
from kerys.facts.ys.panels import panels
from kerys.facts.ys.unknowns import unknowns

__all__ = ["coach", "explanations", "panels", "summaries", "unknowns"]
