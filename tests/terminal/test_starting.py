"""How the command starts: quickly, in a known language, and with any input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kerys.cli import main
from kerys.locale import languages
from tests.terminal.tools import kerys_command, kerys_process, on_disk

HELPS = """
import json, sys
from click.testing import CliRunner
from kerys.cli import main

found = {}
for command in ["", *sorted(main.commands)]:
    done = CliRunner().invoke(main, [*command.split(), "--help"])
    slow = [name for name in ("numba", "numpy", "prompt_toolkit", "rich") if name in sys.modules]
    found[command] = [done.exit_code, done.output.split()[0], slow]
print(json.dumps(found))
"""


def test_help_of_every_command_comes_without_the_compiler() -> None:
    done = subprocess.run([sys.executable, "-c", HELPS], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert set(found) == {"", *main.commands}
    for command, (code, first, slow) in found.items():
        assert (code, first) == (0, "Usage:"), command
        assert slow == [], command


@pytest.mark.parametrize("arguments", [["--lang", "xx"], ["--lang", ""], ["--lang"]])
def test_an_unknown_language_is_refused_with_those_there_are(arguments: list[str]) -> None:
    done = kerys_command(*arguments, "rules", "YS-5.3")
    assert done.code == 2
    assert "'en'" in done.words


def test_an_unknown_language_of_the_environment_is_refused_too() -> None:
    done = kerys_command("rules", "YS-5.3", KERYS_LANG="xx")
    assert done.code == 2
    assert "'xx'" in done.words


@pytest.mark.parametrize("language", languages())
def test_a_known_language_plays(language: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    arguments = ("--lang", language, "play", "mykerinos", "--file", path)
    assert kerys_command(*arguments, lines=["help", "pass"]).code == 0
    assert path.exists()


def test_a_command_that_does_not_exist_is_wrong_usage() -> None:
    done = kerys_command("plya", "ys")
    assert done.code == 2
    assert "No such command 'plya'" in done.words


# --- Odd input -------------------------------------------------------------------------------


def strange(folder: Path, stdin: bytes, **environment: str) -> None:
    """Check that a game with this input ends without a traceback and is saved."""
    done = kerys_process(
        *("play", "ys", "--file", "game.kerys"),
        stdin=stdin,
        folder=folder,
        NUMBA_DISABLE_JIT="1",
        **environment,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 1)
    assert set(on_disk(folder)) == {"game.kerys", "game.kerys.sealed"}


def test_bytes_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    """With strict decoding, as in most locales."""
    strange(tmp_path, b"bid \xff\xfe\nbid 4+2\n", PYTHONIOENCODING="utf-8:strict")


def test_a_last_line_without_its_end_counts(tmp_path: Path) -> None:
    done = kerys_process(
        *("play", "ys", "--seed", "7", "--file", "game.kerys"),
        stdin=b"bid 4+2\r\nquit",
        folder=tmp_path,
        NUMBA_DISABLE_JIT="1",
    )
    assert done.returncode == 0
    assert b"You bid 4 and 2: 6." in done.stdout
    assert b"> quit" in done.stdout


@pytest.mark.parametrize("redirection", ["0<&-", "0>/dev/null"], ids=["closed", "write-only"])
def test_input_that_cannot_be_read_ends_the_sitting(redirection: str, tmp_path: Path) -> None:
    """The game must not ask forever: the output is cut off after more than it needs."""
    command = [sys.executable, "-m", "kerys.cli", "play", "ys", "--file", "game.kerys"]
    script = f'"$@" {redirection} 2>errors | head -c 300000 >words; wc -c <words'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert int(done.stdout) < 300_000
    assert "Traceback" not in (tmp_path / "errors").read_text()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_of_few_letters_still_shows_the_game(encoding: str, tmp_path: Path) -> None:
    strange(tmp_path, b"help\n1\nlog\n", PYTHONIOENCODING=encoding)


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_the_first_question_and_the_board_fit_a_small_terminal(tmp_path: Path, game: str) -> None:
    arguments = ("play", game, "--players", "2", "--bots", "random", "--plain", "--file")
    done = kerys_command(*arguments, tmp_path / "game.kerys", LINES="24", COLUMNS="80")
    lines = done.output.splitlines()
    first = next(at for at, line in enumerate(lines) if " · seen by " in line or "Seen by" in line)
    last = next(at for at, line in enumerate(lines) if line.startswith("Player A> "))
    assert last - first < 24, done.output
