"""Judges a try: the rules carry it out, and the lesson comments on it."""

from __future__ import annotations

from dataclasses import dataclass

from kerys.study.conditions import ConditionError
from kerys.study.lesson import Goal, Lesson, fitting, push_all
from kerys.table.errors import GameError
from kerys.table.game import Game


@dataclass(frozen=True)
class Verdict:
    """The result of a try."""

    right: bool
    words: str
    """Why it is right or wrong; empty if it isn't complete yet."""
    game: Game
    """The game after a right try; otherwise the position where the next one starts."""
    moves: tuple[str, ...] = ()
    """The decisions of the try so far."""
    whole: bool = True
    """Whether nothing is left to decide."""
    legal: bool = True


def judge(lesson: Lesson, text: str) -> Verdict:
    """Judge a try on the board."""
    game = lesson.start.copy()
    try:
        game.push(lesson.seat, text)
    except GameError as error:
        return Verdict(False, str(error), lesson.start, legal=False)
    wording = game.rules.wording
    made = range(lesson.start.ply, game.ply)
    moves = tuple(wording.text(game.move_at(ply).code) for ply in made)
    if not lesson.is_whole(game):
        return Verdict(False, "", game, moves, whole=False)
    assert lesson.goal is not None
    if _reached(lesson, lesson.goal, game.copy(), moves):
        return Verdict(True, lesson.when_right, game, moves)
    return Verdict(False, _why(lesson, moves), lesson.start, moves)


def _reached(lesson: Lesson, goal: Goal, game: Game, moves: tuple[str, ...]) -> bool:
    """Whether a try reaches the goal; continues the game as the lesson says."""
    if goal.any and not any(fitting(goal.any, moves)):
        return False
    if len(list(fitting(goal.every, moves))) < len(goal.every):
        return False
    try:
        push_all(game, goal.then)
        view = game.view(lesson.seat)
        return all(one.holds(view) for one in goal.reaches)
    except (GameError, ConditionError):
        return False  # the try has led elsewhere


def _why(lesson: Lesson, moves: tuple[str, ...]) -> str:
    """Why a try is wrong."""
    for wrong in lesson.wrong:
        if any(fitting(wrong.moves, moves)):
            return wrong.why
    return lesson.when_wrong


def answer(lesson: Lesson, number: int) -> Verdict | None:
    """The verdict on one of the answers to a question, counted from 0; None if there is none."""
    if not 0 <= number < len(lesson.answers):
        return None
    given = lesson.answers[number]
    shown = lesson.start
    if given.right and lesson.proof is not None:
        shown = lesson.proof.position.game()
    return Verdict(given.right, given.why, shown)
