"""Phase 3 (YS-4): four turns of two agents, one open and one hidden."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kerys.games.ys import components as box
from kerys.games.ys.actions import BEHIND_SCREEN, PUT, Moment, Question
from kerys.games.ys.components import BLUE, GREEN, HERALD, MERCHANT, RED, SPY
from kerys.games.ys.knowledge import peeks
from kerys.kernel.seats import NONE
from tests.ys.board import (
    DONE,
    HIDDEN,
    OPEN,
    Board,
    agent,
    area,
    bid,
    card,
    in_round,
    place,
    position,
    put,
    space,
)

HARBOUR, SHOPS, PALACE = area(1, box.HARBOUR), area(2, box.SHOPS), area(4, box.PALACE)
EVERY_PLACE = set(range(box.PLACES))


def table(players: int = 4, **options: bool) -> Board:
    """The first turn of seat 0; everyone has bid 1 and 0 and kept their order cards."""
    return Board.bare(players=players, **options).at(Moment.BIDS).bid(*[(1, 0)] * players)


def offered(board: Board) -> set[int]:
    return {where for _, _, where, _ in board.placements()}


def at_scoring(board: Board, seat: int = 0) -> Board:
    """Stop before phase 4, where a seat may play the Merchant."""
    board.give(seat, MERCHANT)
    return board.until(Moment.BEFORE_SCORING)


@pytest.mark.rule("YS-4.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_four_times(players: int) -> None:
    board = table(players)
    turns = []
    while board.question in (Question.PLACE, Question.PLACE_NEUTRAL):
        if board.question == Question.PLACE:
            turns += board.asked
        board.random()
    assert turns == [seat for _ in range(4) for seat in range(players) for _ in range(2)]


@pytest.mark.rule("YS-4.1")
@pytest.mark.parametrize("first", [OPEN, HIDDEN])
def test_a_turn_has_one_open_and_one_hidden_agent(first: int) -> None:
    board = table()
    assert {face for _, face, _, _ in board.placements()} == {OPEN, HIDDEN}
    board.answer(put(3, first, HARBOUR))
    assert board.asked == [0]
    assert {face for _, face, _, _ in board.placements()} == {OPEN, HIDDEN} - {first}
    board.random()
    assert board.asked == [1]
    assert {face for _, face, _, _ in board.placements()} == {OPEN, HIDDEN}


@pytest.mark.rule("YS-4.1")
def test_open_agents_are_seen_and_hidden_ones_are_not() -> None:
    board = table().answer(put(4, OPEN, HARBOUR)).answer(put(2, HIDDEN, SHOPS))
    for viewer in (-1, 1, 2, 3):
        seen = board.view(viewer).state
        assert [int(number) for number in seen.value[:2]] == [4, NONE]
        assert [int(where) for where in seen.place[:2]] == [HARBOUR, SHOPS]
    assert int(board.view(0).state.value[1]) == 2


@pytest.mark.rule("YS-4.2")
def test_each_agent_may_go_to_any_area_or_free_space() -> None:
    board = table()
    values = {0, 1, 2, 3, 4}
    every = {(number, face, where) for number in values for face in (0, 1) for where in EVERY_PLACE}
    assert {choice[:3] for choice in board.placements()} == every
    assert {source for *_, source in board.placements()} == {BEHIND_SCREEN}


@pytest.mark.rule("YS-4.2")
@pytest.mark.parametrize("one", [HARBOUR, PALACE, space(1, BLUE)])
@pytest.mark.parametrize("other", [SHOPS, space(3, RED)])
def test_city_and_market_mix_freely_in_a_turn(one: int, other: int) -> None:
    board = table().answer(put(1, HIDDEN, one)).answer(put(0, OPEN, other))
    assert [int(where) for where in board.state.place[:2]] == [one, other]


@pytest.mark.rule("YS-4.2")
def test_an_agent_is_spent_when_it_is_placed() -> None:
    board = table().answer(put(2, OPEN, HARBOUR))
    assert 2 not in {number for number, *_ in board.placements()}
    assert board.behind(0) == [0, 1, 1, 3, 3, 3, 4, 4]


@pytest.mark.rule("YS-4.3")
@pytest.mark.parametrize("face", [OPEN, HIDDEN])
def test_a_taken_market_space_is_closed_to_everybody(face: int) -> None:
    board = table().answer(put(3, face, space(2, GREEN)))
    for _ in range(9):
        assert offered(board) == EVERY_PLACE - {space(2, GREEN)}
        number, side, _, _ = board.placements()[0]
        board.answer(put(number, side, SHOPS))


@pytest.mark.rule("YS-4.3", "YS-F7", "YS-R38")
def test_a_city_area_has_room_for_all_agents() -> None:
    board = table()
    while board.question == Question.PLACE:
        assert HARBOUR in offered(board)
        number, face, _, _ = board.placements()[0]
        board.answer(put(number, face, HARBOUR))
    assert [int(where) for where in board.state.place[:32]].count(HARBOUR) == 32


@pytest.mark.rule("YS-4.3", "YS-C27")
@pytest.mark.parametrize(("players", "spaces"), [(4, 12), (3, 8), (2, 8)])
def test_market_fills_up_and_then_only_the_city_is_left(players: int, spaces: int) -> None:
    board = table(players)
    for filled in range(spaces):
        free = {where for where in offered(board) if where >= box.MARKET}
        assert len(free) == spaces - filled
        number, face, _, _ = board.placements()[0]
        board.answer(put(number, face, min(free)))
    quarters = 3 if players == 2 else 4
    assert offered(board) == set(range(quarters * box.AREAS))


@pytest.mark.rule("YS-4.4")
@pytest.mark.parametrize("face", [OPEN, HIDDEN])
def test_placing_in_the_market_pays_one_point_at_once(face: int) -> None:
    board = table().answer(put(0, face, space(1, BLUE)))
    assert board.points() == [1, 0, 0, 0]
    board.answer(put(1, 1 - face, HARBOUR))
    assert board.points() == [1, 0, 0, 0]
    board.answer(put(4, face, space(2, BLUE))).answer(put(4, 1 - face, space(3, BLUE)))
    assert board.points() == [1, 2, 0, 0]


@pytest.mark.rule("YS-4.4")
def test_market_point_is_kept_when_the_agent_leaves() -> None:
    board = table()
    board.give(0, HERALD)
    board.answer(put(0, OPEN, space(1, BLUE)))
    while board.question == Question.PLACE:
        number, face, _, _ = board.placements()[0]
        board.answer(put(number, face, HARBOUR))
    assert board.points() == [1, 0, 0, 0]
    board.answer(card(HERALD)).answer(agent(0)).answer(place(SHOPS))
    assert int(board.state.place[0]) == SHOPS
    assert board.points() == [1, 0, 0, 0]


@pytest.mark.rule("YS-4.5", "YS-4.6")
@pytest.mark.parametrize("seed", range(4))
def test_eight_agents_stand_on_the_board_and_three_in_front(seed: int) -> None:
    board = at_scoring(Board.dealt(seed))
    state = board.state
    for seat in range(4):
        own = [number for number in range(32) if int(state.team[number]) == seat]
        assert Counter(int(state.hidden[number]) for number in own) == {OPEN: 4, HIDDEN: 4}
        values = [int(state.value[number]) for number in own]
        front = [int(number) for number in state.front[seat]]
        assert sorted(values + front) == [0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4]
        assert board.behind(seat) == []


@pytest.mark.rule("YS-4.6")
@pytest.mark.parametrize(("left", "winner"), [((4, 3), 0), ((3, 4), 1)])
def test_remaining_agent_decides_a_tie_of_equal_bids(left: tuple[int, int], winner: int) -> None:
    board = Board.bare(players=3)
    for seat, number in enumerate(left):
        board.front(seat, 1, 0)
        board.state.behind[seat] = 0
        board.state.behind[seat, number] = 1
        board.put(seat, 3, HARBOUR)
    board.state.turn = 11
    board.at(Moment.TURN_ENDS)
    assert [int(number) for number in board.state.front[:2, 2]] == list(left)
    assert (board.question, board.asked) == (Question.TAKE_GEM, [winner])


@pytest.mark.rule("YS-4.7")
def test_a_table_without_peeking_hides_own_hidden_agents_until_they_are_revealed() -> None:
    for agreed in (True, False):
        board = table(peek_own=agreed)
        board.answer(put(4, OPEN, HARBOUR)).answer(put(2, HIDDEN, HARBOUR))
        assert peeks(board.state, 0, 0)
        assert bool(peeks(board.state, 0, 1)) == agreed
        assert not peeks(board.state, 1, 1)
        board.until(Question.TAKE_GEM)
        assert peeks(board.state, 0, 1)


@pytest.mark.rule("YS-4.7")
def test_peeking_changes_nothing_else() -> None:
    one, other = Board.dealt(5, peek_own=True), Board.dealt(5, peek_own=False)
    while not one.over:
        assert one.asked == other.asked
        assert one.choices() == other.choices()
        assert one.random() == other.random()
    assert one.points() == other.points()


@pytest.mark.rule("YS-R38")
def test_nobody_can_pass_or_place_fewer_agents() -> None:
    board = Board.dealt(6)
    while not board.over:
        if board.question == Question.PLACE:
            assert DONE not in board.choices()
            assert min(board.choices()) >= PUT
            assert offered(board) >= set(range(box.CITY)) - {int(board.state.closed)}
        board.random()


@pytest.mark.rule("YS-P22")
def test_both_agents_may_go_to_the_same_area_in_either_order() -> None:
    ends = []
    for turn in (((4, OPEN), (1, HIDDEN)), ((1, HIDDEN), (4, OPEN))):
        board = table()
        for number, face in turn:
            board.answer(put(number, face, PALACE))
        assert board.asked == [1]
        ends.append(
            {
                (int(board.state.value[slot]), int(board.state.hidden[slot]))
                for slot in range(2)
                if int(board.state.place[slot]) == PALACE
            }
        )
    assert ends == [{(4, OPEN), (1, HIDDEN)}] * 2


@pytest.mark.rule("YS-P19")
def test_agents_are_numbered_in_the_order_of_placement_and_anew_each_round() -> None:
    board = Board.dealt(7)
    for number in (1, 2):
        board.until(in_round(number)).until(Question.PLACE)
        assert int(board.state.placed) == 0
        for count in range(32):
            seat, action = board.asked[0], board.choices()[-1]
            board.answer(action)
            if board.question != Question.PLACE:
                break
            assert int(board.state.placed) == count + 1
            for viewer in (-1, 0, 1, 2, 3):
                seen = board.view(viewer).state
                assert int(seen.team[count]) == seat
                assert int(seen.place[count]) == (action - PUT) % box.PLACES


@pytest.mark.rule("YS-P19", "YS-4.1")
@given(some.integers(1, 4), some.integers(1, 4), some.sampled_from((HARBOUR, space(2, RED))))
@settings(deadline=None, max_examples=30, derandomize=True)
def test_naming_an_agent_never_tells_its_value(one: int, other: int, where: int) -> None:
    boards = []
    for hidden in (one, other):
        board = Board.bare(players=3)
        board.give(1, SPY)
        board.at(Moment.BIDS)
        for seat in range(3):
            board.answer(bid(0, 0), seat)
        board.answer(position(1)).answer(position(2)).answer(card(SPY))
        board.answer(put(hidden, HIDDEN, where)).answer(put(1, OPEN, SHOPS))
        assert (board.question, board.asked) == (Question.LOOK, [1])
        boards.append(board)
    assert boards[0].choices() == boards[1].choices() == [DONE, agent(0)]
    for viewer in (-1, 1, 2):
        assert boards[0].view(viewer).state == boards[1].view(viewer).state
    for board, hidden in zip(boards, (one, other), strict=True):
        board.answer(agent(0))
        assert int(board.view(1).state.value[0]) == hidden
        assert int(board.view(2).state.value[0]) == NONE
