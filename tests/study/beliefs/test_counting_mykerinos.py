"""The lots to come in Mykerinos, counted: against every draw, and against `resample`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from kerys.facts.mykerinos import unknowns
from kerys.facts.mykerinos.unknowns import hypergeometric
from kerys.games.mykerinos.components import LOTS
from kerys.study.beliefs.sampling import imagine
from kerys.table import new
from kerys.table.view import View
from tests.study.beliefs.fit import UNLIKELY, surprise
from tests.table.tools import nodes

WORLDS = 3000


def seasons(players: int) -> Iterator[View]:
    """A view of each season."""
    season = -1
    for game in nodes(new("mykerinos", players=players, seed=4), random.Random(4)):
        if game.view(0).state.season != season:
            season = int(game.view(0).state.season)
            yield game.view(season % game.players)


@pytest.mark.parametrize(("all_of_them", "wanted", "drawn"), [(7, 3, 4), (9, 2, 5), (6, 5, 3)])
def test_a_draw_is_counted_like_every_single_one(all_of_them: int, wanted: int, drawn: int) -> None:
    draws = Counter(
        sum(one < wanted for one in drawn_ones)
        for drawn_ones in combinations(range(all_of_them), drawn)
    )
    total = sum(draws.values())
    found = hypergeometric(all_of_them, wanted, drawn)
    assert found == pytest.approx([draws[one] / total for one in range(min(wanted, drawn) + 1)])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_resampled_worlds_have_the_counted_frequencies(players: int) -> None:
    listed, surprises = [], []
    for view in seasons(players):
        worlds = imagine(view, WORLDS, bots=False)
        listed.append(len(unknowns(view)))
        for unknown in unknowns(view):
            assert unknown.chances is not None
            assert sum(unknown.chances) == pytest.approx(1)
            found = np.bincount(unknown.read(worlds), minlength=len(unknown.values))
            surprises.append(surprise(found.tolist(), unknown.chances))
    assert listed[0] >= 8
    assert listed[-1] == 0, "all lots are laid out in the last season"
    assert max(surprises) < UNLIKELY


def test_a_lot_to_come_is_any_of_those_not_laid_out() -> None:
    view = new("mykerinos", players=3, seed=1).view(0)
    state, made = view.state, {one.name: one for one in unknowns(view)}
    left = sorted({*range(LOTS)} - {*state.pile[: state.shown].tolist()})
    values = [int(state.lot_values[lot]) for lot in left]
    found = dict(
        zip(
            [one.name for one in made["lots points"].values],
            made["lots points"].chances or (),
            strict=True,
        )
    )
    assert found == pytest.approx({str(one): values.count(one) / 28 for one in (0, 2, 3, 5)})
    assert made["season lemon"].things == ("patron lemon",)


def test_the_small_version_leaves_nothing_open() -> None:
    assert unknowns(new("mykerinos", players=2, mini=True, seed=1).view(0)) == ()
