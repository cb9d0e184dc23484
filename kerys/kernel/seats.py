"""What the records of all games share: players, who is asked, and what.

A record has the fields `players`, `question` and `pending`, the set of seats that owe an answer.
"""

from __future__ import annotations

from kerys.kernel.bits import bit, whole
from kerys.kernel.compiling import rule

NONE = -1
"""No seat, no card, no place, or something that this view does not show."""


@rule
def actors(state):
    """The set of seats that owe a decision."""
    return whole(state.pending)


@rule
def ask(state, question, seat):
    """Put a question to one seat."""
    state.question = question
    state.pending = bit(seat)


@rule
def ask_all(state, question):
    """Put a question to all seats, to be answered in secret and revealed together."""
    state.question = question
    state.pending = (1 << whole(state.players)) - 1


@rule
def from_seat(state, seat, owner):
    """An owner's number counted clockwise from a seat; a neutral party keeps its own, the last."""
    if owner >= state.players:
        return whole(owner)
    number = whole(owner) - whole(seat)
    number += whole(state.players) * whole(number < 0)  # observing asks for many: don't branch
    while number < 0:  # a remainder would be slower
        number += whole(state.players)
    while number >= state.players:
        number -= whole(state.players)
    return number


@rule
def at_number(state, seat, number):
    """The owner that has a number counted from a seat: the reverse of `from_seat`."""
    if number >= state.players:
        return whole(number)
    owner = whole(seat) + whole(number)
    owner -= whole(state.players) * whole(owner >= state.players)
    while owner < 0:
        owner += whole(state.players)
    while owner >= state.players:
        owner -= whole(state.players)
    return owner
