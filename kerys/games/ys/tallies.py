"""How agents are added up and ties are broken, in the city and in the market (YS-5.9, YS-R6).

A tally is one integer: six bits an owner, holding 1 + total for those who are present and 0 for
those who are not (YS-R8, YS-C24, YS-P29).
"""

from __future__ import annotations

from kerys.games.ys.components import INTRIGUER
from kerys.games.ys.state import counted_value, front_sum, neutral, order_card, owner_of, owners
from kerys.kernel.bits import bit, has, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE

TALLY_BITS = 6


@rule
def tally(state, first_place, last_place):
    """What every owner has on the places from the first to the last (YS-5.2, YS-6.2, YS-6.7)."""
    sums = 0
    for agent in range(whole(state.placed)):
        place = state.place[agent]
        if first_place <= place <= last_place:
            shift = TALLY_BITS * owner_of(state, state.team[agent])
            if (sums >> shift) & ((1 << TALLY_BITS) - 1) == 0:
                sums += 1 << shift
            sums += counted_value(state, agent) << shift
    return sums


@rule
def strength(state, owner, sums):
    """A number that is higher the better an owner stands in a tally; 0 for the absent.

    Total first; then the Intriguer's owner, the neutral, the front sum and the lower order card
    (YS-5.9, YS-9.8, YS-11.5, YS-R6, YS-R7, YS-R41, YS-P12).
    """
    total = (sums >> (TALLY_BITS * owner)) & ((1 << TALLY_BITS) - 1)
    if total == 0:
        return 0
    key = 2 * total
    if state.played_by[INTRIGUER] == owner:
        key += 1
    key *= 2
    if owner == neutral(state):
        return (key + 1) * 64
    return (key * 16 + front_sum(state, owner)) * 4 + 3 - order_card(state, owner)


@rule
def ranked(state, sums, place):
    """The owner who is first (place 0), second, ... in a tally, or NONE (YS-5.4, YS-R6)."""
    passed = 0
    found = NONE
    for _ in range(place + 1):
        found = NONE
        best = 0
        for owner in range(owners(state)):
            if not has(passed, owner):
                own = strength(state, owner, sums)
                if own > best:
                    best, found = own, owner
        if found == NONE:
            return NONE
        passed |= bit(found)
    return found


@rule
def decider(state):
    """Who settles columns that stay tied: the Intriguer's owner, else the best front.

    Any player, in the market or not (YS-6.4, YS-9.8, YS-R13, YS-P9).
    """
    if state.played_by[INTRIGUER] != NONE:
        return whole(state.played_by[INTRIGUER])
    best = whole(state.order[0])
    for position in range(1, state.players):
        seat = whole(state.order[position])
        if front_sum(state, seat) > front_sum(state, best):
            best = seat
    return best
