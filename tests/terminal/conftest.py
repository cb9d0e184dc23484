"""Fixtures for the tests of the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.terminal.heard import Heard

if TYPE_CHECKING:  # most tests need no site
    from tests.server.live import Live
    from tests.server.programs import Program


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


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A running site."""
    from kerys.server.settings import Settings
    from tests.server.live import Live

    file = tmp_path_factory.mktemp("live") / "kerys.db"
    with Live(Settings(database=f"sqlite:///{file}", thinkers=1)) as live:
        yield live


@pytest.fixture
def host(live: Live) -> Program:
    """Somebody with a key, who makes tables."""
    from tests.server.programs import Program

    return Program(live, "Hilda")
