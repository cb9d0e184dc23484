"""Imagining what a seat does not know: one of the possible worlds, each equally likely.

A seat knows all of the teams whose agents it places, its own and its set of neutral agents. What it
knows of another team: how many agents of each value the team has, those that stand in the open,
those that were seen this round, the possible values of throne agents, and what the Spy saw. A
*world* is one way to give values to everything else. In a world the unknown agents of a team are a
choice among few possibilities with *candidates* of their own, and any sequence of what the team has
left for the others.

Whether a refill of the front (the Illusionist's) was forced or asked for would reveal a little more
about what stood behind the screen then. At a table nobody sees the difference, so it is used only
while the question is open, when a world without a choice isn't possible.
"""

from __future__ import annotations

import numpy as np

from kerys.games.ys.actions import Question
from kerys.games.ys.bidding import bid_choices
from kerys.games.ys.components import AGENTS, ANY_VALUE, FRONT, VALUES
from kerys.games.ys.knowledge import characters_seen, hide_team
from kerys.games.ys.placement import values_behind
from kerys.games.ys.setup import deal_characters, deal_ships
from kerys.games.ys.state import holder_of, team_size, teams, throne_slot
from kerys.games.ys.throne import front_values
from kerys.kernel.bits import count, has, nth, whole
from kerys.kernel.chance import below
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE

FACTORIAL = np.array([1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800], np.int64)
GROUP_BITS = 4
"""A group of agents is one integer: four bits for the number of each value."""
GROUP_MASK = (1 << GROUP_BITS) - 1
MANY = 1 << 40
"""More sequences than there are."""


@rule
def resample(state, seat, chance):
    """Fill a redacted state with a world that agrees with it, each world equally likely."""
    deal_ships(state, whole(state.drawn), chance)
    deal_characters(state, characters_seen(state), chance)
    for team in range(teams(state)):
        resample_team(state, seat, team, chance)
        while not would_be_asked(state, team):
            hide_team(state, seat, team)
            resample_team(state, seat, team, chance)


@rule
def would_be_asked(state, team):
    """Whether a seat that is asked to refill its front has a choice; without one it isn't asked."""
    asked = state.question == Question.REFILL and has(state.pending, team)
    return not asked or count(values_behind(state, team)) > 1


@rule
def resample_team(state, seat, team, chance):
    """Give values to the unknown agents of one team, and a sealed choice where one is due.

    Worlds are counted: for each way to fill the agents with candidates (`way` has a digit from 0 to
    4 for each), the number of ways to fill the rest. One of all is drawn, and its way found again.
    """
    if holder_of(state, team) == seat:  # it remembers all that it placed (YS-P31)
        return
    pool = unplaced(state, seat, team)
    ways = ways_to_fill(narrow_agents(state, team))
    total = 0
    for way in range(ways):
        rest = fill_narrow(state, team, pool, way)
        if rest != NONE:
            total += worlds_of_rest(state, seat, team, rest)
    drawn = below(chance, total)
    for way in range(ways):
        rest = fill_narrow(state, team, pool, way)
        if rest != NONE:
            worlds = worlds_of_rest(state, seat, team, rest)
            if drawn < worlds:
                write_narrow(state, team, way)
                fill_rest(state, seat, team, rest, drawn, chance)
                return
            drawn -= worlds


@rule
def ways_to_fill(agents):
    """How many ways there are to give so many agents any values."""
    ways = 1
    for _ in range(agents):
        ways *= VALUES
    return ways


@rule
def in_group(group, value):
    """How many agents of a value a group has."""
    return (group >> (GROUP_BITS * value)) & GROUP_MASK


@rule
def one_of(value):
    """The group of one agent."""
    return 1 << (GROUP_BITS * whole(value))


@rule
def unplaced(state, seat, team):
    """The group of a team's agents whose whereabouts a redacted record leaves open."""
    group = off_board(state, seat, team)
    for agent in range(AGENTS):
        if state.team[agent] == team and state.value[agent] != NONE:
            group -= one_of(state.value[agent])
    return group


@rule
def off_board(state, seat, team):
    """The group of a team's agents that a seat does not know to be behind a screen or in front."""
    group = 0
    known = state.behind if holder_of(state, team) == seat else state.shown
    for value in range(VALUES):
        number = team_size(state, team, value) - whole(known[team, value])
        group += number << (GROUP_BITS * value)
    for index in range(FRONT):
        if state.front[team, index] != NONE:
            group -= one_of(state.front[team, index])
    return group


@rule
def is_narrow(state, team, agent):
    """An unknown agent that can only have some values (YS-13.3)."""
    return (
        state.team[agent] == team
        and state.value[agent] == NONE
        and state.candidates[agent] != ANY_VALUE
    )


@rule
def narrow_agents(state, team):
    """How many unknown agents of a team have candidates of their own."""
    number = 0
    for agent in range(AGENTS):
        if is_narrow(state, team, agent):
            number += 1
    return number


@rule
def fill_narrow(state, team, pool, way):
    """What is left of the pool when the agents with candidates are filled one way, or NONE."""
    first, second = throne_slot(team, 0), throne_slot(team, 1)
    first_value, second_value = whole(state.value[first]), whole(state.value[second])
    for agent in range(AGENTS):
        if is_narrow(state, team, agent):
            value = way % VALUES
            way //= VALUES
            if not has(state.candidates[agent], value) or in_group(pool, value) == 0:
                return NONE
            pool -= one_of(value)
            if agent == first:
                first_value = value
            elif agent == second:
                second_value = value
    if state.paired[team] and first_value == second_value:
        return NONE
    return pool


@rule
def write_narrow(state, team, way):
    """Give the agents with candidates their values."""
    for agent in range(AGENTS):
        if is_narrow(state, team, agent):
            state.value[agent] = way % VALUES
            way //= VALUES


@rule
def free_agents(state, team):
    """How many unknown agents of a team can have any value."""
    number = 0
    for agent in range(AGENTS):
        if (
            state.team[agent] == team
            and state.value[agent] == NONE
            and state.candidates[agent] == ANY_VALUE
        ):
            number += 1
    return number


@rule
def sealed_unknown(state, seat, team):
    """Whether a team's owner has sealed a choice that this seat may not see."""
    return (
        team < state.players
        and team != seat
        and not has(state.pending, team)
        and (state.question == Question.BID or state.question == Question.THRONE_AGENT)
    )


@rule
def sealed_choices(state, seat, team, rest):
    """How many secret choices the owner can have made, with these agents behind the screen."""
    if not sealed_unknown(state, seat, team):
        return 1
    if state.question == Question.THRONE_AGENT:
        return count(front_values(state, team))
    values, doubles = 0, 0
    for value in range(VALUES):
        values += 1 if in_group(rest, value) >= 1 else 0
        doubles += 1 if in_group(rest, value) >= 2 else 0
    return values * (values - 1) // 2 + doubles


@rule
def worlds_of_rest(state, seat, team, rest):
    """The number of worlds once the agents with candidates are settled."""
    return sequences(rest, free_agents(state, team)) * sealed_choices(state, seat, team, rest)


@rule
def sequences(group, length):
    """How many different sequences of values can be drawn from a group."""
    _, unused = walk_parts(group, length, MANY)
    return MANY - unused


@rule
def walk_parts(group, length, index):
    """Pass by `index` sequences, part by part: the part of the group that the sequence at
    `index` is made of (NONE after the last one), and what is left of the index.
    """
    for zeros in range(min(in_group(group, 0), length) + 1):
        for ones in range(min(in_group(group, 1), length - zeros) + 1):
            for twos in range(min(in_group(group, 2), length - zeros - ones) + 1):
                left = length - zeros - ones - twos
                for threes in range(
                    max(left - in_group(group, 4), 0), min(in_group(group, 3), left) + 1
                ):
                    fours = left - threes
                    orders = FACTORIAL[length] // (
                        FACTORIAL[zeros]
                        * FACTORIAL[ones]
                        * FACTORIAL[twos]
                        * FACTORIAL[threes]
                        * FACTORIAL[fours]
                    )
                    if index < orders:
                        part = zeros * one_of(0) + ones * one_of(1) + twos * one_of(2)
                        return part + threes * one_of(3) + fours * one_of(4), index
                    index -= orders
    return NONE, index


@rule
def fill_rest(state, seat, team, rest, index, chance):
    """Give values to the agents that can have any, to the screen and to a sealed choice."""
    choices = sealed_choices(state, seat, team, rest)
    length = free_agents(state, team)
    part, _ = walk_parts(rest, length, index // choices)
    rest -= part
    for agent in range(AGENTS):
        if state.team[agent] == team and state.value[agent] == NONE:
            value = draw_value(part, length, chance)
            state.value[agent] = value
            part -= one_of(value)
            length -= 1
    for value in range(VALUES):
        state.behind[team, value] = in_group(rest, value) + whole(state.shown[team, value])
    if sealed_unknown(state, seat, team):
        if state.question == Question.BID:
            state.sealed[team] = nth(bid_choices(state, team), index % choices)
        else:
            state.sealed[team] = nth(front_values(state, team), index % choices)


@rule
def draw_value(part, size, chance):
    """One agent of a group of this size, each equally likely."""
    drawn = below(chance, size)
    for value in range(VALUES):
        if drawn < in_group(part, value):
            return value
        drawn -= in_group(part, value)
    return NONE
