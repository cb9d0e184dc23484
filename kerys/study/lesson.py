"""A lesson: a real position, one thing to learn, a task, hints, and answers to every try.

Lessons are data. `lesson_file` reads one, `lesson_check` has the rules check it, and `judge`
judges a try.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from pathlib import Path

from kerys.kernel.seats import NONE
from kerys.study.conditions import Condition
from kerys.table.errors import GameError
from kerys.table.game import Game
from kerys.table.record import load
from kerys.table.turn import turn
from kerys.table.view import View

Decision = tuple[int, str]
"""A seat and its move."""


@dataclass(frozen=True)
class Position:
    """A moment of a recorded game, optionally followed by a few more decisions."""

    record: Path
    ply: int
    moves: tuple[Decision, ...] = ()

    def game(self) -> Game:
        """A new game at that moment, which can be continued."""
        game = played(self.record).copy()
        while game.ply > self.ply:
            game.pop()
        push_all(game, self.moves)
        return game


@lru_cache(maxsize=32)
def played(record: Path) -> Game:
    """The whole game of a record."""
    return load(record).replay()


def push_all(game: Game, moves: Sequence[Decision]) -> None:
    """Make a series of decisions."""
    for seat, move in moves:
        game.push(seat, move)


@dataclass(frozen=True)
class Goal:
    """What a try must be, and where it must lead."""

    any: tuple[str, ...] = ()
    """Patterns of moves, of which one must be made."""
    every: tuple[str, ...] = ()
    """Patterns of moves, of which all must be made."""
    then: tuple[Decision, ...] = ()
    """How the game continues after the try."""
    reaches: tuple[Condition, ...] = ()
    """What must be true after that."""


@dataclass(frozen=True)
class Wrong:
    """The answer to some wrong tries, which says why they are wrong."""

    moves: tuple[str, ...]
    """Patterns of moves, of which one is made."""
    why: str
    example: str = ""
    """A try that gets this answer, unless the first pattern is one itself."""

    @property
    def shown_try(self) -> str:
        """A try that gets this answer."""
        return self.example or self.moves[0]


@dataclass(frozen=True)
class Answer:
    """One of the answers to a question."""

    text: str
    why: str
    right: bool = False


@dataclass(frozen=True)
class Proof:
    """Where the game proves that an answer is right."""

    position: Position
    reaches: tuple[Condition, ...]


@dataclass(frozen=True)
class Lesson:
    """One thing to learn: a task on the board, or a question with a few answers."""

    id: str
    game: str
    title: str
    teaches: tuple[str, ...]
    """Paragraphs."""
    position: Position
    seat: int
    task: str
    hints: tuple[str, ...]
    look: tuple[str, ...] = ()
    """The places on the board that the lesson is about."""
    goal: Goal | None = None
    solution: str = ""
    """A right try."""
    wrong: tuple[Wrong, ...] = ()
    when_right: str = ""
    when_wrong: str = ""
    """The answer to wrong tries that no entry of `wrong` matches."""
    answers: tuple[Answer, ...] = ()
    proof: Proof | None = None

    @cached_property
    def start(self) -> Game:
        """The game at the start of the lesson; don't make moves in it."""
        return self.position.game()

    @property
    def view(self) -> View:
        """What the player of the lesson sees."""
        return self.start.view(self.seat)

    @cached_property
    def course(self) -> tuple[int, ...]:
        """The questions that the solution answers in order, and the one that follows."""
        game = self.start.copy()
        game.push(self.seat, self.solution)
        states = (game.before(ply) for ply in range(self.start.ply, game.ply + 1))
        return tuple(int(state.question) for state in states)

    def is_whole(self, game: Game) -> bool:
        """Whether a try is complete; otherwise the turn's next decision is due."""
        made = game.ply - self.start.ply
        if self.seat not in game.actors:
            return True
        if _goes_on(game):
            return False
        if made >= len(self.course) - 1:
            return True
        return int(game.before(game.ply).question) != self.course[made]


def _goes_on(game: Game) -> bool:
    """Whether the turn of the last decision continues."""
    last = game.move_at(game.ply - 1)
    asked = turn(game.view(last.seat, game.ply - 1))[-1]
    return bool(asked.after) and asked.after[asked.answers.index(last.code)] != NONE


def fitting(patterns: Sequence[str], moves: Sequence[str]) -> Iterator[str]:
    """The patterns that match one of the moves, or all of them in a row."""
    texts = (*moves, " ".join(moves))
    return (one for one in patterns if any(fnmatchcase(text, one) for text in texts))


class LessonError(GameError):
    """A lesson can't be used; the message names the file, the line and the lesson."""
