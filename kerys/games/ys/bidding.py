"""YS-3: phase 2, in which sealed bids settle the order of the round."""

from __future__ import annotations

from kerys.games.ys.actions import Moment, Question, pair_high, pair_index, pair_low
from kerys.games.ys.components import VALUES
from kerys.games.ys.state import front_sum
from kerys.kernel.bits import bit, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask, ask_all


@rule
def ask_bids(state):
    """Every player chooses two agents from behind their screen, in secret (YS-3.1, YS-11.3)."""
    ask_all(state, Question.BID)


@rule
def bid_choices(state, seat):
    """The pairs of values that stand behind the screen (YS-3.1)."""
    pairs = 0
    for high in range(VALUES):
        for low in range(high + 1):
            needed = 2 if high == low else 1
            if state.behind[seat, high] >= needed and state.behind[seat, low] >= needed:
                pairs |= bit(pair_index(high, low))
    return pairs


@rule
def reveal_bids(state):
    """The bids come out in front of the screens, where they stay (YS-3.1, YS-3.4)."""
    for seat in range(whole(state.players)):
        pair = whole(state.sealed[seat])
        state.sealed[seat] = NONE
        state.front[seat, 0] = pair_high(pair)
        state.front[seat, 1] = pair_low(pair)
        state.behind[seat, pair_high(pair)] -= 1
        state.behind[seat, pair_low(pair)] -= 1
    state.moment = Moment.POSITIONS


@rule
def ask_position(state):
    """The best bidder still without a place chooses one (YS-3.2, YS-3.3)."""
    chooser = NONE
    for position in range(whole(state.players)):
        seat = whole(state.order[position])
        if position_picked(state, seat):
            continue
        if chooser == NONE or front_sum(state, seat) > front_sum(state, chooser):
            chooser = seat
    if chooser == NONE:
        exchange_order_cards(state)
    else:
        ask(state, Question.POSITION, chooser)


@rule
def position_picked(state, seat):
    """Whether a seat has chosen its place in the new order."""
    for position in range(whole(state.players)):
        if state.picks[position] == seat:
            return True
    return False


@rule
def position_choices(state):
    """The places still free (YS-3.3)."""
    free = 0
    for position in range(whole(state.players)):
        if state.picks[position] == NONE:
            free |= bit(position)
    return free


@rule
def pick_position(state, seat, position):
    """Take a place in the new order (YS-3.3)."""
    state.picks[position] = seat


@rule
def exchange_order_cards(state):
    """Order cards change hands; from now on the new ones count (YS-3.3, YS-R7, YS-C19)."""
    for position in range(whole(state.players)):
        state.order[position] = state.picks[position]
        state.picks[position] = NONE
    state.cursor = 0
    state.moment = Moment.BEFORE_PLACEMENT
