"""Copies and pickles: independent games, views and actions that still work, and no secrets."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

import kerys
from kerys.games import GAMES, pickled_rules
from kerys.kernel.contract import SPECTATOR
from kerys.table import Game
from tests.contract.subjects import case_name
from tests.table.tools import REAL_CASES, Case, choose, snapshot, start, walk, watchers, whole_game
from tests.table.worlds import another_world

T = TypeVar("T")


def pickled(thing: T) -> T:
    """A thing after pickling and unpickling."""
    found: T = pickle.loads(pickle.dumps(thing))
    return found


COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickled]
GAME_COPIES: list[Callable[[Any], Any]] = [*COPIES, Game.copy]


def name_of(way: Callable[[Any], Any]) -> str:
    return way.__qualname__


def in_the_middle(case: Case = ("ys", 0), seed: int = 5) -> Game:
    """A game after some decisions, one of which was undone."""
    game = walk(start(case, seed), random.Random(seed), lambda one: one.ply == 30)
    game.pop()
    game.push(*choose(game, random.Random(seed)))
    return game


# --- Games ---


@pytest.mark.parametrize("way", GAME_COPIES, ids=name_of)
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_has_the_same_history_and_goes_its_own_way(
    name: str, way: Callable[[Game], Game]
) -> None:
    game = in_the_middle((name, 0))
    twin = way(game)
    assert type(twin) is Game
    assert twin.rules is game.rules
    assert snapshot(twin) == snapshot(game)
    assert twin.secret == game.secret
    assert [twin.view(0, ply).revision for ply in range(twin.ply + 1)] == [
        game.view(0, ply).revision for ply in range(game.ply + 1)
    ]
    before = snapshot(game)
    twin.push(*choose(twin, random.Random(1)))
    assert twin.view(SPECTATOR).revision == game.view(SPECTATOR).revision + 1
    twin.pop()
    twin.pop()
    assert snapshot(game) == before
    assert game.record() == way(game).record()


@pytest.mark.parametrize("way", GAME_COPIES, ids=name_of)
def test_copies_tell_their_own_stories(way: Callable[[Game], Game]) -> None:
    game = start(("mykerinos", 0))
    seat = game.actors[0]
    assert game.story(seat) == []
    twin = way(game)
    game.push(seat, "place a1")
    twin.push(seat, "pass")
    assert game.story(seat)[-1] != twin.story(seat)[-1]


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_a_finished_game_comes_back_from_its_pickle(case: Case) -> None:
    game = whole_game(case, 3)
    assert snapshot(pickled(game)) == snapshot(game)


def test_an_imagined_world_can_be_copied() -> None:
    world = in_the_middle().view(0).resample(rng=1)
    for way in GAME_COPIES:
        assert snapshot(way(world)) == snapshot(world)
        assert way(world).commitment is None


# --- Views and actions ---


@pytest.mark.parametrize("way", COPIES, ids=name_of)
def test_a_view_comes_back_whole(way: Callable[[Any], Any]) -> None:
    game = in_the_middle()
    for seat in watchers(game):
        view = game.view(seat)
        assert view.legal or seat not in game.actors
        twin = way(view)
        assert twin.rules is view.rules
        assert twin.state.tobytes() == view.state.tobytes()
        assert (twin.seat, twin.names, twin.ply) == (view.seat, view.names, view.ply)
        assert (twin.revision, twin.open, twin.legal) == (view.revision, view.open, view.legal)
        assert str(twin) == str(view)
        twin.state.players = 0
        assert view.state.players == 4
    assert way(whole_game(("ys", 0)).open_view(0)).open


@pytest.mark.parametrize("way", COPIES, ids=name_of)
def test_an_action_can_be_played_after_a_copy(way: Callable[[Any], Any]) -> None:
    game = in_the_middle()
    seat = game.actors[0]
    for action in game.legal(seat):
        twin = way(action)
        assert twin == action
        assert (twin.text, twin.describe()) == (action.text, action.describe())
    assert game.push(seat, twin) == action


def test_rules_are_the_same_object_everywhere() -> None:
    for rules in GAMES.values():
        for way in COPIES:
            assert way(rules) is rules


def test_rules_that_are_not_registered_are_not_pickled() -> None:
    with pytest.raises(pickle.PicklingError, match="the rules of ys aren't registered"):
        pickle.dumps(replace(GAMES["ys"], variants=()))


def test_a_pickle_of_other_rules_is_refused() -> None:
    for name, revision in (("ys", 99), ("chess", 1)):
        with pytest.raises(pickle.UnpicklingError, match=f"rules {revision} of {name}"):
            pickled_rules(name, revision)


def test_a_pickle_is_read_in_another_process(tmp_path: Path) -> None:
    game = in_the_middle()
    file = tmp_path / "view.pickle"
    file.write_bytes(pickle.dumps((game, game.view(0), game.legal(game.actors[0])[0])))
    program = (
        "import pickle, sys\n"
        "game, view, action = pickle.load(open(sys.argv[1], 'rb'))\n"
        "game.push(action.seat, action)\n"
        "print(game.ply, view.ply, len(view.state.tobytes()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True
    )
    size = game.rules.state.itemsize
    assert done.stdout.split() == [str(game.ply + 1), str(game.ply), str(size)]


# --- Secrets ---


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_views_and_actions_of_worlds_that_look_alike_pickle_to_the_same_bytes(case: Case) -> None:
    game = in_the_middle(case)
    for watcher in watchers(game):
        other = Game(game.rules, another_world(game, watcher, 1), game.names)
        here = game.view(watcher)
        there = other.view(watcher)
        there.ply, there.revision = here.ply, here.revision
        assert pickle.dumps(here) == pickle.dumps(there)
        assert pickle.dumps(here.legal) == pickle.dumps(there.legal)


def test_a_pickled_view_holds_nothing_of_the_deal() -> None:
    game = in_the_middle()
    assert game.secret is not None
    for seat in watchers(game):
        data = pickle.dumps((game.view(seat), game.view(seat).legal))
        assert game.secret.key not in data
        assert game.secret.salt not in data
        assert game.before(game.ply).tobytes() not in data


def test_a_notebook_shows_a_game_as_a_spectator_sees_it() -> None:
    game = in_the_middle()
    assert game._repr_svg_() == game.view(SPECTATOR).svg()


def test_a_view_is_painted_in_the_width_that_was_asked_for() -> None:
    """Bytes 16 to 20 of a PNG file are its width."""
    view = in_the_middle().view(0)
    for picture in (view.png(width=400), view.png(width=400, theme="dark")):
        assert type(picture) is bytes
        assert picture.startswith(b"\x89PNG")
        assert int.from_bytes(picture[16:20]) == 400


# --- What is public ---


def test_what_is_public_is_listed() -> None:
    assert dir(kerys) == sorted([*kerys.__all__, "__version__"])
    for name in dir(kerys):
        assert getattr(kerys, name) is not None
