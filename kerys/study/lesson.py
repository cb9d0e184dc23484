"""A lesson: a real position, one thing to learn, a task, hints, and answers to every try.

Lessons are data. `lesson_file` reads one, `lesson_check` has the rules check it, and `judge`
answers a try.
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
"""A seat and what it does."""


@dataclass(frozen=True)
class Position:
    """A moment of a game in a record, and perhaps a few decisions from there on."""

    record: Path
    ply: int
    moves: tuple[Decision, ...] = ()

    def game(self) -> Game:
        """The game at that moment, to be played on."""
        game = played(self.record).copy()
        while game.ply > self.ply:
            game.pop()
        push_all(game, self.moves)
        return game


@lru_cache(maxsize=32)
def played(record: Path) -> Game:
    """The whole game in a record."""
    return load(record).replay()


def push_all(game: Game, moves: Sequence[Decision]) -> None:
    """Make some decisions."""
    for seat, move in moves:
        game.push(seat, move)


@dataclass(frozen=True)
class Goal:
    """What a try has to be, and where it has to lead."""

    any: tuple[str, ...] = ()
    """Patterns of moves; one of them has to be made."""
    every: tuple[str, ...] = ()
    """Patterns of moves; all of them have to be made."""
    then: tuple[Decision, ...] = ()
    """How the game goes on after the try."""
    reaches: tuple[Condition, ...] = ()
    """What is true after that."""


@dataclass(frozen=True)
class Wrong:
    """An answer to some wrong tries, which says why they are wrong."""

    moves: tuple[str, ...]
    """Patterns of moves, one of which is made."""
    why: str
    example: str = ""
    """A try that gets this answer, where the first pattern isn't one itself."""

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
    """Where the game shows that an answer is right."""

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
    """Places on the board that it is about."""
    goal: Goal | None = None
    solution: str = ""
    """A right try."""
    wrong: tuple[Wrong, ...] = ()
    when_right: str = ""
    when_wrong: str = ""
    """What is said about wrong tries that no entry of `wrong` knows."""
    answers: tuple[Answer, ...] = ()
    proof: Proof | None = None

    @cached_property
    def start(self) -> Game:
        """The game as the lesson finds it: not to be played on."""
        return self.position.game()

    @property
    def view(self) -> View:
        """What the player of the lesson sees."""
        return self.start.view(self.seat)

    @cached_property
    def course(self) -> tuple[int, ...]:
        """The questions that the solution answers one after the other, and how it goes on."""
        game = self.start.copy()
        game.push(self.seat, self.solution)
        states = (game.before(ply) for ply in range(self.start.ply, game.ply + 1))
        return tuple(int(state.question) for state in states)

    def is_whole(self, game: Game) -> bool:
        """Whether a try has come to its end; otherwise the next decision of the turn is due."""
        made = game.ply - self.start.ply
        if self.seat not in game.actors:
            return True
        if _goes_on(game):
            return False
        if made >= len(self.course) - 1:
            return True
        return int(game.before(game.ply).question) != self.course[made]


def _goes_on(game: Game) -> bool:
    """Whether more belongs to the turn of the last decision."""
    last = game.move_at(game.ply - 1)
    asked = turn(game.view(last.seat, game.ply - 1))[-1]
    return bool(asked.after) and asked.after[asked.answers.index(last.code)] != NONE


def fitting(patterns: Sequence[str], moves: Sequence[str]) -> Iterator[str]:
    """Those patterns that one of the moves fits, or all of them in a row."""
    texts = (*moves, " ".join(moves))
    return (one for one in patterns if any(fnmatchcase(text, one) for text in texts))


class LessonError(GameError):
    """A lesson can't be used; the message names the file, the line and the lesson."""
