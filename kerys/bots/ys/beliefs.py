"""What a seat of Ys believes about agents that it can't see, and about bids.

Players keep strong agents for late turns and for the city, and hide weak ones early and in the
market. How strongly they do so was fitted to games of search bots (`kerys fit`).
"""

from __future__ import annotations

import numpy as np

from kerys.bots.ys.estimate import WEIGHTS as ESTIMATE_WEIGHTS
from kerys.bots.ys.prospects import WEIGHTS as PROSPECTS_WEIGHTS
from kerys.games.ys.actions import Question
from kerys.games.ys.components import AREAS, CITY, TURNS, VALUES
from kerys.games.ys.knowledge import knows_value
from kerys.games.ys.state import has_neutral, teams, turns
from kerys.kernel.bits import bit, count, has, nth, whole
from kerys.kernel.chance import below
from kerys.kernel.compiling import rule

WEIGHTS = (
    # How much likelier each point of an agent's value makes it that it was hidden there and then.
    *(f"hidden_turn_{turn}" for turn in range(1, TURNS + 1)),
    *(f"hidden_{place}" for place in ("harbour", "shops", "palace", "market")),
)
TURN = len(ESTIMATE_WEIGHTS) + len(PROSPECTS_WEIGHTS)
"""These weights come after those of the estimate and of prospects."""
PLACE = TURN + TURNS
MARKET_PLACE = AREAS
SWAPS = 6
"""How often a hidden agent is offered another value."""
FINE = 1 << 24
KEEP = 2
"""One player in this many bids the weakest two agents; all others bid any two."""
GUESSES = np.array([0, 1, 3, 3], np.int8)
"""The value of a hidden agent, on average, by the turn in which it was placed."""


@rule
def turn_of(state, agent):
    """The turn in which an agent was placed, counted so that the last is always the same."""
    placed_a_turn = whole(state.players) * (3 if has_neutral(state) else 2)
    return TURNS - turns(state) + whole(agent) // placed_a_turn


@rule
def guess(state, seat):
    """Replace all values that a seat doesn't know by guesses."""
    for agent in range(whole(state.placed)):
        if not knows_value(state, seat, agent):
            state.value[agent] = GUESSES[turn_of(state, agent)]


@rule
def sealed_answer(state, options, chance):
    """Which of this many legal answers a player gives in secret; the weakest bid is the first."""
    if state.question == Question.BID and below(chance, KEEP) == 0:
        return 0
    return below(chance, options)


@rule
def slope(state, weights, agent):
    """How much likelier each point of value makes the way in which an agent was placed."""
    place = whole(state.place[agent])
    where = PLACE + (MARKET_PLACE if place >= CITY else place % AREAS)
    return weights[TURN + turn_of(state, agent)] + weights[where]


@rule
def covered(state, team, value):
    """How many agents of a value a team has behind its screen, without those everyone has seen."""
    return whole(state.behind[team, value]) - whole(state.shown[team, value])


@rule
def believe(state, seat, weights, chance):
    """Change an imagined world until the others have hidden what they would hide."""
    if state.question == Question.REFILL:  # that they are asked tells what they have
        return
    for team in range(teams(state)):
        unknown = 0
        for agent in range(whole(state.placed)):
            if state.team[agent] == team and not knows_value(state, seat, agent):
                unknown |= bit(agent)
        if unknown != 0:
            believe_team(state, team, unknown, weights, chance)


@rule
def believe_team(state, team, unknown, weights, chance):
    """Let the hidden agents of a team swap values with each other and with those behind its screen.

    Metropolis: a swap that makes the whole likelier is made; others are made less often the less
    likely they make it.
    """
    hidden, behind = count(unknown), 0
    for value in range(VALUES):
        behind += covered(state, team, value)
    for _ in range(SWAPS * hidden):
        agent = nth(unknown, below(chance, hidden))
        old = whole(state.value[agent])
        at = below(chance, hidden + behind)
        if at < hidden:
            other = nth(unknown, at)
            new = whole(state.value[other])
            gain = (slope(state, weights, agent) - slope(state, weights, other)) * (new - old)
        else:
            other, new = -1, 0
            at -= hidden
            while at >= covered(state, team, new):
                at -= covered(state, team, new)
                new += 1
            gain = slope(state, weights, agent) * (new - old)
        fits = has(state.candidates[agent], new)
        fits &= other < 0 or has(state.candidates[other], old)
        if not fits or below(chance, FINE) >= FINE * np.exp(min(gain, 0.0)):
            continue
        state.value[agent] = new
        if other < 0:
            state.behind[team, new] -= 1
            state.behind[team, old] += 1
        else:
            state.value[other] = old
