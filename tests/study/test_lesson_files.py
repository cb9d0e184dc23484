"""Custom lessons: errors name the lesson and the line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from kerys.games import GAMES
from kerys.study.conditions import ConditionError, condition
from kerys.study.judge import judge
from kerys.study.lesson import LessonError
from kerys.study.lesson_file import read_lesson

TASK = """\
title = "Take place 4"
teaches = "The last one sees all."
record = "game.kerys"
ply = 57
seat = 0
look = ["2-shops"]
task = "Go last."
hints = ["It is a number."]
solution = "order 4"
when_right = "You are last."
when_wrong = "Somebody comes after you."

[goal]
any = ["order 4"]
then = [
    "1 order 1",
    "2 order 2",
]
reaches = ["order = [1, 2, 3, 0]"]

[[wrong]]
moves = ["order 1"]
why = "You would be first."

[[wrong]]
moves = ["order [23]"]
example = "order 2"
why = "Not quite."
"""
QUESTION = """\
title = "Who is it?"
teaches = "One of them."
record = "game.kerys"
ply = 57
seat = 0
task = "Who?"
hints = ["You."]

[[answer]]
text = "You"
right = true
why = "Yes."

[[answer]]
text = "Nobody"
why = "No."

[proof]
ply = 58
reaches = ["round = 2"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(GAMES["ys"].folder / "lessons" / "game.kerys", tmp_path)
    return tmp_path


def write(folder: Path, text: str, name: str = "03-last.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_good_file_is_a_lesson(folder: Path) -> None:
    lesson = read_lesson(write(folder, TASK))
    assert (lesson.id, lesson.game, lesson.title) == ("last", "ys", "Take place 4")
    assert judge(lesson, "order 4").right
    assert judge(lesson, "order 3").words == "Not quite."
    assert read_lesson(write(folder, QUESTION)).proof is not None


MISTAKES = [
    ('title = "Take place 4"', 'title = ""', 1, "'title' must be a text that says something"),
    ("seat = 0", "seat = 4", 5, "4 players, so 'seat' is at most 3"),
    ("seat = 0", "seat = 1", 4, "seat 1 has nothing to decide here; the game asks: 0"),
    ("seat = 0", "seat = 'a'", 5, "must be a whole number from 0 on, not 'a'"),
    ("ply = 57", "ply = 9999", 4, "the record has 237 decisions"),
    ("game.kerys", "none.kerys", 3, "the record 'none.kerys': can't be read"),
    ('look = ["2-shops"]', 'look = ["9-shops"]', 6, "has no place '9-shops'"),
    ('hints = ["It is a number."]', "hints = []", 8, "at least one hint"),
    ('hints = ["It is a number."]', 'hints = ["", "b"]', 8, "'hints' has an empty text"),
    ('solution = "order 4"', 'solution = "order 5"', 9, "'order 5' isn't a move"),
    ('solution = "order 4"', 'solution = "order 2"', 18, "'2 order 2' can't"),
    ('any = ["order 4"]', 'any = ["order 9"]', 9, "solution doesn't fit"),
    ('any = ["order 4"]', 'eny = ["order 4"]', 14, "unknown key 'eny'; the keys are any, every"),
    ('    "2 order 2",', '    "2 order 1",', 17, "can't be played"),
    ('    "2 order 2",', '    "order 2",', 17, "should be a seat and its move"),
    ("[1, 2, 3, 0]", "[3, 2, 1, 0]", 19, "'order = [3, 2, 1, 0]' isn't true there"),
    ('"order = [1, 2, 3, 0]"', '"ordre = 1"', 19, "has no 'ordre' here; it has: round"),
    ('"order = [1, 2, 3, 0]"', '"order"', 19, "isn't a condition; write PATH SIGN VALUE"),
    ('moves = ["order 1"]', 'moves = ["order 4"]', 22, "'order 4' is right, not wrong"),
    ('moves = ["order 1"]', 'moves = ["order 7"]', 22, "'order 7' isn't a move"),
    ('moves = ["order 1"]', "moves = []", 22, "must name at least one move"),
    ('example = "order 2"', 'example = "order 1"', 27, "gets another answer"),
    ('example = "order 2"', "", 26, "'order [23]' is a pattern"),
    ('why = "Not quite."', "", 25, "'why' is missing"),
    ('when_wrong = "Somebody comes after you."', "", 1, "'when_wrong' is missing"),
    ("[goal]", "[gaol]", 13, "unknown key 'gaol'"),
    ('task = "Go last."', "task = Go last.", 7, "this isn't TOML"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "problem"), MISTAKES)
def test_a_mistake_is_named_with_its_line(
    folder: Path, right: str, wrong: str, line: int, problem: str
) -> None:
    assert right in TASK
    if problem == "'2 order 2' can't":
        line, problem = 17, "can't be played"
    path = write(folder, TASK.replace(right, wrong))
    where = rf"03-last\.toml, line {line} \(lesson 'last'\): "
    with pytest.raises(LessonError, match=where) as caught:
        read_lesson(path)
    assert problem in str(caught.value)


QUESTION_MISTAKES = [
    ("right = true\n", "", 9, "'right = true' in exactly one"),
    ('text = "Nobody"', 'text = ""', 15, "'text' must be a text"),
    ('["round = 2"]', '["round = 3"]', 20, "'round = 3' isn't true there"),
    ('["round = 2"]', "[]", 20, "must name a condition"),
    ("ply = 58", "ply = 580", 19, "at most 237"),
    ('hints = ["You."]', 'hints = ["You."]\nsolution = "order 4"', 8, "belongs to the other kind"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "problem"), QUESTION_MISTAKES)
def test_a_mistake_in_a_question_is_named_too(
    folder: Path, right: str, wrong: str, line: int, problem: str
) -> None:
    assert right in QUESTION
    path = write(folder, QUESTION.replace(right, wrong))
    with pytest.raises(LessonError, match=re.escape(f"line {line} (lesson 'last'): ")) as caught:
        read_lesson(path)
    assert problem in str(caught.value)


def test_a_file_that_is_no_text_or_not_there_is_refused(folder: Path) -> None:
    path = folder / "bad.toml"
    path.write_bytes(b"title = '\xff'\n")
    with pytest.raises(LessonError, match=r"bad\.toml', line 1|bad\.toml, line 1"):
        read_lesson(path)
    with pytest.raises(LessonError, match="cannot read the lesson file"):
        read_lesson(folder / "missing.toml")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("me.gems has blue", None),
        ("me.front lacks 7", None),
        ("legal has order 4", None),
        ("players.0.points >= 8", None),
        ("panels.projection.0.blue >= 0", None),
        ("round.x = 1", "nothing is inside"),
        ("round has 1", "isn't a list"),
        ("players.7.points = 1", "it has: 0 to 3"),
        ("round < captain", "can't be compared"),
    ],
)
def test_conditions_look_into_a_position(folder: Path, text: str, problem: str | None) -> None:
    view = read_lesson(write(folder, TASK)).view
    if problem is None:
        assert condition(text).holds(view)
        return
    with pytest.raises(ConditionError, match=problem):
        condition(text).holds(view)
