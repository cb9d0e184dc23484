"""How long decisions took, in a histogram with steps of 2%, so that millions take little memory."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

STEP = math.log(1.02)
LEAST_MS = 1e-3


@dataclass
class Pace:
    """The times of many decisions, in milliseconds."""

    decisions: int = 0
    total: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)

    def note(self, milliseconds: float) -> None:
        """Count one decision."""
        self.decisions += 1
        self.total += milliseconds
        self.steps[round(math.log(max(milliseconds, LEAST_MS)) / STEP)] += 1

    def add(self, other: Pace) -> None:
        """Count all decisions of another."""
        self.decisions += other.decisions
        self.total += other.total
        self.steps.update(other.steps)

    @property
    def mean(self) -> float:
        """The mean time of a decision."""
        return self.total / self.decisions if self.decisions else 0.0

    def percentile(self, share: float) -> float:
        """The time within which this share of the decisions was made, to within 1%."""
        within = 0
        for step in sorted(self.steps):
            within += self.steps[step]
            if within >= share * self.decisions:
                return math.exp(step * STEP)
        return 0.0

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        steps = {str(step): self.steps[step] for step in sorted(self.steps)}
        return {"decisions": self.decisions, "ms": self.total, "steps": steps}

    @staticmethod
    def of(plain: dict[str, Any]) -> Pace:
        """From plain values."""
        steps = Counter({int(step): int(number) for step, number in plain["steps"].items()})
        return Pace(int(plain["decisions"]), float(plain["ms"]), steps)
