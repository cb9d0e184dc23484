"""The points that each owner of a game of Ys can expect in the end: how bots judge a position.

Written by hand, with weights tuned by self-play (`kerys tune`). It reads a whole state: a real one
once the game is over, a world imagined from a view before that.
"""

from __future__ import annotations

import numpy as np

from kerys.bots.ys.bids import bids_settle_order, order_worth
from kerys.games.ys.actions import Moment
from kerys.games.ys.components import (
    AREAS,
    BLACK,
    CHARACTERS,
    CITY,
    COLOURS,
    COLUMNS,
    GEM_POINTS,
    KING,
    KING_POINTS,
    LINES,
    MERCHANT,
    MERCHANT_POINTS,
    PALACE,
    PLACES,
    PRINCE,
    PRINCE_POINTS,
    QUARTERS,
    ROUNDS,
    SEATS,
    SHIP_COLOURS,
    SHIP_GEMS,
    SHOPS,
    SHOPS_POINTS,
    VALUES,
    WHITE,
)
from kerys.games.ys.ending import black_points, gem_points, throne_total
from kerys.games.ys.prices import price_rank
from kerys.games.ys.rounds import palace_prize
from kerys.games.ys.state import counted_value, front_sum, owner_of, owners, teams
from kerys.games.ys.windows import CARDS_AT
from kerys.kernel.bits import has, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE

WEIGHTS = (
    "gems",  # points that gems will bring, by present standing
    "gem",  # one gem of the dearest colour
    "cheap_gem",  # how much less for each rank below it
    "black_gem",
    "strength",  # one point of agents still behind the screen
    "front",  # one point in front of the screen
    "quarter",  # the gems of a ship, shared by strength
    "area",  # harbour, shops and palace, shared by strength
    "line",
    "column",  # a price moving by one step, for who has more of it than others
    "bidder",
    "throne",
    "doubt",  # how much agents still to come blur who is ahead
    "sharpness",  # how much being ahead counts beyond being strong, from 0 to 1
    "quarter_sharpness",
    *(
        f"card_{name}"
        for name in (
            *("alchemist", "banker", "captain", "cardinal", "spy", "herald", "illusionist"),
            *("intriguer", "jeweler", "magician", "merchant", "mercenary", "queen"),
        )
    ),
)
(
    GEMS,
    GEM,
    CHEAP_GEM,
    BLACK_GEM,
    STRENGTH,
    FRONT_SUM,
    QUARTER,
    AREA,
    LINE,
    COLUMN,
    BIDDER,
    THRONE,
    DOUBT,
    SHARPNESS,
    QUARTER_SHARPNESS,
    CARD,
) = range(16)
SCRATCH = PLACES * SEATS + QUARTERS * SEATS + LINES * SEATS + SEATS + COLUMNS
"""The counters of an estimate: places, quarters, lines and the market by owner; columns."""
QUARTER_TOTALS = PLACES * SEATS
LINE_TOTALS = QUARTER_TOTALS + QUARTERS * SEATS
MARKET_TOTALS = LINE_TOTALS + LINES * SEATS
COLUMN_TOTALS = MARKET_TOTALS + SEATS
THRONE_SHARE = 22.0
"""All points of the throne room together."""
COLOUR_TOTALS = GEM_POINTS.sum(axis=0).astype(np.float64)
"""All points of a colour together, by its rank."""
LAST_WINDOW = np.array(
    [
        max((moment for moment in Moment if int(CARDS_AT[moment]) >> card & 1), default=0)
        for card in range(CHARACTERS)
    ],
    np.int8,
)
"""The moment at which each character is played."""


@rule
def stage(state):
    """How many rounds are over."""
    return whole(state.round_number)


@rule
def estimate(state, weights, scratch, values):
    """Write the points that every owner can expect in the end."""
    number = owners(state)
    for owner in range(number):
        values[owner] = float(state.points[owner])
    if state.moment == Moment.OVER:
        return
    gems_worth(state, weights, values)
    for owner in range(number):
        if state.kings_favour:
            values[owner] += throne_worth(state, owner) * weights[THRONE]
        if owner < state.players:
            values[owner] += cards_worth(state, owner, weights)
            if not bids_settle_order(state):
                values[owner] += weights[FRONT_SUM] * front_sum(state, owner)
    if bids_settle_order(state):
        order_worth(state, weights[STRENGTH], values)
    for team in range(teams(state)):
        strength = 0
        for value in range(VALUES):
            strength += value * max(whole(state.behind[team, value]), 0)
        values[owner_of(state, team)] += weights[STRENGTH] * strength
    if state.placed > 0 and state.moment < Moment.END_OF_SCORING:
        board_worth(state, weights, scratch, values)


@rule
def gems_worth(state, weights, values):
    """Gems in hand: by current rank, which counts more near the end, and by share."""
    number = owners(state)
    progress = (1.0 + whole(state.round_number)) / ROUNDS
    for colour in range(COLOURS):
        total = 0
        for owner in range(number):
            total += whole(state.gems[owner, colour])
        if total == 0:
            continue
        rank = price_rank(state, colour)
        for owner in range(number):
            held = whole(state.gems[owner, colour])
            if held > 0:
                standing = progress * gem_points(state, owner, colour)
                share = (1.0 - progress) * COLOUR_TOTALS[rank] * held / total
                values[owner] += weights[GEMS] * (standing + share)
    for owner in range(number):
        black = whole(state.gems[owner, BLACK])
        values[owner] += progress * black_points(state, owner)
        values[owner] += (1.0 - progress) * weights[BLACK_GEM] * black


@rule
def throne_worth(state, owner):
    """A share of the points of the throne room."""
    total = 0
    for seat in range(whole(state.players)):
        total += 1 + throne_total(state, seat)
    return THRONE_SHARE * (1 + throne_total(state, owner)) / total


@rule
def cards_worth(state, owner, weights):
    """Characters in hand that can still be played."""
    worth = 0.0
    last = state.round_number == ROUNDS - 1
    for card in range(PRINCE):
        if has(state.hand[owner], card):
            if not last or state.moment <= LAST_WINDOW[card]:
                worth += weights[CARD + card]
        elif has(state.won[owner], card) and not last:
            worth += weights[CARD + card]
    return worth


@rule
def gem_worth(state, weights, colour):
    """One more gem of a colour; white is any."""
    if colour == BLACK:
        return weights[BLACK_GEM]
    if colour == WHITE:
        return weights[GEM]
    return weights[GEM] - weights[CHEAP_GEM] * price_rank(state, colour)


@rule
def prize_worth(state, weights, quarter):
    """What the palace of a quarter brings."""
    character = palace_prize(state, quarter)
    if character == NONE:
        return weights[GEM]
    if character == KING:
        return float(KING_POINTS)
    if character == PRINCE:
        return float(PRINCE_POINTS)
    return weights[CARD + character]


# --- The board ---------------------------------------------------------------------------------


@rule
def board_worth(state, weights, scratch, values):
    """What the agents on the board will bring, shared out by strength."""
    count_board(state, scratch)
    coming = 0
    for team in range(whole(state.players)):
        for value in range(VALUES):
            coming += max(whole(state.behind[team, value]), 0)
    scoring = state.moment >= Moment.QUARTER_OPENS
    coming = 0 if scoring else max(coming - whole(state.players), 0)
    doubt = weights[DOUBT] * coming / 8.0
    first = whole(state.cursor) if scoring and state.moment < Moment.MARKET_OPENS else 0
    if state.moment < Moment.MARKET_OPENS:
        for quarter in range(first, whole(state.quarters)):
            quarter_worth(state, weights, scratch, values, quarter, doubt)
    market_worth(state, weights, scratch, values, doubt)


@rule
def count_board(state, scratch):
    """Totals by place, quarter, line and market for every owner, and by column."""
    for index in range(SCRATCH):
        scratch[index] = 0.0
    for agent in range(whole(state.placed)):
        place = whole(state.place[agent])
        if place < 0 or place >= PLACES:
            continue
        owner = owner_of(state, state.team[agent])
        strength = 0.4 + counted_value(state, agent)
        scratch[place * SEATS + owner] += strength
        if place < CITY:
            scratch[QUARTER_TOTALS + place // AREAS * SEATS + owner] += strength
        else:
            line, column = (place - CITY) // COLUMNS, (place - CITY) % COLUMNS
            scratch[LINE_TOTALS + line * SEATS + owner] += strength
            scratch[MARKET_TOTALS + owner] += strength
            scratch[COLUMN_TOTALS + column] += strength


@rule
def share_out(state, scratch, start, prize, doubt, sharpness, values):
    """Share a prize by strength, and by strength squared; agents to come hold some of it back."""
    number = owners(state)
    total, squares = doubt, doubt * doubt
    for owner in range(number):
        strength = scratch[start + owner]
        total += strength
        squares += strength * strength
    if total <= 0.0:
        return
    for owner in range(number):
        strength = scratch[start + owner]
        if strength > 0.0:
            even, steep = strength / total, strength * strength / squares
            values[owner] += prize * (even + sharpness * (steep - even))


@rule
def quarter_worth(state, weights, scratch, values, quarter, doubt):
    """The ship, the harbour, the shops and the palace of a quarter."""
    sharpness = weights[SHARPNESS]
    gems = 0.0
    if state.moment == Moment.QUARTER_GEMS and quarter == state.cursor:
        for colour in range(SHIP_COLOURS):
            gems += state.ship_gems[colour] * gem_worth(state, weights, colour)
    elif state.moment <= Moment.QUARTER_OPENS or quarter > state.cursor:
        ship = whole(state.ports[quarter])
        for gem in range(SHIP_GEMS):
            times = 2.0 if gem == 0 and state.players == 4 else 1.0
            gems += times * gem_worth(state, weights, whole(state.deck[ship, gem]))
    share_out(
        state,
        scratch,
        QUARTER_TOTALS + quarter * SEATS,
        weights[QUARTER] * gems,
        doubt * 3.0,
        weights[QUARTER_SHARPNESS],
        values,
    )
    if state.moment == Moment.QUARTER_CLOSES and quarter == state.cursor:
        return
    shops = MERCHANT_POINTS if state.played_by[MERCHANT] != NONE else SHOPS_POINTS
    for area in range(AREAS):
        prize = weights[BLACK_GEM]
        if area == SHOPS:
            prize = float(shops)
        elif area == PALACE:
            prize = prize_worth(state, weights, quarter)
        start = (quarter * AREAS + area) * SEATS
        share_out(state, scratch, start, weights[AREA] * prize, doubt, sharpness, values)


@rule
def market_worth(state, weights, scratch, values, doubt):
    """The gems of the lines, the prices that the columns move, and the best bidder."""
    number = owners(state)
    for line in range(LINES):
        gem = whole(state.line_gems[line])
        if gem != NONE:
            prize = weights[LINE] * gem_worth(state, weights, gem)
            start = LINE_TOTALS + line * SEATS
            share_out(state, scratch, start, prize, doubt, weights[SHARPNESS], values)
    if state.moment > Moment.MARKET_COLUMNS:
        return
    share_out(
        state, scratch, MARKET_TOTALS, weights[BIDDER], doubt * 2.0, weights[SHARPNESS], values
    )
    mean = 0.0
    for column in range(COLUMNS):
        mean += scratch[COLUMN_TOTALS + column] / COLUMNS
    for colour in range(COLOURS):
        total = 0
        for owner in range(number):
            total += whole(state.gems[owner, colour])
        if total > 0:
            rise = (scratch[COLUMN_TOTALS + colour] - mean) / (2.0 + mean)
            for owner in range(number):
                lead = whole(state.gems[owner, colour]) / total - 1.0 / number
                values[owner] += weights[COLUMN] * rise * lead * 4.0


assert len(WEIGHTS) == CARD + PRINCE
