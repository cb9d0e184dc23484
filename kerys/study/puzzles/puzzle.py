"""A puzzle: a decision of a real game in which one answer is clearly best."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kerys.kernel.wording import Plain
from kerys.locale import _
from kerys.table.commitment import Secret
from kerys.table.errors import GameError, RecordError
from kerys.table.game import Game, dealt
from kerys.table.parsing import shown
from kerys.table.record import agreement, check_game, check_rules
from kerys.table.view import View

ID_LENGTH = 8


class PuzzleError(GameError):
    """A puzzle can't be used; the message says why."""


@dataclass(frozen=True)
class Worlds:
    """How many imagined worlds a search took."""

    tree: int
    """Worlds of the search that finds the answers worth comparing."""
    compared: int
    """Worlds in which each of the best two is played."""

    def times(self, factor: int) -> Worlds:
        """The same with more worlds."""
        return Worlds(factor * self.tree, factor * self.compared)


@dataclass(frozen=True)
class Rated:
    """An answer and its winning chance."""

    move: str
    chance: float


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A position from one seat's view, with the chances of its answers."""

    game: str
    rules_revision: int
    options: Plain
    secret: Secret
    decisions: tuple[tuple[int, str], ...]
    """The seat and text of each decision before the puzzle."""
    seat: int
    answers: tuple[Rated, ...]
    """Every answer that was compared, best first."""
    error: float
    """The standard error of the margin."""
    found: Worlds
    checked: Worlds
    rating: int
    """The rating to begin with."""

    @cached_property
    def id(self) -> str:
        """A short name: the same position always has the same."""
        moves = "\n".join(f"{seat} {text}" for seat, text in self.decisions)
        options = json.dumps(self.options, sort_keys=True)
        whole = f"{self.game} {self.secret.commitment} {options} {self.seat}\n{moves}"
        return hashlib.sha256(whole.encode()).hexdigest()[:ID_LENGTH]

    @property
    def best(self) -> Rated:
        """The solution."""
        return self.answers[0]

    @property
    def margin(self) -> float:
        """By how much of the win the best answer is ahead of the second."""
        return self.best.chance - self.answers[1].chance

    @property
    def start(self) -> Game:
        """The game at the puzzle; don't make moves in it, and show only the seat's view."""
        return _start(self)

    @property
    def view(self) -> View:
        """What the solver sees."""
        return self.start.view(self.seat)

    def rated(self, move: str) -> Rated | None:
        """An answer with its chance; None if it was never compared."""
        return next((one for one in self.answers if one.move == move), None)

    def check(self) -> None:
        """Replay the game, and refuse a puzzle that can't be asked or answered."""
        view = self.view
        if self.seat not in view.actors:
            raise PuzzleError(_("seat {seat} has nothing to decide").format(seat=self.seat))
        legal = set(view.legal_texts())
        for one in self.answers:
            if one.move not in legal:
                problem = _("'{text}' isn't a legal answer").format(text=shown(one.move))
                raise PuzzleError(problem)
        chances = [one.chance for one in self.answers]
        if len(chances) < 2 or chances != sorted(chances, reverse=True):
            raise PuzzleError(_("the answers must be at least two, best first"))
        if not all(math.isfinite(one) and 0 <= one <= 1 for one in chances):
            raise PuzzleError(_("a chance is a number from 0 to 1"))


@lru_cache(maxsize=64)
def _start(puzzle: Puzzle) -> Game:
    """The game of a puzzle, replayed."""
    rules = check_game(puzzle.game)
    check_rules(rules, puzzle.rules_revision)
    agreed = agreement(rules, puzzle.options, puzzle.rules_revision)
    game = dealt(rules, agreed, puzzle.secret)
    texts = rules.wording.texts()
    for number, (seat, text) in enumerate(puzzle.decisions, 1):
        try:
            if text not in texts:
                raise RecordError(_("'{text}' isn't a move").format(text=shown(text)))
            game.push(seat, texts[text])
        except GameError as error:
            problem = _("decision {number}: {problem}")
            raise PuzzleError(problem.format(number=number, problem=error)) from error
    return game
