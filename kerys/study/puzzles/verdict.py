"""Judges an answer to a puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from kerys.study.puzzles.puzzle import Puzzle, Rated
from kerys.table.explanations import coach, describe_move, read_move

SHOWN = 3
"""How many of the best answers are shown."""


@dataclass(frozen=True)
class Told:
    """An answer, what it does, and its winning chance."""

    move: str
    about: str
    chance: float | None
    """None if it was too bad to be compared."""


@dataclass(frozen=True)
class Verdict:
    """What to say after a try."""

    right: bool
    own: Told | None
    """The answer given; None if the solver gave up."""
    best: tuple[Told, ...]
    """The best answers, best first."""
    facts: tuple[str, ...]
    """What the coach knows about the best answer."""


def read_answer(puzzle: Puzzle, text: str) -> str:
    """The decision that a text stands for; raises a GameError if there is no such answer."""
    return read_move(puzzle.view, text)[0].text


def judge(puzzle: Puzzle, move: str) -> Verdict:
    """The verdict on an answer; an empty one gives up."""
    return Verdict(
        right=move == puzzle.best.move,
        own=_told(puzzle, puzzle.rated(move) or Rated(move, -1.0)) if move else None,
        best=tuple(_told(puzzle, one) for one in puzzle.answers[:SHOWN]),
        facts=coach(puzzle.view, puzzle.best.move),
    )


def _told(puzzle: Puzzle, one: Rated) -> Told:
    """An answer in words."""
    about = " ".join(describe_move(puzzle.view, one.move))
    return Told(one.move, about, one.chance if one.chance >= 0.0 else None)
