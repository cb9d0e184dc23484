"""The estimate of games that bring none: a template, linked to one game by `generic`."""

from __future__ import annotations

from kerys.kernel.bits import whole
from kerys.kernel.linking import template


@template
def estimate(state, weights, scratch, values):
    """Write the present points of every owner."""
    for owner in range(owners(state)):
        values[owner] = weights[0] * whole(score(state, owner))
