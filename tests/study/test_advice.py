"""What the master would do: best first, from the seat's own view, and why."""

from __future__ import annotations

import random

import pytest

from kerys.study.advice import Weighed, advice_of, advise, weigh
from kerys.table.errors import NotYourTurn
from kerys.table.explanations import coach
from kerys.table.view import View
from tests.table.tools import choose, start, state_of
from tests.table.worlds import twin_games

EFFORT = 0.05


def view_at(game: str, plies: int) -> View:
    """What the first actor sees after some random decisions."""
    rng, table = random.Random(3), start((game, 0), 3)
    while table.ply < plies:
        table.push(*choose(table, rng))
    return table.view(table.actors[0])


@pytest.mark.parametrize(("game", "plies"), [("ys", 14), ("mykerinos", 12)])
def test_the_best_answers_come_first_and_can_be_made(game: str, plies: int) -> None:
    view = view_at(game, plies)
    weighed = weigh(view, EFFORT, 1)
    assert 2 <= len(weighed) <= 3
    assert [one.chance for one in weighed] == sorted((one.chance for one in weighed), reverse=True)
    assert weighed[0].points == 0.0
    advice = advice_of(view, weighed)
    for one in advice.suggestions:
        assert one.first in view.legal_texts()
        assert one.move.startswith(one.first)
        assert one.does
        assert one.share is None
        assert f"{round(100 * one.chance)}%" in one.worth
    assert advice.why


def test_a_secret_choice_is_mixed() -> None:
    view = view_at("ys", 0)
    weighed = weigh(view, EFFORT, 1)
    shares = [one.share for one in weighed if one.share is not None]
    assert len(shares) == len(weighed)
    assert shares == sorted(shares, reverse=True)
    assert 0.0 < sum(shares) <= 1.0 + 1e-9
    assert "secret" in advice_of(view, weighed).why[0]


def test_two_worlds_that_look_alike_get_the_same_advice() -> None:
    game, other = next(
        (one, another)
        for seed in range(1, 9)
        for one, another, differences in [twin_games(("ys", 0), seed, 0, 24)]
        if differences and 0 in one.actors
    )
    assert game.view(0).state.tobytes() == other.view(0).state.tobytes()
    assert state_of(game).tobytes() != state_of(other).tobytes()
    assert advise(game.view(0), EFFORT, "t 5") == advise(other.view(0), EFFORT, "t 5")


def test_the_facts_are_those_that_tell_the_first_two_apart() -> None:
    view = view_at("ys", 0)
    moves = view.legal_texts()[0], view.legal_texts()[-1]
    weighed = [Weighed(one, one, 0.5 - 0.1 * at, -2.0 * at, True) for at, one in enumerate(moves)]
    advice = advice_of(view, weighed)
    told = [coach(view, one) for one in moves]
    assert advice.facts[0].lines == tuple(one for one in told[0] if one not in told[1])
    assert advice.facts[1].lines == tuple(one for one in told[1] if one not in told[0])
    assert {*told[0]} & {*told[1]}, "some facts are the same, and say nothing here"
    assert advice.why == (
        "The first wins about 10 more games in a hundred than the second.",
        "The first brings about 2.0 points more.",
    )
    assert advice.suggestions[1].worth == "wins about 40%, about 2.0 points fewer"


@pytest.mark.parametrize(
    ("chance", "sure", "why"),
    [
        (0.49, False, "The first two are about equally good."),
        (0.49, True, "The first wins about 1 more game in a hundred than the second."),
        (0.42, False, "The first seems to win 8 more games in a hundred, but that isn't certain."),
    ],
)
def test_the_master_says_how_sure_it_is(chance: float, sure: bool, why: str) -> None:
    view = view_at("ys", 0)
    first, second = view.legal_texts()[:2]
    weighed = [Weighed(first, first, 0.5, 0.0, False), Weighed(second, second, chance, 0.1, sure)]
    assert advice_of(view, weighed).why == (why,)


def test_only_those_who_are_asked_can_ask() -> None:
    table = start(("mykerinos", 0), 3)
    idle = next(seat for seat in range(table.players) if seat not in table.actors)
    with pytest.raises(NotYourTurn):
        weigh(table.view(idle), EFFORT)
