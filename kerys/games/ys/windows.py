"""YS-8: when characters are played, and playing them."""

from __future__ import annotations

import numpy as np

from kerys.games.ys.actions import CARD, DONE, OR_DONE, Moment, Question
from kerys.games.ys.characters import herald_agents, magician_agents, mercenary_agents
from kerys.games.ys.components import (
    ALCHEMIST,
    BANKER,
    CAPTAIN,
    CARDS_PER_ROUND,
    CHARACTERS,
    HERALD,
    JEWELER,
    JEWELER_GEMS,
    LOOKS,
    MAGICIAN,
    MERCENARY,
    QUEEN,
    SPY,
    WINDOW_OF,
    Window,
)
from kerys.games.ys.state import turn_seat
from kerys.kernel.bits import bit, has, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask

MOMENT_OF = {
    Window.BEFORE_PLACEMENT: Moment.BEFORE_PLACEMENT,
    Window.BEFORE_TURN: Moment.BEFORE_TURN,
    Window.AFTER_TURN: Moment.AFTER_TURN,
    Window.BEFORE_SCORING: Moment.BEFORE_SCORING,
    Window.END_OF_SCORING: Moment.END_OF_SCORING,
}
CARDS_AT = np.zeros(len(Moment), np.int16)
"""The set of characters that may be played at each moment (YS-R1)."""
for _card, _window in WINDOW_OF.items():
    if _window in MOMENT_OF:
        CARDS_AT[MOMENT_OF[_window]] |= 1 << _card


@rule
def playable(state, seat):
    """The cards of a hand that may be played now (YS-8.2, YS-8.3, YS-8.5, YS-P2, YS-C16)."""
    if state.cards_played[seat] >= CARDS_PER_ROUND:
        return 0
    cards = whole(state.hand[seat]) & whole(CARDS_AT[state.moment])
    if has(cards, HERALD) and herald_agents(state, seat) == 0:
        cards &= ~bit(HERALD)
    if has(cards, MAGICIAN) and magician_agents(state, seat) == 0:
        cards &= ~bit(MAGICIAN)
    if has(cards, MERCENARY) and mercenary_agents(state) == 0:
        cards &= ~bit(MERCENARY)
    return cards


@rule
def ask_in_order(state):
    """One pass in this round's order: everyone plays what they want (YS-8.6, YS-R2, YS-P21)."""
    while state.cursor < state.players:
        seat = whole(state.order[state.cursor])
        if playable(state, seat):
            ask(state, Question.PLAY_CARD, seat)
            return
        state.cursor += 1
    state.cursor = 0
    state.moment += 1


@rule
def ask_turn_player(state):
    """The windows before and after a turn belong to its player (YS-P21, YS-9.10, YS-9.13)."""
    if playable(state, turn_seat(state)):
        ask(state, Question.PLAY_CARD, turn_seat(state))
    else:
        state.moment += 1


@rule
def card_choices(state, seat):
    """A card, or nothing more."""
    return playable(state, seat) | OR_DONE


@rule
def play_card(state, seat, action):
    """Announce a card, which counts at once, or end the window (YS-8.3, YS-R24, YS-P2)."""
    if action == DONE:
        if state.moment == Moment.BEFORE_TURN or state.moment == Moment.AFTER_TURN:
            state.moment += 1
        else:
            state.cursor += 1
        return
    card = action - CARD
    state.hand[seat] &= ~bit(card)
    state.cards_played[seat] += 1
    state.played_by[card] = seat
    if card == SPY:
        state.looks = LOOKS
    elif card == JEWELER:
        state.owed = JEWELER_GEMS
        state.owed_to = seat
    elif asks_more(card):
        state.card = card
        state.chosen = NONE


@rule
def asks_more(card):
    """Whether a card is followed by a question of its own."""
    return (
        card == ALCHEMIST
        or card == BANKER
        or card == CAPTAIN
        or card == HERALD
        or card == MAGICIAN
        or card == MERCENARY
        or card == QUEEN
    )


@rule
def ask_for_card(state):
    """The question of the card that is being carried out (YS-P21)."""
    card = whole(state.card)
    seat = whole(state.played_by[card])
    second = state.chosen != NONE
    if card == ALCHEMIST:
        ask(state, Question.ALCHEMIST_TAKES if second else Question.ALCHEMIST_GIVES, seat)
    elif card == BANKER:
        ask(state, Question.BANKER_LOWERS if second else Question.BANKER_RAISES, seat)
    elif card == CAPTAIN:
        ask(state, Question.CAPTAIN_PORTS, seat)
    elif card == HERALD:
        ask(state, Question.HERALD_PLACE if second else Question.HERALD_AGENT, seat)
    elif card == MAGICIAN:
        ask(state, Question.MAGICIAN_SECOND if second else Question.MAGICIAN_FIRST, seat)
    elif card == MERCENARY:
        ask(state, Question.MERCENARY_AGENT, seat)
    else:
        ask(state, Question.QUEEN_AREA, seat)


@rule
def finish_card(state):
    """The card is carried out."""
    state.card = NONE
    state.chosen = NONE


@rule
def end_effects(state):
    """At the end of the round nothing stays in force; cards won may be used from now on.

    YS-8.2, YS-C12, YS-C13, YS-C14, YS-P8.
    """
    for card in range(CHARACTERS):
        state.played_by[card] = NONE
    for seat in range(whole(state.players)):
        state.hand[seat] |= state.won[seat]
        state.won[seat] = 0
        state.cards_played[seat] = 0
    state.looks = 0
    state.closed = NONE
