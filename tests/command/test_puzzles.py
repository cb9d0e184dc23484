"""`kerys puzzles`: solve in the terminal, check files, make new ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kerys.cli.puzzles import puzzles
from kerys.study.puzzles.puzzle import Puzzle
from kerys.study.puzzles.puzzle_file import puzzles_of, read_puzzles
from kerys.study.puzzles.schedule import puzzle_of_day, today
from tests.study.puzzles.test_puzzle_files import TWO


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def typed(*lines: str, arguments: tuple[str, ...]) -> Result:
    return CliRunner().invoke(puzzles, arguments, input="\n".join(lines) + "\n")


def daily(game: str) -> Puzzle:
    return puzzle_of_day(puzzles_of(game), today())


@pytest.mark.parametrize("game", ["mykerinos", "ys"])
def test_a_puzzle_is_solved_and_kept(game: str, home: Path) -> None:
    best = daily(game).best
    done = typed(best.move, "quit", arguments=(game,))
    assert done.exit_code == 0, done.output
    assert "Puzzle of the day" in done.stdout
    assert "Solved." in done.stdout
    assert f"{best.chance:4.0%}" in done.stdout
    assert "Solved 1 of 1, 1 in a row." in done.stdout
    kept = json.loads((home / "kerys" / f"puzzles-{game}.json").read_text("utf-8"))
    assert kept["tried"] == {daily(game).id: True}
    later = typed("quit", arguments=(game,))
    assert "Puzzle of the day" not in later.stdout
    assert "Solved 1 of 1, 1 in a row." in later.stdout


def test_a_wrong_answer_a_solution_and_help() -> None:
    puzzle = daily("ys")
    lines = ("", "help", "moves", "board", "nonsense", puzzle.answers[-1].move, "solution", "skip")
    done = typed(*lines, arguments=("ys",))
    assert "Not the best." in done.stdout
    assert "(your answer)" in done.stdout
    assert "'nonsense' isn't a move" in done.stdout
    assert "Solved 0 of 2, 0 in a row." in done.stdout


def test_puzzles_end_when_all_are_tried() -> None:
    game = read_puzzles(TWO)[0].game
    mine = [one for one in read_puzzles(TWO) if one.game == game]
    done = typed(*("solution" for _one in mine), arguments=(game, "--file", str(TWO)))
    assert "no more puzzles" in done.stdout


@pytest.mark.parametrize("content", ["nonsense", "[]", "{}", '{"rating": "high"}'])
def test_unreadable_progress_is_named(home: Path, content: str) -> None:
    file = home / "kerys" / "puzzles-ys.json"
    file.parent.mkdir()
    file.write_text(content, "utf-8")
    done = typed("quit", arguments=("ys",))
    assert done.exit_code == 1
    assert "puzzles-ys.json can't be read" in done.stderr
    assert file.read_text("utf-8") == content


def test_a_file_is_checked(tmp_path: Path) -> None:
    done = typed(arguments=("check", str(TWO)))
    assert done.exit_code == 0
    assert "2 puzzles, all right." in done.stdout
    broken = tmp_path / "broken.jsonl"
    broken.write_text("nonsense\n", "utf-8")
    done = typed(arguments=("check", str(broken)))
    assert done.exit_code == 1
    assert "broken.jsonl:1: this isn't a puzzle" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("chess",), "No such command 'chess'"),
        (("make", "ys"), "--number"),
        (("make", "ys", "--number", "0", "--out", "x.jsonl"), "0 is not in the range"),
        (("make", "ys", "--number", "1", "--out", "missing/x.jsonl"), "There is no folder missing"),
        (("make", "chess", "--number", "1", "--out", "x.jsonl"), "'chess' is not one of"),
        (("check", "missing.jsonl"), "does not exist"),
    ],
)
def test_wrong_use_is_refused(arguments: tuple[str, ...], problem: str) -> None:
    done = CliRunner().invoke(puzzles, arguments)
    assert done.exit_code == 2
    assert problem in done.stderr
