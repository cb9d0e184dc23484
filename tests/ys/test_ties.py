"""Ties in the city and in the market, and which of them the Intriguer wins (YS-5.9, YS-R6)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLUE, GREEN, HARBOUR, INTRIGUER, PALACE, SHOPS, YELLOW
from tests.ys.board import Board, area, bid, card, colour, position
from tests.ys.scoring import CONTESTS, NEUTRAL, put_all, quarter_ranking, winner

FRONTS = [(4, 1, 0), (3, 2, 1), (4, 2, 1), (1, 1, 0)]
"""Front sums 5, 6, 7, 2."""


def table(intriguer: int | None = None) -> Board:
    """Four players with the fronts above; seat k holds order card k + 1."""
    board = Board.bare(players=4)
    for seat in range(4):
        board.front(seat, *FRONTS[seat])
    if intriguer is not None:
        board.force(INTRIGUER, intriguer)
    return board


@pytest.mark.rule("YS-5.9", "YS-6.2", "YS-6.5")
@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("numbers", [(0, 0), (3, 3)])
def test_tie_goes_to_the_higher_front_sum(contest: str, numbers: tuple[int, int]) -> None:
    board = table()
    put_all(board, contest, zip((0, 1), numbers, strict=True))
    assert winner(board, contest) == 1


@pytest.mark.rule("YS-5.9", "YS-6.2", "YS-6.5")
@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize(("order", "best"), [((0, 2, 3, 1), 3), ((1, 0, 2, 3), 1)])
def test_equal_front_sums_go_to_the_lower_order_card(
    contest: str, order: tuple[int, ...], best: int
) -> None:
    board = Board.bare(players=4)
    board.order(*order)
    for seat in (1, 3):
        board.front(seat, 4, 3, 2)
    put_all(board, contest, [(1, 2), (3, 2)])
    assert winner(board, contest) == best


@pytest.mark.rule("YS-5.9")
def test_order_cards_of_this_round_break_ties() -> None:
    board = Board.bare(players=3).at(Moment.BIDS)
    for seat in range(3):
        board.answer(bid(1, 0), seat)
    board.answer(position(3), 0).answer(position(2), 1)
    put_all(board, "harbour", [(0, 1), (1, 1), (2, 1)])
    assert winner(board, "harbour") == 2


@pytest.mark.rule("YS-R6", "YS-5.9")
@pytest.mark.parametrize("contest", CONTESTS)
def test_better_total_beats_every_tie_break(contest: str) -> None:
    board = table(intriguer=2)
    put_all(board, contest, [(2, 2), (3, 3)])
    assert winner(board, contest) == 3


@pytest.mark.rule("YS-R6", "YS-9.8")
@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("number", [0, 4])
def test_intriguer_wins_the_tie_he_is_in(contest: str, number: int) -> None:
    board = table(intriguer=3)
    put_all(board, contest, [(0, number), (1, number), (2, number), (3, number)])
    assert winner(board, contest) == 3


@pytest.mark.rule("YS-R6", "YS-9.8")
@pytest.mark.parametrize("contest", CONTESTS)
def test_intriguer_does_nothing_in_ties_of_others(contest: str) -> None:
    board = table(intriguer=3)
    put_all(board, contest, [(0, 3), (1, 3), (3, 1)])
    assert winner(board, contest) == 1


@pytest.mark.rule("YS-R6", "YS-5.9")
@pytest.mark.parametrize(
    ("seats", "intriguer", "ranks"),
    [
        ((0, 1), None, [1, 0]),
        ((0, 1, 2), None, [2, 1, 0]),
        ((0, 1, 2, 3), None, [2, 1, 0]),
        ((0, 3), 3, [3, 0]),
        ((0, 1, 3), 3, [3, 1, 0]),
        ((0, 1, 2, 3), 3, [3, 2, 1]),
        ((0, 1, 2, 3), 0, [0, 2, 1]),
    ],
)
def test_ties_of_two_three_and_four_are_one_order(
    seats: tuple[int, ...], intriguer: int | None, ranks: list[int]
) -> None:
    board = table(intriguer)
    put_all(board, "quarter", [(seat, 2) for seat in seats])
    assert quarter_ranking(board) == ranks


@pytest.mark.rule("YS-R6", "YS-5.9")
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_four_equal_in_all_but_order_cards(order: tuple[int, ...]) -> None:
    board = Board.bare(players=4)
    board.order(*order)
    put_all(board, "quarter", [(seat, 0) for seat in range(4)])
    assert quarter_ranking(board) == list(order[:3])


@pytest.mark.rule("YS-R6")
def test_intriguer_lifts_his_owner_inside_a_tie_for_second_place() -> None:
    board = table(intriguer=3)
    put_all(board, "quarter", [(0, 4), (1, 2), (2, 2), (3, 2)])
    assert quarter_ranking(board) == [0, 3, 2]


@pytest.mark.rule("YS-C24", "YS-R8", "YS-6.7")
@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("zeros", [(0, 1, 2), (0, 0, 2), (0, 2, 3)])
def test_several_zeros_are_an_ordinary_tie(contest: str, zeros: tuple[int, ...]) -> None:
    board = table()
    put_all(board, contest, [(seat, 0) for seat in zeros])
    assert winner(board, contest) == 2


agents = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from([0, 0, 1, 2, 3]),
        st.sampled_from([HARBOUR, SHOPS, PALACE]),
    ),
    max_size=9,
)


@pytest.mark.rule("YS-R6", "YS-R8", "YS-5.2", "YS-5.4", "YS-R41", "YS-11.5")
@settings(deadline=None, max_examples=150, derandomize=True)
@given(
    players=st.sampled_from([2, 3, 4]),
    placed=agents,
    fronts=st.lists(st.sampled_from(FRONTS), min_size=4, max_size=4),
    shuffled=st.permutations(range(4)),
    intriguer=st.integers(-1, 3),
)
def test_quarter_ranks_follow_the_total_order(
    players: int,
    placed: list[tuple[int, int, int]],
    fronts: list[tuple[int, int, int]],
    shuffled: list[int],
    intriguer: int,
) -> None:
    order = [seat for seat in shuffled if seat < players]
    board = Board.bare(players=players)
    board.order(*order)
    for seat in range(players):
        board.front(seat, *fronts[seat])
    if intriguer in order:
        board.force(INTRIGUER, intriguer)
    totals: dict[int, int] = {}
    for team, number, kind in placed:
        if players != 3 or team < 3:
            board.put(team, number, area(1, kind))
            owner = min(team, NEUTRAL) if players == 2 else team
            totals[owner] = totals.get(owner, 0) + number

    def key(owner: int) -> tuple[int, ...]:
        if players == 2 and owner == NEUTRAL:
            return (-totals[owner], 1, 0)
        return (
            -totals[owner],
            0 if owner == intriguer else 1,
            1,
            -sum(fronts[owner]),
            order.index(owner),
        )

    expected = sorted(totals, key=key)[: 3 if players == 4 else 2]
    assert quarter_ranking(board) == expected


@pytest.mark.rule("YS-P12")
def test_intriguer_does_not_reach_bids() -> None:
    board = Board.bare(players=4)
    board.order(1, 2, 3, 0)
    board.force(INTRIGUER, 0)
    board.at(Moment.BIDS)
    for seat in range(4):
        board.answer(bid(3, 1), seat)
    asked = []
    while board.question == Question.POSITION:
        asked += board.asked
        board.answer(board.choices()[0])
    assert asked == [1, 2, 3]


@pytest.mark.rule("YS-P12")
def test_intriguer_reaches_neither_final_gems_nor_throne_nor_final_ranking() -> None:
    board = Board.bare(players=4, kings_favour=True)
    board.state.round_number = box.ROUNDS - 1
    board.give(0, INTRIGUER)
    for seat in range(4):
        board.state.gems[seat, BLUE] = 1
        board.enthrone(seat, 0, 2)
    board.at(Moment.BEFORE_SCORING).answer(card(INTRIGUER))
    for column in (BLUE, GREEN, YELLOW):
        board.answer(colour(column), 0)
    assert board.over
    assert board.points() == [6 + 5] * 4
    assert [YS.rank(board.state, seat) for seat in range(4)] == [1] * 4
