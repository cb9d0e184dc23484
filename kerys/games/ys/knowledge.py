"""What a seat may know; the rest is hidden (YS-R3 to YS-R5, YS-R30, YS-13.3)."""

from __future__ import annotations

from kerys.games.ys.components import AGENTS, CHARACTERS, ROUNDS, SHIPS_DRAWN, VALUES
from kerys.games.ys.state import holder_of, teams
from kerys.kernel.bits import has, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE


@rule
def redact(state, seat):
    """Blank everything that a seat, or a spectator, may not know. The only way out of the engine.

    Decks and characters to come, other screens, sealed choices, hidden and throne agents, neutral
    agents placed by others (YS-1.1, YS-1.5, YS-3.1, YS-4.1, YS-11.4, YS-13.2, YS-R4, YS-R5, YS-P15,
    YS-P31).
    """
    for draw in range(whole(state.drawn), SHIPS_DRAWN):
        state.ships[draw] = NONE
    for card in range(characters_seen(state), CHARACTERS):
        state.characters[card] = NONE
    for team in range(teams(state)):
        hide_team(state, seat, team)


@rule
def hide_team(state, seat, team):
    """Blank what a seat may not know of one team."""
    if holder_of(state, team) != seat:
        for value in range(VALUES):
            state.behind[team, value] = NONE
        if team < state.players:
            state.sealed[team] = NONE
    for agent in range(AGENTS):
        if state.team[agent] == team and not knows_value(state, seat, agent):
            state.value[agent] = NONE


@rule
def knows_value(state, seat, agent):
    """Whether a seat (or a spectator, NONE) knows what an agent is worth.

    Open agents and those with a single possible value are known to all. A seat remembers every
    agent that it placed, its own and neutral ones, and what its Spy looked at (YS-R4, YS-R30,
    YS-P18, YS-P31). What its table shows it again is `peeks`.
    """
    candidates = whole(state.candidates[agent])
    known = (state.hidden[agent] == 0) | (candidates & (candidates - 1) == 0)
    if 0 <= seat < state.players:
        held = holder_of(state, state.team[agent]) == seat
        known |= held | has(state.looked[agent], seat)
    return known


@rule
def characters_seen(state):
    """How many characters were turned up so far (YS-2.2, YS-2.3)."""
    return min(whole(state.round_number) + 1, ROUNDS - 1) * whole(state.quarters)


@rule
def peeks(state, seat, agent):
    """Whether a seat's table shows it an agent's value; what the seat knows is `knows_value`.

    Of the agents that the seat placed hidden, its own are shown if `peek_own` was agreed; neutral
    ones never are, unless its Spy looks at them (YS-4.7, YS-11.4, YS-R4, YS-P18, YS-P31).
    """
    team = state.team[agent]
    held = state.hidden[agent] != 0 and holder_of(state, team) == seat
    if held and (team != seat or not state.peek_own):
        return knows_value(state, NONE, agent) or has(state.looked[agent], seat)
    return knows_value(state, seat, agent)
