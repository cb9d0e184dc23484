"""What a seat knows, as numbers for learning.

Everything is seen from the seat: owners are counted from it clockwise, the neutral last. Only
what `redact` leaves is read, so that the full and the redacted state give the same numbers.
"""

from __future__ import annotations

from kerys.games.ys.actions import Moment
from kerys.games.ys.components import (
    CHARACTERS,
    COLOURS,
    CONSOLATION_PLACE,
    FRONT,
    GEM_POINTS,
    OWNED_COLOURS,
    QUARTERS,
    SEATS,
    VALUES,
)
from kerys.games.ys.ending import black_points
from kerys.games.ys.observation_agents import observe_agents, team_number
from kerys.games.ys.observation_fields import (
    BEHIND_AT,
    CARDS_PLAYED_AT,
    CURSOR_AT,
    DISTANCE_AT,
    EIGHTHS,
    END_POINTS_AT,
    FACES_AT,
    FRONT_AT,
    FRONT_SUM_AT,
    GEMS_AT,
    HALVES,
    HAND_AT,
    MOMENT_AT,
    OPTIONS_AT,
    ORDER_AT,
    PAIRED_AT,
    PENDING_AT,
    PICKS_AT,
    PLAYERS_AT,
    POINTS_AT,
    POOLS_AT,
    PRICE_RANKS_AT,
    PRICES_AT,
    QUARTER_AT,
    QUARTER_SHARES,
    QUESTION_AT,
    ROUND_AT,
    SEALED_AT,
    SHOWN_AT,
    SIXTEENTHS,
    TURN_AT,
    WON_AT,
)
from kerys.games.ys.observation_table import observe_card, observe_prizes
from kerys.games.ys.prices import price_rank
from kerys.games.ys.state import front_sum, has_neutral, neutral_set, owners, teams
from kerys.games.ys.worlds import in_group, off_board
from kerys.kernel.bits import lowest, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, at_number, from_seat

POINT_BITS = 8
POINT_MASK = (1 << POINT_BITS) - 1


@rule
def observe(state, seat, out):
    """Write what a seat knows into the caller's buffer."""
    for index in range(out.shape[0]):
        out[index] = 0
    observe_blank(state, seat, out)


@rule
def observe_blank(state, seat, out):
    """The same into a buffer that is all zero already."""
    observe_stand(state, out)
    observe_options(state, out)
    observe_owners(state, seat, out)
    observe_end_points(state, seat, out)
    observe_players(state, seat, out)
    observe_order(state, seat, out)
    if 0 <= seat < state.players:
        observe_own(state, seat, out)
    observe_teams(state, seat, out)
    observe_prizes(state, out)
    observe_card(state, seat, out)
    observe_agents(state, seat, out)


@rule
def observe_options(state, out):
    """Players and variant."""
    out[PLAYERS_AT + whole(state.players) - 2] = 1
    out[OPTIONS_AT] = 1 if state.quarters == QUARTERS else 0
    out[OPTIONS_AT + 1] = state.kings_favour
    out[OPTIONS_AT + 2] = state.express
    out[OPTIONS_AT + 3] = state.strong_neutral
    out[OPTIONS_AT + 4] = state.mini


@rule
def observe_stand(state, out):
    """Round, moment, question and turn."""
    out[ROUND_AT + whole(state.round_number)] = 1
    out[MOMENT_AT + whole(state.moment)] = 1
    out[QUESTION_AT + whole(state.question)] = 1
    scored = Moment.QUARTER_OPENS <= state.moment <= Moment.QUARTER_CLOSES
    out[(QUARTER_AT if scored else CURSOR_AT) + whole(state.cursor)] = 1
    out[TURN_AT] = SIXTEENTHS[state.turn]
    observe_set(whole(state.faces), out, FACES_AT)


@rule
def observe_order(state, seat, out):
    """Order cards, the next order, and whose placement turn comes when."""
    placing = Moment.BEFORE_PLACEMENT <= state.moment <= Moment.TURN_ENDS
    distance = -(whole(state.turn) % whole(state.players))
    for position in range(whole(state.players)):
        number = from_seat(state, seat, state.order[position])
        out[ORDER_AT + SEATS * number + position] = 1
        if placing:
            away = distance + (whole(state.players) if distance < 0 else 0)
            out[DISTANCE_AT + SEATS * number + away] = 1
        distance += 1
        if state.picks[position] != NONE:
            out[PICKS_AT + SEATS * from_seat(state, seat, state.picks[position]) + position] = 1


@rule
def observe_owners(state, seat, out):
    """Points and gems."""
    for number in range(owners(state)):
        owner = at_number(state, seat, number)
        out[POINTS_AT + number] = state.points[owner] / 64
        for colour in range(OWNED_COLOURS):
            out[GEMS_AT + OWNED_COLOURS * number + colour] = EIGHTHS[state.gems[owner, colour]]


@rule
def observe_end_points(state, seat, out):
    """Prices, and what everyone would have if the game ended now, throne room apart (YS-7).

    The gem points of all owners are one integer, since there is nowhere else to add them up.
    """
    gem_points = 0
    for colour in range(COLOURS):
        rank = price_rank(state, colour)
        out[PRICES_AT + colour] = SIXTEENTHS[state.prices[colour]]
        out[PRICE_RANKS_AT + COLOURS * colour + rank] = 1
        one, two = whole(state.gems[0, colour]), whole(state.gems[1, colour])
        three, four = whole(state.gems[2, colour]), whole(state.gems[3, colour])
        gem_points += place_points(one, two, three, four, rank)
        gem_points += place_points(two, one, three, four, rank) << POINT_BITS
        gem_points += place_points(three, one, two, four, rank) << 2 * POINT_BITS
        gem_points += place_points(four, one, two, three, rank) << 3 * POINT_BITS
        if has_neutral(state) and three == 0:
            gem_points += whole(GEM_POINTS[CONSOLATION_PLACE, rank]) << 2 * POINT_BITS
    if state.moment == Moment.OVER:
        gem_points = 0
    for number in range(owners(state)):
        owner = at_number(state, seat, number)
        points = whole(state.points[owner]) + ((gem_points >> (POINT_BITS * owner)) & POINT_MASK)
        if state.moment != Moment.OVER:
            points += black_points(state, owner)
        out[END_POINTS_AT + number] = points / 64


@rule
def place_points(own, one, two, three, rank):
    """Points for a colour by its gems and those of the others, 0 without any (YS-7.2, YS-7.3)."""
    place = whole(one >= own) + whole(two >= own) + whole(three >= own)
    return whole(own > 0) * whole(GEM_POINTS[place, rank])


@rule
def observe_players(state, viewer, out):
    """Which players are asked, their hands and their fronts."""
    for number in range(whole(state.players)):
        seat = at_number(state, viewer, number)
        out[PENDING_AT + number] = (whole(state.pending) >> seat) & 1
        cards = whole(state.hand[seat]) | whole(state.won[seat])
        observe_set(cards, out, HAND_AT + CHARACTERS * number)
        observe_set(whole(state.won[seat]), out, WON_AT)
        out[CARDS_PLAYED_AT + number] = HALVES[state.cards_played[seat]]
        for index in range(FRONT):
            if state.front[seat, index] != NONE:
                out[FRONT_AT + VALUES * number + whole(state.front[seat, index])] += 0.5
        out[FRONT_SUM_AT + number] = EIGHTHS[front_sum(state, seat)]


@rule
def observe_own(state, seat, out):
    """What a seat has behind its screen, and what it has sealed."""
    for value in range(VALUES):
        out[BEHIND_AT + value] = QUARTER_SHARES[state.behind[seat, value]]
        if has_neutral(state):
            held = whole(state.behind[neutral_set(state, seat), value])
            out[BEHIND_AT + VALUES + value] = QUARTER_SHARES[held]
    if state.sealed[seat] != NONE:
        out[SEALED_AT + whole(state.sealed[seat])] = 1


@rule
def observe_teams(state, seat, out):
    """What teams can still have anywhere (agents on the board leave it), and what was seen."""
    for team in range(teams(state)):
        number = team_number(state, seat, team)
        pool = off_board(state, seat, team)
        for value in range(VALUES):
            here = VALUES * number + value
            out[POOLS_AT + here] = QUARTER_SHARES[in_group(pool, value)]
            out[SHOWN_AT + here] = QUARTER_SHARES[state.shown[team, value]]
        out[PAIRED_AT + number] = state.paired[team]


@rule
def observe_set(members, out, at):
    """A one for each member of a set; the buffer is clear."""
    while members != 0:
        out[at + lowest(members)] = 1
        members &= members - 1
