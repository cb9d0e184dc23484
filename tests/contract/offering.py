"""Games that no package offers, offered for the time of a test."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from kerys.games import GAMES
from kerys.kernel.contract import Rules


def offer(monkeypatch: pytest.MonkeyPatch, rules: Rules) -> None:
    """Let a package offer this game."""
    point = EntryPoint(rules.name, "tests.contract.tiny:TINY", GAMES.group)
    monkeypatch.setitem(GAMES._points, rules.name, point)
    monkeypatch.setitem(GAMES._loaded, rules.name, rules)
