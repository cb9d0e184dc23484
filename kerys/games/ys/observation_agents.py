"""What a seat knows of the agents, as numbers for learning: by place and owner, and one by one.

Characters name agents by number, so each agent is there too; but what decides majorities is what
stands on a place. What is added up is shares of a power of two: no target rounds them.
"""

from __future__ import annotations

import numpy as np

from kerys.games.ys.components import (
    AGENTS,
    AREAS,
    BOARD_AGENTS,
    CITY,
    COLUMNS,
    LINES,
    MARKED_VALUE,
    MARKET,
    QUARTERS,
    SEATS,
    THRONE_AGENTS,
    VALUES,
)
from kerys.games.ys.knowledge import knows_value
from kerys.games.ys.observation_fields import (
    AGENT_FIELDS,
    AGENTS_AT,
    COLUMN_AGENTS_AT,
    COLUMN_TOTALS_AT,
    EIGHTHS,
    HIDDEN_AT,
    JUST_PLACED_AT,
    KNOWN_AT,
    LEAD_AT,
    LEADER_AT,
    LINE_TOTALS_AT,
    MARKED_AT,
    MARKET_TOTALS_AT,
    POOLS_AT,
    QUARTER_SHARES,
    QUARTER_TOTALS_AT,
    ROWS,
    SEAT_AT,
    SPACE_HIDDEN_AT,
    SPACE_OWNER_AT,
    SPACE_VALUE_AT,
    THIRTY_SECONDS,
    THRONE_CANDIDATES_AT,
    THRONE_LOOKED_AT,
    THRONE_VALUES_AT,
    TOTALS_AT,
    UNKNOWN_AT,
)
from kerys.games.ys.state import owners
from kerys.games.ys.tallies import TALLY_BITS, strength
from kerys.kernel.bits import has, lowest, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, at_number, from_seat

ROW_OF = np.array(
    [place // AREAS for place in range(CITY)]
    + [QUARTERS + space // COLUMNS for space in range(LINES * COLUMNS)],
    np.int8,
)
"""The quarter of each place, or its line after the quarters."""
COLUMN_OF = np.array(
    [place % AREAS for place in range(CITY)]
    + [space % COLUMNS for space in range(LINES * COLUMNS)],
    np.int8,
)
"""The area of each place, or its column."""
VALUE_IN_AGENT = SEATS + ROWS + COLUMNS
"""Where the value of an agent is among its numbers."""
TIE_BITS = 10
"""What decides between owners with equal totals is one integer, with so many bits for each."""
A_POINT = 1 << 8
"""What one more in a total adds to an owner's strength, before what decides between equals."""


@rule
def observe_agents(state, seat, out):
    """All agents, and who is ahead with them."""
    areas = observe_board_agents(state, seat, out)
    if areas != 0:
        observe_leads(state, seat, areas, out)
    if state.kings_favour:
        out[SEAT_AT + at_number(state, seat, 0)] = 1
        for agent in range(BOARD_AGENTS, AGENTS):
            observe_throne_agent(state, seat, agent, out)
    for index in range(2):
        if state.just_placed[index] != NONE:
            out[JUST_PLACED_AT + whole(state.just_placed[index])] = 1


@rule
def team_number(state, seat, team):
    """A team's number counted from a seat: the players' teams, then the sets of neutral agents."""
    if team >= state.players:
        return 2 + from_seat(state, seat, whole(team) - 2)
    return from_seat(state, seat, team)


@rule
def observe_board_agents(state, seat, out):
    """The agents on the board, by number and on their places; returns the set of their areas.

    One that the seat knows is one less of its team that may be anywhere. There are many agents:
    calls and branches that are hard to predict would take most of the time, so this is one
    function, and sums replace branches.
    """
    last_owner = owners(state) - 1
    areas = 0
    for agent in range(whole(state.placed)):
        team = whole(state.team[agent])
        if team == NONE:
            continue
        known = whole(knows_value(state, seat, agent))
        value = known * whole(state.value[agent])
        number = team_number(state, seat, team)
        out[POOLS_AT + VALUES * number + value] -= QUARTER_SHARES[known]
        place = whole(state.place[agent])
        if place == NONE:
            continue
        owner = min(number, last_owner)
        hidden = whole(state.hidden[agent])
        row = whole(ROW_OF[place])
        at = AGENTS_AT + AGENT_FIELDS * agent
        out[at + owner] = 1
        out[at + SEATS + row] = 1
        out[at + SEATS + ROWS + whole(COLUMN_OF[place])] = 1
        out[at + VALUE_IN_AGENT] = EIGHTHS[known + value]
        out[at + VALUE_IN_AGENT + 1] = THIRTY_SECONDS[hidden * whole(state.candidates[agent])]
        if state.looked[agent] != 0:
            out[at + VALUE_IN_AGENT + 2] = who_looked(state, seat, agent)
        if state.marked[agent]:
            out[MARKED_AT + place] = 1
            known, value = 1, MARKED_VALUE
        share = EIGHTHS[value]
        if place < MARKET:
            here = SEATS * place + owner
            out[TOTALS_AT + here] += share
            out[KNOWN_AT + here] += QUARTER_SHARES[known]
            out[UNKNOWN_AT + here] += QUARTER_SHARES[1 - known]
            out[HIDDEN_AT + here] += QUARTER_SHARES[hidden]
            out[QUARTER_TOTALS_AT + SEATS * row + owner] += share
            areas |= 1 << place
        else:
            space = place - MARKET
            out[SPACE_OWNER_AT + SEATS * space + owner] = 1
            out[SPACE_VALUE_AT + (1 + MARKED_VALUE) * space + value] = known
            out[SPACE_HIDDEN_AT + space] = hidden
            out[LINE_TOTALS_AT + SEATS * (row - QUARTERS) + owner] += share
            out[COLUMN_TOTALS_AT + whole(COLUMN_OF[place])] += share
            out[COLUMN_AGENTS_AT + whole(COLUMN_OF[place])] += QUARTER_SHARES[1]
            out[MARKET_TOTALS_AT + owner] += share
    return areas


@rule
def who_looked(state, seat, agent):
    """The seats whose Spy looked at an agent, as a sum of 1/2, 1/4, ... by their numbers."""
    looked = 0
    for number in range(whole(state.players)):
        if has(state.looked[agent], at_number(state, seat, number)):
            looked |= 8 >> number
    return looked / 16


@rule
def observe_leads(state, seat, areas, out):
    """Who is ahead in the areas that have agents, ties included (YS-5.9), by what is known."""
    ties = 0
    for number in range(owners(state)):
        owner = at_number(state, seat, number)
        ties |= strength(state, owner, 1 << (TALLY_BITS * owner)) << (TIE_BITS * number)
    while areas != 0:
        place = lowest(areas)
        areas &= areas - 1
        best, leader, others = -1.0, 0, 0.0
        for number in range(owners(state)):
            here = SEATS * place + number
            if out[KNOWN_AT + here] + out[UNKNOWN_AT + here] > 0:
                total = out[TOTALS_AT + here]
                tie = (ties >> (TIE_BITS * number)) & ((1 << TIE_BITS) - 1)
                own = total * (8 * A_POINT) + tie
                if own > best:
                    best, leader = own, number
                if number > 0:
                    others = max(others, total)
        out[LEADER_AT + SEATS * place + leader] = 1
        out[LEAD_AT + place] = out[TOTALS_AT + SEATS * place] - others


@rule
def observe_throne_agent(state, seat, agent, out):
    """An agent in the throne room."""
    if state.team[agent] == NONE or state.place[agent] == NONE:
        return
    known = whole(knows_value(state, seat, agent))
    number = from_seat(state, seat, state.team[agent])
    value = known * whole(state.value[agent])
    out[POOLS_AT + VALUES * number + value] -= QUARTER_SHARES[known]
    slot = THRONE_AGENTS * number + (agent - BOARD_AGENTS) % THRONE_AGENTS
    if known:
        out[THRONE_VALUES_AT + VALUES * slot + whole(state.value[agent])] = 1
    for value in range(VALUES):
        if has(state.candidates[agent], value):
            out[THRONE_CANDIDATES_AT + VALUES * slot + value] = 1
    if state.looked[agent] != 0:
        out[THRONE_LOOKED_AT + slot] = who_looked(state, seat, agent)
