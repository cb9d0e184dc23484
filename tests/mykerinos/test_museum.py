"""The museum: its rooms, its doors, and who may put a cube where (MY-5)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kerys.games.mykerinos.actions import Kind, Question
from kerys.games.mykerinos.components import BROWN, LEFT, RIGHT
from tests.mykerinos.areas import hold, ready
from tests.mykerinos.board import Board, five, kind, room, three, two

WINGS = range(5)
THREES = {three(wing) for wing in WINGS}
FIVES = {five(wing) for wing in WINGS}
TWOS = {two(wing) for wing in WINGS}


def open_to_first(*exhibited: tuple[int, int]) -> set[int]:
    """The rooms offered to seat 0, first in an area, when seats already hold rooms."""
    board = ready(2, 1, 0, 0)
    for seat, number in exhibited:
        board.exhibit(seat, number)
    board.inspect()
    assert board.asked == [0]
    return board.rooms()


@pytest.mark.rule("MY-5.1", "MY-5.2")
def test_museum_has_five_rooms_of_each_kind_and_no_central_one() -> None:
    assert len(THREES | FIVES | TWOS) == 15
    found = open_to_first() | open_to_first(*((0, number) for number in THREES))
    assert found == THREES | FIVES | TWOS


@pytest.mark.rule("MY-5.1", "MY-5.4")
@pytest.mark.parametrize("wing", WINGS)
def test_three_room_opens_on_the_five_of_its_own_wing_only(wing: int) -> None:
    assert open_to_first((0, three(wing))) & FIVES == {five(wing)}


@pytest.mark.rule("MY-5.2", "MY-5.4")
@pytest.mark.parametrize("wing", WINGS)
def test_two_room_opens_on_the_fives_of_both_its_wings(wing: int) -> None:
    assert open_to_first((0, two(wing))) & FIVES == {five(wing), five((wing + 1) % 5)}


@pytest.mark.rule("MY-5.2")
def test_every_five_is_opened_by_its_three_and_the_twos_on_either_side() -> None:
    doors = {
        target: {number for number in THREES | TWOS if target in open_to_first((0, number))}
        for target in FIVES
    }
    assert doors == {five(wing): {three(wing), two(wing), two((wing + 4) % 5)} for wing in WINGS}


@pytest.mark.rule("MY-5.3")
@pytest.mark.parametrize("owner", [0, 1, 3])
def test_held_room_is_closed_to_all(owner: int) -> None:
    held = [(owner, three(2)), (owner, two(4)), (owner, five(2)), (0, three(0))]
    offered = open_to_first(*held)
    assert not offered & {number for _, number in held}
    assert offered >= (THREES | TWOS) - {three(2), two(4), three(0)}


@pytest.mark.rule("MY-5.3")
def test_second_cannot_enter_the_room_the_first_just_took() -> None:
    board = ready(2, 1, 0).inspect().answer(room(three(3)))
    assert (board.asked, board.rooms()) == ([1], (THREES | TWOS) - {three(3)})


@pytest.mark.rule("MY-5.4")
def test_free_twos_and_threes_are_open_to_everyone() -> None:
    assert open_to_first() == THREES | TWOS
    assert open_to_first((0, three(1)), (2, two(3))) - FIVES == (THREES | TWOS) - {three(1), two(3)}


@pytest.mark.rule("MY-5.4")
def test_rooms_of_others_open_no_five() -> None:
    others = [(1 + number % 3, number) for number in (three(0), two(2), three(4))]
    assert not open_to_first(*others) & FIVES


@pytest.mark.rule("MY-5.4")
def test_five_opens_no_other_five() -> None:
    offered = open_to_first((0, five(1)), (0, five(3)))
    assert not offered & FIVES


@pytest.mark.rule("MY-5.4", "MY-4.8")
def test_door_taken_in_one_area_opens_the_five_in_the_next() -> None:
    board = ready(2, 0, 0)
    hold(board, 1, 1)
    board.inspect()
    assert not board.rooms() & FIVES
    board.answer(room(two(1)))
    assert (board.state.area, board.rooms() & FIVES) == (1, {five(1), five(2)})
    board.answer(room(five(2)))
    assert board.state.rooms[0] == 1 << two(1) | 1 << five(2)


@pytest.mark.rule("MY-5.4", "MY-5.3")
def test_brown_follows_the_same_doors() -> None:
    board = Board.bare(players=3, season=2).give(0, BROWN)
    board.exhibit(0, three(2)).exhibit(1, two(0), three(3)).turn_of(0)
    board.answer(kind(Kind.BROWN))
    assert board.question == Question.ROOM
    assert board.rooms() == (THREES | TWOS | {five(2)}) - {three(2), two(0), three(3)}


@pytest.mark.rule("MY-5.1", "MY-5.2", "MY-5.3", "MY-5.4")
@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.lists(st.sampled_from([None, 0, 1, 2]), min_size=15, max_size=15))
def test_open_rooms_agree_with_a_walk_through_the_plan(owners: list[int | None]) -> None:
    """The ring as people draw it: a wing's 3, its 5, then the 2 before the next wing."""
    plan = [(value, wing) for wing in range(5) for value in (3, 5, 2)]
    number = {3: three, 5: five, 2: two}
    owner = dict(zip(plan, owners, strict=True))
    expected = set()
    for value, wing in plan:
        if owner[value, wing] is not None:
            continue
        entrances = [(3, wing), (2, wing), (2, wing - 1 if wing else 4)]
        if value != 5 or any(owner[entrance] == 0 for entrance in entrances):
            expected.add(number[value](wing))
    board = ready(2, 1, 0)
    for (value, wing), who in owner.items():
        if who is not None:
            board.exhibit(who, number[value](wing))
    board.inspect()
    assert (board.asked, board.lots(), board.rooms()) == ([0], {LEFT, RIGHT}, expected)
