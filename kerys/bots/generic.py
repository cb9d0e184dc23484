"""The judgement of games that bring none: the score as it stands."""

from __future__ import annotations

from typing import Any

from kerys.kernel.bits import whole
from kerys.kernel.compiling import rule
from kerys.kernel.contract import Rules
from kerys.kernel.play import bind

WEIGHTS = ("score",)
SCRATCH = 1


def estimate_by_score(rules: Rules) -> Any:
    """An estimate for one game that says what the score track says."""
    return rule(bind(_estimate, rules, {"owners": rules.owners, "score": rules.score}))


@rule
def no_stage(state):
    """The game is one stage."""
    return 0


# What `bind` fills in.
owners: Any = None
score: Any = None


def _estimate(state, weights, scratch, values):
    """Write the present points of every owner."""
    for owner in range(owners(state)):
        values[owner] = weights[0] * whole(score(state, owner))
