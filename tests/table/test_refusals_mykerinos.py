"""The reasons of Mykerinos, each on a board set up for it."""

from __future__ import annotations

import pytest

from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind, Question
from kerys.table import IllegalMove
from tests.mykerinos.board import Board, at, five, kind, lot, room, three, two
from tests.table.tools import refusal, seat_down


def reason(board: Board, text: str) -> str:
    """The reason why the seat that is asked can't do something."""
    error = refusal(seat_down(board), board.asked[0], board.game.wording.texts()[text])
    assert type(error) is IllegalMove
    start = f"'{text}' can't be played: "
    assert str(error).startswith(start)
    return str(error).removeprefix(start)


# --- Kinds of action ---


@pytest.mark.rule("MY-3.5", "MY-P16")
def test_a_patron_needs_a_card_that_is_not_used() -> None:
    board = Board.bare(season=2, players=3).put(0, "c3").turn_of(0)
    assert reason(board, "tangerine") == "You have no Tangerine card."
    board.give(0, box.TANGERINE)
    board.state.tilted[0, box.TANGERINE] = 1
    assert (
        reason(board, "tangerine") == "You have already used all your Tangerine cards this season."
    )


@pytest.mark.rule("MY-3.6")
def test_violet_needs_the_common_reserve() -> None:
    board = Board.bare(season=2, players=3).give(0, box.VIOLET).turn_of(0)
    board.state.personal[0] = 25
    assert "Violet needs one of your cubes in the common reserve" in reason(board, "violet place")


@pytest.mark.rule("MY-3.8", "MY-5.4")
def test_brown_needs_an_open_room() -> None:
    board = Board.bare(season=2, players=3).give(0, box.BROWN)
    board.exhibit(1, *map(three, range(5)), *map(two, range(5)))
    assert reason(board.turn_of(0), "brown") == "No room of the museum is open to you."


@pytest.mark.rule("MY-3.3", "MY-3.10", "MY-R3")
def test_a_kind_needs_its_cubes_and_its_spaces() -> None:
    board = Board.bare(season=2, players=3).put(0, "c3").give(0, box.TANGERINE)
    board.state.personal[0] = 1
    board.turn_of(0)
    assert reason(board, "extend") == "This needs 2 cubes, and you have fewer."
    assert reason(board, "tangerine") == "This needs 3 cubes, and you have fewer."
    full = Board.bare(players=3).put(0, "c3").fill(1, leave=("a1", "h6")).turn_of(0)
    assert reason(full, "extend") == "There is no room on the region for the whole action."


@pytest.mark.rule("MY-3.3", "MY-7.4")
def test_extending_needs_a_cube_to_extend_from() -> None:
    board = Board.bare(players=3).turn_of(0)
    assert reason(board, "extend") == "You have no cube on the region to extend from."
    two = Board.bare(players=2)
    two.state.neutral_held[0] = 2
    two.turn_of(0).answer(kind(Kind.PLACE), at("a1"))
    assert reason(two, "extend") == "There is no neutral cube on the region to extend from."


@pytest.mark.rule("MY-3.7")
def test_lemon_needs_a_free_pyramid() -> None:
    board = Board.bare(season=2, players=3).put(0, "c3").give(0, box.LEMON)
    for text in ("lemon place", "lemon extend"):
        assert reason(board.turn_of(0), text) == "There is no free pyramid on the region."


@pytest.mark.rule("MY-3.6", "MY-R1")
def test_violet_brings_the_cube_that_is_missing() -> None:
    board = Board.bare(season=2, players=3).put(0, "c3").give(0, box.VIOLET, 2)
    board.state.personal[0] = 1
    assert Kind.VIOLET_EXTEND in board.turn_of(0).kinds()
    assert "2 cubes" in reason(board, "extend")


@pytest.mark.rule("MY-7.4", "MY-R11")
def test_the_neutral_needs_the_cubes_that_a_player_holds_for_it() -> None:
    board = Board.bare(players=2)
    board.state.neutral_held[0] = 1
    board.turn_of(0).answer(kind(Kind.PLACE), at("a1"))
    assert board.question == Question.NEUTRAL_ACTION
    assert reason(board, "extend") == "This needs 2 cubes, and you have fewer."
    assert "That doesn't answer" in reason(board, "pass")


# --- Spaces ---


def laying(one: Kind, *pyramids: str, cube: str = "c3", patron: int | None = None) -> Board:
    """Seat 0 has begun an action; its only cube lies on c3, seat 1's on e3."""
    board = Board.bare(season=2, players=3).put(0, cube).put(1, "e3").pyramids(*pyramids)
    if patron is not None:
        board.give(0, patron)
    return board.turn_of(0).answer(kind(one))


@pytest.mark.rule("MY-3.2", "MY-2.4")
def test_a_cube_goes_on_a_free_space_of_the_region() -> None:
    board = laying(Kind.PLACE, "a1")
    assert reason(board, "e3") == "There is already a cube on e3."
    assert reason(board, "c3") == "There is already a cube on c3."
    assert reason(board, "c7") == "c7 isn't part of the region this season."
    assert reason(board, "a1") == "There is a pyramid on a1: only Lemon can build there."


@pytest.mark.rule("MY-3.3")
def test_an_extension_goes_next_to_an_own_cube_and_then_next_to_the_one_before() -> None:
    board = laying(Kind.EXTEND)
    assert reason(board, "f3") == "f3 isn't next to a cube of that colour."
    assert reason(board, "d4") == "d4 isn't next to a cube of that colour."
    board.answer(at("c4"))
    assert reason(board, "d3") == "d3 isn't next to the previous cube, c4."
    assert reason(board, "d5") == "d5 isn't next to the previous cube, c4."


@pytest.mark.rule("MY-R3", "MY-3.9")
def test_a_chain_must_be_possible_to_the_end() -> None:
    board = Board.bare(season=2, players=3).put(1, "a2", "b1").give(0, box.BLACKMORE)
    board.turn_of(0).answer(kind(Kind.BLACKMORE))
    assert reason(board, "a1") == "The chain can't be completed from a1."


@pytest.mark.rule("MY-3.7", "MY-R4")
def test_lemon_builds_on_one_pyramid() -> None:
    alone = laying(Kind.LEMON_PLACE, "a1", "b1", patron=box.LEMON)
    assert reason(alone, "d1") == "There is no pyramid on d1: Lemon must build on one."
    pair = laying(Kind.LEMON_EXTEND, "b3", "a3", "c5", "d4", patron=box.LEMON)
    assert reason(pair, "c2") == "The chain can't be completed from c2."
    first = Board(pair.game.copy(pair.state)).answer(at("b3"))
    assert "Only one of Lemon's two cubes" in reason(first, "a3")
    second = pair.answer(at("c4"))
    assert "must go on a pyramid" in reason(second, "b4")


# --- The museum and the lots ---


@pytest.mark.rule("MY-5.3", "MY-5.4", "MY-5.1")
def test_a_room_must_be_free_and_a_5_room_needs_a_door() -> None:
    board = Board.bare(season=2, players=3).give(0, box.BROWN).exhibit(1, three(0))
    board.turn_of(0).answer(kind(Kind.BROWN))
    assert reason(board, "3-room 1") == "There is already a cube in the 3-room of Violet."
    assert "To enter the 5-room of Violet, you need a cube" in reason(board, "5-room 1")
    opened = Board.bare(season=2, players=3).give(0, box.BROWN).exhibit(0, two(4))
    opened.turn_of(0).answer(kind(Kind.BROWN))
    assert opened.rooms() >= {five(0), five(4)}


@pytest.mark.rule("MY-4.4", "MY-4.8")
def test_in_the_inspection_the_museum_needs_the_common_reserve() -> None:
    board = Board.bare(players=3).put(0, "a1", "a2").put(1, "b1")
    board.state.personal[0] = 23
    board.state.pass_space[:3] = (0, 1, 2)
    board.inspect()
    assert reason(board, "3-room 1") == "You have no cube in the common reserve for the museum."


@pytest.mark.rule("MY-4.5", "MY-4.9")
def test_a_lot_that_was_taken_is_gone() -> None:
    board = Board.bare(players=3).put(0, "a1", "a2").put(1, "b1").passed(0, 1, 2)
    board.inspect().answer(lot(0))
    assert board.asked == [1]
    assert reason(board, "lot left") == "That lot is gone."
    assert "That doesn't answer" in reason(board, "a1")
    assert room(0) in board.choices()
