"""The puzzles that people have tried, and the ratings of people and puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Connected

from kerys.server.people import present
from kerys.server.store import Database, Person, PuzzleRating, PuzzleTry, Solver
from kerys.study.puzzles.puzzle import Puzzle
from kerys.study.puzzles.rating import PUZZLE_DOUBT, Rating, after_try

BEGINNER = Rating()


@dataclass(frozen=True)
class Standing:
    """Where a person stands in a game."""

    rating: Rating = BEGINNER
    streak: int = 0
    """Puzzles solved in a row, at the first try."""
    longest: int = 0
    tries: int = 0
    solved: int = 0


@dataclass(frozen=True)
class Tried:
    """A person's first try at a puzzle."""

    move: str
    """Empty if they wanted to see the solution."""
    solved: bool
    change: int
    """How it changed their rating."""


class PuzzlesTried:
    """The tries and ratings of all people on a site."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def standing(self, person: Person | None, game: str) -> Standing:
        """Where a person stands; everyone begins alike."""
        if person is None:
            return Standing()
        with self.database.reading() as session:
            solver = session.get(Solver, (person.id, game))
            if solver is None:
                return Standing()
            mine = _tries(session, person.id, game).values()
            return Standing(
                Rating(solver.rating, solver.doubt),
                solver.streak,
                solver.longest,
                len(mine),
                sum(one.solved for one in mine),
            )

    def of(self, person: Person | None, game: str) -> Mapping[str, Tried]:
        """The puzzles that a person has tried."""
        if person is None:
            return {}
        with self.database.reading() as session:
            return _tries(session, person.id, game)

    def ratings(self, game: str) -> dict[str, float]:
        """The ratings of the puzzles that somebody has tried."""
        with self.database.reading() as session:
            query = select(PuzzleRating).where(PuzzleRating.game == game)
            return {one.puzzle: one.rating for one in session.scalars(query)}

    def rating(self, puzzle: Puzzle) -> Rating:
        """The rating of a puzzle: its first one until somebody tries it."""
        with self.database.reading() as session:
            found = session.get(PuzzleRating, (puzzle.game, puzzle.id))
            if found is None:
                return Rating(puzzle.rating, PUZZLE_DOUBT)
            return Rating(found.rating, found.doubt)

    def add(self, person: Person, puzzle: Puzzle, move: str, solved: bool) -> Tried:
        """Keep a person's first try and rate both; a later one changes nothing."""
        with self.database.writing() as session:
            present(session, person, to_change=True)
            key = person.id, puzzle.game, puzzle.id
            before = session.get(PuzzleTry, key)
            if before is not None:
                return _tried(before)
            solver = session.get(Solver, key[:2], with_for_update=True)
            if solver is None:
                solver = Solver(person_id=person.id, game=puzzle.game, **_numbers(BEGINNER))
                solver.streak = solver.longest = 0
                session.add(solver)
            made = PuzzleTry(
                person_id=person.id,
                game=puzzle.game,
                puzzle=puzzle.id,
                move=move,
                solved=solved,
                change=_rate(solver, _rating_row(session, puzzle), solved),
            )
            session.add(made)
            return _tried(made)


def _rating_row(session: Connected, puzzle: Puzzle) -> PuzzleRating:
    """The row of a puzzle, locked; a new one if nobody has tried it."""
    key = puzzle.game, puzzle.id
    found = session.get(PuzzleRating, key, with_for_update=True)
    if found is not None:
        return found
    first = Rating(puzzle.rating, PUZZLE_DOUBT)
    made = PuzzleRating(game=puzzle.game, puzzle=puzzle.id, tries=0, solved=0, **_numbers(first))
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:  # somebody else was faster
        return session.get_one(PuzzleRating, key, with_for_update=True)
    return made


def _rate(solver: Solver, puzzle: PuzzleRating, solved: bool) -> int:
    """Rate both after a try; returns how the solver's rating has changed."""
    before = Rating(solver.rating, solver.doubt)
    mine, its = after_try(before, Rating(puzzle.rating, puzzle.doubt), solved)
    solver.rating, solver.doubt = mine.rating, mine.doubt
    puzzle.rating, puzzle.doubt = its.rating, its.doubt
    solver.streak = solver.streak + 1 if solved else 0
    solver.longest = max(solver.longest, solver.streak)
    puzzle.tries += 1
    puzzle.solved += solved
    return round(mine.rating) - round(before.rating)


def _numbers(rating: Rating) -> dict[str, float]:
    """A rating as columns."""
    return {"rating": rating.rating, "doubt": rating.doubt}


def _tries(session: Connected, person_id: int, game: str) -> dict[str, Tried]:
    """The tries of a person, by puzzle."""
    query = select(PuzzleTry).where(PuzzleTry.person_id == person_id, PuzzleTry.game == game)
    return {one.puzzle: _tried(one) for one in session.scalars(query)}


def _tried(row: PuzzleTry) -> Tried:
    """A try from its row."""
    return Tried(row.move, row.solved, row.change)
