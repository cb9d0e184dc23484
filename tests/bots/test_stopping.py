"""When a search stops early: only when its answer is better than every other beyond chance."""

from __future__ import annotations

import random

import pytest

from kerys.bots.search.search import SearchBot
from kerys.bots.search.workspace import ACTOR, FIRST_CHILD, NEXT, ROOT, SQUARES, VALUE, VISITS
from kerys.table import new

SEAT = 0
Planted = tuple[int, float, float]
"""How often an answer was tried, the mean of its results, and their variance."""


def stops(*answers: Planted) -> bool:
    """Whether a search with this tree stops, though it could go on for long."""
    bot = SearchBot()
    bot.look(new("mykerinos", seed=1).view(SEAT), random.Random(1))
    tree, reals = bot.workspace.tree, bot.workspace.reals
    tree[ROOT] = 0
    for child, (visits, mean, variance) in enumerate(answers, 1):
        tree[child] = 0
        tree[child, NEXT], tree[ROOT, FIRST_CHILD] = tree[ROOT, FIRST_CHILD], child
        tree[child, ACTOR], tree[child, VISITS] = SEAT, visits
        reals[child, VALUE + SEAT] = visits * mean
        reals[child, SQUARES] = visits * (variance + mean**2)
    bot.worlds_seen = sum(visits for visits, *_ in answers)
    return bot.decided(SEAT, left=1e6)


def test_a_clear_lead_over_answers_that_had_a_fair_trial_ends_a_search() -> None:
    assert stops((800, 0.6, 0.04), (60, 0.3, 0.04), (40, 0.2, 0.04))


def test_the_order_of_the_answers_in_the_tree_does_not_matter() -> None:
    assert stops((40, 0.2, 0.04), (800, 0.6, 0.04), (60, 0.3, 0.04))


@pytest.mark.parametrize("visits", [0, 1, 7])
def test_an_answer_that_was_hardly_tried_keeps_a_search_going(visits: int) -> None:
    assert not stops((800, 0.6, 0.04), (60, 0.3, 0.04), (visits, 0.0, 0.0))


def test_an_answer_with_the_same_few_results_keeps_a_search_going() -> None:
    """Twelve equal results don't show that there are no others: the rest vary a lot."""
    assert not stops((800, 0.6, 0.2), (60, 0.1, 0.2), (12, 0.4, 0.0))


def test_a_close_rival_keeps_a_search_going() -> None:
    assert not stops((800, 0.6, 0.04), (400, 0.58, 0.04), (40, 0.2, 0.04))


def test_a_search_that_has_just_begun_goes_on() -> None:
    assert not stops((20, 0.9, 0.01), (10, 0.1, 0.01))
