"""MY-6: the end of the game, points and ranks."""

from __future__ import annotations

from kerys.games.mykerinos.actions import Moment, Question
from kerys.games.mykerinos.components import (
    BEST_FIVE,
    BEST_THREE,
    BEST_TWO,
    DOORS,
    FIVE_ROOM,
    NO_ROOM,
    PATRONS,
    SET_POINTS,
    THREE_ROOM,
    WINGS,
)
from kerys.kernel.bits import has, whole
from kerys.kernel.compiling import rule


@rule
def end_game(state):
    """The exhibition, once, after the last area (MY-6.2, MY-6.3, MY-P10)."""
    for seat in range(whole(state.players)):
        for wing in range(WINGS):
            state.points[seat] += wing_points(state, seat, wing)
        state.points[seat] += set_points(state, seat)
    state.question = Question.NOTHING
    state.moment = Moment.OVER


@rule
def card_worth(state, seat, wing):
    """What a card of a wing's patron is worth: by the player's best room only (MY-6.2)."""
    rooms = whole(state.rooms[seat])
    if has(rooms, FIVE_ROOM + wing):
        return BEST_FIVE
    if has(rooms, THREE_ROOM + wing):
        return BEST_THREE
    if rooms & whole(DOORS[wing]):
        return BEST_TWO
    return NO_ROOM


@rule
def wing_points(state, seat, wing):
    """Points for a patron's cards; the lot without a patron isn't a card (MY-6.2, MY-6.4)."""
    return card_worth(state, seat, wing) * whole(state.cards[seat, state.wings[wing]])


@rule
def set_points(state, seat):
    """5 for each set of five different patrons (MY-6.3, MY-6.4)."""
    sets = whole(state.cards[seat, 0])
    for patron in range(PATRONS):
        sets = min(sets, whole(state.cards[seat, patron]))
    return SET_POINTS * sets


@rule
def score(state, seat):
    """What the score track shows; the exhibition is on it once the game is over (MY-P10)."""
    return whole(state.points[seat])


@rule
def better(state, one, other):
    """Strictly ahead: points, then own cubes in the personal reserve (MY-6.5, MY-R16)."""
    if state.points[one] != state.points[other]:
        return state.points[one] > state.points[other]
    return state.personal[one] > state.personal[other]


@rule
def rank(state, seat):
    """1 + the number of those strictly better; equals share it (MY-6.5, MY-P9)."""
    ahead = 0
    for other in range(whole(state.players)):
        if better(state, other, seat):
            ahead += 1
    return 1 + ahead
