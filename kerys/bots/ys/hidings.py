"""How players of Ys have hidden their agents, among all ways in which they could have."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.bots.ys.beliefs import TURN, WEIGHTS, slope, turn_of
from kerys.games.ys.components import TURNS, VALUES
from kerys.games.ys.knowledge import knows_value
from kerys.kernel.contract import State
from kerys.kernel.seats import NONE


class Hiding(NamedTuple):
    """The values that a team's hidden agents can have, and those that they have."""

    values: NDArray[np.int8]
    """A row for each way, a column for each agent."""
    ways: NDArray[np.float64]
    """How many ways of agents, all told apart, give this way of values."""
    taken: int
    """The way that the team took."""
    traits: NDArray[np.float64]
    """The factor of each weight for a point of value, a row for each agent."""


def turns_over(state: State) -> int:
    """How many turns of everyone are over, in all rounds."""
    return int(state.round_number) * TURNS + int(turn_of(state, state.placed))


def hidings(state: State) -> Iterator[Hiding]:
    """How every player has hidden agents so far in this round, from a true state."""
    for team in range(int(state.players)):
        agents = [
            agent
            for agent in range(int(state.placed))
            if state.team[agent] == team and not knows_value(state, NONE, agent)
        ]
        if agents:
            yield _hiding(state, team, agents)


def _hiding(state: State, team: int, agents: list[int]) -> Hiding:
    """How some agents were hidden that could have been others of their team."""
    truth = [int(state.value[agent]) for agent in agents]
    behind = state.behind[team] - state.shown[team]
    pool = [int(number) + truth.count(value) for value, number in enumerate(behind)]
    values, ways = _ways_to_hide(tuple(pool), len(agents))
    taken = int(np.flatnonzero((values == truth).all(axis=1))[0])
    return Hiding(values, ways, taken, np.array([_traits(state, agent) for agent in agents]))


@cache
def _ways_to_hide(
    pool: tuple[int, ...], agents: int
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """The possible values of this many agents of a pool, and the number of ways to each."""
    values = np.array([*product(range(VALUES), repeat=agents)], np.int8)
    ways = np.ones(len(values))
    for index in range(agents):
        used = (values[:, :index] == values[:, index : index + 1]).sum(axis=1)
        ways *= np.maximum(np.array(pool)[values[:, index]] - used, 0)
    return values[ways > 0], ways[ways > 0]


def _traits(state: State, agent: int) -> NDArray[np.float64]:
    """The factor of each weight for a point of an agent's value."""
    alone = np.eye(len(WEIGHTS), TURN + len(WEIGHTS), TURN)
    return np.array([slope(state, weights, agent) for weights in alone])
