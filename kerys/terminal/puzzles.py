"""Puzzles in the terminal, with the board as text; progress is kept in the user's folder."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import click

from kerys.locale import _
from kerys.study.puzzles.puzzle import Puzzle
from kerys.study.puzzles.rating import PUZZLE_DOUBT, Rating, after_try
from kerys.study.puzzles.schedule import next_puzzle, puzzle_of_day, today
from kerys.study.puzzles.verdict import Told, Verdict, judge, read_answer
from kerys.table.errors import GameError
from kerys.table.record import write_whole
from kerys.terminal.folders import data_folder
from kerys.terminal.prompt import Asker
from kerys.terminal.session import list_moves, width
from kerys.terminal.typed_moves import find_move

PROMPT = "> "
COMMANDS = ("moves", "board", "solution", "skip", "quit")


class Stop(Exception):  # noqa: N818 - stopping isn't an error
    """The player stops."""


@dataclass
class Progress:
    """What somebody has solved in one game on this computer."""

    rating: float = field(default_factory=lambda: Rating().rating)
    doubt: float = field(default_factory=lambda: Rating().doubt)
    streak: int = 0
    longest: int = 0
    tried: dict[str, bool] = field(default_factory=dict)
    """Whether each puzzle that was tried was solved."""

    def add(self, puzzle: Puzzle, solved: bool) -> int:
        """Note a first try; returns how it changes the rating."""
        if puzzle.id in self.tried:
            return 0
        before = Rating(self.rating, self.doubt)
        after, _its = after_try(before, Rating(puzzle.rating, PUZZLE_DOUBT), solved)
        self.rating, self.doubt = after.rating, after.doubt
        self.streak = self.streak + 1 if solved else 0
        self.longest = max(self.longest, self.streak)
        self.tried[puzzle.id] = solved
        return round(after.rating) - round(before.rating)


def progress_file(game: str) -> Path:
    """Where the progress in a game is kept."""
    return data_folder() / f"puzzles-{game}.json"


def read_progress(path: Path) -> Progress:
    """The progress so far; a new one if there is no file yet."""
    try:
        plain = json.loads(path.read_text("utf-8"))
        return Progress(
            rating=float(plain["rating"]),
            doubt=float(plain["doubt"]),
            streak=int(plain["streak"]),
            longest=int(plain["longest"]),
            tried={str(name): bool(solved) for name, solved in plain["tried"].items()},
        )
    except FileNotFoundError:
        return Progress()
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        problem = _("Your progress in {file} can't be read: {reason}. Move the file away.")
        raise GameError(problem.format(file=path, reason=error)) from error


class PuzzleSession:
    """A series of puzzles."""

    def __init__(self, puzzles: Sequence[Puzzle], asker: Asker, path: Path) -> None:
        self.puzzles = puzzles
        self.asker = asker
        self.path = path
        self.progress = read_progress(path)
        self.rng = random.Random()

    def run(self) -> None:
        """First the puzzle of the day, then others, until the player leaves."""
        puzzle: Puzzle | None = puzzle_of_day(self.puzzles, today())
        assert puzzle is not None
        if puzzle.id in self.progress.tried:
            puzzle = self._next(set())
        skipped: set[str] = set()
        try:
            while puzzle is not None:
                if not self._puzzle(puzzle):
                    skipped.add(puzzle.id)
                puzzle = self._next(skipped)
            click.echo()
            click.echo(_("There are no more puzzles that you haven't tried."))
        except (EOFError, KeyboardInterrupt, Stop):
            click.echo()
        self._standing()

    def _next(self, skipped: set[str]) -> Puzzle | None:
        """Another puzzle."""
        seen = {*self.progress.tried, *skipped}
        return next_puzzle(self.puzzles, seen, self.progress.rating, self.rng)

    def _puzzle(self, puzzle: Puzzle) -> bool:
        """One puzzle; returns whether it was tried rather than skipped."""
        self._introduce(puzzle)
        while True:
            line = self.asker.ask(PROMPT, [*puzzle.view.legal_texts(), *COMMANDS]).strip()
            word = line.lower()
            if word == "quit":
                raise Stop
            if word == "skip":
                return False
            if word == "solution":
                self._tried(puzzle, "")
                return True
            if word in ("", "help", "moves", "board"):
                self._help(word, puzzle)
                continue
            try:
                move = read_answer(puzzle, find_move(puzzle.view, line) or line)
            except GameError as error:
                click.echo(click.wrap_text(str(error), width()))
                continue
            self._tried(puzzle, move)
            return True

    def _introduce(self, puzzle: Puzzle) -> None:
        """Show the position and the question."""
        view = puzzle.view
        click.echo()
        is_daily = puzzle is puzzle_of_day(self.puzzles, today())
        click.secho(
            (
                _("Puzzle of the day (rating {rating})")
                if is_daily
                else _("Puzzle (rating {rating})")
            ).format(rating=puzzle.rating),
            bold=True,
        )
        click.echo(_("You are {name}.").format(name=view.names[puzzle.seat]))
        click.echo()
        click.echo(view.text(width=width(), compact=True))
        self._help("", puzzle)

    def _help(self, word: str, puzzle: Puzzle) -> None:
        """Run a help command."""
        view = puzzle.view
        if word == "board":
            click.echo(view.text(width=width()))
        elif word == "moves":
            list_moves(view)
        else:
            click.echo()
            click.secho(click.wrap_text(view.question(), width()), bold=True)
            click.echo(_("Type a move, or moves, board, solution, skip or quit."))

    def _tried(self, puzzle: Puzzle, move: str) -> None:
        """Say what a try was worth, and keep it."""
        verdict = judge(puzzle, move)
        change = self.progress.add(puzzle, verdict.right)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, json.dumps(asdict(self.progress)), private=False)
        self._say(verdict)
        rating = _("Your rating: {rating} ({change}).")
        click.echo(rating.format(rating=round(self.progress.rating), change=f"{change:+d}"))

    def _say(self, verdict: Verdict) -> None:
        """The verdict."""
        if verdict.right:
            click.secho(_("Solved."), bold=True)
        elif verdict.own:
            click.secho(_("Not the best."), bold=True)
        own = [verdict.own] if verdict.own and verdict.own not in verdict.best else []
        click.echo(_("Winning chances:"))
        for one in (*verdict.best, *own):
            mark = _("(your answer)") if one == verdict.own else ""
            click.echo(
                click.wrap_text(
                    f"{_percent(one)}  {one.about} {mark}".rstrip(), width(), "  ", "        "
                )
            )
        for fact in verdict.facts:
            click.echo(click.wrap_text(fact, width()))

    def _standing(self) -> None:
        """Where the player stands."""
        told = _("Solved {solved} of {tried}, {streak} in a row. Your rating: {rating}.")
        click.echo(
            told.format(
                solved=sum(self.progress.tried.values()),
                tried=len(self.progress.tried),
                streak=self.progress.streak,
                rating=round(self.progress.rating),
            )
        )


def _percent(one: Told) -> str:
    """A chance, in four characters."""
    return "   ?" if one.chance is None else f"{one.chance:4.0%}"
