"""The record of a game of Ys, its options, and small readings of it that every chapter needs.

It holds everything on the table, visible or hidden, but not how it came about. Fields are small
integers; `NONE` stands for "nothing" and, in a redacted record, for "not shown to this seat".
"""

from __future__ import annotations

import numpy as np

from kerys.games.ys.components import (
    AGENTS,
    AREAS,
    BOARD_AGENTS,
    CHARACTERS,
    CITY,
    COLOURS,
    COLUMNS,
    EXPRESS_TEAM,
    EXPRESS_TURNS,
    EXTRA_VALUE,
    FRONT,
    FULL_TEAM,
    LINES,
    MARKED_VALUE,
    MARKET,
    MINI_AREAS,
    MINI_TEAM,
    MINI_TURNS,
    NEUTRAL_TEAM,
    OWNED_COLOURS,
    PLACES,
    QUARTERS,
    SEATS,
    SHIP_COLOURS,
    SHIP_GEMS,
    SHIPS,
    SHIPS_DRAWN,
    STRONG_TEAM,
    TEAM_SIZES,
    TEAMS,
    THRONE_AGENTS,
    TURNS,
    VALUES,
)
from kerys.kernel.bits import bit, whole
from kerys.kernel.compiling import rule
from kerys.kernel.contract import record_dtype
from kerys.kernel.seats import NONE

small, wide = np.int8, np.int16

AGREEMENTS = [
    ("players", small),
    ("revision", small),  # of the rules
    ("quarters", small),
    ("strong_neutral", small),
    ("kings_favour", small),
    ("express", small),
    ("peek_own", small),
    ("mini", small),
    ("deck", small, (SHIPS, SHIP_GEMS)),
]
"""What is agreed before the game; all of it is public."""

OPTIONS = record_dtype(AGREEMENTS)

STATE = record_dtype(
    [
        # Owners: the players and, with two players, the neutral after them.
        ("points", wide, (SEATS,)),
        ("hand", wide, (SEATS,)),  # sets of characters that may be played
        ("won", wide, (SEATS,)),  # sets of characters won this round, playable from the next
        *AGREEMENTS,
        # Where the game stands.
        ("round_number", small),
        ("moment", small),
        ("cursor", small),  # whose turn it is in a pass round the table; which quarter, which line
        ("turn", small),  # placement turns finished this round, all players together
        ("question", small),
        ("pending", small),  # the set of seats that owe an answer
        ("sealed", small, (SEATS,)),  # answers given but not yet revealed
        # The deal.
        ("ships", small, (SHIPS_DRAWN,)),  # card numbers in drawing order
        ("drawn", small),
        ("characters", small, (CHARACTERS,)),  # quarter by quarter, round by round; then set aside
        # On the table this round.
        ("ports", small, (QUARTERS,)),
        ("line_gems", small, (LINES,)),
        ("order", small, (SEATS,)),  # the seat that holds order card 1, 2, ...
        ("picks", small, (SEATS,)),  # the same for the next order while it is being chosen
        # Agents of each team: how many of each value.
        ("behind", small, (TEAMS, VALUES)),  # behind the screen
        ("shown", small, (TEAMS, VALUES)),  # of these, returned in the open this round
        ("front", small, (TEAMS, FRONT)),  # the values in front of the screen
        # Agents on the board, by placement number, and in the throne room, by team and slot.
        ("team", small, (AGENTS,)),
        ("place", small, (AGENTS,)),
        ("value", small, (AGENTS,)),
        ("hidden", small, (AGENTS,)),
        ("marked", small, (AGENTS,)),
        ("looked", small, (AGENTS,)),  # the set of seats whose Spy looked at it
        ("candidates", small, (AGENTS,)),  # the set of values it can have for all that is public
        ("paired", small, (TEAMS,)),  # two throne agents share two candidates, one each
        ("placed", small),
        ("just_placed", small, (2,)),
        ("faces", small),  # the set of faces (0 open, 1 hidden) already used this turn
        # Characters.
        ("cards_played", small, (SEATS,)),
        ("played_by", small, (CHARACTERS,)),  # who has the card in force this round
        ("card", small),  # being carried out now
        ("chosen", small),  # the first half of its choice
        ("looks", small),
        ("closed", small),  # the place closed by the Queen
        # Scoring.
        ("gems", small, (SEATS, OWNED_COLOURS)),
        ("prices", small, (COLOURS,)),
        ("ship_gems", small, (SHIP_COLOURS,)),  # left of the ship whose quarter is scored
        ("taken", small),
        ("ranking", small, (COLUMNS,)),  # columns in their order, as far as it is settled
        ("owed", small),  # gems of free choice that `owed_to` takes before anything else
        ("owed_to", small),
    ]
)


# --- Who ---------------------------------------------------------------------------------------


@rule
def has_neutral(state):
    """Whether a neutral merchant plays: with two players, but not in mini Ys (YS-11.2)."""
    return state.players == 2 and not state.mini


@rule
def owners(state):
    """How many score: the players and, with two of them, the neutral (YS-11.2)."""
    return 3 if has_neutral(state) else whole(state.players)


@rule
def neutral(state):
    """The owner number of the neutral merchant, or NONE (YS-11.2)."""
    return 2 if has_neutral(state) else NONE


@rule
def teams(state):
    """How many teams there are; with two players each holds a set of neutral agents too."""
    return 4 if has_neutral(state) else whole(state.players)


@rule
def owner_of(state, team):
    """The owner a team scores for: its seat, or the neutral for both neutral sets."""
    return min(whole(team), owners(state) - 1)


@rule
def holder_of(state, team):
    """The seat that places the agents of a team."""
    return whole(team) if team < state.players else whole(team) - 2


@rule
def neutral_set(state, seat):
    """The team of neutral agents that a seat holds, with two players."""
    return seat + 2


@rule
def team_size(state, team, value):
    """How many agents of a value a team has in all (YS-F3, YS-12.1, YS-13.1, YS-11.2)."""
    if team >= state.players:
        return whole(TEAM_SIZES[STRONG_TEAM if state.strong_neutral else NEUTRAL_TEAM, value])
    if state.mini:
        return whole(TEAM_SIZES[MINI_TEAM, value])
    size = whole(TEAM_SIZES[EXPRESS_TEAM if state.express else FULL_TEAM, value])
    if value == EXTRA_VALUE:
        size += throne_agents(state, team)
    return size


@rule
def throne_agents(state, team):
    """How many agents a team has in the throne room; each brought an extra 2 in (YS-13.2)."""
    count = 0
    for slot in range(THRONE_AGENTS):
        if state.place[throne_slot(team, slot)] != NONE:
            count += 1
    return count


@rule
def throne_slot(team, slot):
    """The agent number of a throne agent."""
    return BOARD_AGENTS + THRONE_AGENTS * whole(team) + slot


@rule
def turns(state):
    """Placement turns of each player in a round (YS-4.1, YS-12.3, YS-R37)."""
    if state.mini:
        return MINI_TURNS
    return EXPRESS_TURNS if state.express else TURNS


@rule
def turn_seat(state):
    """The seat whose placement turn it is."""
    return whole(state.order[whole(state.turn) % whole(state.players)])


@rule
def order_card(state, seat):
    """The order card a seat holds, counted from 0."""
    for position in range(whole(state.players)):
        if state.order[position] == seat:
            return position
    return NONE


@rule
def front_sum(state, seat):
    """The sum of the agents in front of a screen (YS-4.6)."""
    total = 0
    for index in range(FRONT):
        if state.front[seat, index] != NONE:
            total += whole(state.front[seat, index])
    return total


# --- Where -------------------------------------------------------------------------------------


@rule
def area_at(quarter, area):
    """The place of an area of a quarter."""
    return whole(quarter) * AREAS + area


@rule
def space_at(line, column):
    """The place of a market space."""
    return MARKET + whole(line) * COLUMNS + whole(column)


@rule
def in_market(place):
    """Whether a place is a market space."""
    return CITY <= place < PLACES


@rule
def first_line(state):
    """The first open line: with fewer than four players line 1 is closed (YS-10.2).

    Mini Ys has none.
    """
    if state.mini:
        return LINES
    return 0 if state.players == 4 else 1


@rule
def open_places(state):
    """The set of places in use: quarters and lines (YS-4.3, YS-10.2, YS-10.3, YS-P16)."""
    if state.mini:
        return MINI_AREAS
    areas = (1 << AREAS * whole(state.quarters)) - 1
    spaces = (1 << PLACES) - (1 << space_at(first_line(state), 0))
    return areas | spaces


@rule
def free_places(state):
    """Where an agent may be put now (YS-4.2, YS-4.3, YS-9.13, YS-R28)."""
    places = open_places(state)
    for agent in range(whole(state.placed)):
        if in_market(state.place[agent]):
            places &= ~bit(state.place[agent])
    if state.closed != NONE:
        places &= ~bit(state.closed)
    return places


@rule
def counted_value(state, agent):
    """What an agent counts in phase 4: its value, or 5 under the Mercenary (YS-9.12, YS-R27)."""
    if state.marked[agent]:
        return MARKED_VALUE
    return whole(state.value[agent])
