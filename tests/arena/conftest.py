"""Fixtures for all tests of the arena."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A fixed environment: width, language, and no tournament in the user's home."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("KERYS_LANG", raising=False)
