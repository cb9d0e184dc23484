"""The built-in lessons: enough of them, about the right things, and all playable."""

from __future__ import annotations

import re

import pytest

from kerys.draw.parts import part_picture
from kerys.games import GAMES
from kerys.study.course import Course, course_of, has_course
from kerys.study.judge import answer, judge
from kerys.study.lesson import Lesson, LessonError, Position

COURSES = [course_of(name) for name in ("mykerinos", "ys")]
LESSONS = [one for course in COURSES for one in course.lessons]
ON_BOARD = [one for one in LESSONS if one.goal]
ASKED = [one for one in LESSONS if one.answers]
WORDS_A_MINUTE = 200
MOST_WORDS = 110
MOST_PLIES = 10_000


def lesson_name(lesson: Lesson) -> str:
    return f"{lesson.game}-{lesson.id}"


def game_name(course: Course) -> str:
    return course.game


@pytest.mark.parametrize("course", COURSES, ids=game_name)
def test_a_course_has_lessons_for_ten_minutes(course: Course) -> None:
    assert len(course.lessons) >= 10
    assert len({one.id for one in course.lessons}) == len(course.lessons)
    told = sum(len(f"{' '.join(one.teaches)} {one.task}".split()) for one in course.lessons)
    assert told / WORDS_A_MINUTE <= 10
    assert all(len(" ".join(one.teaches).split()) <= MOST_WORDS for one in course.lessons)


@pytest.mark.parametrize("course", COURSES, ids=game_name)
def test_a_tour_has_stills_that_can_be_drawn(course: Course) -> None:
    assert 6 <= len(course.tour) <= 8
    for still in course.tour:
        assert part_picture(still.view, still.part, "light").startswith("<svg")
        assert len(re.findall(r"[.!?](?: |$)", still.text)) <= 4, still.title


@pytest.mark.parametrize("lesson", ON_BOARD, ids=lesson_name)
def test_the_solution_is_right_and_every_wrong_try_is_told_why(lesson: Lesson) -> None:
    before = lesson.start.ply
    right = judge(lesson, lesson.solution)
    assert right.right
    assert right.words == lesson.when_right
    assert right.game.ply > before
    for wrong in lesson.wrong:
        verdict = judge(lesson, wrong.shown_try)
        assert (verdict.right, verdict.words) == (False, wrong.why)
        assert verdict.game is lesson.start
    assert lesson.start.ply == before, "a try changes nothing"


@pytest.mark.parametrize("lesson", ON_BOARD, ids=lesson_name)
def test_every_move_gets_an_answer(lesson: Lesson) -> None:
    for action in lesson.view.legal:
        verdict = judge(lesson, action.text)
        assert verdict.legal
        assert bool(verdict.words) == verdict.whole, action.text


@pytest.mark.parametrize("lesson", ON_BOARD, ids=lesson_name)
def test_a_turn_can_be_decided_step_by_step(lesson: Lesson) -> None:
    game = lesson.start.copy()
    game.push(lesson.seat, lesson.solution)
    texts = judge(lesson, lesson.solution).moves
    for number in range(1, len(texts)):
        verdict = judge(lesson, " ".join(texts[:number]))
        assert (verdict.whole, verdict.moves) == (False, texts[:number])
        assert lesson.seat in verdict.game.actors


@pytest.mark.parametrize("lesson", ASKED, ids=lesson_name)
def test_one_answer_is_right_and_each_says_why(lesson: Lesson) -> None:
    verdicts = [answer(lesson, number) for number in range(len(lesson.answers))]
    assert [one.right for one in verdicts if one].count(True) == 1
    assert len({one.words for one in verdicts if one}) == len(lesson.answers)
    assert answer(lesson, len(lesson.answers)) is None
    assert answer(lesson, -1) is None


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)
def test_a_lesson_shows_what_its_player_may_know(lesson: Lesson) -> None:
    assert not lesson.view.open
    assert lesson.view.seat == lesson.seat
    hidden = [one for one in lesson.view.plain().get("agents", ()) if one["face"] == "hidden"]
    own = {one["owner"] for one in hidden if one["value"] is not None and not one["seen_by"]}
    if not lesson.view.plain().get("scored_quarter") and lesson.id not in ("bidder", "columns"):
        assert own <= {lesson.seat}


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)
def test_names_and_numbers_in_a_task_are_those_of_the_position(lesson: Lesson) -> None:
    others = set(lesson.start.names)
    known = {*others, *GAMES[lesson.game].wording.title.split()}
    said = " ".join((*lesson.teaches, lesson.task, *lesson.hints))
    cast = {"Gwenael", "Nolwenn", "Riwal", "Katell", "Ambrose", "Beatrix", "Horatio", "Clementine"}
    assert {one for one in cast if one in said} <= known


def test_the_three_questions_of_a_beginner_are_asked() -> None:
    ys, mykerinos = course_of("ys"), course_of("mykerinos")
    tie, when, early = ys.lesson("tie"), ys.lesson("when"), mykerinos.lesson("early")
    assert tie is not None
    assert when is not None
    assert early is not None
    assert "Who takes two gems" in tie.task
    assert "When can you play" in when.task
    assert "what was passing first good for" in early.task


@pytest.mark.parametrize("course", COURSES, ids=game_name)
def test_the_cards_of_a_first_round_know_every_question(course: Course) -> None:
    played = Position(course.lessons[0].position.record, MOST_PLIES).game()
    for ply in range(played.ply):
        view = played.view(0, ply)
        if {"round": 2, "season": 2}.items() & view.plain().items():
            break
        card = course.card(view)
        assert card is not None, view.question()
        assert card.waiting is (0 not in view.actors), view.question()


def test_a_game_without_lessons_says_so() -> None:
    assert not has_course("chess")
    with pytest.raises(LessonError, match="no lessons for 'chess'"):
        course_of("chess")
