"""Full or unwritable disks: the game continues, and old files stay intact."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from kerys.terminal.saves import open_game
from tests.terminal.faults import REPLACE, Fault, own
from tests.terminal.tools import (
    RECORDS,
    Script,
    kerys_command,
    on_disk,
    play,
    running,
    some,
    started,
)


def no_space() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def broken_disk(monkeypatch: pytest.MonkeyPatch) -> Fault:
    """A disk that can be made to fail when a file is replaced."""
    fault = Fault(os.replace, no_space())
    monkeypatch.setattr(REPLACE, fault)
    return fault


def test_a_file_is_on_the_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First its bytes, then its name, then the folder: a power cut loses nothing."""
    done: list[str] = []
    real = os.replace

    def synced(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "bytes")

    def placed(old: str, new: Path) -> None:
        done.append(f"name {new.name}")
        real(old, new)

    monkeypatch.setattr("kerys.table.record.os.fsync", synced)
    monkeypatch.setattr(REPLACE, placed)
    started(tmp_path / "game").save()
    each = [["bytes", f"name {name}", "folder"] for name in ("game.sealed", "game")]
    assert done == [*each[0], *each[1]], "the seal first: an open file without it is no use"


def test_a_disk_that_fails_leaves_the_old_files_as_they_were(
    tmp_path: Path, broken_disk: Fault
) -> None:
    path = tmp_path / "game.kerys"
    running(path, moves=3)
    before = on_disk(tmp_path)
    broken_disk.failing = lambda _call: True
    done = kerys_command("play", path, lines=["1", "1"])
    assert on_disk(tmp_path) == before
    assert "No space left on device" in done.output
    broken_disk.failing = lambda _call: False
    assert open_game(path).game.ply > 0


def test_a_full_disk_is_told_and_the_game_goes_on_in_memory(
    tmp_path: Path, broken_disk: Fault, capsys: pytest.CaptureFixture[str]
) -> None:
    """Space is freed while the game continues: then everything is on disk."""
    path = tmp_path / "game.kerys"
    saved = started(path)

    def full(moves: Any) -> str:
        broken_disk.failing = lambda _call: True
        return str(moves[0])

    def room_again(moves: Any) -> str:
        assert "No space left on device" in capsys.readouterr().out
        broken_disk.failing = lambda _call: False
        return str(moves[0])

    play(saved, Script([*some(2), full, room_again, *some(1)]))
    assert len(own(saved.game.moves, saved)) == 5
    assert open_game(path).game.moves == saved.game.moves


def test_a_game_on_a_full_disk_can_be_saved_elsewhere(tmp_path: Path, broken_disk: Fault) -> None:
    path, other = tmp_path / "game.kerys", tmp_path / "stick" / "game.kerys"
    other.parent.mkdir()
    saved = started(path)

    def full(moves: Any) -> str:
        broken_disk.failing = lambda _call: True
        return str(moves[0])

    def elsewhere(_moves: Any) -> str:
        broken_disk.failing = lambda _call: False
        return f"save {other}"

    play(saved, Script([*some(2), full, elsewhere]))
    assert len(own(saved.game.moves, saved)) == 3
    assert open_game(other).game.moves == saved.game.moves


def test_leaving_with_a_full_disk_says_that_the_last_decisions_are_not_kept(
    tmp_path: Path, broken_disk: Fault
) -> None:
    path = tmp_path / "game.kerys"
    running(path, moves=3)
    broken_disk.failing = lambda _call: True
    done = kerys_command("play", path, lines=["1", "quit"])
    assert "No space left on device" in done.output
    assert "The game is saved" not in done.output
    assert done.code == 1


def test_a_folder_that_cannot_be_written_is_refused_before_the_first_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_arguments: Any, **_named: Any) -> Any:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("kerys.table.record.tempfile.mkstemp", refused)
    done = kerys_command("play", "ys", "--file", tmp_path / "game.kerys", lines=["1"])
    assert done.code == 1
    assert "Error: " in done.output
    assert "Permission denied" in done.output
    assert on_disk(tmp_path) == {}


def test_a_finished_game_is_shown_even_where_nothing_can_be_written(
    tmp_path: Path, broken_disk: Fault
) -> None:
    path = tmp_path / "game.kerys"
    path.write_bytes((RECORDS / "ys-2p.kerys").read_bytes())
    broken_disk.failing = lambda _call: True
    done = kerys_command("play", path)
    assert done.code == 0, done.output[-300:]
    assert "The game is over" in done.output
