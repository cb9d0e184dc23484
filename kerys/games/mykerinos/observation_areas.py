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
    """The areas that have not been inspected yet."""
    free = free_spaces(state)
    plain = without(free, pyramid_spaces(state))
    plain_counts = area_counts(plain)
    pyramid_counts = area_counts(without(free, plain))
    first = whole(state.area) if state.moment >= Moment.AREA_OPENS else 0
    last = lots_of_season(state) // LOTS_IN_AREA
    for area in range(first, last):
        out[FREE_AT + area] = EIGHTHS[in_area(plain_counts, area)]
        out[FREE_PYRAMIDS_AT + area] = QUARTERS[in_area(pyramid_counts, area)]
    for number in range(colours(state)):
        cubes = cubes_of(state, at_number(state, seat, number))
        cube_counts = area_counts(cubes)
        room = area_counts(meet(plain, next_to(cubes)))
        for area in range(first, last):
            out[AREA_CUBES_AT + COLOURS * area + number] = QUARTERS[in_area(cube_counts, area)]
            out[EXTENSIONS_AT + COLOURS * area + number] = EIGHTHS[in_area(room, area)]
    observe_majorities(state, seat, first, last, out)


@rule
def observe_majorities(state, seat, first, last, out):
    """Who is first, second, ... in each area (MY-4.2, MY-4.3), and by how much the seat leads.

    Between equals the lower disc is ahead, and who has passed is ahead of who has not; those who
    have not passed share a place.
    """
    zero, one = cubes_by_area(state, seat, 0), cubes_by_area(state, seat, 1)
    two, three = cubes_by_area(state, seat, 2), cubes_by_area(state, seat, 3)
    discs = (disc(state, seat, 0), disc(state, seat, 1), disc(state, seat, 2), disc(state, seat, 3))
    for area in range(first, last):
        own, left = in_area(zero, area), in_area(one, area)
        across, right = in_area(two, area), in_area(three, area)
        out[LEAD_AT + area] = (own - max(left, across, right)) / 4
        strengths = (
            DISCS * own - discs[0],
            DISCS * left - discs[1],
            DISCS * across - discs[2],
            DISCS * right - discs[3],
        )
        at = PLACES_AT + COLOURS * COLOURS * area
        observe_place(strengths[0], strengths, out, at)
        observe_place(strengths[1], strengths, out, at + COLOURS)
        observe_place(strengths[2], strengths, out, at + 2 * COLOURS)
        observe_place(strengths[3], strengths, out, at + 3 * COLOURS)


@rule
def observe_place(strength, strengths, out, at):
    """The place of one colour in an area, if it has cubes there."""
    if strength > 0:
        place = whole(strengths[0] > strength) + whole(strengths[1] > strength)
        place += whole(strengths[2] > strength) + whole(strengths[3] > strength)
        out[at + place] = 1


@rule
def cubes_by_area(state, seat, number):
    """The cubes in all areas of the colour with this number; none if there is no such colour."""
    if number >= colours(state):
        return 0
    return area_counts(cubes_of(state, at_number(state, seat, number)))


@rule
def disc(state, seat, number):
    """The pass space of the colour with this number; one more than the last before it passes."""
    if number >= colours(state):
        return COLOURS
    space = whole(state.pass_space[at_number(state, seat, number)])
    return COLOURS if space == NONE else space
