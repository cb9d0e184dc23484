"""Phase 2 (YS-3): sealed bids, the choice of positions and the new order."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as some

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import MERCHANT
from kerys.kernel.seats import NONE
from tests.ys.board import HIDDEN, OPEN, Board, area, bid, in_round, position, put

TEAM = [0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4]
PAIRS = sorted({(high, low) for low, high in combinations(TEAM, 2)})
EVERY_VARIANT = pytest.mark.parametrize("options", YS.variants, ids=str)
pairs = some.sampled_from(PAIRS)


def table(players: int = 4) -> Board:
    return Board.bare(players=players).at(Moment.BIDS)


@pytest.mark.rule("YS-3.1")
def test_any_two_agents_behind_the_screen_can_be_bid() -> None:
    board = table()
    for seat in range(4):
        assert board.choices(seat) == sorted(bid(*pair) for pair in PAIRS)
    assert bid(2, 2) not in board.choices(0)


@pytest.mark.rule("YS-3.1")
@given(some.lists(some.integers(0, 4), min_size=3, max_size=11))
@settings(deadline=None, max_examples=40, derandomize=True)
def test_only_agents_behind_the_screen_can_be_bid(behind: list[int]) -> None:
    board = Board.bare(players=4)
    board.state.behind[1] = [behind.count(number) for number in range(box.VALUES)]
    board.at(Moment.BIDS)
    possible = {bid(*pair) for pair in combinations(behind, 2)}
    assume(len(possible) > 1)
    assert set(board.choices(1)) == possible


@pytest.mark.rule("YS-3.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_players_bid_at_the_same_time_in_any_order(players: int) -> None:
    board = table(players)
    for seat in reversed(range(players)):
        assert board.question == Question.BID
        assert board.asked == list(range(seat + 1))
        board.answer(bid(4, 3), seat)
    assert board.question == Question.POSITION


@pytest.mark.rule("YS-3.1")
def test_a_bid_is_secret_until_all_have_bid() -> None:
    high, low = table().answer(bid(4, 4), 2), table().answer(bid(0, 0), 2)
    for viewer in (-1, 0, 1, 3):
        assert high.view(viewer).state == low.view(viewer).state
    assert high.view(2).state != low.view(2).state


@pytest.mark.rule("YS-3.1", "YS-3.4")
def test_bids_are_revealed_in_front_of_the_screens() -> None:
    board = table()
    for seat, pair in enumerate(((4, 3), (1, 0), (2, 0), (3, 3))):
        board.answer(bid(*pair), seat)
    seen = board.view(-1).state
    assert [list(map(int, seen.front[seat])) for seat in range(4)] == [
        [4, 3, NONE],
        [1, 0, NONE],
        [2, 0, NONE],
        [3, 3, NONE],
    ]
    assert board.behind(2) == [0, 1, 1, 1, 3, 3, 3, 4, 4]


@pytest.mark.rule("YS-3.2")
def test_higher_bid_chooses_first() -> None:
    board = table()
    for seat, pair in enumerate(((1, 0), (4, 4), (3, 0), (3, 4))):
        board.answer(bid(*pair), seat)
    choosers = []
    while board.question == Question.POSITION:
        choosers += board.asked
        board.answer(board.choices()[0])
    assert choosers == [1, 3, 2]


@pytest.mark.rule("YS-3.2")
def test_equal_bids_are_settled_by_the_lower_order_card() -> None:
    board = Board.bare(players=4)
    board.order(2, 0, 3, 1)
    board.at(Moment.BIDS)
    for seat, pair in enumerate(((4, 0), (3, 1), (4, 0), (3, 1))):
        board.answer(bid(*pair), seat)
    choosers = []
    while board.question == Question.POSITION:
        choosers += board.asked
        board.answer(board.choices()[-1])
    assert choosers == [2, 0, 3]


@pytest.mark.rule("YS-3.2", "YS-3.3", "YS-R20", "YS-P26")
@given(
    players=some.integers(2, 4),
    old=some.permutations(range(4)),
    bids=some.lists(pairs, min_size=4, max_size=4),
    picks=some.lists(some.integers(0, 3), min_size=4, max_size=4),
)
@settings(deadline=None, max_examples=120, derandomize=True)
def test_every_choice_of_positions_becomes_the_new_order(
    players: int, old: list[int], bids: list[tuple[int, int]], picks: list[int]
) -> None:
    order = [seat for seat in old if seat < players]
    board = Board.bare(players=players)
    board.order(*order)
    board.at(Moment.BIDS)
    for seat in range(players):
        board.answer(bid(*bids[seat]), seat)
    expected = sorted(range(players), key=lambda seat: (-sum(bids[seat]), order.index(seat)))
    free = list(range(1, players + 1))
    new = {}
    for chooser, pick in zip(expected[:-1], picks, strict=False):
        assert (board.question, board.asked) == (Question.POSITION, [chooser])
        assert board.choices() == [position(card) for card in free]
        card = free.pop(pick % len(free))
        new[card] = chooser
        board.answer(position(card))
    new[free[0]] = expected[-1]
    assert board.question == Question.PLACE
    assert [int(seat) for seat in board.state.order[:players]] == [
        new[card] for card in sorted(new)
    ]


@pytest.mark.rule("YS-3.3")
def test_order_cards_change_hands_only_after_the_last_choice() -> None:
    board = table()
    for seat in range(4):
        board.answer(bid(4, 4), seat)
    board.answer(position(4)).answer(position(3))
    assert list(map(int, board.state.order)) == [0, 1, 2, 3]
    board.answer(position(1))
    assert list(map(int, board.state.order)) == [2, 3, 1, 0]


@pytest.mark.rule("YS-3.4")
def test_bid_agents_cannot_be_placed_this_round() -> None:
    board = table().bid((4, 4), (3, 2), (4, 0), (1, 1))
    missing = {0: {4}, 1: {2}}
    while board.question == Question.PLACE:
        seat = board.asked[0]
        assert not missing.get(seat, set()) & {number for number, *_ in board.placements()}
        board.random()
    assert list(map(int, board.state.front[0, :2])) == [4, 4]
    assert list(map(int, board.state.front[1, :2])) == [3, 2]


@pytest.mark.rule("YS-3.4")
def test_bid_agents_are_back_for_the_next_bid() -> None:
    board = table().bid((4, 4), (4, 4), (4, 4), (4, 4)).until(in_round(2))
    assert all(board.behind(seat) == TEAM for seat in range(4))
    assert bid(4, 4) in board.choices(0)


@pytest.mark.rule("YS-C19", "YS-4.1", "YS-3.3")
def test_agents_are_placed_in_the_order_of_this_phase_two() -> None:
    board = table()
    for seat in range(4):
        board.answer(bid(1, 0), seat)
    for card in (3, 1, 4):
        board.answer(position(card))
    players = []
    while board.question == Question.PLACE:
        players += board.asked
        board.random()
    assert players == [1, 1, 3, 3, 0, 0, 2, 2] * 4


def equal_players(board: Board) -> Board:
    """Everyone bids and places the same, after taking order cards 4, 3, 2, 1."""
    for seat in range(4):
        board.answer(bid(1, 0), seat)
    for card in (4, 3, 2):
        board.answer(position(card))
    for one, other in ((0, 1), (1, 2), (3, 3), (3, 4)):
        for _ in range(4):
            board.answer(put(one, OPEN, area(1, box.HARBOUR)))
            board.answer(put(other, HIDDEN, area(1, box.HARBOUR)))
    return board


@pytest.mark.rule("YS-R7", "YS-C19")
def test_ties_of_the_scoring_go_by_the_order_cards_of_this_round() -> None:
    board = equal_players(table())
    assert (board.question, board.asked) == (Question.TAKE_GEM, [3])
    board.until(Moment.MARKET_COLUMNS)
    assert [board.gems(seat)[box.BLACK] for seat in range(4)] == [0, 0, 0, 1]


@pytest.mark.rule("YS-R7", "YS-4.6")
def test_third_agent_stands_open_in_front_before_the_scoring_cards() -> None:
    board = table()
    board.give(0, MERCHANT)
    equal_players(board)
    assert (board.moment, board.asked) == (Moment.BEFORE_SCORING, [0])
    seen = board.view(-1).state
    assert [sorted(map(int, seen.front[seat])) for seat in range(4)] == [[0, 1, 4]] * 4
    hidden = [agent for agent in range(32) if int(seen.hidden[agent])]
    assert len(hidden) == 16
    assert {int(seen.value[agent]) for agent in hidden} == {NONE}


@pytest.mark.rule("YS-P26")
def test_last_free_position_is_not_asked_for() -> None:
    board = table(2)
    board.answer(bid(4, 4), 0).answer(bid(0, 0), 1)
    assert board.asked == [0]
    board.answer(position(2))
    assert (board.question, board.asked) == (Question.PLACE, [1])


@pytest.mark.rule("YS-P26")
@EVERY_VARIANT
def test_every_question_has_at_least_two_answers(options: dict[str, object]) -> None:
    board = Board.dealt(12, **options)
    while not board.over:
        assert all(len(board.choices(seat)) > 1 for seat in board.asked)
        board.random()


@pytest.mark.rule("YS-P26")
def test_random_game_of_four_has_about_231_decisions() -> None:
    games, decisions = 40, 0
    for seed in range(games):
        board = Board.dealt(seed)
        while not board.over:
            board.random()
            decisions += 1
    assert abs(decisions / games - 231) < 6
