"""What a seat sees in the areas, as numbers for learning: majorities and room for more cubes."""

from __future__ import annotations

from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.components import COLOURS, LOTS_IN_AREA
from kerys.games.mykerinos.observation_fields import (
    AREA_CUBES_AT,
    EIGHTHS,
    EXTENSIONS_AT,
    FREE_AT,
    FREE_PYRAMIDS_AT,
    LEAD_AT,
    PLACES_AT,
    QUARTERS,
)
from kerys.games.mykerinos.region import area_counts, in_area, meet, next_to, without
from kerys.games.mykerinos.state import (
    colours,
    cubes_of,
    free_spaces,
    lots_of_season,
    pyramid_spaces,
)
from kerys.kernel.bits import whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, at_number

DISCS = COLOURS + 1
"""Where a disc can be: on a pass space, or still with its player."""


@rule
def observe_areas(state, seat, out):
    """The areas that have not been inspected yet: cubes, free spaces and majorities."""
    free = free_spaces(state)
    plain = without(free, pyramid_spaces(state))
    plain_counts = area_counts(plain)
    pyramid_counts = area_counts(without(free, plain))
    zero, zero_room, zero_disc = observed_colour(state, seat, 0, plain)
    one, one_room, one_disc = observed_colour(state, seat, 1, plain)
    two, two_room, two_disc = observed_colour(state, seat, 2, plain)
    three, three_room, three_disc = observed_colour(state, seat, 3, plain)
    first = whole(state.area) if state.moment >= Moment.AREA_OPENS else 0
    for area in range(first, lots_of_season(state) // LOTS_IN_AREA):
        out[FREE_AT + area] = EIGHTHS[in_area(plain_counts, area)]
        out[FREE_PYRAMIDS_AT + area] = QUARTERS[in_area(pyramid_counts, area)]
        out[EXTENSIONS_AT + COLOURS * area] = EIGHTHS[in_area(zero_room, area)]
        out[EXTENSIONS_AT + COLOURS * area + 1] = EIGHTHS[in_area(one_room, area)]
        out[EXTENSIONS_AT + COLOURS * area + 2] = EIGHTHS[in_area(two_room, area)]
        out[EXTENSIONS_AT + COLOURS * area + 3] = EIGHTHS[in_area(three_room, area)]
        observe_majority(
            area,
            (in_area(zero, area), in_area(one, area), in_area(two, area), in_area(three, area)),
            (zero_disc, one_disc, two_disc, three_disc),
            out,
        )


@rule
def observed_colour(state, seat, number, plain):
    """By area, the cubes of a colour and the spaces next to them; then its pass space.

    Before it passes, that is one more than the last. A colour that isn't in play has no cubes.
    """
    if number >= colours(state):
        return 0, 0, COLOURS
    colour = at_number(state, seat, number)
    cubes = cubes_of(state, colour)
    disc = whole(state.pass_space[colour])
    room = area_counts(meet(plain, next_to(cubes)))
    return area_counts(cubes), room, COLOURS if disc == NONE else disc


@rule
def observe_majority(area, cubes, discs, out):
    """Who is first, second, ... in an area (MY-4.2, MY-4.3), and by how much the seat leads.

    Between equals the lower disc is ahead, and who has passed is ahead of who has not; those who
    have not passed share a place.
    """
    own, left, across, right = cubes
    out[LEAD_AT + area] = (own - max(left, across, right)) / 4
    if own + left + across + right == 0:
        return
    one = DISCS * own - discs[0]
    two = DISCS * left - discs[1]
    three = DISCS * across - discs[2]
    four = DISCS * right - discs[3]
    at = AREA_CUBES_AT + COLOURS * area
    out[at] = QUARTERS[own]
    out[at + 1] = QUARTERS[left]
    out[at + 2] = QUARTERS[across]
    out[at + 3] = QUARTERS[right]
    at = PLACES_AT + COLOURS * COLOURS * area
    observe_place(one, two, three, four, out, at)
    observe_place(two, one, three, four, out, at + COLOURS)
    observe_place(three, one, two, four, out, at + 2 * COLOURS)
    observe_place(four, one, two, three, out, at + 3 * COLOURS)


@rule
def observe_place(own, one, two, three, out, at):
    """The place of a colour in an area by its strength and the others', if it has cubes there."""
    if own > 0:
        out[at + whole(one > own) + whole(two > own) + whole(three > own)] = 1
