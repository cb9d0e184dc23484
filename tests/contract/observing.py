"""Reads the output of `observe`, field by field, by the names that a game gives them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.contract import Rules

Fields = dict[str, NDArray[np.float32]]


def observed(rules: Rules, state: Any, seat: int) -> Fields:
    """All fields of an observation."""
    out = np.full(rules.observation_size, np.nan, np.float32)
    rules.observe(state, seat, out)
    found, at = {}, 0
    for name, width in rules.observation:
        found[name] = out[at : at + width]
        at += width
    assert at == len(out)
    assert len(found) == len(rules.observation), "two fields have one name"
    return found


def check_fields(rules: Rules, state: Any, seat: int, expected: dict[str, Any]) -> None:
    """Check that every field has the expected value, and that none is missing."""
    fields = observed(rules, state, seat)
    assert set(fields) == set(expected)
    for name, numbers in expected.items():
        wanted = np.asarray(numbers, np.float64).astype(np.float32).reshape(-1)
        assert fields[name].tolist() == wanted.tolist(), name


def one_of(size: int, index: int | None) -> list[int]:
    """Zeros with a single one (one-hot)."""
    return [int(place == index) for place in range(size)]
