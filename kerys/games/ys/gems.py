"""YS-2.8, YS-11.7: gems that come to an owner, of a given colour or of free choice."""

from __future__ import annotations

from kerys.games.ys.actions import Question
from kerys.games.ys.components import COLOURS, WHITE
from kerys.games.ys.state import neutral
from kerys.kernel.bits import has, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask

COLOURED = (1 << COLOURS) - 1
"""Free choice is among the four colours, never black or white (YS-2.8, YS-9.9, YS-C26)."""


@rule
def take_gem(state, owner, colour):
    """A gem for an owner; for a white one, they choose a colour (YS-2.8, YS-R10)."""
    if colour == WHITE:
        owe_gem(state, owner)
    else:
        state.gems[owner, colour] += 1


@rule
def owe_gem(state, owner):
    """A gem of free choice; the neutral takes the dearest (YS-2.8, YS-9.15, YS-11.7)."""
    if owner == neutral(state):
        neutral_takes_dearest(state, COLOURED)
    else:
        state.owed = 1
        state.owed_to = owner


@rule
def ask_owed_gem(state):
    """The gem of free choice comes before all else (YS-P23, YS-9.9)."""
    ask(state, Question.CHOOSE_GEM, whole(state.owed_to))


@rule
def choose_gem(state, seat, colour):
    """A gem of free choice from the bank, which never runs out (YS-1.7, YS-P17)."""
    state.gems[seat, colour] += 1
    state.owed -= 1
    if state.owed == 0:
        state.owed_to = NONE


@rule
def neutral_takes_dearest(state, colours):
    """The neutral takes the dearest of some colours, leftmost on ties (YS-11.7, YS-R43)."""
    best = NONE
    for colour in range(COLOURS):
        if has(colours, colour) and (best == NONE or state.prices[colour] > state.prices[best]):
            best = colour
    state.gems[neutral(state), best] += 1
    return best
