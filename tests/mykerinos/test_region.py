"""The geometry of the region (MY-1.5 to MY-1.7): lots, areas, and what is next to what."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kerys.games.mykerinos import actions as act
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind
from kerys.games.mykerinos.region import area_board, lot_space, next_to, next_to_two, region_board
from tests.mykerinos.board import Board, at, kind, space, space_name

Place = tuple[int, int]
"""Column and row, from 0."""
Words = tuple[int, int]

EVERYWHERE = {(column, row) for column in range(8) for row in range(9)}
LOW_ROWS = 6


def words(places: set[Place]) -> Words:
    """A set of places as the two words of a board: rows 1 to 6, and rows 7 to 9."""
    low = sum(1 << 8 * row + column for column, row in places if row < LOW_ROWS)
    high = sum(1 << 8 * (row - LOW_ROWS) + column for column, row in places if row >= LOW_ROWS)
    return low, high


def places(board: Words) -> set[Place]:
    """The places of a board; a bit outside the region is an error."""
    low, high = (int(word) for word in board)
    assert 0 <= low < 1 << 48
    assert 0 <= high < 1 << 24
    both = low | high << 48
    return {(number % 8, number // 8) for number in range(72) if both >> number & 1}


def around(place: Place) -> set[Place]:
    column, row = place
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {(column + right, row + down) for right, down in steps} & EVERYWHERE


def name(place: Place) -> str:
    return "abcdefgh"[place[0]] + str(place[1] + 1)


def names(*, columns: str, rows: str) -> set[str]:
    return {column + row for column in columns for row in rows}


some_places = some.sets(some.sampled_from(sorted(EVERYWHERE)), max_size=40)
thorough = settings(deadline=None, max_examples=120, derandomize=True)


@pytest.mark.rule("MY-1.7")
@given(some_places)
@thorough
def test_next_to_is_what_a_step_in_four_directions_reaches(start: set[Place]) -> None:
    expected = {place for place in EVERYWHERE if around(place) & start}
    assert places(next_to(words(start))) == expected


@pytest.mark.rule("MY-1.7")
@given(some_places)
@thorough
def test_next_to_two_counts_the_neighbours(start: set[Place]) -> None:
    expected = {place for place in EVERYWHERE if len(around(place) & start) >= 2}
    assert places(next_to_two(words(start))) == expected


@pytest.mark.rule("MY-1.7", "MY-F10")
@pytest.mark.parametrize("place", sorted(EVERYWHERE), ids=name)
def test_extension_begins_on_the_orthogonal_neighbours_only(place: Place) -> None:
    board = Board.bare(season=4).put(0, name(place)).turn_of(0).answer(kind(Kind.EXTEND))
    assert board.spaces() == {name(other) for other in around(place)}


@pytest.mark.rule("MY-1.7")
@pytest.mark.parametrize(
    ("here", "there"),
    [("b2", "c2"), ("d5", "e5"), ("f9", "g9"), ("c3", "c4"), ("c6", "c7"), ("h6", "h7")],
)
def test_cards_and_areas_do_not_interrupt(here: str, there: str) -> None:
    for own, other in ((here, there), (there, here)):
        board = Board.bare(season=4).put(0, own).turn_of(0)
        assert other in board.answer(kind(Kind.EXTEND)).spaces()


@pytest.mark.rule("MY-1.7")
@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("h1", "a2"),
        ("a2", "h1"),
        ("h6", "a7"),
        ("a7", "h6"),
        ("c1", "c9"),
        ("c1", "c6"),
        ("b2", "c3"),
    ],
)
def test_nothing_is_next_to_itself_round_an_edge_or_a_corner(here: str, there: str) -> None:
    board = Board.bare(season=4).put(0, here).turn_of(0).answer(kind(Kind.EXTEND))
    assert there not in board.spaces()


@pytest.mark.rule("MY-1.7", "MY-F10")
def test_row_six_is_the_edge_in_the_first_three_seasons() -> None:
    for season in (1, 2, 3):
        board = Board.bare(season=season).put(0, "c6").turn_of(0).answer(kind(Kind.EXTEND))
        assert board.spaces() == {"b6", "d6", "c5"}


@pytest.mark.rule("MY-F10", "MY-R12", "MY-2.4")
@pytest.mark.parametrize(("season", "rows"), [(1, 6), (2, 6), (3, 6), (4, 9)])
def test_region_is_eight_wide_and_six_or_nine_high(season: int, rows: int) -> None:
    expected = {place for place in EVERYWHERE if place[1] < rows}
    assert places(region_board(season - 1)) == expected
    board = Board.bare(season=season).turn_of(0).answer(kind(Kind.PLACE))
    assert board.spaces() == {name(place) for place in expected}


@pytest.mark.rule("MY-1.6", "MY-R12", "MY-F10", "MY-P5")
@pytest.mark.parametrize("area", range(6))
def test_area_is_four_wide_and_three_high_and_two_lie_in_a_line(area: int) -> None:
    left, top = 4 * (area % 2), 3 * (area // 2)
    expected = {(left + right, top + down) for right in range(4) for down in range(3)}
    assert places(area_board(area)) == expected


@pytest.mark.rule("MY-1.6", "MY-F10")
@pytest.mark.parametrize(
    ("area", "corners"),
    [(0, "a1 d3"), (1, "e1 h3"), (2, "a4 d6"), (3, "e4 h6"), (4, "a7 d9"), (5, "e7 h9")],
)
def test_cubes_in_both_lots_of_an_area_count_there_and_nowhere_else(
    area: int, corners: str
) -> None:
    board = Board.bare(season=4, players=3).put(1, *corners.split()).put(2, corners.split()[0])
    board.passed(0, 1, 2).inspect()
    assert (int(board.state.area), board.asked) == (area, [1])  # two cubes: ahead of one


@pytest.mark.rule("MY-1.6", "MY-1.5", "MY-R12", "MY-P20")
@pytest.mark.parametrize("turned", [0, 1])
def test_twelve_lots_of_six_spaces_fill_the_region_of_the_last_season(turned: int) -> None:
    found: list[Place] = []
    for area in range(6):
        for lot in (0, 1):
            six = [int(lot_space(area, lot, place, turned)) for place in range(6)]
            lot_places = [(number % 8, number // 8) for number in six]
            assert set(lot_places) <= places(area_board(area))
            found += lot_places
    assert len(found) == 72
    assert set(found) == EVERYWHERE


@pytest.mark.rule("MY-P5", "MY-P6", "MY-R12", "MY-F10")
@given(some.integers(0, 5), some.integers(0, 1), some.integers(1, 6))
@settings(deadline=None, max_examples=72, derandomize=True)
def test_spaces_of_a_lot_run_row_by_row_and_a_half_turn_reverses_them(
    area: int, lot: int, number: int
) -> None:
    for turned, shown in ((0, number), (1, 7 - number)):
        column = 4 * (area % 2) + 2 * lot + (shown - 1) % 2
        row = 3 * (area // 2) + (shown - 1) // 2
        assert lot_space(area, lot, number - 1, turned) == row * 8 + column


@pytest.mark.rule("MY-P18")
@pytest.mark.parametrize(
    ("spelling", "number"),
    [("a1", 0), ("h1", 7), ("a2", 8), ("c4", 26), ("h6", 47), ("a7", 48), ("h9", 71)],
)
def test_spaces_count_from_the_top_left_along_the_rows(spelling: str, number: int) -> None:
    assert space(spelling) == number
    assert space_name(number) == spelling
    board = Board.bare(season=4).turn_of(0).answer(kind(Kind.PLACE), act.SPACE + number)
    assert board.cube(spelling) == 0


@pytest.mark.rule("MY-P18", "MY-P5")
def test_columns_run_from_the_left_and_rows_from_the_top() -> None:
    board = Board.bare(season=1, players=3).passed(0, 1, 2)
    board.put(0, *sorted(names(columns="ab", rows="1"))).put(1, "h6", "g6").inspect()
    assert (int(board.state.area), board.asked) == (0, [0])
    board.answer(board.choices()[0])
    assert (int(board.state.area), board.asked) == (3, [1])


@pytest.mark.rule("MY-1.7")
def test_a_chain_may_cross_lots_and_areas() -> None:
    board = Board.bare(season=4).put(0, "d5").give(0, box.TANGERINE).turn_of(0)
    board.answer(kind(Kind.TANGERINE), at("d6"), at("d7"), at("e7"))
    assert {board.cube(one) for one in ("d6", "d7", "e7")} == {0}
