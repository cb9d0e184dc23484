"""Whether frequencies fit chances: the chi-square test, for tests with fixed seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence

UNLIKELY = 4.5
"""A surprise of more standard deviations than this means that chances are wrong: it happens by
chance three times in a million, and with a fixed seed always or never."""


def surprise(found: Sequence[float], chances: Sequence[float]) -> float:
    """How surprising frequencies are, in standard deviations (Wilson and Hilferty)."""
    total = sum(found)
    assert total > 0
    assert not any(had for had, chance in zip(found, chances, strict=True) if chance == 0)
    square = math.fsum(
        (had - total * chance) ** 2 / (total * chance)
        for had, chance in zip(found, chances, strict=True)
        if chance > 0
    )
    freedom = sum(chance > 0 for chance in chances) - 1
    if freedom == 0:
        return 0.0
    spread = 2 / (9 * freedom)
    return (math.cbrt(square / freedom) - (1 - spread)) / math.sqrt(spread)
