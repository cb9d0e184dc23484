"""The page about writing lessons: its example is a valid lesson, its error message is real."""

from __future__ import annotations

import shutil
from pathlib import Path

from kerys.games import GAMES
from tests.docs.pages import ROOT, blocks, run

PAGE = ROOT / "docs" / "write-a-lesson.md"


def test_the_example_can_be_checked_and_played(tmp_path: Path) -> None:
    (example,) = blocks(PAGE, "toml")
    shutil.copy(GAMES["ys"].folder / "lessons" / "game.kerys", tmp_path)
    lesson = tmp_path / "last-word.toml"
    lesson.write_text(example, "utf-8")
    check, play = blocks(PAGE, "text")[0].splitlines()
    checked = run(check, tmp_path)
    assert checked.returncode == 0, checked.stderr
    assert "is a lesson: The last word." in checked.stdout
    assert "You may choose first." in run(play, tmp_path).stdout
    lesson.write_text(example.replace('moves = ["order 1"]', 'moves = ["order 4"]'), "utf-8")
    wrong = run(check, tmp_path)
    assert wrong.returncode == 1
    assert wrong.stderr.strip().removeprefix("Error: ") == blocks(PAGE, "text")[2].strip()
