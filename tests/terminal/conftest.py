"""What several tests of the terminal are given."""

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
    """The same everywhere: width, language, no game in anyone's home, no waiting for the disk."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("KERYS_LANG", raising=False)
    monkeypatch.setattr("kerys.table.record.os.fsync", lambda _handle: None)
