"""Patron cards (MY-3.5 to MY-3.10): one per turn, tilted, and used completely or not at all."""

from __future__ import annotations

import pytest

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos import actions as act
from kerys.games.mykerinos.actions import Kind, Question
from kerys.games.mykerinos.components import BLACKMORE, BROWN, LEMON, TANGERINE, VIOLET
from tests.mykerinos.board import Board, at, five, kind, room, space_name, three, two

KINDS_OF = {
    VIOLET: {Kind.VIOLET_PLACE, Kind.VIOLET_EXTEND},
    LEMON: {Kind.LEMON_PLACE, Kind.LEMON_EXTEND},
    BROWN: {Kind.BROWN},
    BLACKMORE: {Kind.BLACKMORE},
    TANGERINE: {Kind.TANGERINE},
}
PLAIN = {Kind.PLACE, Kind.EXTEND, Kind.PASS}
CARD_OF = {one: patron for patron, kinds in KINDS_OF.items() for one in kinds}
TWOS_AND_THREES = {three(wing) for wing in range(5)} | {two(wing) for wing in range(5)}


def ready(*patrons: int, cubes: int = 10) -> Board:
    """Season 2: seat 0 has a cube on c3, two pyramids near it and some cards."""
    board = Board.bare(season=2, players=3).put(0, "c3").pyramids("d3", "d4")
    for patron in patrons:
        board.give(0, patron)
    board.state.personal[0] = cubes
    return board


def cards(board: Board) -> tuple[int, int]:
    """How many cards seat 0 has, and how many of them are tilted."""
    return int(board.state.cards[0].sum()), int(board.state.tilted[0].sum())


def next_turn(board: Board) -> Board:
    """Seat 0 finishes the action in any way, and the others place cubes in the lowest row."""
    while board.asked == [0] and board.question != Question.ACTION:
        board.answer(board.choices()[0])
    while board.asked != [0]:
        board.answer(kind(Kind.PLACE))
        board.answer(max(board.choices()))
    return board


# --- Cards ---


@pytest.mark.rule("MY-3.5")
@pytest.mark.parametrize("patron", KINDS_OF)
def test_a_card_offers_what_its_patron_can_do(patron: int) -> None:
    board = ready(patron).turn_of(0)
    assert board.kinds() == PLAIN | KINDS_OF[patron]
    assert ready().give(1, patron).turn_of(0).kinds() == PLAIN


@pytest.mark.rule("MY-3.5")
@pytest.mark.parametrize("one", CARD_OF)
def test_use_tilts_the_card_and_ends_the_turn(one: Kind) -> None:
    board = ready(*KINDS_OF).turn_of(0).answer(kind(one))
    assert int(board.state.tilted[0, CARD_OF[one]]) == 1
    while board.question in (Question.SPACE, Question.ROOM):
        board.answer(board.choices()[0])
    assert (board.question, board.asked) == (Question.ACTION, [1])
    assert cards(board) == (5, 1)
    offered = next_turn(board).kinds()
    assert not offered & KINDS_OF[CARD_OF[one]]  # spent for the season
    assert offered | KINDS_OF[CARD_OF[one]] == set(Kind)


@pytest.mark.rule("MY-3.5", "MY-P16")
@pytest.mark.parametrize("one", CARD_OF)
def test_several_cards_of_one_patron_are_used_in_different_turns(one: Kind) -> None:
    board = ready().give(0, CARD_OF[one], 3)
    if CARD_OF[one] == LEMON:
        board.pyramids(*(f"{column}{row}" for column in "bd" for row in range(1, 6)))
    board.turn_of(0)
    for turn in range(3):
        assert one in board.kinds()
        board.answer(kind(one))
        assert cards(next_turn(board)) == (3, turn + 1)
    assert board.kinds() <= PLAIN


@pytest.mark.rule("MY-3.5")
def test_no_card_is_used_in_the_first_season() -> None:
    for seed in range(30):
        board = Board.dealt(seed, players=3)
        while board.state.season == 0:
            assert board.kinds() <= PLAIN
            board.random()


@pytest.mark.rule("MY-P16")
def test_cards_of_one_patron_are_counted() -> None:
    one, other = (Board.bare(season=2).passed(0, 1, 2, 3).put(0, "a1", "e1") for _ in "12")
    one.inspect().answer(act.LOT, act.LOT + 1)
    other.inspect().answer(act.LOT + 1, act.LOT)
    assert [int(number) for number in one.state.cards[0]] == [0, 2, 0, 0, 0]
    assert list(one.state.cards[0]) == list(other.state.cards[0])


# --- Violet ---


@pytest.mark.rule("MY-3.6", "MY-1.2")
def test_violet_takes_a_cube_from_the_common_reserve_first() -> None:
    board = ready(VIOLET).turn_of(0).answer(kind(Kind.VIOLET_PLACE))
    assert int(board.state.personal[0]) == 11
    board.answer(at("h6"))
    assert int(board.state.personal[0]) == 10
    assert board.cube("h6") == 0
    board = ready(VIOLET).turn_of(0).answer(kind(Kind.VIOLET_EXTEND), at("c4"), at("c5"))
    assert int(board.state.personal[0]) == 9


@pytest.mark.rule("MY-3.6")
def test_violet_places_and_extends_on_the_spaces_of_the_plain_actions() -> None:
    for plain, violet in ((Kind.PLACE, Kind.VIOLET_PLACE), (Kind.EXTEND, Kind.VIOLET_EXTEND)):
        one, other = (
            ready(VIOLET).put(1, "c4").turn_of(0).answer(kind(k)) for k in (plain, violet)
        )
        assert one.spaces() == other.spaces()
        assert not {"d3", "c4"} & other.spaces()


@pytest.mark.rule("MY-R1", "MY-C2", "MY-P3")
def test_violet_does_not_help_who_has_no_cubes() -> None:
    board = ready(VIOLET, cubes=0).turn_of(0)
    assert board.asked == [1]
    assert int(board.state.pass_space[0]) == 0
    assert cards(board) == (1, 0)


@pytest.mark.rule("MY-R1")
def test_violet_makes_an_extension_possible_with_one_cube() -> None:
    board = ready(VIOLET, cubes=1).turn_of(0)
    assert board.kinds() == {Kind.PLACE, Kind.PASS} | KINDS_OF[VIOLET]
    board.answer(kind(Kind.VIOLET_EXTEND), at("b3"), at("a3"))
    assert int(board.state.personal[0]) == 0


@pytest.mark.rule("MY-3.6")
@pytest.mark.parametrize(("cubes", "kinds"), [(23, PLAIN | KINDS_OF[VIOLET]), (24, PLAIN)])
def test_violet_needs_a_cube_in_the_common_reserve(cubes: int, kinds: set[Kind]) -> None:
    assert ready(VIOLET, cubes=cubes).turn_of(0).kinds() == kinds  # one more cube is on the region


@pytest.mark.rule("MY-P7", "MY-R3")
def test_violet_is_not_tilted_without_a_space() -> None:
    board = ready(VIOLET, BROWN).fill(1, leave=("d3",)).turn_of(0)
    assert board.kinds() == {Kind.PASS, Kind.BROWN}


# --- Lemon ---


@pytest.mark.rule("MY-3.7", "MY-R4")
def test_lemon_places_on_a_pyramid_and_only_there() -> None:
    board = ready(LEMON).pyramids("h1").put(1, "d4").turn_of(0).answer(kind(Kind.LEMON_PLACE))
    assert board.spaces() == {"d3", "h1"}
    board.answer(at("h1"))
    assert board.cube("h1") == 0
    assert int(board.state.personal[0]) == 9


@pytest.mark.rule("MY-3.7", "MY-R4", "MY-E15")
def test_lemon_extends_over_exactly_one_pyramid_first_or_second() -> None:
    board = ready(LEMON).turn_of(0).answer(kind(Kind.LEMON_EXTEND))
    assert board.spaces() == {"d3", "c4"}
    first = Board(MYKERINOS.copy(board.state)).answer(at("d3"))
    assert first.spaces() == {"d2", "e3"}  # d4 would be a second pyramid
    board.answer(at("c4"))  # the pyramid d4 must follow
    assert (board.cube("d4"), board.asked) == (0, [1])


@pytest.mark.rule("MY-R4")
def test_cube_on_a_pyramid_connects_and_counts() -> None:
    board = Board.bare(season=2, players=3).pyramids("h1").put(0, "h1").put(1, "e1").turn_of(0)
    assert board.answer(kind(Kind.EXTEND)).spaces() == {"g1", "h2"}
    board = Board.bare(season=2, players=3).pyramids("h1").put(0, "h1", "h2").put(1, "e1")
    assert board.passed(1, 0, 2).inspect().asked == [0]


# --- Brown and the museum ---


@pytest.mark.rule("MY-3.8", "MY-R13", "MY-F13", "MY-P20")
def test_brown_opens_the_five_twos_and_the_five_threes() -> None:
    board = ready(BROWN).turn_of(0).answer(kind(Kind.BROWN))
    assert board.question == Question.ROOM
    assert board.rooms() == TWOS_AND_THREES
    assert len(board.choices()) == 10  # the central room isn't offered


@pytest.mark.rule("MY-F13", "MY-R13", "MY-P20", "MY-3.8")
@pytest.mark.parametrize("wing", range(5))
def test_doors_of_the_rooms_form_a_ring(wing: int) -> None:
    for held, opened in ((three(wing), {wing}), (two(wing), {wing, (wing + 1) % 5})):
        board = ready(BROWN).exhibit(0, held).turn_of(0).answer(kind(Kind.BROWN))
        assert board.rooms() == TWOS_AND_THREES - {held} | {five(one) for one in opened}
    board = ready(BROWN).exhibit(1, three(wing)).exhibit(0, five(wing)).turn_of(0)
    board.answer(kind(Kind.BROWN))
    assert board.rooms() == TWOS_AND_THREES - {three(wing)}  # a 5-room opens nothing


@pytest.mark.rule("MY-3.8", "MY-R5")
def test_brown_exhibits_a_personal_cube_for_the_rest_of_the_game() -> None:
    board = ready(BROWN).turn_of(0).answer(kind(Kind.BROWN), room(two(3)))
    assert int(board.state.personal[0]) == 9
    assert board.asked == [1]
    while not board.over:
        assert int(board.state.rooms[0]) >> two(3) & 1
        board.random()
    assert int(board.state.rooms[0]) >> two(3) & 1


@pytest.mark.rule("MY-R5", "MY-P7")
def test_brown_needs_a_room() -> None:
    board = ready(BROWN).exhibit(1, *TWOS_AND_THREES).turn_of(0)
    assert board.kinds() == PLAIN
    board = ready(BROWN).exhibit(1, *(TWOS_AND_THREES - {two(0)})).turn_of(0)
    assert Kind.BROWN in board.kinds()
    board.answer(kind(Kind.BROWN))
    assert int(board.state.rooms[0]) == 1 << two(0)


# --- Blackmore and Tangerine ---


@pytest.mark.rule("MY-3.9", "MY-E16")
def test_blackmore_places_two_cubes_side_by_side_anywhere() -> None:
    board = ready(BLACKMORE).turn_of(0).answer(kind(Kind.BLACKMORE))
    assert board.spaces() == {space_name(n) for n in range(48)} - {"c3", "d3", "d4"}
    assert board.answer(at("g5")).spaces() == {"f5", "h5", "g4", "g6"}
    board.answer(at("g6"))
    assert (board.cube("g5"), board.cube("g6"), board.asked) == (0, 0, [1])
    assert int(board.state.personal[0]) == 8


@pytest.mark.rule("MY-3.10", "MY-E16")
def test_tangerine_extends_by_a_chain_of_three() -> None:
    board = ready(TANGERINE).turn_of(0).answer(kind(Kind.TANGERINE))
    assert board.spaces() == {"b3", "c2", "c4"}
    assert board.answer(at("c4")).spaces() == {"b4", "c5"}
    assert board.answer(at("c5")).spaces() == {"b5", "d5", "c6"}  # next to the last cube only
    board.answer(at("d5"))
    assert {board.cube(name) for name in ("c4", "c5", "d5")} == {0}
    assert int(board.state.personal[0]) == 7


@pytest.mark.rule("MY-R3", "MY-P7")
@pytest.mark.parametrize(
    ("one", "cubes"),
    [(Kind.BLACKMORE, 2), (Kind.TANGERINE, 3), (Kind.LEMON_EXTEND, 2), (Kind.LEMON_PLACE, 1)],
)
def test_all_cubes_of_a_card_must_be_in_hand(one: Kind, cubes: int) -> None:
    assert one in ready(*KINDS_OF, cubes=cubes).turn_of(0).kinds()
    if cubes > 1:
        assert one not in ready(*KINDS_OF, cubes=cubes - 1).turn_of(0).kinds()
