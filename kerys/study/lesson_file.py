"""Lessons from files: `read_lesson` reads one and has the rules check it completely."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kerys.locale import _
from kerys.study.conditions import Condition, ConditionError, condition
from kerys.study.lesson import Answer, Decision, Goal, Lesson, Position, Proof, Wrong, played
from kerys.study.source import Source, read_source
from kerys.table.errors import GameError, RecordError

KEYS = (
    *("title", "teaches", "record", "ply", "seat", "moves", "look", "task", "hints"),
    *("goal", "solution", "wrong", "when_right", "when_wrong", "answer", "proof"),
)
NEEDED = ("title", "teaches", "record", "ply", "seat", "task", "hints")
ON_BOARD = ("goal", "solution", "wrong", "when_right", "when_wrong")
ASKED = ("answer", "proof")
NUMBER = re.compile(r"^\d+-")
DECISION = re.compile(r"(\d) (\S.*)")


def lesson_id(path: Path) -> str:
    """The name of a lesson: its file name without the leading number and the extension."""
    return NUMBER.sub("", path.stem)


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file; a LessonError names the line at fault."""
    from kerys.study.lesson_check import check

    source = read_source(path, lesson_id(path))
    source.check_keys(KEYS, NEEDED)
    lesson = _lesson(source)
    check(lesson, source)
    return lesson


def _lesson(source: Source) -> Lesson:
    """A lesson from a well-formed file."""
    asks = "answer" in source.values
    for key in ON_BOARD if asks else ASKED:
        if key in source.values:
            problem = _("a lesson has a task on the board ([goal]) or a question ([[answer]]); ")
            problem += _("'{key}' belongs to the other kind").format(key=key)
            raise source.error(problem, key)
    if not asks:
        source.check_keys(KEYS, (*NEEDED, *ON_BOARD))
    position, game = read_position(source)
    return Lesson(
        id=source.name,
        game=game,
        title=source.words("title"),
        teaches=source.paragraphs("teaches"),
        position=position,
        seat=source.number("seat"),
        task=source.words("task"),
        hints=source.texts("hints"),
        look=source.texts("look"),
        goal=None if asks else _goal(source.table("goal")),
        solution="" if asks else source.words("solution"),
        wrong=tuple(_wrong(one) for one in source.tables("wrong")) if not asks else (),
        when_right="" if asks else source.words("when_right"),
        when_wrong="" if asks else source.words("when_wrong"),
        answers=tuple(_answer(one) for one in source.tables("answer")) if asks else (),
        proof=_proof(source.table("proof"), position) if "proof" in source.values else None,
    )


def read_position(source: Source) -> tuple[Position, str]:
    """A position, and the name of its game."""
    name = source.words("record")
    record = source.path.parent / name
    try:
        game = played(record)
    except GameError as error:
        problem = error.problem if isinstance(error, RecordError) else str(error)
        said = _("the record '{name}': {problem}").format(name=name, problem=problem)
        raise source.error(said, "record") from error
    ply = _ply(source, game.ply)
    position = Position(record, ply, decisions(source, "moves"))
    check_moves(source, "moves", Position(record, ply), position.moves)
    return position, game.name


def _ply(source: Source, last: int) -> int:
    """A ply that the record has."""
    ply = source.number("ply")
    if ply > last:
        problem = _("the record has {last} decisions, so 'ply' is at most {last}, not {ply}")
        raise source.error(problem.format(last=last, ply=ply), "ply")
    return ply


def decisions(source: Source, key: str) -> tuple[Decision, ...]:
    """Decisions with the seats that make them: `2 place 3 open 1-harbour`."""
    found = []
    for text in source.texts(key):
        match = DECISION.fullmatch(text)
        if match is None:
            problem = _("'{text}' should be a seat and its move, like '2 bid 4+3'")
            raise source.error(problem.format(text=text), key, text)
        found.append((int(match[1]), match[2]))
    return tuple(found)


def check_moves(source: Source, key: str, position: Position, moves: Sequence[Decision]) -> None:
    """Refuse moves that can't be made."""
    game = position.game()
    for seat, move in moves:
        try:
            game.push(seat, move)
        except GameError as error:
            raise source.error(str(error), key, f"{seat} {move}") from error


def conditions(source: Source, key: str) -> tuple[Condition, ...]:
    """The conditions that a position must meet."""
    found = []
    for text in source.texts(key):
        try:
            found.append(condition(text))
        except ConditionError as error:
            raise source.error(str(error), key, text) from error
    return tuple(found)


def _goal(source: Source) -> Goal:
    """What a try must be."""
    source.check_keys(("any", "every", "then", "reaches"), ())
    goal = Goal(
        any=source.texts("any"),
        every=source.texts("every"),
        then=decisions(source, "then"),
        reaches=conditions(source, "reaches"),
    )
    if not (goal.any or goal.every or goal.reaches):
        raise source.error(_("a goal needs 'any', 'every' or 'reaches'"))
    return goal


def _wrong(source: Source) -> Wrong:
    """The answer to some wrong tries."""
    source.check_keys(("moves", "why", "example"), ("moves", "why"))
    moves = source.texts("moves")
    if not moves:
        raise source.error(_("'moves' must name at least one move"), "moves")
    return Wrong(moves, source.words("why"), source.words("example", ""))


def _answer(source: Source) -> Answer:
    """An answer to a question."""
    source.check_keys(("text", "right", "why"), ("text", "why"))
    return Answer(source.words("text"), source.words("why"), source.flag("right"))


def _proof(source: Source, position: Position) -> Proof:
    """Where the game proves an answer."""
    source.check_keys(("ply", "moves", "reaches"), ("reaches",))
    moves = decisions(source, "moves")
    if "ply" in source.values:
        start = Position(position.record, _ply(source, played(position.record).ply))
    else:
        start = position
    check_moves(source, "moves", start, moves)
    reached = Position(start.record, start.ply, (*start.moves, *moves))
    return Proof(reached, conditions(source, "reaches"))
