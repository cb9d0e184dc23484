"""Games that no package provides, made available during a test."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from kerys.games import GAMES
from kerys.kernel.contract import Rules


def offer(monkeypatch: pytest.MonkeyPatch, rules: Rules) -> None:
    """Make this game available as if a package provided it."""
    point = EntryPoint(rules.name, "tests.contract.tiny:TINY", GAMES.group)
    monkeypatch.setitem(GAMES._points, rules.name, point)
    monkeypatch.setitem(GAMES._loaded, rules.name, rules)
