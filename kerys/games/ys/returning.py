"""YS-5.10, YS-6.6: agents are revealed, scored and go back behind the screens."""

from __future__ import annotations

from kerys.games.ys.components import FRONT, VALUES
from kerys.games.ys.setup import clear_agent
from kerys.games.ys.state import teams
from kerys.kernel.bits import bit, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE


@rule
def reveal_agents(state, first_place, last_place):
    """Turn the hidden agents on these places face up (YS-5.2, YS-6.1)."""
    for agent in range(whole(state.placed)):
        if first_place <= state.place[agent] <= last_place:
            state.hidden[agent] = 0
            state.candidates[agent] = bit(state.value[agent])


@rule
def return_agents(state, first_place, last_place):
    """Agents go back behind the screens, seen by all (YS-5.10, YS-6.6, YS-R47, YS-P20)."""
    for agent in range(whole(state.placed)):
        if first_place <= state.place[agent] <= last_place:
            team, value = state.team[agent], state.value[agent]
            state.behind[team, value] += 1
            state.shown[team, value] += 1
            clear_agent(state, agent)


@rule
def return_front(state):
    """The agents in front go back too, and nobody keeps track any more (YS-6.6, YS-P20)."""
    for team in range(teams(state)):
        for index in range(FRONT):
            if state.front[team, index] != NONE:
                state.behind[team, state.front[team, index]] += 1
                state.front[team, index] = NONE
        for value in range(VALUES):
            state.shown[team, value] = 0
