"""YS-6: phase 4 in the market, lines, columns and the best bidder."""

from __future__ import annotations

from kerys.games.ys.actions import UP, Moment, Question
from kerys.games.ys.components import (
    COLOURS,
    COLUMN_STEPS,
    COLUMNS,
    HIGHEST_PRICE,
    LINES,
    LOWEST_PRICE,
    MARKET,
    PLACES,
)
from kerys.games.ys.gems import take_gem
from kerys.games.ys.prices import move_price
from kerys.games.ys.returning import return_agents, reveal_agents
from kerys.games.ys.state import counted_value, first_line, neutral, space_at
from kerys.games.ys.tallies import decider, ranked, tally
from kerys.kernel.bits import bit, count, lowest, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask


@rule
def open_market(state):
    """Reveal all hidden market agents (YS-6.1); a closed market is passed over."""
    if first_line(state) == LINES:
        close_market(state)
        return
    reveal_agents(state, MARKET, PLACES - 1)
    state.cursor = first_line(state)
    state.moment = Moment.MARKET_LINES


@rule
def score_line(state):
    """The best total of a line wins its gem; without agents it is lost (YS-6.2, YS-R11)."""
    line = whole(state.cursor)
    if line == LINES:
        state.cursor = 0
        state.moment = Moment.MARKET_COLUMNS
        return
    sums = tally(state, space_at(line, 0), space_at(line, COLUMNS - 1))
    winner = ranked(state, sums, 0)
    gem = whole(state.line_gems[line])
    state.line_gems[line] = NONE
    state.cursor += 1
    if winner != NONE:
        take_gem(state, winner, gem)


@rule
def column_strength(state, column):
    """Sum of all agents of a column, then their number (YS-6.3, YS-6.4, YS-C28, YS-P9)."""
    strength = 0
    for agent in range(whole(state.placed)):
        place = whole(state.place[agent])
        if place >= MARKET and (place - MARKET) % COLUMNS == column and place < PLACES:
            strength += 16 * counted_value(state, agent) + 1
    return strength


@rule
def next_columns(state):
    """The columns that may come next: one, or several that are tied (YS-6.4, YS-6.7, YS-R12)."""
    settled = 0
    for place in range(COLUMNS):
        if state.ranking[place] != NONE:
            settled |= bit(state.ranking[place])
    best, columns = NONE, 0
    for column in range(COLUMNS):
        if settled & bit(column) == 0:
            strength = column_strength(state, column)
            if strength > best:
                best, columns = strength, 0
            if strength == best:
                columns |= bit(column)
    return columns


@rule
def ask_column(state):
    """Settle the order of the columns; ties are for the decider (YS-6.4, YS-R13, YS-P24)."""
    columns = next_columns(state)
    if columns == 0:
        move_column_prices(state)
    elif count(columns) == 1:
        rank_column(state, lowest(columns))
    else:
        ask(state, Question.NEXT_COLUMN, decider(state))


@rule
def rank_column(state, column):
    """The column takes the next place."""
    state.ranking[state.cursor] = column
    state.cursor += 1


@rule
def moved_price(price, step):
    """A price after some steps, within the track (YS-6.3)."""
    return min(max(price + step, LOWEST_PRICE), HIGHEST_PRICE)


@rule
def move_column_prices(state):
    """+2, +1, -1, -2, within the track (YS-6.3, YS-R15, YS-R16)."""
    for place in range(COLUMNS):
        colour = whole(state.ranking[place])
        state.prices[colour] = moved_price(whole(state.prices[colour]), whole(COLUMN_STEPS[place]))
        state.ranking[place] = NONE
    state.cursor = 0
    state.moment = Moment.MARKET_BIDDER


@rule
def ask_best_bidder(state):
    """The best total of the whole market must move one price (YS-6.5, YS-R8, YS-R14, YS-C10)."""
    winner = ranked(state, tally(state, MARKET, PLACES - 1), 0)
    if winner == NONE:
        close_market(state)
    elif winner == neutral(state):
        neutral_raises_price(state)
        close_market(state)
    else:
        ask(state, Question.MOVE_PRICE, winner)


@rule
def neutral_raises_price(state):
    """The neutral raises what it has most of, leftmost on ties (YS-11.9, YS-R44, YS-P27)."""
    best = NONE
    for colour in range(COLOURS):
        if state.prices[colour] < HIGHEST_PRICE and (
            best == NONE or state.gems[neutral(state), colour] > state.gems[neutral(state), best]
        ):
            best = colour
    if best != NONE:
        move_price(state, 2 * best + UP)


@rule
def close_market(state):
    """The market's agents go home (YS-6.6, YS-P20)."""
    return_agents(state, MARKET, PLACES - 1)
    state.cursor = 0
    state.moment = Moment.END_OF_SCORING
