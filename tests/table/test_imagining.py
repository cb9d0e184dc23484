"""Worlds sampled from a view: games like any other, except that nobody dealt them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from kerys.table import GameError
from kerys.table.record import sealed_record
from tests.contract.subjects import CASES, SUBJECTS, case_name
from tests.table.tools import Case, nodes, refused, start, state_of, walk, watchers, whole_game


def generators(seed: int) -> list[Any]:
    """Every kind of random source that is accepted."""
    return [seed, str(seed), random.Random(seed), np.random.default_rng(seed)]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_an_imagined_world_agrees_with_the_view(case: Case) -> None:
    for game in nodes(start(case, 1), random.Random(1)):
        if game.ply % 2:
            continue
        for seat in watchers(game):
            view = game.view(seat)
            world = view.resample(generators(game.ply)[game.ply // 2 % 4])
            assert world.view(seat).state.tobytes() == view.state.tobytes()
            assert (world.actors, world.names, world.ply) == (game.actors, game.names, 0)
            if seat in game.actors:
                assert world.legal(seat) == view.legal


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_an_imagined_world_is_played_to_the_end_and_leaves_the_game_alone(case: Case) -> None:
    rng = random.Random(2)
    for game in nodes(start(case, 2), rng):
        if game.ply % 71 == 0:
            before = state_of(game).tobytes()
            seat = rng.choice(watchers(game))
            world = walk(game.view(seat).resample(game.ply), rng)
            assert world.story(seat)
            SUBJECTS[case[0]].check_conserved(state_of(world))
            assert state_of(game).tobytes() == before


@pytest.mark.parametrize("name", SUBJECTS)
def test_equal_seeds_imagine_equal_worlds_and_others_differ(name: str) -> None:
    view = start((name, 0), 3).view(0)
    found = []
    for make in (generators, generators):
        found.append([state_of(view.resample(chance)).tobytes() for chance in make(5)])
    assert found[0] == found[1]
    many = {state_of(view.resample(seed)).tobytes() for seed in range(20)}
    assert len(many) > 1


def test_a_generator_is_used_up_a_little_by_every_world() -> None:
    view = start(("ys", 0), 3).view(0)
    for chance in (random.Random(5), np.random.default_rng(5)):
        worlds = {state_of(view.resample(chance)).tobytes() for _ in range(5)}
        assert len(worlds) == 5


@pytest.mark.parametrize(
    "chance", [None, 1.5, b"seed", [1], object(), np.random.RandomState(1), np.random]
)
def test_other_sources_of_chance_are_refused(chance: Any) -> None:
    game = start(("ys", 0))
    with refused(game, TypeError):
        game.view(0).resample(chance)


@pytest.mark.parametrize("name", SUBJECTS)
def test_an_imagined_world_was_never_dealt_and_has_no_record(name: str) -> None:
    world = start((name, 0)).view(0).resample(1)
    assert world.secret is None
    assert world.commitment is None
    for seat in watchers(world):
        with refused(world, GameError) as caught:
            world.record(seat)
        assert "imagined" in str(caught.value)
    with refused(world, GameError):
        sealed_record(world)
    walk(world, random.Random(1))
    with refused(world, GameError):
        world.record()


def test_an_imagined_world_can_be_imagined_further() -> None:
    game = walk(start(("ys", 0)), random.Random(4), lambda one: one.ply == 20)
    seat = game.actors[0]
    world = game.view(seat).resample(1)
    world.push(*next((seat, one.code) for one in world.legal(seat)))
    other = world.view(seat).resample(2)
    assert other.view(seat).state.tobytes() == world.view(seat).state.tobytes()


@pytest.mark.parametrize("name", SUBJECTS)
def test_with_all_screens_down_there_is_one_world_only(name: str) -> None:
    game = whole_game((name, 0), 5)
    for ply in range(0, game.ply + 1, 20):
        world = game.open_view(0, ply).resample(1)
        same = state_of(world).tobytes() == game.before(ply).tobytes()
        assert same, f"at ply {ply} another world was imagined than the one that is shown"
