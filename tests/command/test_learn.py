"""`kerys learn`: the same lessons in a terminal, and a check for custom lessons."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kerys.cli.learn import learn
from kerys.games import GAMES
from kerys.study.course import course_of
from kerys.study.lesson import Lesson

COURSES = ("mykerinos", "ys")


def typed(*lines: str, arguments: tuple[str, ...]) -> Result:
    return CliRunner().invoke(learn, arguments, input="\n".join(lines) + "\n")


def right_line(lesson: Lesson) -> str:
    if lesson.goal:
        return lesson.solution
    return str(1 + next(number for number, one in enumerate(lesson.answers) if one.right))


@pytest.mark.parametrize("game", COURSES)
def test_all_lessons_are_played_to_their_end(game: str) -> None:
    lessons = course_of(game).lessons
    shown = typed(*map(right_line, lessons), arguments=(game,))
    assert shown.exit_code == 0
    for lesson in lessons:
        assert lesson.title in shown.stdout
    assert shown.stdout.count("Right. ") == len(lessons)
    assert f"{len(lessons)} of {len(lessons)} lessons finished." in shown.stdout


@pytest.mark.parametrize("game", COURSES)
def test_wrong_tries_are_told_why(game: str) -> None:
    lines = []
    for lesson in course_of(game).lessons:
        lines += [wrong.shown_try for wrong in lesson.wrong]
        lines += [str(n) for n, one in enumerate(lesson.answers, 1) if not one.right]
        lines.append("skip")
    shown = typed(*lines, arguments=(game,))
    assert shown.stdout.count("Not yet. ") == len(lines) - len(course_of(game).lessons)
    assert f"0 of {len(course_of(game).lessons)} lessons finished." in shown.stdout


def test_hints_moves_and_the_board_help() -> None:
    lines = ["hint", "hint", "hint", "moves", "board", "help", "", "nonsense", "prices"]
    lines += ["help herald", "help moon", "play captain"]
    shown = typed(*lines, "moves", "swap 1-4", arguments=("ys", "captain")).stdout
    assert shown.count("The white gem is on the ship in quarter 1.") == 1
    assert shown.count("Play the Captain, then swap") == 2, "the last hint stays"
    assert shown.count("Quarter 4 · ship") == 1, "the lesson begins with a short board"
    assert "The columns as if scoring happened now" in shown
    assert "Herald" in shown
    assert "'moon'" in shown
    assert shown.count("Not yet.") == 1, "only the nonsense was a try"
    assert "'nonsense' isn't a move. Nearest:" in shown
    assert "swap 1-4                 Swap the ships of ports 1 and 4" in shown
    assert "1 of 1 lessons finished." in shown


def test_an_answer_is_a_number_that_there_is() -> None:
    shown = typed("9", "me", "0", "quit", arguments=("ys", "tie"))
    assert shown.stdout.count("Type a number from 1 to 4.") == 3
    assert "0 of 1 lessons finished." in shown.stdout


def test_the_end_of_the_input_ends_the_lessons() -> None:
    shown = CliRunner().invoke(learn, ["mykerinos", "pass"], input="")
    assert shown.exit_code == 0
    assert "0 of 1 lessons finished." in shown.stdout


def test_lessons_are_listed() -> None:
    shown = CliRunner().invoke(learn, ["ys", "--list"]).stdout.splitlines()
    assert len(shown) == len(course_of("ys").lessons)
    assert shown[5].split() == ["tie", "Ties"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "Name a game, or a file"),
        (("chess",), "'chess' is not one of"),
        (("ys", "nonsense"), "its lessons are: strongest, turn"),
        (("--check", "missing.toml"), "does not exist"),
        (("ys", "--check", __file__), "Name a game, or a file"),
    ],
)
def test_wrong_use_is_refused(arguments: tuple[str, ...], problem: str) -> None:
    shown = CliRunner().invoke(learn, arguments)
    assert shown.exit_code == 2
    assert problem in shown.stderr


def test_a_lesson_of_ones_own_is_checked_and_played(tmp_path: Path) -> None:
    folder = GAMES["ys"].folder / "lessons"
    own = tmp_path / "my-tie.toml"
    text = (folder / "06-tie.toml").read_text("utf-8")
    own.write_text(text.replace("tie.kerys", str(folder / "tie.kerys")), "utf-8")
    checked = CliRunner().invoke(learn, ["--check", str(own)])
    assert checked.exit_code == 0
    assert "is a lesson: Ties." in checked.stdout
    assert "1 of 1 lessons finished." in typed("2", arguments=("--file", str(own))).stdout
    own.write_text(own.read_text("utf-8").replace("seat = 0", "seat = 9"), "utf-8")
    wrong = CliRunner().invoke(learn, ["--check", str(own)])
    assert wrong.exit_code == 1
    assert "my-tie.toml, line 11 (lesson 'my-tie'): the game has 4 players" in wrong.stderr
