"""What an answer does at once; what follows from it is in the flow of the game."""

from __future__ import annotations

from kerys.games.ys.actions import (
    AGENT,
    BID,
    COLOUR,
    DONE,
    PLACE,
    PORTS,
    POSITION,
    PRICE,
    VALUE,
    Question,
)
from kerys.games.ys.bidding import pick_position, reveal_bids
from kerys.games.ys.characters import (
    look_at,
    mark_agent,
    move_agent,
    swap_agents,
    swap_gem,
    swap_ports,
)
from kerys.games.ys.city import take_from_ship
from kerys.games.ys.gems import choose_gem
from kerys.games.ys.market import close_market, rank_column
from kerys.games.ys.placement import place_agent, place_neutral_agent, refill_front
from kerys.games.ys.prices import move_price
from kerys.games.ys.throne import send_throne_agents
from kerys.games.ys.windows import finish_card, play_card
from kerys.kernel.bits import bit
from kerys.kernel.compiling import rule


@rule
def answer(state, seat, action):
    """Carry out one answer; what follows from it is for `apply`."""
    question = state.question
    if question == Question.BID:
        seal(state, seat, action - BID)
    elif question == Question.THRONE_AGENT:
        seal(state, seat, action - VALUE)
    else:
        state.pending = 0
        if question == Question.PLACE:
            place_agent(state, seat, action)
        elif question == Question.PLACE_NEUTRAL:
            place_neutral_agent(state, seat, action)
        elif question == Question.POSITION:
            pick_position(state, seat, action - POSITION)
        elif question == Question.PLAY_CARD:
            play_card(state, seat, action)
        elif question == Question.LOOK:
            answer_look(state, seat, action)
        elif question == Question.REFILL:
            refill_front(state, seat, action - VALUE)
        elif question == Question.TAKE_GEM:
            take_from_ship(state, seat, action - COLOUR)
        elif question == Question.CHOOSE_GEM:
            choose_gem(state, seat, action - COLOUR)
        elif question == Question.NEXT_COLUMN:
            rank_column(state, action - COLOUR)
        elif question == Question.MOVE_PRICE:
            move_price(state, action - PRICE)
            close_market(state)
        else:
            answer_card(state, seat, action)


@rule
def seal(state, seat, choice):
    """Keep a secret answer; when all are in, they are revealed together (YS-3.1, YS-R35)."""
    state.sealed[seat] = choice
    state.pending &= ~bit(seat)
    if state.pending == 0:
        if state.question == Question.BID:
            reveal_bids(state)
        else:
            send_throne_agents(state)


@rule
def answer_look(state, seat, action):
    """Look at one agent, or go on for now (YS-P5)."""
    if action == DONE:
        state.moment += 1
    else:
        look_at(state, seat, action - AGENT)


@rule
def answer_card(state, seat, action):
    """Carry out half or all of a character's effect (YS-P2, YS-P21)."""
    question = state.question
    if question == Question.HERALD_AGENT or question == Question.MAGICIAN_FIRST:
        state.chosen = action - AGENT
    elif question == Question.ALCHEMIST_GIVES and action != DONE:
        state.chosen = action - COLOUR
    elif question == Question.BANKER_RAISES:
        state.chosen = action - PRICE
        move_price(state, action - PRICE)
    else:
        if question == Question.CAPTAIN_PORTS:
            swap_ports(state, action - PORTS)
        elif question == Question.QUEEN_AREA:
            state.closed = action - PLACE
        elif question == Question.HERALD_PLACE:
            move_agent(state, action - PLACE)
        elif question == Question.MAGICIAN_SECOND:
            swap_agents(state, action - AGENT)
        elif question == Question.MERCENARY_AGENT:
            mark_agent(state, action - AGENT)
        elif question == Question.ALCHEMIST_TAKES:
            swap_gem(state, seat, action - COLOUR)
        elif question == Question.BANKER_LOWERS:
            move_price(state, action - PRICE)
        finish_card(state)
