"""All worlds consistent with what a seat knows, found by brute force from the specification.

The engine's own counting isn't used: every value is tried for every unknown agent, and the
remaining values must be the rest of the team.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from kerys.games.ys import YS
from kerys.games.ys import actions as act
from kerys.games.ys import components as box
from kerys.games.ys.actions import Question
from kerys.kernel.seats import NONE
from tests.ys.conservation import team_in_box

Worlds = list[tuple[bytes, ...]]


def team_key(state: Any, team: int) -> bytes:
    """What a world says about one team."""
    own = [
        int(value) for value, owner in zip(state.value, state.team, strict=True) if owner == team
    ]
    sealed = int(state.sealed[team]) if team < state.players else NONE
    return repr((own, state.behind[team].tolist(), sealed)).encode()


def team_worlds(state: Any, seat: int, team: int, candidates: dict[int, set[int]]) -> set[bytes]:
    """Every way to fill in one team of a redacted state, as keys.

    `candidates` says what is known about throne agents, by agent number; the test knows it from the
    story of the game, not from the record.
    """
    unknown = [
        agent
        for agent in range(box.AGENTS)
        if state.team[agent] == team and state.value[agent] == NONE
    ]
    choices = [sorted(candidates.get(agent, set(range(box.VALUES)))) for agent in unknown]
    found = set()
    for values in product(*choices):
        filled = YS.copy(state)
        for agent, value in zip(unknown, values, strict=True):
            filled.value[agent] = value
        behind = rest_of_team(filled, team)
        if behind is None:
            continue
        seen = Counter({value: int(state.shown[team, value]) for value in range(box.VALUES)})
        visible = state.behind[team, 0] != NONE
        if visible and behind != Counter(dict(enumerate(state.behind[team].tolist()))):
            continue
        if any(behind[value] < seen[value] for value in range(box.VALUES)):
            continue
        for value in range(box.VALUES):
            filled.behind[team, value] = behind[value]
        for sealed in sealed_choices(filled, seat, team, behind):
            if team < state.players:
                filled.sealed[team] = sealed
            found.add(team_key(filled, team))
    return found


def rest_of_team(state: Any, team: int) -> Counter[int] | None:
    """What must be behind the screen given all other agents, if that is possible."""
    rest = Counter(team_in_box(state, team))
    rest.subtract(int(value) for value in state.front[team] if value != NONE)
    rest.subtract(
        int(state.value[agent]) for agent in range(box.AGENTS) if state.team[agent] == team
    )
    return None if any(number < 0 for number in rest.values()) else rest


def sealed_choices(state: Any, seat: int, team: int, behind: Counter[int]) -> Iterator[int]:
    """The secret answers a seat can have given; its own is known."""
    question = Question(int(state.question))
    asked = int(state.pending) >> team & 1
    if team >= state.players or question not in (Question.BID, Question.THRONE_AGENT):
        yield NONE
    elif team == seat or asked:
        yield int(state.sealed[team])
    elif question == Question.THRONE_AGENT:
        yield from {int(value) for value in state.front[team]}
    else:
        for high in range(box.VALUES):
            for low in range(high + 1):
                if not Counter([high, low]) - behind:
                    yield int(act.pair_index(high, low))
