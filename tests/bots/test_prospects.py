"""What a search of Ys expects at the end of a round predicts final scores."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kerys.bots import Budget
from kerys.bots.evaluators import EVALUATORS, weights_of
from kerys.bots.search.greedy import GreedyBot
from kerys.games.ys.components import BLACK, COLOURS, SEATS
from kerys.kernel.contract import State
from tests.bots.tools import play

YS = EVALUATORS["ys"]
GAMES = 60
ROUND_ENDS = range(1, 4)


@cache
def games() -> list[tuple[list[State], NDArray[np.float64]]]:
    """Games between greedy players: the states at the ends of rounds, and the final scores."""
    found = []
    for seed in range(GAMES):
        game = play("ys", {"players": 4}, [GreedyBot()] * 4, seed, Budget(worlds=1))
        states = [game.before(ply) for ply in range(game.ply)]
        ends = [next(state for state in states if YS.stage(state) == end) for end in ROUND_ENDS]
        found.append((ends, np.array(game.scores, float)))
    return found


def judged(judge: Any, state: State) -> NDArray[np.float64]:
    """The expected value for every seat."""
    values = np.zeros(SEATS)
    judge(state, weights_of("ys"), np.zeros(YS.scratch), values)
    return values


def agreement(judge: Any, end: int) -> float:
    """The correlation of expected values with final scores within a game."""
    expected = np.array([judged(judge, states[end - 1]) for states, _points in games()])
    points = np.array([points for _states, points in games()])
    expected -= expected.mean(axis=1, keepdims=True)
    points -= points.mean(axis=1, keepdims=True)
    return float(np.corrcoef(expected.ravel(), points.ravel())[0, 1])


@pytest.mark.parametrize("end", ROUND_ENDS)
def test_prospects_tell_better_than_the_estimate_how_games_end(end: int) -> None:
    assert agreement(YS.prospects, end) > agreement(YS.estimate, end)


def test_whatever_one_gets_is_good_for_oneself_and_for_nobody_else() -> None:
    for states, _points in games()[:10]:
        for state in states:
            before = judged(YS.prospects, state)
            for gem in range(COLOURS + 1):
                richer = state.copy()
                richer.gems[1, gem] += 1
                change = judged(YS.prospects, richer) - before
                assert change[1] > 0.0
                others = np.delete(change, 1)
                assert np.all(others == 0.0 if gem == BLACK else others < 0.0)


def test_a_lead_in_gems_counts_more_the_later_it_is() -> None:
    (first, *_later), _points = games()[0]
    gains = []
    for end in ROUND_ENDS:
        poor = first.copy()
        poor.round_number = end
        rich = poor.copy()
        rich.gems[0, 0] += 2
        gains.append(judged(YS.prospects, rich)[0] - judged(YS.prospects, poor)[0])
    assert gains == sorted(set(gains))
