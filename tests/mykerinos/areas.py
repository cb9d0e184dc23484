"""Areas prepared for an inspection, and where things are, counted from the table alone."""

from __future__ import annotations

from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Question
from kerys.games.mykerinos.components import LEFT, LEMON, VIOLET
from kerys.kernel.seats import NONE
from tests.mykerinos.board import Board, lot, room

CORNERS = ("a1", "e1", "a4", "e4", "a7", "e7")
"""The first space of each area, in the order of inspection."""
PATRONLESS = (NONE, 5)
"""The one lot without a patron."""


def spaces_of(area: int) -> list[str]:
    """The twelve spaces of an area, row by row (MY-F10)."""
    letters, top = ("abcd", "efgh")[area % 2], 3 * (area // 2)
    return [f"{letter}{top + row}" for row in (1, 2, 3) for letter in letters]


def hold(board: Board, area: int, *numbers: int) -> Board:
    """Put this many cubes of colours 0, 1, ... into an area."""
    free = iter(spaces_of(area))
    for colour, number in enumerate(numbers):
        board.put(colour, *(next(free) for _ in range(number)))
    return board


def lay(board: Board, area: int, left: tuple[int, int], right: tuple[int, int]) -> Board:
    """Lots with these patrons and values in an area, swapped with others in the pile."""
    state = board.state
    start = int(state.shown) - int(box.SEASON_LOTS[state.season]) + 2 * area
    for offset, wanted in enumerate((left, right)):
        found = next(
            index
            for index in range(box.LOTS)
            if (state.lot_patrons[state.pile[index]], state.lot_values[state.pile[index]]) == wanted
            and not (offset == 1 and index == start)
        )
        here, there = int(state.pile[start + offset]), int(state.pile[found])
        state.pile[start + offset], state.pile[found] = there, here
    return board


def ready(*numbers: int, order: tuple[int, ...] = (), season: int = 1) -> Board:
    """A table of three or four whose first area holds these cubes and two different lots.

    The left lot is Violet's, the right one Lemon's; both are worth nothing. The players passed in
    the given order, or in seat order.
    """
    board = Board.bare(season=season, players=len(numbers))
    lay(board, 0, (VIOLET, 0), (LEMON, 0))
    return hold(board, 0, *numbers).passed(*(order or range(len(numbers))))


def ready_beside_neutral(*numbers: int, first: int = 0) -> Board:
    """The same for two players; the third number is the neutral's cubes; `first` passed first."""
    board = Board.bare(players=2)
    lay(board, 0, (VIOLET, 0), (LEMON, 0))
    return hold(board, 0, *numbers).passed(first, 1 - first)


def ranking(board: Board) -> list[int]:
    """Who is first, second, ... in the first area of a ready table without a neutral.

    The first and second go to the museum, the third takes the left lot, and the fourth the right.
    """
    order: list[int] = []
    board.inspect()
    while board.state.area == 0 and board.question in (Question.INSPECTION, Question.LEFTOVER_LOT):
        order += board.asked
        museum = board.question == Question.INSPECTION
        board.answer(room(min(board.rooms())) if museum else lot(LEFT))
    return order + [seat for seat in range(4) if board.state.cards[seat, LEMON]]


def patrons(board: Board, seat: int) -> list[int]:
    """The patrons of a seat's cards, in ascending order."""
    counts = board.state.cards[seat].tolist()
    return [patron for patron, number in enumerate(counts) for _ in range(number)]


def on_region(board: Board, colour: int) -> int:
    """How many cubes of a colour lie on the region, counted space by space."""
    return sum(board.cube(f"{a}{n}") == colour for a in "abcdefgh" for n in range(1, 10))


def in_common_reserve(board: Board, colour: int) -> int:
    """Cubes of a player's colour that are neither on the region, in the museum, nor in hand."""
    exhibited = int(board.state.rooms[colour]).bit_count()
    return 25 - on_region(board, colour) - exhibited - int(board.state.personal[colour])
