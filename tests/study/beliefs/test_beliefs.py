"""Beliefs: what the bots expect, what is resampled, and that equal views have equal beliefs."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import kerys
from kerys.bots.evaluators import weights_of
from kerys.bots.ys.beliefs import KEEP, believe
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.contract import SPECTATOR
from kerys.study.beliefs import Belief, beliefs, has_beliefs
from kerys.study.beliefs.belief import believed
from kerys.table.errors import GameError
from kerys.table.unknowns import unknowns_of
from kerys.table.view import View
from tests.contract.subjects import case_name
from tests.contract.tiny import TINY
from tests.table.tools import REAL_CASES, Case, nodes, start, watchers
from tests.table.worlds import another_world

FEW = 60
"""Few worlds: enough to see whether two results are the same."""


def placing(seed: int = 3, hidden: int = 6) -> View:
    """A view of Ys with some hidden agents."""
    for game in nodes(start(("ys", 0), seed), random.Random(seed)):
        view = game.view(0)
        if sum(one.about.startswith("agent") for one in beliefs(view, worlds=1)) >= hidden:
            return view
    raise AssertionError("no such position")


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_worlds_that_look_alike_have_equal_beliefs(case: Case) -> None:
    told = 0
    for game in nodes(start(case, 3), random.Random(3)):
        if game.ply % 43:
            continue
        for seat in watchers(game):
            world = game.rules.view(another_world(game, seat, game.ply), seat)
            imagined = View(game.rules, world, seat, game.names, game.ply)
            found = beliefs(game.view(seat), worlds=FEW)
            assert beliefs(imagined, worlds=FEW) == found
            told += len(found)
    assert told > 20


def test_worlds_that_look_alike_are_different_worlds() -> None:
    """So that the test above compares something."""
    game = next(
        game for game in nodes(start(("ys", 0), 3), random.Random(3)) if hidden_values(game)
    )
    worlds = {another_world(game, 0, seed).tobytes() for seed in range(10)}
    assert len(worlds) > 5


def hidden_values(game: kerys.Game) -> int:
    """How many agents seat 0 can't see."""
    return sum(one.about.startswith("agent") for one in beliefs(game.view(0), worlds=1))


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_chances_add_up_and_errors_belong_to_what_is_drawn(case: Case) -> None:
    for game in nodes(start(case, 4), random.Random(4)):
        if game.ply % 53:
            continue
        for one in beliefs(game.view(game.actors[0]), worlds=FEW):
            assert one.exact
            assert sum(outcome.chance for outcome in one.outcomes) == pytest.approx(1)
            assert all(outcome.error == 0 for outcome in one.outcomes)
            if one.owner is None or game.name == "mykerinos":
                assert all(outcome.bots is outcome.bots_error is None for outcome in one.outcomes)
            else:
                assert sum(outcome.bots or 0 for outcome in one.outcomes) == pytest.approx(1)


def test_the_bots_expect_what_they_would_imagine() -> None:
    """Beside the panel's worlds, others from another generator: the same within their errors."""
    view, worlds = placing(), 2000
    chance, rules = generator(key_of_seed("others")), view.rules
    values = []
    for _world in range(worlds):
        world = rules.copy(view.state)
        rules.resample(world, view.seat, chance)
        believe(world, view.seat, weights_of("ys"), chance)
        values.append(world.value.copy())
    differences = 0
    for one in beliefs(view, worlds=worlds):
        if not one.about.startswith("agent"):
            continue
        number = int(one.about.split()[1]) - 1
        for outcome in one.outcomes:
            there = float(np.mean([world[number] == int(outcome.name) for world in values]))
            assert outcome.bots is not None
            assert outcome.bots == pytest.approx(there, abs=5 * np.sqrt(2 * 0.25 / worlds))
            differences += abs(outcome.bots - outcome.chance) > 0.1
    assert differences > 3, "bots don't think that all worlds are equally likely"


def test_the_bots_expect_weak_bids_whether_they_are_made_or_not() -> None:
    """That a bid is sealed says nothing about it: the beliefs stay the same."""
    game = kerys.new("ys", players=4, seed=1)
    before = beliefs(game.view(0), worlds=2000)
    game.push(1, "bid 4+3")
    after = beliefs(game.view(0), worlds=2000)
    for one, other in zip(before, after, strict=True):
        assert [found.bots for found in one.outcomes] == [found.bots for found in other.outcomes]
        chances = [found.chance for found in one.outcomes]
        assert [found.chance for found in other.outcomes] == pytest.approx(chances)
    made = {one.about: one for one in before}
    for name in ("bid of 1", "bid of 2"):
        assert made[name]["0+0"].bots == pytest.approx(1 / KEEP + 1 / KEEP / 14, abs=0.05)


def test_what_cannot_be_counted_is_drawn_with_its_error() -> None:
    view = placing()
    list_unknowns = unknowns_of("ys")
    assert list_unknowns is not None
    unknowns = list_unknowns(view)
    drawn = believed(view, [replace(one, chances=None) for one in unknowns], 4000)
    for counted, one in zip(believed(view, unknowns, 4000), drawn, strict=True):
        assert (counted.exact, one.exact) == (True, False)
        for outcome in one.outcomes:
            wanted = counted[outcome.name].chance
            assert outcome.error == pytest.approx(
                np.sqrt(outcome.chance * (1 - outcome.chance) / 4000)
            )
            assert abs(outcome.chance - wanted) <= 5 * np.sqrt(0.25 / 4000)


def test_more_worlds_make_smaller_errors() -> None:
    view = placing()

    def error(worlds: int) -> float:
        found = [one for one in beliefs(view, worlds=worlds) if one.about.startswith("agent")]
        return max(outcome.bots_error or 0 for one in found for outcome in one.outcomes)

    assert error(100) > 2 * error(2000) > 0


def test_an_outcome_is_found_by_name_or_refused_with_those_there_are() -> None:
    (one, *_others) = kerys.beliefs(kerys.new("ys", seed=1).view(0))
    assert isinstance(one, Belief)
    assert isinstance(one, kerys.Belief)
    assert one["4+3"].label == "4+3"
    with pytest.raises(KeyError, match="can't be '9', only 0\\+0, 1\\+0"):
        one["9"]


@pytest.mark.parametrize("worlds", [0, -1, 10**7])
def test_a_number_of_worlds_is_checked(worlds: int) -> None:
    with pytest.raises(GameError, match=f"from 1 to 1000000, not {worlds}"):
        beliefs(kerys.new("ys", seed=1).view(0), worlds=worlds)


def test_a_spectator_may_ask_too_and_knows_less() -> None:
    view = placing()
    own = {one.about for one in beliefs(view, worlds=1)}
    watching = View(view.rules, view.rules.copy(view.state), SPECTATOR, view.names, view.ply)
    watching.rules.redact(watching.state, SPECTATOR)
    assert {one.about for one in beliefs(watching, worlds=1)} > own


def test_a_game_without_facts_has_no_beliefs() -> None:
    game = kerys.Game(TINY, start(("tiny", 0), 1).before(0), ("A", "B", "C"))
    assert not has_beliefs("tiny")
    assert beliefs(game.view(0)) == ()
