"""The README is true: its program runs, and so do its commands."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines()]


def test_first_screen_is_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    program = blocks("python")[0]
    assert len(program.splitlines()) <= 16
    assert README.index("```python") < 1000
    scope: dict[str, object] = {}
    exec(program, scope)
    assert capsys.readouterr().out.count(" points, rank ") == 4
    assert int(str(scope["decisions"])) > 150


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == ".venv/bin/kerys"
    done = subprocess.run(
        [sys.executable, "-m", "kerys.cli", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_authors_of_the_games_are_named() -> None:
    assert "Cyril Demaegd" in README
    assert "Nicolas Oury" in README


@pytest.mark.parametrize("target", re.findall(r"`make (\w+)`", README))
def test_make_targets_exist(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
