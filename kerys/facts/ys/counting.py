"""Counts the worlds that a view of Ys leaves open, each equally likely, as `resample` draws them.

A world gives every unseen agent of a team a value. The agents that can have any value are a
sequence drawn from what the team has left; sequences of the same values are counted together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import factorial, prod

from kerys.facts.ys.unseen import unseen_of
from kerys.games.ys.actions import PAIRS, Question, pair_index
from kerys.games.ys.components import VALUES
from kerys.games.ys.throne import front_values
from kerys.games.ys.worlds import sealed_unknown
from kerys.kernel.bits import has
from kerys.kernel.contract import State

NOBODY = VALUES
"""The strongest agent behind a screen with none behind it."""
Group = tuple[int, ...]
"""How many agents of each value there are."""


@dataclass
class TeamCount:
    """How many of a team's worlds have an agent, a screen or a secret answer in some way."""

    worlds: float = 0
    values: dict[int, list[float]] = field(default_factory=dict)
    """For each unseen agent, the worlds by its value."""
    strongest: list[float] = field(default_factory=lambda: [0.0] * (VALUES + 1))
    """The worlds by the highest value behind the screen; the last without any."""
    answers: list[float] = field(default_factory=lambda: [0.0] * PAIRS)
    """The worlds by the pair of a bid, or by the value sent to the throne room."""


def count_team(state: State, eyes: int, team: int) -> TeamCount:
    """Count the worlds of a team that a seat doesn't hold."""
    unseen = unseen_of(state, eyes, team)
    found = TeamCount(values={agent: [0.0] * VALUES for agent in sorted(unseen.agents)})
    must_choose = state.question == Question.REFILL and has(state.pending, team)
    sealed = bool(sealed_unknown(state, eyes, team))
    for settled, values in unseen.fillings:
        rest = tuple(values.count(value) for value in range(VALUES))
        free = [agent for agent in found.values if agent not in settled]
        for part, orders in parts(rest, len(free)):
            left = tuple(
                had - taken + shown
                for had, taken, shown in zip(rest, part, unseen.behind, strict=True)
            )
            if must_choose and sum(map(bool, left)) < 2:
                continue  # with a single value there would be no question
            answers = _answers(state, team, left)
            weight = orders * len(answers) if sealed else orders
            found.worlds += weight
            found.strongest[_strongest(left)] += weight
            for answer in answers:
                found.answers[answer] += weight / len(answers)
            for agent, value in settled.items():
                found.values[agent][value] += weight
            for agent in free:
                for value in range(VALUES):
                    found.values[agent][value] += weight * part[value] / len(free)
    return found


def _answers(state: State, team: int, behind: Group) -> list[int]:
    """The secret answers that a seat can give with these agents behind its screen."""
    if state.question == Question.BID:
        return [int(pair_index(high, low)) for high, low in _pairs(behind)]
    if state.question == Question.THRONE_AGENT:
        values = front_values(state, team)
        return [value for value in range(VALUES) if has(values, value)]
    return []


def _pairs(behind: Group) -> Iterator[tuple[int, int]]:
    """The bids that can be made with these agents."""
    for high, low in product(range(VALUES), repeat=2):
        if high >= low and behind[low] and behind[high] > (high == low):
            yield high, low


def _strongest(behind: Sequence[int]) -> int:
    """The highest value of some agents."""
    return max((value for value in range(VALUES) if behind[value]), default=NOBODY)


@lru_cache(maxsize=1024)
def parts(group: Group, size: int) -> tuple[tuple[Group, int], ...]:
    """The parts of a group with this many agents, and the number of sequences of each."""
    ranges = [range(min(many, size) + 1) for many in group[:-1]]
    found = []
    for taken in product(*ranges):
        last = size - sum(taken)
        if 0 <= last <= group[-1]:
            part = (*taken, last)
            found.append((part, factorial(size) // prod(map(factorial, part))))
    return tuple(found)
