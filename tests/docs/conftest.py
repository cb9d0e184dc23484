"""Reviews that hardly look: pages and help promise that they run, not what they find."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kerys.study.review.depths import DEPTHS

HASTE = 20


@pytest.fixture(autouse=True)
def hasty_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """All depths with a fraction of their worlds."""
    for name, depth in DEPTHS.items():
        monkeypatch.setitem(DEPTHS, name, replace(depth, factor=depth.factor / HASTE))
