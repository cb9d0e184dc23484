"""Ratings of solvers and puzzles."""

from __future__ import annotations

import pytest

from kerys.study.puzzles.rating import LEAST_DOUBT, Rating, after_try, rating_by_share


def test_whoever_solves_rises_and_the_puzzle_falls() -> None:
    solver, puzzle = Rating(), Rating(1600, 200)
    up, down = after_try(solver, puzzle, solved=True)
    assert up.rating > solver.rating
    assert down.rating < puzzle.rating
    assert up.doubt < solver.doubt
    lower, higher = after_try(solver, puzzle, solved=False)
    assert lower.rating < solver.rating
    assert higher.rating > puzzle.rating


def test_a_surprise_counts_more() -> None:
    solver = Rating(1500, 100)
    easy, hard = Rating(1100, 100), Rating(1900, 100)
    assert after_try(solver, hard, True)[0].rating > after_try(solver, easy, True)[0].rating
    assert after_try(solver, easy, False)[0].rating < after_try(solver, hard, False)[0].rating


def test_a_settled_rating_still_follows_progress() -> None:
    solver = Rating()
    for number in range(300):
        solver, _puzzle = after_try(solver, Rating(1800, 60), number % 2 == 0)
    assert solver.doubt == LEAST_DOUBT
    assert solver.is_settled
    assert after_try(solver, Rating(1800, 60), False)[0].rating < solver.rating - 1


def test_who_solves_half_of_the_puzzles_is_as_strong_as_they_are() -> None:
    solver = Rating(1200, 350)
    for number in range(400):
        solver, _puzzle = after_try(solver, Rating(1700, 60), number % 2 == 0)
    assert solver.rating == pytest.approx(1700, abs=60)


@pytest.mark.parametrize(("solved", "expected"), [(6, 0), (12, -1), (0, 1)])
def test_a_puzzle_that_few_solve_begins_higher(solved: int, expected: int) -> None:
    found = rating_by_share(solved, 12)
    assert (found > 1e-9) - (found < -1e-9) == expected
    assert abs(found) < 500
