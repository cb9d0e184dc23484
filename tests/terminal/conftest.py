"""Fixtures for the tests of the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.heard import Heard


@pytest.fixture
def heard(capsys: pytest.CaptureFixture[str]) -> Heard:
    """The answers to the lines of a script."""
    return Heard(capsys)


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A fixed environment: width, language, no game in the user's home, no waiting for the disk."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("KERYS_LANG", raising=False)
    monkeypatch.setattr("kerys.table.record.os.fsync", lambda _handle: None)
