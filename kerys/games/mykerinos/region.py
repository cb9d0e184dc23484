"""MY-1.5 to MY-1.7: the geometry of the region, on boards of bits.

A board is a set of spaces, as a pair of integers: the first six rows, and the last three.
"""

from __future__ import annotations

from kerys.games.mykerinos.components import (
    AREA_WIDTH,
    AREAS_IN_LINE,
    COLUMNS,
    LOT_HEIGHT,
    LOT_SPACES,
    LOT_WIDTH,
    ROWS,
    SEASONS,
)
from kerys.kernel.bits import whole
from kerys.kernel.compiling import rule

BOARD_WORDS = 2
LOW_ROWS = 6
LOW_SPACES = LOW_ROWS * COLUMNS
LOW_ONES = (1 << LOW_SPACES) - 1
HIGH_ONES = (1 << (ROWS - LOW_ROWS) * COLUMNS) - 1
ROW_ONES = (1 << COLUMNS) - 1
LAST_ROW_OF_LOW = LOW_SPACES - COLUMNS
FIRST_COLUMN = sum(1 << COLUMNS * row for row in range(LOW_ROWS))
LAST_COLUMN = FIRST_COLUMN << (COLUMNS - 1)
AREA_ONES = sum(
    1 << COLUMNS * row + column for row in range(LOT_HEIGHT) for column in range(AREA_WIDTH)
)
"""The spaces of the first area."""
AREA_MASK = (1 << AREA_WIDTH) - 1
EVERY_SECOND = LOW_ONES // 0b11
LOW_PAIRS = LOW_ONES // 0b1111 * 0b11
LINE_STARTS = ROW_ONES | ROW_ONES << LOT_HEIGHT * COLUMNS
"""The topmost row of each line of areas."""


@rule
def board_of(space):
    """The board of one space."""
    if space < LOW_SPACES:
        return 1 << whole(space), 0
    return 0, 1 << (whole(space) - LOW_SPACES)


@rule
def meet(one, other):
    """The spaces in both boards."""
    return one[0] & other[0], one[1] & other[1]


@rule
def join(one, other):
    """The spaces in either board."""
    return one[0] | other[0], one[1] | other[1]


@rule
def without(one, other):
    """The spaces in the first board only."""
    return one[0] & ~other[0], one[1] & ~other[1]


@rule
def is_empty(board):
    """Whether a board has no space."""
    return board[0] | board[1] == 0


@rule
def east(board):
    """The spaces to the right of a board's."""
    return (board[0] & ~LAST_COLUMN) << 1, (board[1] & ~LAST_COLUMN) << 1


@rule
def west(board):
    """The spaces to the left of a board's."""
    return (board[0] & ~FIRST_COLUMN) >> 1, (board[1] & ~FIRST_COLUMN) >> 1


@rule
def north(board):
    """The spaces above a board's."""
    low, high = board
    return (low >> COLUMNS) | ((high & ROW_ONES) << LAST_ROW_OF_LOW), high >> COLUMNS


@rule
def south(board):
    """The spaces below a board's."""
    low, high = board
    below = ((high << COLUMNS) & HIGH_ONES) | (low >> LAST_ROW_OF_LOW)
    return (low << COLUMNS) & LOW_ONES, below


@rule
def next_to(board):
    """The spaces next to any of a board's: orthogonal, across lots and areas (MY-1.7)."""
    return join(join(east(board), west(board)), join(north(board), south(board)))


@rule
def next_to_two(board):
    """The spaces next to at least two of a board's (MY-1.7)."""
    right, left, above, below = east(board), west(board), north(board), south(board)
    opposite = join(meet(right, left), meet(above, below))
    return join(opposite, meet(join(right, left), join(above, below)))


@rule
def region_board(season):
    """The spaces in use: six rows, in the last season nine (MY-2.4, MY-F10)."""
    return LOW_ONES, HIGH_ONES if season == SEASONS - 1 else 0


@rule
def area_board(area):
    """The spaces of an area: four wide, three high, two areas a line (MY-1.6, MY-P5)."""
    line = whole(area) // AREAS_IN_LINE
    spaces = AREA_ONES << (AREA_WIDTH * (whole(area) % AREAS_IN_LINE))
    if line < LOW_ROWS // LOT_HEIGHT:
        return spaces << (LOT_HEIGHT * COLUMNS * line), 0
    return 0, spaces


@rule
def area_counts(board):
    """How many spaces of a board lie in each area, for `in_area`.

    Half a row, four spaces wide, is four bits: first each of them becomes its number of spaces,
    then the three of an area are added to the topmost one.
    """
    low, high = half_row_counts(board[0]), half_row_counts(board[1])
    low += (low >> COLUMNS) + (low >> 2 * COLUMNS)
    high += (high >> COLUMNS) + (high >> 2 * COLUMNS)
    return low & LINE_STARTS | (high & LINE_STARTS) << LOW_SPACES


@rule
def half_row_counts(word):
    """The number of spaces in each half of a row, in place of these spaces."""
    word -= (word >> 1) & EVERY_SECOND
    return (word & LOW_PAIRS) + ((word >> 2) & LOW_PAIRS)


@rule
def in_area(counts, area):
    """How many spaces an area has, of those counted by `area_counts`."""
    line = area // AREAS_IN_LINE
    side = area % AREAS_IN_LINE
    return (counts >> (LOT_HEIGHT * COLUMNS * line + AREA_WIDTH * side)) & AREA_MASK


@rule
def lot_space(area, lot, place, turned):
    """The space of the region on which a space of a lot lies (MY-P5, MY-P6, MY-R12)."""
    if turned:
        place = LOT_SPACES - 1 - place
    row = LOT_HEIGHT * (area // AREAS_IN_LINE) + place // LOT_WIDTH
    column = AREA_WIDTH * (area % AREAS_IN_LINE) + LOT_WIDTH * lot + place % LOT_WIDTH
    return row * COLUMNS + column
