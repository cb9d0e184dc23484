"""YS-7: the end of the game, points and ranks."""

from __future__ import annotations

from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import (
    BLACK,
    BLACK_POINTS,
    COLOURS,
    CONSOLATION_PLACE,
    GEM_POINTS,
    OWNED_COLOURS,
    THRONE_AGENTS,
    THRONE_POINTS,
)
from kerys.games.ys.prices import price_rank
from kerys.games.ys.state import neutral, owners, throne_slot
from kerys.kernel.bits import bit, whole
from kerys.kernel.compiling import rule


@rule
def end_game(state):
    """Coloured gems, black gems and, with King's Favour, the throne room (YS-7, YS-13.7)."""
    for owner in range(owners(state)):
        for colour in range(COLOURS):
            state.points[owner] += gem_points(state, owner, colour)
        state.points[owner] += black_points(state, owner)
        if state.kings_favour:
            state.points[owner] += throne_points(state, owner)
    reveal_throne(state)
    state.question = Question.NOTHING
    state.moment = Moment.OVER


@rule
def gem_points(state, owner, colour):
    """Points for a colour: the lowest place of the player's group, among those who have any.

    YS-7.2, YS-7.3, YS-7.4, YS-R21, YS-R22, YS-C4, YS-C5, YS-C23. A colour the neutral lacks
    pays it the third place all the same and takes that place from nobody (YS-11.10, YS-P11).
    """
    if state.gems[owner, colour] == 0:
        if owner == neutral(state):
            return whole(GEM_POINTS[CONSOLATION_PLACE, price_rank(state, colour)])
        return 0
    place = -1
    for other in range(owners(state)):
        if state.gems[other, colour] >= state.gems[owner, colour]:
            place += 1
    return whole(GEM_POINTS[place, price_rank(state, colour)])


@rule
def black_points(state, owner):
    """Points for black gems, which have no price (YS-7.5, YS-C6, YS-C18)."""
    return whole(BLACK_POINTS[min(whole(state.gems[owner, BLACK]), BLACK_POINTS.shape[0] - 1)])


@rule
def throne_total(state, seat):
    """The sum of a player's throne agents (YS-13.7)."""
    total = 0
    for index in range(THRONE_AGENTS):
        total += max(whole(state.value[throne_slot(seat, index)]), 0)
    return total


@rule
def throne_points(state, seat):
    """12, 7, 3, 0; ties share the points of the places they fill, rounded down.

    YS-13.7, YS-13.8, YS-R21, YS-R35.
    """
    total = throne_total(state, seat)
    ahead, tied = 0, 0
    for other in range(whole(state.players)):
        if throne_total(state, other) > total:
            ahead += 1
        elif throne_total(state, other) == total:
            tied += 1
    points = 0
    for place in range(ahead, ahead + tied):
        points += whole(THRONE_POINTS[place])
    return points // tied


@rule
def reveal_throne(state):
    """Everyone sees what went into the throne room (YS-13.7)."""
    for team in range(whole(state.players)):
        for index in range(THRONE_AGENTS):
            slot = throne_slot(team, index)
            if state.hidden[slot]:
                state.hidden[slot] = 0
                state.candidates[slot] = bit(state.value[slot])


@rule
def total_gems(state, owner):
    """All gems of an owner, black ones too (YS-7.6, YS-13.9)."""
    total = 0
    for colour in range(OWNED_COLOURS):
        total += whole(state.gems[owner, colour])
    return total


@rule
def score(state, owner):
    """What the score track shows; the final points are on it once the game is over."""
    return whole(state.points[owner])


@rule
def better(state, one, other):
    """Whether an owner is strictly ahead of another: points, then gems (YS-7.6, YS-R23)."""
    if state.points[one] != state.points[other]:
        return state.points[one] > state.points[other]
    return total_gems(state, one) > total_gems(state, other)


@rule
def rank(state, owner):
    """1 + the number of those strictly better, the neutral included.

    YS-7.6, YS-R48, YS-P10; the order among the players follows from it (`Game.player_ranks`).
    """
    ahead = 0
    for other in range(owners(state)):
        if better(state, other, owner):
            ahead += 1
    return 1 + ahead
