"""Checks a lesson by the rules: moves are legal, right tries right and wrong ones wrong."""

from __future__ import annotations

from kerys.locale import _
from kerys.study.conditions import Condition, ConditionError
from kerys.study.judge import judge
from kerys.study.lesson import Lesson, push_all
from kerys.study.source import Source
from kerys.table.errors import GameError
from kerys.table.view import View

WILD = frozenset("*?[")
MOST_TITLE = 60


def check(lesson: Lesson, source: Source) -> None:
    """Refuse a lesson that can't be played as written."""
    players = lesson.start.players
    if lesson.seat >= players:
        problem = _("the game has {players} players, so 'seat' is at most {last}")
        raise source.error(problem.format(players=players, last=players - 1), "seat")
    if len(lesson.title) > MOST_TITLE:
        problem = _("a title has at most {most} characters")
        raise source.error(problem.format(most=MOST_TITLE), "title")
    if not lesson.hints:
        raise source.error(_("a lesson needs at least one hint"), "hints")
    _check_places(lesson, source)
    if lesson.goal is None:
        _check_question(lesson, source)
    else:
        _check_task(lesson, source)


def _check_places(lesson: Lesson, source: Source) -> None:
    """Refuse places to look at that the drawing doesn't have."""
    if not lesson.look:
        return
    drawn = "".join((*lesson.view.board_pieces(), *lesson.view.side_pieces(art="")))
    for place in lesson.look:
        if f'data-name="{place}"' not in drawn:
            problem = _("the drawing of this position has no place '{place}'")
            raise source.error(problem.format(place=place), "look", place)


def _check_task(lesson: Lesson, source: Source) -> None:
    """Check a task on the board."""
    assert lesson.goal is not None
    if lesson.seat not in lesson.start.actors:
        asked = ", ".join(map(str, lesson.start.actors)) or _("nobody")
        problem = _("seat {seat} has nothing to decide here; the game asks: {asked}")
        raise source.error(problem.format(seat=lesson.seat, asked=asked), "ply")
    game = lesson.start.copy()
    try:
        game.push(lesson.seat, lesson.solution)
    except GameError as error:
        raise source.error(str(error), "solution") from error
    goal = source.table("goal")
    for seat, move in lesson.goal.then:
        try:
            push_all(game, [(seat, move)])
        except GameError as error:
            raise goal.error(str(error), "then", f"{seat} {move}") from error
    _check_conditions(lesson.goal.reaches, game.view(lesson.seat), goal)
    if not judge(lesson, lesson.solution).right:
        raise source.error(_("the solution doesn't fit 'any' and 'every' of the goal"), "solution")
    if not lesson.wrong:
        raise source.error(_("a lesson needs at least one [[wrong]] that says why"))
    for wrong, entry in zip(lesson.wrong, source.tables("wrong"), strict=True):
        _check_wrong(lesson, wrong.shown_try, wrong.why, entry)


def _check_wrong(lesson: Lesson, text: str, why: str, entry: Source) -> None:
    """Check that a wrong try is legal, isn't right, and gets the answer written for it."""
    key = "example" if "example" in entry.values else "moves"
    if WILD & set(text):
        problem = _("'{text}' is a pattern: give a whole try that fits it as 'example'")
        raise entry.error(problem.format(text=text), key)
    verdict = judge(lesson, text)
    if not verdict.legal:
        raise entry.error(verdict.words, key)
    if not verdict.whole:
        problem = _("'{text}' is only a part of a turn: give a whole try as 'example'")
        raise entry.error(problem.format(text=text), key)
    if verdict.right:
        raise entry.error(_("'{text}' is right, not wrong").format(text=text), key)
    if verdict.words != why:
        problem = _(
            "'{text}' gets another answer: an earlier [[wrong]] fits it, or this one doesn't"
        )
        raise entry.error(problem.format(text=text), key)


def _check_question(lesson: Lesson, source: Source) -> None:
    """Check a question with a few answers, one of which is right."""
    right = [one for one in lesson.answers if one.right]
    if len(lesson.answers) < 2 or len(right) != 1:
        problem = _("a question needs at least two answers, and 'right = true' in exactly one")
        raise source.error(problem, "answer")
    if lesson.proof is None:
        raise source.error(_("a question needs a [proof]: where the game shows the answer"))
    view = lesson.proof.position.game().view(lesson.seat)
    if not lesson.proof.reaches:
        raise source.table("proof").error(_("'reaches' must name a condition"), "reaches")
    _check_conditions(lesson.proof.reaches, view, source.table("proof"))


def _check_conditions(conditions: tuple[Condition, ...], view: View, source: Source) -> None:
    """Refuse a condition that isn't true where it should be."""
    for one in conditions:
        try:
            if one.holds(view):
                continue
            problem = _("'{text}' isn't true there").format(text=one.text)
        except ConditionError as error:
            problem = str(error)
        raise source.error(problem, "reaches", one.text)
