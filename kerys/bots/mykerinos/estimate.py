"""The points that each player of Mykerinos can expect in the end: how bots judge a position.

Written by hand, with weights tuned by self-play (`kerys tune`). It reads a whole state: a real one
once the game is over, a world imagined from a view before that; lots still to come are ignored.
"""

from __future__ import annotations

from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.components import (
    COLOURS,
    FIVE_ROOM,
    LOTS_IN_AREA,
    PATRONS,
    SEASONS,
    SET_POINTS,
    THREE_ROOM,
    TWO_ROOM,
    WINGS,
)
from kerys.games.mykerinos.ending import card_worth, set_points, wing_points
from kerys.games.mykerinos.museum import open_rooms
from kerys.games.mykerinos.state import colours, common_reserve, cubes_in_area, lots_of_season
from kerys.kernel.bits import has, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE

WEIGHTS = (
    "exhibition",  # what the cards would bring now
    "rooms",  # what rooms will do for cards to come, a season
    "card",  # a card beside what it is worth now, a season left
    "set",  # a card of a patron one has fewest of
    "lot",  # what lots and rooms of an area bring, shared by cubes
    "second",  # the same for the second place
    "leftover",
    "room",  # a cube in the museum beside what it does for cards now
    "future_cards",  # cards of each patron to come, a season
    "cube",  # an unused cube
    "spare_cube",  # the same beyond the fifth
    "pass",  # each place earlier on the pass track
    "doubt",  # how much cubes to come blur who is ahead
    "sharpness",
    *(f"use_{name}" for name in ("violet", "lemon", "brown", "blackmore", "tangerine")),
)
(
    EXHIBITION,
    ROOMS_TO_COME,
    CARD,
    SET,
    LOT,
    SECOND,
    LEFTOVER,
    ROOM,
    FUTURE_CARDS,
    CUBE,
    SPARE_CUBE,
    PASS,
    DOUBT,
    SHARPNESS,
    USE,
) = range(15)
SCRATCH = 3 * COLOURS
"""The counters of an estimate: cubes of an area, worth of first and second place."""
ROOM_WORTH, FIRST, SECOND_WORTH = 0, COLOURS, 2 * COLOURS
MANY_CUBES = 5


@rule
def stage(state):
    """How many seasons are over."""
    return whole(state.season)


@rule
def estimate(state, weights, scratch, values):
    """Write the points that every player can expect in the end."""
    players = whole(state.players)
    for seat in range(players):
        values[seat] = float(state.points[seat])
    if state.moment == Moment.OVER:
        return
    left = SEASONS - 1 - whole(state.season)
    for seat in range(players):
        values[seat] += holdings_worth(state, seat, weights, left)
        scratch[ROOM_WORTH + seat] = room_worth(state, seat, weights, left)
    if state.moment < Moment.SEASON_ENDS:
        region_worth(state, weights, scratch, values, left)


@rule
def holdings_worth(state, seat, weights, left):
    """Cards, rooms, cubes and the place on the pass track."""
    worth = 0.0
    rooms = 0
    for wing in range(WINGS):
        worth += weights[EXHIBITION] * wing_points(state, seat, wing)
        rooms += card_worth(state, seat, wing)
    worth += weights[EXHIBITION] * set_points(state, seat)
    worth += weights[ROOMS_TO_COME] * left * rooms
    for patron in range(PATRONS):
        cards = whole(state.cards[seat, patron])
        worth += left * cards * (weights[CARD] + weights[USE + patron])
        if state.moment <= Moment.TURN_ENDS:
            worth += weights[USE + patron] * (cards - whole(state.tilted[seat, patron]))
    cubes = whole(state.personal[seat])
    if left > 0 or state.moment <= Moment.TURN_ENDS:
        worth += weights[CUBE] * min(cubes, MANY_CUBES)
        worth += weights[SPARE_CUBE] * max(cubes - MANY_CUBES, 0)
    if state.pass_space[seat] != NONE:
        worth -= weights[PASS] * whole(state.pass_space[seat])
    return worth


@rule
def lot_worth(state, seat, lot, weights, left):
    """What a lot would bring a player."""
    worth = float(state.lot_values[lot])
    patron = whole(state.lot_patrons[lot])
    if patron == NONE:
        return worth
    for wing in range(WINGS):
        if state.wings[wing] == patron:
            worth += weights[EXHIBITION] * card_worth(state, seat, wing)
    fewest = whole(state.cards[seat, patron])
    for other in range(PATRONS):
        if state.cards[seat, other] < fewest:
            return worth + left * (weights[CARD] + weights[USE + patron])
    alone = 1
    for other in range(PATRONS):
        if other != patron and state.cards[seat, other] == fewest:
            alone += 1
    worth += weights[SET] * SET_POINTS / alone
    return worth + left * (weights[CARD] + weights[USE + patron])


@rule
def room_worth(state, seat, weights, left):
    """What the best open room of the museum would bring a player."""
    if common_reserve(state, seat) == 0:
        return 0.0
    rooms = open_rooms(state, seat)
    best = 0.0
    for wing in range(WINGS):
        now = card_worth(state, seat, wing)
        cards = whole(state.cards[seat, state.wings[wing]]) + weights[FUTURE_CARDS] * (left + 0.5)
        if has(rooms, FIVE_ROOM + wing):
            best = max(best, (5 - now) * cards)
        if has(rooms, THREE_ROOM + wing) and now < 3:
            best = max(best, (3 - now) * cards)
        if has(rooms, TWO_ROOM + wing):
            after = (wing + 1) % WINGS
            gain = max(2 - now, 0) * cards
            beyond = max(2 - card_worth(state, seat, after), 0)
            more = whole(state.cards[seat, state.wings[after]])
            best = max(best, gain + beyond * (more + weights[FUTURE_CARDS] * (left + 0.5)))
    return best + weights[ROOM] * (0.5 + left)


# --- The region --------------------------------------------------------------------------------


@rule
def region_worth(state, weights, scratch, values, left):
    """What the areas still to be inspected will bring."""
    areas = lots_of_season(state) // LOTS_IN_AREA
    inspecting = state.moment >= Moment.AREA_OPENS
    first = whole(state.area) if inspecting else 0
    coming = 0
    if not inspecting:
        for seat in range(whole(state.players)):
            if state.pass_space[seat] == NONE:
                coming += whole(state.personal[seat])
    doubt = weights[DOUBT] * coming / (areas * 4.0)
    for area in range(first, areas):
        area_worth(state, weights, scratch, values, left, area, doubt)


@rule
def area_worth(state, weights, scratch, values, left, area, doubt):
    """An area: the first and the second place, shared by cubes."""
    lots = 3
    if state.moment == Moment.AREA_RANKS and area == state.area:
        lots = whole(state.lots_left)
    at = whole(state.shown) - lots_of_season(state) + LOTS_IN_AREA * area
    total, squares = doubt, doubt * doubt
    for colour in range(colours(state)):
        strength = strength_in(state, colour, area)
        total += strength
        squares += strength * strength
    if total <= doubt:
        return
    for seat in range(whole(state.players)):
        strength = strength_in(state, seat, area)
        if strength == 0.0:
            continue
        one = lot_worth(state, seat, whole(state.pile[at]), weights, left) if lots & 1 else 0.0
        two = lot_worth(state, seat, whole(state.pile[at + 1]), weights, left) if lots & 2 else 0.0
        museum = scratch[ROOM_WORTH + seat]
        best = max(max(one, two), museum)
        other = max(min(one, two), museum)
        even, steep = strength / total, strength * strength / squares
        likely = even + weights[SHARPNESS] * (steep - even)
        next_best = (1.0 - likely) * strength / (total - strength + 0.5)
        values[seat] += weights[LOT] * likely * best
        values[seat] += weights[SECOND] * min(next_best, 1.0 - likely) * other
        values[seat] += weights[LEFTOVER] * (1.0 - likely) * min(one, two)


@rule
def strength_in(state, colour, area):
    """Cubes in an area, with a little more for players who passed earlier (ties)."""
    cubes = cubes_in_area(state, colour, area)
    if cubes == 0:
        return 0.0
    if state.pass_space[colour] == NONE:
        return cubes + 0.2
    return cubes + 0.4 - 0.1 * whole(state.pass_space[colour])


assert len(WEIGHTS) == USE + PATRONS
