"""Phase 2 (MY-3.1 to MY-3.4, MY-3.11): place, extend, pass, and whose turn it is."""

from __future__ import annotations

import pytest

from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind, Moment, Question
from tests.mykerinos.board import Board, at, kind, lot, room, three

PASS = kind(Kind.PASS)


def place(name: str) -> tuple[int, int]:
    return kind(Kind.PLACE), at(name)


def discs(board: Board) -> list[int]:
    """The pass spaces of the players, from 1; 0 for none."""
    return [int(where) + 1 for where in board.state.pass_space[: board.state.players]]


# --- Place ---


@pytest.mark.rule("MY-3.2", "MY-E12")
def test_placing_needs_a_free_space_without_a_pyramid() -> None:
    board = Board.bare().put(1, "c3").put(0, "d4").pyramids("e5", "f6").turn_of(0)
    board.answer(kind(Kind.PLACE))
    assert {"a1", "b2"} <= board.spaces()
    assert not {"c3", "d4", "e5", "f6"} & board.spaces()
    assert len(board.spaces()) == 48 - 4


@pytest.mark.rule("MY-3.2")
def test_placing_moves_one_cube_from_the_personal_reserve() -> None:
    board = Board.bare().turn_of(0).answer(*place("g5"))
    assert board.cube("g5") == 0
    assert [int(cubes) for cubes in board.state.personal] == [9, 10, 10, 10]


@pytest.mark.rule("MY-R2")
def test_placing_next_to_own_cubes_is_allowed() -> None:
    board = Board.bare().put(0, "c3").turn_of(0).answer(kind(Kind.PLACE))
    assert {"b3", "d3", "c2", "c4"} <= board.spaces()


@pytest.mark.rule("MY-3.2", "MY-R3")
def test_placing_is_not_offered_where_only_pyramids_are_free() -> None:
    board = Board.bare().fill(1, leave=("a1", "c3", "h6")).pyramids("a1", "c3", "h6")
    board.give(0, box.LEMON).turn_of(0)
    assert board.kinds() == {Kind.PASS, Kind.LEMON_PLACE}


# --- Extend ---


@pytest.mark.rule("MY-3.3", "MY-E13")
def test_extension_goes_from_an_own_cube_to_a_neighbour_and_on() -> None:
    board = Board.bare().put(0, "c3").put(1, "g3").turn_of(0).answer(kind(Kind.EXTEND))
    assert board.spaces() == {"b3", "d3", "c2", "c4"}
    board.answer(at("d3"))
    assert board.spaces() == {"e3", "d2", "d4"}
    board.answer(at("e3"))
    assert [board.cube(name) for name in ("c3", "d3", "e3")] == [0, 0, 0]
    assert int(board.state.personal[0]) == 8


@pytest.mark.rule("MY-3.3")
def test_extension_uses_no_pyramids() -> None:
    board = Board.bare().put(0, "c3").pyramids("b3", "c2", "d2", "e3").turn_of(0)
    assert board.answer(kind(Kind.EXTEND)).spaces() == {"d3", "c4"}
    board.answer(at("d3"))  # d4 is the only one left
    assert board.cube("d4") == 0
    assert board.asked == [1]


@pytest.mark.rule("MY-3.3")
def test_nobody_extends_without_an_own_cube_on_the_region() -> None:
    board = Board.bare().put(1, "c3").turn_of(0)
    assert board.kinds() == {Kind.PLACE, Kind.PASS}


@pytest.mark.rule("MY-R3")
def test_extension_needs_both_cubes_in_hand() -> None:
    for cubes, possible in ((1, False), (2, True)):
        board = Board.bare().put(0, "c3")
        board.state.personal[0] = cubes
        assert (Kind.EXTEND in board.turn_of(0).kinds()) == possible


@pytest.mark.rule("MY-R3", "MY-P7")
def test_extension_is_only_begun_where_it_can_be_completed() -> None:
    board = Board.bare().put(0, "c3").fill(1, leave=("c2", "c4", "c5", "h1")).turn_of(0)
    assert board.kinds() == {Kind.PLACE, Kind.EXTEND, Kind.PASS}
    board.answer(kind(Kind.EXTEND))  # c2 leads nowhere: c4 and c5 are forced
    assert [board.cube(name) for name in ("c2", "c4", "c5")] == [None, 0, 0]
    board = Board.bare().put(0, "c3").fill(1, leave=("c2", "c4", "h1")).turn_of(0)
    assert board.kinds() == {Kind.PLACE, Kind.PASS}


@pytest.mark.rule("MY-P8")
def test_same_spaces_in_another_order_are_another_way_to_the_same_result() -> None:
    ends = []
    for chain in (("a2", "b2"), ("b2", "a2")):
        board = Board.bare().put(0, "a1", "b3").turn_of(0).answer(kind(Kind.EXTEND))
        assert set(chain) <= board.spaces()
        ends.append(board.answer(*map(at, chain)).state)
    assert ends[0] == ends[1]


@pytest.mark.rule("MY-P8")
def test_kind_is_chosen_before_the_first_cube() -> None:
    board = Board.bare().put(0, "c3").turn_of(0)
    assert board.question == Question.ACTION
    assert board.spaces() == set()
    board.answer(kind(Kind.EXTEND))
    assert (board.question, board.kinds()) == (Question.SPACE, set())


# --- Pass ---


@pytest.mark.rule("MY-3.4", "MY-E14")
def test_discs_go_on_the_lowest_free_space_and_who_has_passed_is_out() -> None:
    board = Board.bare().turn_of(2).answer(PASS)
    assert discs(board) == [0, 0, 1, 0]
    board.answer(*place("a1"), *place("b1"), *place("c1"))
    assert board.asked == [3]
    board.answer(PASS, PASS)
    assert discs(board) == [3, 0, 1, 2]


@pytest.mark.rule("MY-3.4", "MY-R15")
def test_first_to_pass_of_two_is_on_space_one_and_the_other_on_three() -> None:
    board = Board.bare(players=2).put(1, "a1").turn_of(1).answer(PASS)
    board.answer(PASS)
    assert board.question == Question.INSPECTION
    assert discs(board) == [3, 1]


@pytest.mark.rule("MY-3.4", "MY-P3", "MY-P19", "MY-C2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_player_without_cubes_passes_unasked_at_his_next_turn(players: int) -> None:
    board = Board.bare(players=players)
    board.state.personal[0] = 1
    board.turn_of(0).answer(*place("a1"))
    if players == 2:
        assert (board.question, board.asked) == (Question.NEUTRAL_ACTION, [0])
        board.answer(0)
    assert discs(board) == [0] * players  # not at once
    for seat in range(1, players):
        assert board.asked == [seat]
        board.answer(*place(f"{'abcdefgh'[seat]}6"))
        if players == 2:
            board.answer(0)
    assert board.asked == [1]
    assert discs(board) == [1] + [0] * (players - 1)


@pytest.mark.rule("MY-P3")
def test_player_who_runs_out_of_cubes_is_overtaken_by_one_who_passes_first() -> None:
    board = Board.bare(players=3)
    board.state.personal[0] = 1
    board.turn_of(0).answer(*place("a1"), PASS, *place("b1"))
    assert board.asked == [2]
    assert discs(board) == [2, 1, 0]


@pytest.mark.rule("MY-P19", "MY-3.4")
def test_player_who_can_only_pass_is_not_asked() -> None:
    board = Board.bare(players=3).fill(1, leave=("a1", "b2")).pyramids("a1", "b2")
    board.give(2, box.LEMON).turn_of(0)
    assert board.asked == [2]
    assert discs(board) == [1, 2, 0]


@pytest.mark.rule("MY-P19")
def test_single_space_is_not_asked_for() -> None:
    board = Board.bare(players=3).fill(1, leave=("a1",)).give(1, box.BROWN).turn_of(0)
    board.answer(kind(Kind.PLACE))
    assert board.cube("a1") == 0
    assert (board.question, board.asked) == (Question.ACTION, [1])


# --- Turns ---


@pytest.mark.rule("MY-3.1", "MY-P12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_by_ascending_seat_with_one_action_each(players: int) -> None:
    board = Board.bare(players=players).turn_of(players - 1)
    for turn in range(2 * players):
        assert board.asked == [(players - 1 + turn) % players]
        board.answer(*place(f"{'abcdefgh'[turn]}{turn % 2 + 1}"))
        if players == 2:
            assert board.question == Question.NEUTRAL_ACTION
            board.answer(0)


@pytest.mark.rule("MY-3.1", "MY-R6")
def test_last_to_pass_begins_the_next_season_clockwise() -> None:
    board = Board.bare().turn_of(0).answer(PASS, *place("a1"), PASS, *place("b1"), PASS)
    assert board.asked == [3]
    board.answer(PASS, lot(0), lot(1))
    assert int(board.state.season) == 1
    asked = []
    for name in ("c1", "d1", "e1", "f1"):
        board.state.pyramids[:] = 0
        asked += board.asked
        board.answer(*place(name))
    assert asked == [3, 0, 1, 2]


@pytest.mark.rule("MY-3.1")
def test_those_who_have_passed_are_skipped() -> None:
    board = Board.bare().passed(1, 2).turn_of(0)
    asked = []
    for name in ("a1", "b1", "c1"):
        asked += board.asked
        board.answer(*place(name))
    assert asked == [0, 3, 0]


# --- The last action ---


@pytest.mark.rule("MY-3.11", "MY-R6", "MY-P15")
@pytest.mark.parametrize(
    "action",
    [
        place("g5"),
        (kind(Kind.EXTEND), at("b2"), at("b1")),
        (PASS,),
        (kind(Kind.VIOLET_PLACE), at("g5")),
        (kind(Kind.LEMON_PLACE), at("h6")),
        (kind(Kind.BROWN), room(three(2))),
        (kind(Kind.BLACKMORE), at("g5"), at("g6")),
        (kind(Kind.TANGERINE), at("c1"), at("d1"), at("e1")),
    ],
)
def test_last_player_has_one_action_of_any_kind_and_then_the_last_space(
    action: tuple[int, ...],
) -> None:
    board = Board.bare(season=2, players=3).put(0, "a1").put(2, "c2").pyramids("h5", "h6")
    for patron in range(box.PATRONS):
        board.give(2, patron)
    board.passed(0).turn_of(1).answer(PASS)
    assert (board.question, board.asked) == (Question.ACTION, [2])
    board.answer(*action)
    assert board.moment == Moment.AREA_RANKS
    assert discs(board) == [1, 2, 3]


@pytest.mark.rule("MY-3.11")
def test_nobody_acts_again_after_the_last_action() -> None:
    board = Board.bare(players=3).passed(1, 2).turn_of(0).answer(*place("c3"))
    assert (board.question, board.asked) == (Question.INSPECTION, [0])


@pytest.mark.rule("MY-3.11")
def test_last_action_comes_after_the_others_have_passed_and_not_before() -> None:
    board = Board.bare(players=3).passed(1).turn_of(0)
    board.answer(*place("a1"), PASS)
    assert (board.question, board.asked) == (Question.ACTION, [0])
    board.answer(*place("b1"))
    assert board.question == Question.INSPECTION
    assert [board.cube(name) for name in ("a1", "b1")] == [0, 0]


@pytest.mark.rule("MY-R6")
def test_last_player_without_cubes_passes_and_starts_the_next_season() -> None:
    board = Board.bare(players=3).put(0, "a1").passed(2)
    board.state.personal[0] = 0
    board.turn_of(1).answer(PASS)
    assert board.question == Question.INSPECTION
    assert discs(board) == [3, 2, 1]
    board.answer(lot(0))
    assert (board.question, board.asked) == (Question.ACTION, [0])


@pytest.mark.rule("MY-P15")
def test_every_tie_is_decided_by_the_discs_after_the_last_action() -> None:
    board = Board.bare().put(1, "a1").put(2, "b1").put(3, "d3").passed(0, 3, 1).turn_of(2)
    board.answer(PASS)
    order = []
    for _ in range(2):
        order += board.asked
        board.answer(room(min(board.rooms())))
    assert order + board.asked == [3, 1, 2]


@pytest.mark.rule("MY-P15")
@pytest.mark.parametrize("first", [0, 1])
def test_neutral_disc_is_never_the_last(first: int) -> None:
    board = Board.bare(players=2).put(0, "a1").put(1, "b1").turn_of(first)
    board.answer(PASS, *place("h6"), 0)
    assert board.question == Question.INSPECTION
    assert int(board.state.pass_space[1 - first]) == 2 > int(board.state.pass_space[box.NEUTRAL])
