"""A whole turn at a glance: what a page lets people choose is what the table accepts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import kerys
from kerys.kernel.seats import NONE
from kerys.server.pages.choice import things_of
from kerys.table.game import Game
from kerys.table.turn import Node, turn
from kerys.table.view import View

GAMES = [
    ("ys", {"players": 4}),
    ("ys", {"players": 3, "kings_favour": True}),
    ("ys", {"players": 2}),
    ("mykerinos", {"players": 4}),
    ("mykerinos", {"players": 2}),
]


def positions(name: str, options: dict[str, Any], seed: int) -> Iterator[tuple[Game, View]]:
    """A random game, decision by decision."""
    game = kerys.new(name, seed=seed, **options)
    rng = random.Random(seed)
    while not game.over:
        view = game.view(rng.choice(game.actors))
        yield game, view
        game.push(view.seat, rng.choice(view.legal))


def lines(nodes: tuple[Node, ...], view: View) -> Iterator[tuple[int, frozenset[int]]]:
    """Every answer that isn't the last of a turn, with the answers that can follow it."""
    root = nodes[-1]
    things = view.rules.wording.things
    for index, code in enumerate(root.answers):
        number = root.after[index] if root.after else NONE
        if number == NONE:
            continue
        following = nodes[number].answers
        taken = root.without[index] if root.without else ""
        if taken:
            assert things is not None
            named = things(view.state, view.seat, following)
            pairs = zip(following, named, strict=True)
            following = tuple(one for one, parts in pairs if taken not in parts)
        yield code, frozenset(following)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_what_follows_an_answer_is_what_the_table_asks_then(
    name: str, options: dict[str, Any]
) -> None:
    rng = random.Random(5)
    seen = 0
    for game, view in positions(name, options, seed=11):
        nodes = turn(view)
        assert nodes[-1].answers == tuple(action.code for action in view.legal)
        found = list(lines(nodes, view))
        for code, following in rng.sample(found, min(4, len(found))):
            then = game.copy()
            then.push(view.seat, code)
            assert {action.code for action in then.legal(view.seat)} == following
            seen += 1
    assert seen > 20


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_turn_is_taken_as_one_text(name: str, options: dict[str, Any]) -> None:
    text = kerys.new(name, seed=1, **options).rules.wording.text
    rng = random.Random(3)
    game = kerys.new(name, seed=4, **options)
    longest = 0
    while not game.over:
        view = game.view(rng.choice(game.actors))
        found = list(lines(turn(view), view))
        ply = game.ply
        if found:
            code, following = rng.choice(found)
            game.push(view.seat, f"{text(code)} {text(rng.choice(sorted(following)))}")
        else:
            game.push(view.seat, rng.choice(view.legal))
        longest = max(longest, game.ply - ply)
    assert longest == 2


def test_things_make_up_every_answer_and_tell_all_of_them_apart() -> None:
    for name, options in GAMES:
        for _game, view in positions(name, options, seed=2):
            named = [tuple(sorted(one)) for one in things_of(view)]
            assert all(named)
            assert len(set(named)) == len(named)
