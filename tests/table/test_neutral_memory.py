"""A seat of Ys remembers the neutral agents it placed, but no person is shown them again."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kerys.draw  # noqa: F401
from kerys.games.ys.actions import Moment, Question
from kerys.kernel.contract import SPECTATOR
from kerys.study.beliefs.panel import panels
from kerys.table import Game, new

WATCHERS = (SPECTATOR, 0, 1)


def neutral_place(game: Game) -> str:
    """The first place open to a neutral agent."""
    return game.legal(game.actors[0])[0].text.split(" ")[-1]


def twins(**options: Any) -> tuple[Game, Game]:
    """Two games that differ in one thing: where seat 0 placed a neutral 1 and a neutral 2."""
    games = [new("ys", players=2, seed="twins", **options) for _ in range(2)]
    rng, placed = random.Random(1), 0
    while placed < 2:
        seat = games[0].actors[0]
        if games[0].before(games[0].ply).question == Question.PLACE_NEUTRAL and seat == 0:
            place = neutral_place(games[0])
            for game, values in zip(games, ((2, 1), (1, 2)), strict=True):
                game.push(0, f"place {values[placed]} hidden {place}")
            placed += 1
        else:
            move = rng.choice(games[0].legal(seat)).text
            for game in games:
                game.push(seat, move)
    return games[0], games[1]


def shown_to(game: Game, watcher: int) -> list[Any]:
    """Everything that the person in a seat is shown."""
    view = game.view(watcher)
    return [
        view.text(),
        view.svg(),
        view.svg(width=360, theme=None),
        panels(view),
        view.heading(),
        view.question(),
        [(action.text, action.describe()) for action in view.legal],
        game.story(watcher),
        game.record(watcher).text(),
        game.record(watcher).json(),
    ]


@pytest.mark.rule("YS-P31", "YS-R4", "YS-11.4")
@pytest.mark.parametrize("peek_own", [True, False])
def test_what_people_see_does_not_tell_which_neutral_agent_is_where(peek_own: bool) -> None:
    one, other = twins(peek_own=peek_own)
    rng, compared = random.Random(2), 0
    while one.before(one.ply).moment < Moment.QUARTER_OPENS:
        for watcher in WATCHERS:
            assert shown_to(one, watcher) == shown_to(other, watcher)
        compared += 1
        seat = one.actors[0]
        move = rng.choice(one.legal(seat)).text
        assert one.push(seat, move).text == other.push(seat, move).text
    assert compared > 8


@pytest.mark.rule("YS-P31")
def test_the_view_of_the_holder_differs_and_no_other() -> None:
    one, other = twins()
    views = [(one.view(seat).state, other.view(seat).state) for seat in WATCHERS]
    assert [a.tobytes() == b.tobytes() for a, b in views] == [True, False, True]


@pytest.mark.rule("YS-P31")
def test_a_world_imagined_from_the_view_keeps_the_neutral_agents_of_its_seat() -> None:
    game, _ = twins()
    truth = game.before(game.ply)
    mine = (truth.team == 2).nonzero()[0].tolist()
    assert sorted(truth.value[mine].tolist()) == [1, 2]
    worlds = {seat: [game.view(seat).resample(seed) for seed in range(30)] for seat in (0, 1)}
    found = {
        seat: {tuple(world.before(0).value[mine].tolist()) for world in imagined}
        for seat, imagined in worlds.items()
    }
    assert found[0] == {tuple(truth.value[mine].tolist())}
    assert len(found[1]) > 3


@pytest.mark.rule("YS-P31")
def test_an_open_view_shows_neutral_agents_to_all() -> None:
    game, _ = twins()
    ply, rng = game.ply, random.Random(3)
    while not game.over:
        seat = game.actors[0]
        game.push(seat, rng.choice(game.legal(seat)))
    texts = [line for line in game.open_view(0, ply).text().splitlines() if ":N(" in line]
    assert texts
    assert not any("N(?)" in line for line in texts)
    assert "N(?)" in game.view(0, ply).text()
