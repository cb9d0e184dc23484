"""Ratings of solvers and puzzles: each try is a game between the two."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from openskill.models import BradleyTerryFull

FIRST_RATING = 1500.0
FIRST_DOUBT = 350.0
PUZZLE_DOUBT = 200.0
"""The doubt about a puzzle's first rating, which a panel of searches has given."""
SCALE = 400.0 / math.log(10.0)
"""Rating points per natural logarithm of the odds, as in chess."""
LEAST_DOUBT = 60.0
"""However much somebody solves, the rating follows their progress."""


@dataclass(frozen=True)
class Rating:
    """How strong a solver is, or how hard a puzzle is."""

    rating: float = FIRST_RATING
    doubt: float = FIRST_DOUBT
    """Its standard deviation."""

    @property
    def is_settled(self) -> bool:
        """Whether it says much already."""
        return self.doubt < 110.0


@cache
def _model() -> BradleyTerryFull:
    """Openskill on the scale of chess ratings."""
    return BradleyTerryFull(
        mu=FIRST_RATING, sigma=FIRST_DOUBT, beta=SCALE / math.sqrt(2.0), tau=0.0
    )


def after_try(solver: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """Both ratings after a try."""
    model = _model()
    sides = [[model.rating(one.rating, one.doubt)] for one in (solver, puzzle)]
    (after,), (puzzle_after,) = model.rate(sides, ranks=[1, 2] if solved else [2, 1])
    return (
        Rating(after.mu, max(LEAST_DOUBT, after.sigma)),
        Rating(puzzle_after.mu, max(LEAST_DOUBT, puzzle_after.sigma)),
    )


def rating_by_share(solved: int, tries: int) -> float:
    """How much harder than its solvers a puzzle is that so many of them have solved."""
    share = (solved + 1) / (tries + 2)
    return SCALE * math.log((1.0 - share) / share)
