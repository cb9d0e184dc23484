"""YS-5: phase 4 in the city, quarter by quarter."""

from __future__ import annotations

from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import (
    AREAS,
    BLACK,
    HARBOUR,
    KING,
    KING_POINTS,
    MERCHANT,
    MERCHANT_POINTS,
    PALACE,
    PRINCE,
    PRINCE_POINTS,
    SHIP_COLOURS,
    SHOPS,
    SHOPS_POINTS,
    WHITE,
)
from kerys.games.ys.gems import neutral_takes_dearest, owe_gem, take_gem
from kerys.games.ys.returning import return_agents, reveal_agents
from kerys.games.ys.rounds import fill_pool, palace_prize
from kerys.games.ys.state import area_at, neutral
from kerys.games.ys.tallies import ranked, tally
from kerys.kernel.bits import bit, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask


@rule
def open_quarter(state):
    """Reveal the quarter's agents; its ship's gems can be taken (YS-5.1, YS-5.2)."""
    if state.cursor == state.quarters:
        state.moment = Moment.MARKET_OPENS
        return
    reveal_agents(state, area_at(state.cursor, HARBOUR), area_at(state.cursor, PALACE))
    fill_pool(state, state.cursor)
    state.taken = 0
    state.moment = Moment.QUARTER_GEMS


@rule
def ask_gem(state):
    """The next gem of the ship goes to the next player by rank (YS-5.3, YS-5.4, YS-P23)."""
    taker = next_taker(state)
    if taker == NONE:
        for colour in range(SHIP_COLOURS):
            state.ship_gems[colour] = 0
        state.moment = Moment.QUARTER_AREAS
    elif taker == neutral(state):
        neutral_takes_from_ship(state)
    else:
        ask(state, Question.TAKE_GEM, taker)


@rule
def place_to_take(state, taken):
    """Whose turn it is after so many gems of a ship, as a place from 0, or nobody's.

    First takes two, second one, third one with four players (YS-5.3, YS-10.1, YS-R9).
    """
    place = max(taken - 1, 0)
    return NONE if place == (3 if state.players == 4 else 2) else place


@rule
def next_taker(state):
    """Who takes the next gem of the ship, by rank in the quarter (YS-5.3)."""
    place = place_to_take(state, whole(state.taken))
    if place == NONE:
        return NONE
    sums = tally(state, area_at(state.cursor, HARBOUR), area_at(state.cursor, PALACE))
    return ranked(state, sums, place)


@rule
def gem_choices(state):
    """The colours left on the ship."""
    colours = 0
    for colour in range(SHIP_COLOURS):
        if state.ship_gems[colour] > 0:
            colours |= bit(colour)
    return colours


@rule
def take_from_ship(state, owner, colour):
    """Take one gem; white is turned into a colour at once (YS-5.3, YS-5.5, YS-2.8, YS-R10)."""
    state.ship_gems[colour] -= 1
    state.taken += 1
    take_gem(state, owner, colour)


@rule
def neutral_takes_from_ship(state):
    """White first, else the dearest left (YS-11.8, YS-R42, YS-P28)."""
    if state.ship_gems[WHITE] > 0:
        take_from_ship(state, neutral(state), WHITE)
    else:
        state.taken += 1
        colour = neutral_takes_dearest(state, gem_choices(state))
        state.ship_gems[colour] -= 1


@rule
def score_areas(state):
    """Harbour, shops, palace, each to its best total; an empty one pays nobody.

    YS-5.6, YS-5.7, YS-5.8, YS-5.9.
    """
    for area in range(AREAS):
        place = area_at(state.cursor, area)
        winner = ranked(state, tally(state, place, place), 0)
        if winner != NONE:
            win_area(state, winner, area)
    state.moment = Moment.QUARTER_CLOSES


@rule
def win_area(state, owner, area):
    """A black gem, points, or the prize of the palace.

    YS-5.6, YS-5.7, YS-5.8; the Merchant's 5 points are for all (YS-9.11, YS-R32).
    """
    if area == HARBOUR:
        state.gems[owner, BLACK] += 1
    elif area == SHOPS:
        merchant = state.played_by[MERCHANT] != NONE
        state.points[owner] += MERCHANT_POINTS if merchant else SHOPS_POINTS
    else:
        win_prize(state, owner, palace_prize(state, state.cursor))


@rule
def win_prize(state, owner, character):
    """King and Prince pay at once, a blue card a gem; the rest is for the next round.

    YS-5.8, YS-8.1, YS-8.4, YS-9.14, YS-9.15, YS-11.6, YS-R45, YS-C3.
    """
    if character == KING:
        state.points[owner] += KING_POINTS
    elif character == PRINCE:
        state.points[owner] += PRINCE_POINTS
    elif character == NONE or owner == neutral(state):
        owe_gem(state, owner)
    else:
        state.won[owner] |= bit(character)


@rule
def close_quarter(state):
    """The quarter's agents go home; the next quarter follows (YS-5.10, YS-5.1)."""
    return_agents(state, area_at(state.cursor, HARBOUR), area_at(state.cursor, PALACE))
    state.cursor += 1
    state.moment = Moment.QUARTER_OPENS
