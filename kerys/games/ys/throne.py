"""YS-13: phase 5 of King's Favour, in which an agent of each player goes to the throne room."""

from __future__ import annotations

from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import EXTRA_VALUE, FRONT, ROUNDS, THRONE, THRONE_AGENTS, VALUES
from kerys.games.ys.state import team_size, throne_agents, throne_slot
from kerys.kernel.bits import bit, count, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask_all


@rule
def ask_throne_agents(state):
    """After each round but the last, all choose in secret (YS-13.2, YS-R34, YS-R35, YS-C20)."""
    if state.kings_favour and state.round_number < ROUNDS - 1:
        ask_all(state, Question.THRONE_AGENT)
    else:
        state.moment = Moment.ROUND_ENDS


@rule
def front_values(state, seat):
    """The values in front of a screen; one must be sent (YS-13.2, YS-R35)."""
    values = 0
    for index in range(FRONT):
        values |= bit(state.front[seat, index])
    return values


@rule
def send_throne_agents(state):
    """The chosen ones go in hidden; the rest and an extra 2 go home.

    YS-13.1, YS-13.2, YS-13.3, YS-P30.
    """
    for seat in range(whole(state.players)):
        deduce_throne(state, seat)
        slot = throne_slot(seat, throne_agents(state, seat))
        value = whole(state.sealed[seat])
        state.sealed[seat] = NONE
        state.team[slot] = seat
        state.place[slot] = THRONE
        state.value[slot] = value
        state.hidden[slot] = 1
        state.candidates[slot] = front_values(state, seat)
        clear_front(state, seat, value)
        state.behind[seat, EXTRA_VALUE] += 1
    state.moment = Moment.ROUND_ENDS


@rule
def clear_front(state, seat, sent):
    """One agent of the value that was sent leaves; the others go behind the screen (YS-13.2).

    Nobody sees which ones these are, not even for a moment: that would tell who was sent (YS-13.3).
    """
    left = False
    for index in range(FRONT):
        value = whole(state.front[seat, index])
        state.front[seat, index] = NONE
        if value == sent and not left:
            left = True
        else:
            state.behind[seat, value] += 1


@rule
def deduce_throne(state, seat):
    """Note what everyone can now deduce about a player's earlier throne agents (YS-13.3).

    All their other agents were seen this round, so what is missing is in the throne room. One
    unknown agent is then known. Two, as a swap by the Magician can make, have one value each.
    """
    missing = 0
    for value in range(VALUES):
        if missing_agents(state, seat, value) > 0:
            missing |= bit(value)
    one, two = throne_slot(seat, 0), throne_slot(seat, 1)
    for slot in range(one, two + 1):
        if count(whole(state.candidates[slot])) > 1:
            state.candidates[slot] &= missing
    if count(missing) == 2:
        if count(whole(state.candidates[one])) == 1:
            state.candidates[two] = missing & ~whole(state.candidates[one])
        elif count(whole(state.candidates[two])) == 1:
            state.candidates[one] = missing & ~whole(state.candidates[two])
        else:
            state.paired[seat] = 1


@rule
def missing_agents(state, seat, value):
    """How many agents of a value were not seen this round and are not known in the throne."""
    number = team_size(state, seat, value) - whole(state.shown[seat, value])
    for index in range(FRONT):
        if state.front[seat, index] == value:
            number -= 1
    for index in range(THRONE_AGENTS):
        if state.candidates[throne_slot(seat, index)] == bit(value):
            number -= 1
    return number
