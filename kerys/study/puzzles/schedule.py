"""Which puzzle comes next: one for each day, and any number to practise."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Container, Sequence
from datetime import UTC, date, datetime

from kerys.study.puzzles.puzzle import Puzzle

FITTING = 12
"""From how many puzzles near a solver's rating the next one is drawn."""


def today() -> date:
    """The day of the puzzle of the day, which changes everywhere at the same moment."""
    return datetime.now(UTC).date()


def puzzle_of_day(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day, the same for everyone; none comes again before all have come."""
    order = sorted(puzzles, key=lambda one: hashlib.sha256(one.id.encode()).digest())
    return order[day.toordinal() % len(order)]


def next_puzzle(
    puzzles: Sequence[Puzzle],
    tried: Container[str],
    rating: float,
    rng: random.Random,
    rating_of: Callable[[Puzzle], float] = lambda puzzle: puzzle.rating,
) -> Puzzle | None:
    """A puzzle that wasn't tried yet and is about as strong as the solver; None at the end."""
    left = [one for one in puzzles if one.id not in tried]
    left.sort(key=lambda one: abs(rating_of(one) - rating))
    return rng.choice(left[:FITTING]) if left else None
