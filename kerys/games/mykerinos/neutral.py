"""MY-7: with two players, the neutral archaeologist that both of them move."""

from __future__ import annotations

from kerys.games.mykerinos.actions import CUBES_OF, NEUTRAL_KINDS, Moment, Question
from kerys.games.mykerinos.components import NEUTRAL
from kerys.games.mykerinos.digging import begin_chain, chain_is_whole, first_spaces, lay_cube
from kerys.games.mykerinos.region import is_empty
from kerys.games.mykerinos.state import has_neutral
from kerys.kernel.bits import bit, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask


@rule
def ask_neutral_action(state):
    """After any action except passing, one neutral action if possible.

    MY-7.4, MY-R10, MY-P4; also after the single last action.
    """
    seat = whole(state.seat)
    if has_neutral(state) and neutral_kinds(state, seat) != 0:
        ask(state, Question.NEUTRAL_ACTION, seat)
    else:
        state.moment = Moment.TURN_ENDS


@rule
def neutral_kinds(state, seat):
    """Placing or extending with the neutral cubes this player holds (MY-7.4, MY-R11)."""
    kinds = 0
    for kind in range(NEUTRAL_KINDS):
        enough = state.neutral_held[seat] >= CUBES_OF[kind]
        if enough and not is_empty(first_spaces(state, NEUTRAL, kind)):
            kinds |= bit(kind)
    return kinds


@rule
def choose_neutral_kind(state, kind):
    """Begin a neutral action, or skip it (NONE)."""
    if kind == NONE:
        state.moment = Moment.TURN_ENDS
    else:
        begin_chain(state, kind)
        state.moment = Moment.NEUTRAL_CUBES


@rule
def ask_neutral_cube(state):
    """The next cube of the neutral action."""
    if chain_is_whole(state):
        begin_chain(state, whole(NONE))
        state.moment = Moment.TURN_ENDS
    else:
        ask(state, Question.NEUTRAL_SPACE, whole(state.seat))


@rule
def lay_neutral_cube(state, seat, space):
    """One of the neutral cubes that the player holds (MY-7.4)."""
    state.neutral_held[seat] -= 1
    lay_cube(state, NEUTRAL, space)
