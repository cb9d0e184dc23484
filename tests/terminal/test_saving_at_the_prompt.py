"""`save` at the prompt: here, elsewhere, and never over another file."""

from __future__ import annotations

from pathlib import Path

import pytest

from kerys.terminal.saves import open_game
from tests.terminal.heard import Heard, answers
from tests.terminal.tools import Script, play, started

FIRST_BID = ["bid 4+2"]


def test_save_tells_where_and_save_file_moves_there(tmp_path: Path, heard: Heard) -> None:
    first, second = tmp_path / "first.kerys", tmp_path / "deep" / "second.kerys"
    second.parent.mkdir()
    saved = started(first)
    lines = ["save", f"save {second}", "bid 3+3"]
    said = answers(saved, lines, heard)
    assert said[0] == f"Saved as {first}.\n"
    assert said[1] == f"Saved as {second}.\n"
    assert open_game(second).game.ply == saved.game.ply
    left = open_game(first).game.moves
    assert left == saved.game.moves[: len(left)]
    assert saved.path == second


@pytest.mark.parametrize("taken", ["other.kerys", "other.kerys.sealed"])
def test_save_never_writes_over_another_game(taken: str, tmp_path: Path, heard: Heard) -> None:
    """Nor over the seal of a game whose record was moved."""
    other = tmp_path / "other.kerys"
    play(started(other, seed="another"), Script(FIRST_BID))
    if taken != other.name:
        other.rename(tmp_path / "mailed.kerys")
    before = (tmp_path / taken).read_bytes()
    saved = started(tmp_path / "game.kerys")
    said = answers(saved, [f"save {other}"], heard)[0]
    assert (tmp_path / taken).read_bytes() == before
    assert "already exists" in " ".join(said.split())
    assert saved.path == tmp_path / "game.kerys"


@pytest.mark.parametrize(
    "name", ["~nobody-of-this-name/x.kerys", "a\x00b.kerys", "x" * 300, "/dev/null/x.kerys"]
)
def test_a_name_that_cannot_be_written_is_refused_and_the_game_goes_on_where_it_was(
    name: str, tmp_path: Path, heard: Heard
) -> None:
    path = tmp_path / "game.kerys"
    saved = started(path)
    said = answers(saved, [f"save {name}", "bid 4+2"], heard)
    assert said[0].strip()
    assert "Saved" not in said[0]
    assert saved.path == path
    assert open_game(path).game.ply == saved.game.ply > 0
