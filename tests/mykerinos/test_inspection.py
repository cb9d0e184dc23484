"""Phase 3: areas are ranked, lots claimed, and cubes returned (MY-4)."""

from __future__ import annotations

from itertools import permutations

import pytest

from kerys.games.mykerinos.actions import Kind, Moment, Question
from kerys.games.mykerinos.components import BROWN, LEFT, LEMON, RIGHT, TANGERINE, VIOLET
from tests.mykerinos.areas import (
    CORNERS,
    PATRONLESS,
    hold,
    in_common_reserve,
    lay,
    on_region,
    patrons,
    ranking,
    ready,
)
from tests.mykerinos.board import Board, at, five, kind, lot, room, three, two

MUSEUM = room(three(0))
OTHER_MUSEUM = room(three(1))
FREELY_OPEN = {three(wing) for wing in range(5)} | {two(wing) for wing in range(5)}
"""The rooms open to a player who has none yet (MY-5.4)."""


@pytest.mark.rule("MY-4.1")
@pytest.mark.parametrize(("season", "areas"), [(1, 4), (3, 4), (4, 6)])
def test_areas_are_inspected_line_by_line_from_the_top_left(season: int, areas: int) -> None:
    board = Board.bare(season=season, players=4).passed(0, 1, 2, 3)
    seats = (2, 0, 3, 1, 1, 2)[:areas]
    for seat, corner in zip(seats, CORNERS, strict=False):
        board.put(seat, corner)
    laid = board.state.pile[board.state.shown - 2 * areas : board.state.shown].tolist()
    board.inspect()
    asked, taken = [], []
    while board.question == Question.INSPECTION:
        seat = board.asked[0]
        before = patrons(board, seat)
        asked.append(seat)
        board.answer(lot(LEFT))
        now = patrons(board, seat)
        taken.append(next(patron for patron in now if now.count(patron) > before.count(patron)))
    assert tuple(asked) == seats
    assert taken == [int(board.state.lot_patrons[number]) for number in laid[::2]]


@pytest.mark.rule("MY-4.2")
def test_more_cubes_in_this_area_rank_ahead() -> None:
    board = ready(2, 4, 1, 3)
    hold(board, 1, 6, 0, 5, 0)
    assert ranking(board) == [1, 3, 0, 2]


@pytest.mark.rule("MY-4.2")
@pytest.mark.parametrize("numbers", list(permutations((1, 2, 3))))
def test_cubes_alone_decide_while_they_differ(numbers: tuple[int, ...]) -> None:
    expected = [numbers.index(number) for number in (3, 2, 1)]
    assert ranking(ready(*numbers, order=(2, 0, 1)))[:3] == expected


@pytest.mark.rule("MY-4.3")
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_who_passed_earlier_wins_every_tie(order: tuple[int, ...]) -> None:
    assert ranking(ready(2, 2, 2, 2, order=order)) == list(order)


@pytest.mark.rule("MY-4.3", "MY-4.2")
def test_one_more_cube_beats_an_earlier_pass() -> None:
    assert ranking(ready(2, 3, 2, 1, order=(3, 2, 0, 1))) == [1, 2, 0, 3]


@pytest.mark.rule("MY-4.4")
def test_first_has_both_lots_and_the_open_rooms_to_choose_from() -> None:
    board = ready(1, 3, 2).inspect()
    assert (board.question, board.asked) == (Question.INSPECTION, [1])
    assert board.choices() == sorted(
        [lot(LEFT), lot(RIGHT), *(room(number) for number in FREELY_OPEN)]
    )


@pytest.mark.rule("MY-4.4", "MY-4.5")
def test_museum_cubes_come_from_the_common_reserve() -> None:
    board = ready(3, 2, 1).inspect()
    assert [in_common_reserve(board, seat) for seat in range(2)] == [12, 13]
    board.answer(MUSEUM).answer(OTHER_MUSEUM)
    assert board.state.rooms.tolist() == [1 << three(0), 1 << three(1), 0, 0]
    assert [on_region(board, seat) for seat in range(3)] == [3, 2, 1]
    assert board.state.personal[:3].tolist() == [10, 10, 10]
    assert [in_common_reserve(board, seat) for seat in range(2)] == [11, 12]


@pytest.mark.rule("MY-4.5")
def test_second_takes_the_remaining_lot_or_goes_to_the_museum() -> None:
    board = ready(3, 2, 1).inspect().answer(lot(LEFT))
    assert (board.question, board.asked) == (Question.INSPECTION, [1])
    assert board.choices() == sorted([lot(RIGHT), *(room(number) for number in FREELY_OPEN)])
    board.answer(lot(RIGHT))
    assert [patrons(board, seat) for seat in range(3)] == [[VIOLET], [LEMON], []]


@pytest.mark.rule("MY-4.5")
def test_second_has_both_lots_after_a_first_in_the_museum() -> None:
    board = ready(3, 2, 1).inspect().answer(MUSEUM)
    assert (board.asked, board.lots()) == ([1], {LEFT, RIGHT})
    assert board.rooms() == FREELY_OPEN - {three(0)}


@pytest.mark.rule("MY-R7", "MY-4.4", "MY-4.5")
@pytest.mark.parametrize(("personal", "possible"), [(22, False), (21, True)])
def test_no_museum_without_a_cube_in_the_common_reserve(personal: int, possible: bool) -> None:
    board = ready(3, 3, 1)
    board.state.personal[:2] = personal
    board.inspect()
    assert board.asked == [0]
    assert board.lots() == {LEFT, RIGHT}, "cubes of this area are not in the reserve yet"
    assert bool(board.rooms()) is possible
    board.answer(lot(LEFT))
    assert (board.asked == [1]) is possible
    assert patrons(board, 1) == ([] if possible else [LEMON]), "he must take what is left"


@pytest.mark.rule("MY-R7", "MY-4.8")
def test_cubes_of_earlier_areas_are_in_the_reserve_already() -> None:
    board = ready(3, 2, 0)
    hold(board, 1, 2)
    hold(board, 2, 1)
    board.state.personal[0] = 25 - 6
    board.inspect()
    assert (board.asked, board.rooms()) == ([0], set())
    board.answer(lot(LEFT), lot(RIGHT))
    assert (board.state.area, board.asked, board.rooms()) == (1, [0], FREELY_OPEN)


@pytest.mark.rule("MY-R7", "MY-5.4")
def test_no_museum_without_a_legal_room() -> None:
    board = ready(3, 2, 1)
    board.exhibit(2, *FREELY_OPEN).exhibit(1, *(five(wing) for wing in range(4)))
    board.inspect()
    assert (board.asked, board.choices()) == ([0], [lot(LEFT), lot(RIGHT)])
    board.answer(lot(RIGHT))
    assert patrons(board, 1) == [VIOLET], "he must take the other lot and is not asked"


@pytest.mark.rule("MY-4.6")
@pytest.mark.parametrize("decision", [MUSEUM, lot(LEFT)])
def test_alone_in_an_area_acts_only_once(decision: int) -> None:
    board = ready(0, 1, 0, order=(0, 2, 1))
    hold(board, 1, 0, 0, 1)
    board.inspect().answer(decision)
    assert (board.state.area, board.asked) == (1, [2])
    assert [patrons(board, seat) for seat in range(3)] == [
        [],
        [] if decision == MUSEUM else [VIOLET],
        [],
    ]


@pytest.mark.rule("MY-4.7", "MY-P2")
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (lot(LEFT), lot(RIGHT), [[VIOLET], [LEMON], [], []]),
        (lot(RIGHT), MUSEUM, [[LEMON], [], [VIOLET], []]),
        (MUSEUM, lot(LEFT), [[], [VIOLET], [LEMON], []]),
    ],
)
def test_third_takes_a_single_leftover_unasked(
    first: int, second: int, expected: list[list[int]]
) -> None:
    board = ready(4, 3, 2, 1)
    hold(board, 1, 1)
    board.inspect().answer(first, second)
    assert (board.state.area, board.asked) == (1, [0]), "neither third nor fourth is asked"
    assert [patrons(board, seat) for seat in range(4)] == expected
    assert [int(board.state.rooms[seat]) for seat in (2, 3)] == [0, 0]


@pytest.mark.rule("MY-4.7", "MY-P2", "MY-R7")
@pytest.mark.parametrize("wanted", [LEFT, RIGHT])
def test_third_chooses_between_two_leftovers_and_fourth_takes_the_other(wanted: int) -> None:
    board = ready(4, 3, 2, 1)
    hold(board, 1, 1)
    board.inspect().answer(MUSEUM, OTHER_MUSEUM)
    assert (board.question, board.asked) == (Question.LEFTOVER_LOT, [2])
    assert board.choices() == [lot(LEFT), lot(RIGHT)], "no museum, no declining"
    board.answer(lot(wanted))
    assert (board.state.area, board.asked) == (1, [0])
    taken = [[VIOLET], [LEMON]] if wanted == LEFT else [[LEMON], [VIOLET]]
    assert [patrons(board, seat) for seat in (2, 3)] == taken


@pytest.mark.rule("MY-P2", "MY-C1", "MY-4.8")
def test_third_takes_one_of_two_and_the_other_is_discarded() -> None:
    board = ready(3, 2, 1, 0, order=(3, 0, 1, 2))
    hold(board, 1, 1)
    board.inspect().answer(MUSEUM, OTHER_MUSEUM, lot(RIGHT))
    assert (board.state.area, board.asked) == (1, [0])
    assert [patrons(board, seat) for seat in range(4)] == [[], [], [LEMON], []]


@pytest.mark.rule("MY-C1", "MY-4.2", "MY-4.8")
@pytest.mark.parametrize("numbers", [(0, 2, 0, 1), (0, 1, 2, 0), (1, 0, 0, 0), (0, 0, 0, 0)])
def test_seats_without_cubes_are_not_ranked(numbers: tuple[int, ...]) -> None:
    board = ready(*numbers)
    present = sorted((seat for seat in range(4) if numbers[seat]), key=lambda s: -numbers[s])
    assert ranking(board) == present
    assert board.state.cards.sum() == 0, "the lots are discarded"


@pytest.mark.rule("MY-4.8")
def test_only_the_cubes_of_the_inspected_area_leave_the_region() -> None:
    board = ready(3, 2, 0)
    for area in (1, 2, 3):
        hold(board, area, area, 1)
    board.inspect().answer(lot(LEFT), lot(RIGHT))
    assert [on_region(board, seat) for seat in range(2)] == [6, 3]
    assert all(board.cube(corner) == 0 for corner in CORNERS[1:4])
    assert board.state.personal[:2].tolist() == [10, 10]
    assert [in_common_reserve(board, seat) for seat in range(2)] == [9, 12]


@pytest.mark.rule("MY-4.8")
def test_cubes_sent_home_can_be_taken_in_the_next_season() -> None:
    board = ready(12, 0, 0, order=(1, 2, 0))
    board.state.personal[0] = 13
    board.inspect().answer(lot(LEFT))
    assert (board.question, board.state.season) == (Question.ACTION, 1)
    assert board.state.personal[:3].tolist() == [13 + 11, 10 + 11, 10 + 11]


@pytest.mark.rule("MY-4.8")
def test_discarded_lots_never_come_back() -> None:
    board = Board.dealt(seed=6, players=4)
    seen = board.state.pile[:8].tolist()
    board.until(lambda one: one.state.season == 3)
    pile = board.state.pile.tolist()
    assert pile[:8] == seen
    assert sorted(pile) == list(range(36))


@pytest.mark.rule("MY-4.9")
@pytest.mark.parametrize(
    ("claimed", "points", "card"),
    [
        ((BROWN, 0), 0, [BROWN]),
        ((TANGERINE, 2), 2, [TANGERINE]),
        ((LEMON, 3), 3, [LEMON]),
        (PATRONLESS, 5, []),
    ],
)
def test_claimed_lot_scores_at_once_and_becomes_its_patron(
    claimed: tuple[int, int], points: int, card: list[int]
) -> None:
    board = lay(ready(2, 1, 0), 0, (VIOLET, 0), claimed)
    board.state.points[:2] = 10
    board.inspect().answer(lot(RIGHT))
    assert (board.asked, board.points()) == ([1], [10 + points, 10, 0])
    assert [patrons(board, seat) for seat in range(2)] == [card, []]


@pytest.mark.rule("MY-4.9", "MY-4.7")
def test_leftover_lots_score_as_well() -> None:
    board = lay(ready(4, 3, 2, 1), 0, (LEMON, 3), (BROWN, 2))
    board.inspect().answer(MUSEUM, OTHER_MUSEUM, lot(RIGHT))
    assert board.points() == [0, 0, 2, 3]
    assert [patrons(board, seat) for seat in (2, 3)] == [[BROWN], [LEMON]]


@pytest.mark.rule("MY-4.10", "MY-6.1")
def test_gained_patron_can_be_used_from_the_next_season() -> None:
    board = Board.bare(players=3).passed(1, 2)
    lay(board, 0, (TANGERINE, 0), (VIOLET, 0))
    board.turn_of(0)
    assert board.kinds() == {Kind.PLACE, Kind.PASS}
    board.answer(kind(Kind.PLACE), at("a1"))
    assert (board.moment, board.question) == (Moment.AREA_RANKS, Question.INSPECTION)
    board.answer(lot(RIGHT))
    assert (board.state.season, board.question, board.asked) == (1, Question.ACTION, [0])
    assert board.kinds() == {Kind.PLACE, Kind.VIOLET_PLACE, Kind.PASS}
