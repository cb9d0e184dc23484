"""What bots believe about agents they can't see: likelier worlds, all of them possible."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kerys.bots.evaluators import weights_of
from kerys.bots.search import one_step
from kerys.bots.search.workspace import SEEN, WORLD, new_workspace
from kerys.bots.ys.beliefs import TURN, WEIGHTS, believe, guess, slope
from kerys.games import GAMES
from kerys.games.ys.components import CITY
from kerys.games.ys.knowledge import knows_value
from kerys.kernel.chance import KEY_BYTES, generator
from kerys.kernel.contract import State
from kerys.table import new
from kerys.table.view import View

YS = GAMES["ys"]


@pytest.fixture
def chance() -> Any:
    """The same generator for every test, whatever ran before it."""
    return generator(bytes(KEY_BYTES))


def views(seed: object, **options: Any) -> Iterator[View]:
    """The views of the seats to move in a random game."""
    game, rng = new("ys", seed=str(seed), **options), random.Random(str(seed))
    while not game.over:
        view = game.view(game.actors[0])
        yield view
        game.push(view.seat, rng.choice(view.legal))


def imagined(view: View, chance: Any) -> State:
    """A world consistent with a view, drawn uniformly."""
    world = YS.copy(view.state)
    YS.resample(world, view.seat, chance)
    return world


def hidden_from(view: View) -> list[int]:
    """The agents on the board whose value a seat doesn't know."""
    return [
        agent
        for agent in range(int(view.state.placed))
        if not knows_value(view.state, view.seat, agent)
    ]


@pytest.mark.parametrize("variant", range(len(YS.variants)))
def test_a_believed_world_still_agrees_with_what_the_seat_sees(variant: int, chance: Any) -> None:
    looked_at = 0
    for view in views(f"agrees {variant}", **YS.variants[variant]):
        world = imagined(view, chance)
        believe(world, view.seat, weights_of("ys"), chance)
        seen = YS.copy(world)
        YS.redact(seen, view.seat)
        before = YS.copy(view.state)
        YS.redact(before, view.seat)
        assert seen == before
        for team in range(4):
            of_team = [agent for agent in range(len(world.team)) if world.team[agent] == team]
            assert world.behind[team].min() >= min(view.state.behind[team].min(), 0)
            assert all(0 <= world.value[agent] < 5 for agent in of_team)
        looked_at += len(hidden_from(view))
    assert looked_at > 0


def test_without_slopes_no_world_is_likelier_and_agents_told_apart_are_equal(chance: Any) -> None:
    """With one hidden agent of a full team, each value is drawn in proportion to its agents."""
    view = next(view for view in views("flat") if len(hidden_from(view)) >= 1)
    (agent, *_) = hidden_from(view)
    team = int(view.state.team[agent])
    flat = np.zeros(len(weights_of("ys")))
    found, expected = np.zeros(5), np.zeros(5)
    for _try in range(3000):
        world = imagined(view, chance)
        believe(world, view.seat, flat, chance)
        found[world.value[agent]] += 1
        expected += world.behind[team]
        expected[world.value[agent]] += 1
    assert found / found.sum() == pytest.approx(expected / expected.sum(), abs=0.04)


def test_weak_agents_are_expected_where_weights_say_so(chance: Any) -> None:
    view = next(view for view in views("weak") if len(hidden_from(view)) >= 4)
    weights = weights_of("ys").copy()
    means = {}
    for weight in (-3.0, 3.0):
        weights[TURN : TURN + len(WEIGHTS)] = weight
        worlds = [imagined(view, chance) for _ in range(200)]
        for world in worlds:
            believe(world, view.seat, weights, chance)
        agents = hidden_from(view)
        means[weight] = np.mean([world.value[agents].mean() for world in worlds])
    assert means[-3.0] < 0.6
    assert means[3.0] > 3.0


def test_the_market_is_believed_to_hide_less_than_the_city() -> None:
    weights = weights_of("ys")
    slopes: dict[bool, list[float]] = {False: [], True: []}
    for view in views("market"):
        for agent in hidden_from(view):
            slopes[bool(view.state.place[agent] >= CITY)].append(slope(view.state, weights, agent))
    assert np.mean(slopes[True]) < np.mean(slopes[False]) - 0.3


def test_a_guess_shows_nothing_of_what_is_hidden_and_leaves_what_is_known(chance: Any) -> None:
    view = next(view for view in views("guess") if len(hidden_from(view)) >= 6)
    guesses = []
    for _try in range(20):
        world = imagined(view, chance)
        known = [a for a in range(int(world.placed)) if a not in hidden_from(view)]
        before = world.value[known].copy()
        guess(world, view.seat)
        assert np.array_equal(world.value[known], before)
        guesses.append(world.value[: world.placed].tolist())
    assert all(one == guesses[0] for one in guesses)


def test_in_imagined_worlds_all_decide_by_guesses_but_the_one_who_cheats(
    chance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_step, "BELIEVES", True, raising=False)
    monkeypatch.setattr(one_step, "guess", guess, raising=False)
    as_seen: Any = one_step.as_seen
    view = next(view for view in views("cheat") if len(hidden_from(view)) >= 6)
    workspace = new_workspace(YS, weights_of("ys"))
    workspace.pool[WORLD] = imagined(view, chance)
    for seat in range(4):
        guessed = YS.copy(workspace.pool[WORLD])
        guess(guessed, seat)
        assert as_seen(workspace.pool, workspace.notes, seat) == SEEN
        assert workspace.pool[SEEN] == guessed != workspace.pool[WORLD]
    workspace.notes.cheat = 2
    rows = [as_seen(workspace.pool, workspace.notes, seat) for seat in range(4)]
    assert rows == [SEEN, SEEN, WORLD, SEEN]
