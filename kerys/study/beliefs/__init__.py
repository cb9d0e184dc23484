"""How likely everything is that a seat can't see: by counting, and as the bots expect it."""

from kerys.study.beliefs.belief import WORLDS, Belief, Outcome, beliefs, has_beliefs

__all__ = ["WORLDS", "Belief", "Outcome", "beliefs", "has_beliefs"]
