"""What a place in the order of a round of Ys is worth, and what it costs to bid for it.

Measured in thousands of games of greedy players who bid at random: their final points, relative to
the mean of the table, by place and by the agents they had bid. Then rounded by hand, so that the
bids also do well against players who bid nothing. Players who place early win ties and find the
market empty; those who place late see more, which matters most in the last round.
"""

from __future__ import annotations

import numpy as np

from kerys.games.ys.actions import Moment
from kerys.games.ys.components import ROUNDS, SEATS
from kerys.games.ys.state import front_sum
from kerys.kernel.bits import has, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE

BID_AGENTS = 2
PLACE_WORTH = np.array(
    [
        [[-0.4, 0.4, 0.0, 0.0], [-0.4, 0.4, 0.0, 0.0]],
        [[-0.4, 0.4, 0.0, 0.0], [-1.1, 1.1, 0.0, 0.0]],
        [[0.6, -1.0, 0.4, 0.0], [0.2, -1.1, 0.9, 0.0]],
        [[1.3, 1.1, -1.1, -1.2], [-0.2, 1.0, -1.5, 0.7]],
    ]
)
"""By the kind of game, whether it is the last round, and place."""
BID_COST = np.array(
    [
        [0.0, 0.0, 0.0, 0.0, 1.5],
        [0.0, 0.15, 0.35, 0.55, 1.0],
        [0.0, 0.2, 0.35, 0.5, 0.8],
        [0.0, 0.5, 1.0, 1.5, 2.2],
    ]
)
"""By the kind of game and the value of an agent that is bid.

An agent in front of the screen isn't lost: it wins ties.
"""


@rule
def bids_settle_order(state):
    """Whether the bids are open and no agent has been placed yet."""
    return Moment.POSITIONS <= state.moment <= Moment.TURN_AGENTS and state.placed == 0


@rule
def kind_of_game(state):
    """The row of the tables: mini Ys, then games of 2, 3 and 4 players."""
    return 0 if state.mini else whole(state.players) - 1


@rule
def order_worth(state, strength, values):
    """Add the place that every player will get, and what the agents they have bid are worth.

    `strength` is what a point of agents behind the screen counts.
    """
    players, kind = whole(state.players), kind_of_game(state)
    for seat in range(players):
        values[seat] += strength * front_sum(state, seat)
        for index in range(BID_AGENTS):
            values[seat] -= BID_COST[kind, whole(state.front[seat, index])]
    worth = PLACE_WORTH[kind, 1 if state.round_number == ROUNDS - 1 else 0]
    if state.moment > Moment.POSITIONS:
        for place in range(players):
            values[whole(state.order[place])] += worth[place]
        return
    free, seats = 0, (1 << players) - 1
    for place in range(players):
        if state.picks[place] == NONE:
            free |= 1 << place
        else:
            seats &= ~(1 << whole(state.picks[place]))
            values[whole(state.picks[place])] += worth[place]
    while seats != 0:
        chooser = next_chooser(state, seats)
        place = best_place(worth, free)
        values[chooser] += worth[place]
        seats &= ~(1 << chooser)
        free &= ~(1 << place)


@rule
def next_chooser(state, seats):
    """Who chooses a place first among some seats: the best bidder, then the lower order card."""
    chooser = NONE
    for position in range(whole(state.players)):
        seat = whole(state.order[position])
        if has(seats, seat):
            if chooser == NONE or front_sum(state, seat) > front_sum(state, chooser):
                chooser = seat
    return chooser


@rule
def best_place(worth, free):
    """The best of the places that are still free."""
    best = NONE
    for place in range(SEATS):
        if has(free, place) and (best == NONE or worth[place] > worth[best]):
            best = place
    return best
