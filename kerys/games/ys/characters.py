"""YS-9: what the characters do that ask for something when they are played.

Cardinal, Illusionist, Intriguer, Merchant and Spy work by being in force (`played_by`); the
chapters they change look there.
"""

from __future__ import annotations

from kerys.games.ys.actions import (
    DOWN,
    FIRST_PORT,
    OR_DONE,
    PORT_PAIRS,
    SECOND_PORT,
    UP,
    Moment,
    Question,
)
from kerys.games.ys.components import AGENTS, AREAS, COLOURS, OWNED_COLOURS, SPY, THRONE
from kerys.games.ys.placement import enter_market
from kerys.games.ys.prices import price_moves
from kerys.games.ys.state import free_places, in_market, owner_of, turn_seat
from kerys.kernel.bits import bit, has, lowest, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask

# --- Alchemist, Banker, Captain, Queen ---------------------------------------------------------


@rule
def alchemist_gives(state, seat):
    """Any of the player's gems, black too, or nothing (YS-9.1, YS-C11, YS-P4)."""
    colours = OR_DONE
    for colour in range(OWNED_COLOURS):
        if state.gems[seat, colour] > 0:
            colours |= bit(colour)
    return colours


@rule
def alchemist_takes(state):
    """Another colour from the bank, never black or white (YS-9.1, YS-P4)."""
    return ((1 << COLOURS) - 1) & ~bit(state.chosen)


@rule
def swap_gem(state, seat, taken):
    """One gem for one of another colour (YS-9.1)."""
    state.gems[seat, state.chosen] -= 1
    state.gems[seat, taken] += 1


@rule
def banker_raises(state):
    """A colour to raise, so that another can be lowered (YS-9.2, YS-R15, YS-P13)."""
    moves = price_moves(state)
    raises = 0
    for colour in range(COLOURS):
        others = moves & ~bit(2 * colour + DOWN)
        if has(moves, 2 * colour + UP) and others & LOWERINGS:
            raises |= bit(2 * colour + UP)
    return raises


LOWERINGS = sum(1 << (2 * colour + DOWN) for colour in range(COLOURS))


@rule
def banker_lowers(state):
    """Another colour to lower (YS-9.2)."""
    return price_moves(state) & LOWERINGS & ~bit(2 * (whole(state.chosen) // 2) + DOWN)


@rule
def captain_ports(state):
    """Two different ports in use (YS-9.3, YS-R33, YS-R19, YS-P17)."""
    pairs = 0
    for pair in range(PORT_PAIRS):
        if SECOND_PORT[pair] < state.quarters:
            pairs |= bit(pair)
    return pairs


@rule
def swap_ports(state, pair):
    """Swap the ships of two ports; the market isn't affected (YS-9.3, YS-R33)."""
    ship = state.ports[FIRST_PORT[pair]]
    state.ports[FIRST_PORT[pair]] = state.ports[SECOND_PORT[pair]]
    state.ports[SECOND_PORT[pair]] = ship


@rule
def queen_areas(state):
    """City areas in use, never a market space (YS-9.13, YS-R28, YS-P16)."""
    return (1 << AREAS * whole(state.quarters)) - 1


# --- Spy ---------------------------------------------------------------------------------------


@rule
def ask_looks(state):
    """The Spy's owner may look in their turns and once more at the end (YS-9.5, YS-R3, YS-P5)."""
    spy = whole(state.played_by[SPY])
    own_turn = state.moment == Moment.LAST_LOOKS or spy == turn_seat(state)
    if spy != NONE and state.looks > 0 and own_turn and look_targets(state, spy) != 0:
        ask(state, Question.LOOK, spy)
    else:
        state.moment += 1


@rule
def look_targets(state, seat):
    """Hidden agents of other owners, on the board or in the throne room, not yet looked at.

    YS-9.5, YS-13.5, YS-R3, YS-P5.
    """
    targets = 0
    for agent in range(AGENTS):
        if (
            state.place[agent] != NONE
            and state.hidden[agent]
            and owner_of(state, state.team[agent]) != seat
            and not has(state.looked[agent], seat)
        ):
            targets |= bit(agent)
    return targets


@rule
def look_choices(state, seat):
    """An agent to look at, or none for now."""
    return look_targets(state, seat) | OR_DONE


@rule
def look_at(state, seat, agent):
    """The seat, and no other, learns the value; that it looked is public (YS-9.5, YS-C25)."""
    state.looked[agent] |= bit(seat)
    state.looks -= 1


# --- Herald, Magician, Mercenary ---------------------------------------------------------------


@rule
def movable(state, seat, agent):
    """A seat's agent on the board outside the Queen's area (YS-9.6, YS-9.10, YS-R28, YS-R46)."""
    place = state.place[agent]
    return place != NONE and state.team[agent] == seat and place != state.closed


@rule
def herald_agents(state, seat):
    """The agents that the Herald can move; there is always somewhere to go.

    YS-9.6, YS-R29; never into the throne room or out of it (YS-13.4).
    """
    agents = 0
    for agent in range(whole(state.placed)):
        if movable(state, seat, agent):
            agents |= bit(agent)
    return agents


@rule
def herald_places(state):
    """Another area in use or a free market space (YS-9.6, YS-R29, YS-P16)."""
    return free_places(state) & ~bit(state.place[state.chosen])


@rule
def move_agent(state, place):
    """The agent moves as it stands; a point for entering the market from the city (YS-9.6)."""
    agent = whole(state.chosen)
    if in_market(place) and not in_market(state.place[agent]):
        enter_market(state, state.team[agent])
    state.place[agent] = place


@rule
def magician_partners(state, seat, one):
    """The agents that one agent can swap with: those in other places.

    YS-9.10, YS-13.6, YS-R26, YS-P3: two throne agents stand in the same place.
    """
    partners = 0
    for other in range(AGENTS):
        if movable(state, seat, other) and state.place[one] != state.place[other]:
            partners |= bit(other)
    return partners


@rule
def magician_agents(state, seat):
    """A seat's own agents that have another to swap with (YS-9.10, YS-C29, YS-P3).

    All that can move, unless they stand in one place.
    """
    agents = 0
    apart = False
    for agent in range(AGENTS):
        if movable(state, seat, agent):
            if agents != 0 and state.place[agent] != state.place[lowest(agents)]:
                apart = True
            agents |= bit(agent)
    return agents if apart else 0


@rule
def swap_agents(state, other):
    """Swap two of the player's agents; no market point (YS-9.10, YS-R25)."""
    one = whole(state.chosen)
    if state.place[one] == THRONE or state.place[other] == THRONE:
        swap_with_throne(state, min(one, other), max(one, other))
        return
    place = state.place[one]
    state.place[one] = state.place[other]
    state.place[other] = place


@rule
def swap_with_throne(state, agent, throned):
    """Swap a board agent and a throne agent (YS-13.6, YS-R26, YS-P6, YS-P7).

    The one that enters is turned hidden and loses its mark; the one that leaves stays hidden,
    takes over the placement number and was not just placed.
    """
    value = state.value[agent]
    looked = state.looked[agent]
    candidates = state.candidates[agent]
    state.value[agent] = state.value[throned]
    state.looked[agent] = state.looked[throned]
    state.candidates[agent] = state.candidates[throned]
    state.value[throned] = value
    state.looked[throned] = looked
    state.candidates[throned] = candidates
    state.hidden[agent] = 1
    state.marked[agent] = 0
    for index in range(2):
        if state.just_placed[index] == agent:
            state.just_placed[index] = NONE


@rule
def mercenary_agents(state):
    """The agents just placed that still stand on the board (YS-9.12, YS-C2, YS-P6)."""
    agents = 0
    for index in range(2):
        if state.just_placed[index] != NONE:
            agents |= bit(state.just_placed[index])
    return agents


@rule
def mark_agent(state, agent):
    """The agent counts as 5 in this phase 4, for all to see (YS-9.12, YS-R27)."""
    state.marked[agent] = 1
