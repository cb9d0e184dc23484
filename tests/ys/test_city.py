"""Phase 4 in the city: gems of the ships, areas, and agents returned (YS-5)."""

from __future__ import annotations

import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLACK, BLUE, GREEN, HARBOUR, PALACE, RED, SHOPS, WHITE, YELLOW
from kerys.kernel.seats import NONE
from tests.ys.board import DONE, HIDDEN, Board, area, colour, space
from tests.ys.scoring import CITY_CONTESTS, put_all, quarter_ranking, winner


def held(board: Board) -> int:
    """All gems of all owners."""
    return sum(sum(board.gems(owner)) for owner in range(box.SEATS))


@pytest.mark.rule("YS-5.1")
def test_quarters_are_scored_in_order_and_then_the_market() -> None:
    board = Board.bare(players=4)
    for quarter, seat in enumerate((2, 0, 3, 1), 1):
        board.put(seat, 1, area(quarter, SHOPS))
        board.ship(quarter, BLUE, GREEN, RED)
    board.put(0, 1, space(3, BLUE))
    board.state.line_gems[:] = (WHITE, GREEN, WHITE)
    board.at(Moment.QUARTER_OPENS)
    asked = []
    while board.question == Question.TAKE_GEM:
        asked += board.asked
        board.answer(board.choices()[0])
    assert asked == [2, 2, 0, 0, 3, 3, 1, 1]
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [0])


@pytest.mark.rule("YS-5.1", "YS-5.2")
def test_each_quarter_is_revealed_when_its_turn_comes() -> None:
    board = Board.bare(players=4)
    first = board.put(0, 3, area(1, HARBOUR), HIDDEN)
    second = board.put(1, 3, area(2, PALACE), HIDDEN)
    market = board.put(2, 3, space(1, BLUE), HIDDEN)
    board.at(Moment.QUARTER_OPENS)
    seen = board.view(3).state
    assert [seen.value[agent] for agent in (first, second, market)] == [3, NONE, NONE]
    board.until(lambda later: later.asked == [1])
    seen = board.view(3).state
    assert [seen.value[agent] for agent in (second, market)] == [3, NONE]


@pytest.mark.rule("YS-5.2")
def test_quarter_total_adds_the_three_areas() -> None:
    board = Board.bare(players=4)
    for kind in (HARBOUR, SHOPS, PALACE):
        board.put(0, 1, area(1, kind), HIDDEN)
    board.put(1, 2, area(1, PALACE))
    board.put(2, 4, area(1, SHOPS), HIDDEN)
    board.put(1, 4, area(2, SHOPS))
    assert quarter_ranking(board) == [2, 0, 1]


@pytest.mark.rule("YS-5.3")
def test_first_takes_two_gems_second_and_third_one_fourth_none() -> None:
    board = Board.bare(players=4)
    put_all(board, "quarter", [(3, 4), (0, 3), (2, 2), (1, 1)])
    assert quarter_ranking(board) == [3, 0, 2]
    assert [sum(board.gems(seat)[:4]) for seat in (3, 0, 2, 1)] == [2, 1, 1, 0]


@pytest.mark.rule("YS-5.3", "YS-R9")
def test_gems_are_chosen_by_rank_from_what_is_left_and_not_refused() -> None:
    board = Board.bare(players=4)
    put_all(board, "quarter", [(3, 4), (0, 3), (2, 2)])
    board.ship(1, YELLOW, GREEN, RED)
    board.at(Moment.QUARTER_OPENS)
    assert board.choices(3) == [colour(GREEN), colour(YELLOW), colour(RED)]
    board.answer(colour(YELLOW))
    assert board.choices(3) == [colour(GREEN), colour(YELLOW), colour(RED)]
    board.answer(colour(YELLOW))
    assert board.asked == [0]
    assert board.choices() == [colour(GREEN), colour(RED)]
    assert DONE not in board.choices()
    board.answer(colour(RED))
    assert [board.gems(seat)[:4] for seat in (3, 0, 2)] == [
        [0, 0, 2, 0],
        [0, 0, 0, 1],
        [0, 1, 0, 0],
    ]


@pytest.mark.rule("YS-5.4")
@pytest.mark.parametrize(("present", "taken"), [(0, 0), (1, 2), (2, 3), (3, 4), (4, 4)])
def test_only_those_present_take_gems_and_the_rest_is_lost(present: int, taken: int) -> None:
    board = Board.bare(players=4)
    put_all(board, "quarter", [(seat, 1) for seat in range(present)])
    board.put(0, 1, area(2, SHOPS))
    board.ship(2, YELLOW, YELLOW, RED)
    assert len(quarter_ranking(board)) == min(present, 3)
    assert held(board) == taken
    assert (board.question, board.asked, board.state.cursor) == (Question.TAKE_GEM, [0], 1)
    assert board.choices() == [colour(YELLOW), colour(RED)]
    assert sum(board.state.ship_gems) == 4


@pytest.mark.rule("YS-5.5")
def test_won_gems_lie_open_for_everyone() -> None:
    board = Board.bare(players=4)
    put_all(board, "quarter", [(3, 4), (0, 3), (2, 2)])
    quarter_ranking(board)
    assert board.gems(3)[BLUE] == 2
    for onlooker in (0, 1, 2, NONE):
        assert [board.view(onlooker).gems(seat) for seat in range(4)] == [
            board.gems(seat) for seat in range(4)
        ]


@pytest.mark.rule("YS-5.6")
def test_areas_come_after_the_gems_of_the_ship() -> None:
    board = Board.bare(players=4)
    board.put(0, 1, area(1, HARBOUR))
    board.put(0, 1, area(1, SHOPS))
    board.put(0, 1, area(1, PALACE))
    board.ship(1, BLUE, GREEN, RED)
    board.at(Moment.QUARTER_OPENS)
    board.answer(colour(BLUE))
    assert (board.gems(0)[BLACK], board.points()[0], board.won(0)) == (0, 0, set())
    board.answer(colour(BLUE))
    assert (board.gems(0)[BLACK], board.points()[0], board.won(0)) == (1, 3, {box.ALCHEMIST})


@pytest.mark.rule("YS-5.6", "YS-5.7", "YS-5.8")
@pytest.mark.parametrize("kind", [HARBOUR, SHOPS, PALACE])
def test_area_goes_to_the_best_total_in_that_area_alone(kind: int) -> None:
    board = Board.bare(players=4)
    board.put(2, 2, area(1, kind))
    board.put(2, 2, area(1, kind), HIDDEN)
    board.put(1, 3, area(1, kind))
    board.put(1, 4, area(1, (kind + 1) % box.AREAS))
    board.put(1, 4, area(2, kind))
    board.prize(1, box.SPY)
    board.at(Moment.QUARTER_AREAS)
    if kind == HARBOUR:
        assert (board.gems(2)[BLACK], board.points()[2], board.won(2)) == (1, 0, set())
    elif kind == SHOPS:
        assert (board.gems(2)[BLACK], board.points()[2], board.won(2)) == (0, 3, set())
    else:
        assert (board.gems(2)[BLACK], board.points()[2], board.won(2)) == (0, 0, {box.SPY})


@pytest.mark.rule("YS-5.6", "YS-5.7", "YS-5.8")
@pytest.mark.parametrize("empty", [HARBOUR, SHOPS, PALACE])
def test_empty_area_pays_nobody(empty: int) -> None:
    board = Board.bare(players=4)
    for kind in {HARBOUR, SHOPS, PALACE} - {empty}:
        board.put(1, 4, area(1, kind))
    board.at(Moment.QUARTER_AREAS)
    assert sum(board.gems(seat)[BLACK] for seat in range(4)) == (empty != HARBOUR)
    assert sum(board.points()) == 3 * (empty != SHOPS)
    assert sum(len(board.won(seat)) for seat in range(4)) == (empty != PALACE)


@pytest.mark.rule("YS-5.8")
def test_character_that_nobody_won_never_comes_back() -> None:
    board = Board.bare(players=4).at(Moment.QUARTER_OPENS)
    shown = {int(character) for character in board.state.characters[:4]}
    while not board.over:
        board.random()
        for seat in range(4):
            assert not shown & (board.hand(seat) | board.won(seat))


@pytest.mark.rule("YS-5.7", "YS-R32")
def test_merchant_makes_every_shop_pay_five_to_its_winner() -> None:
    board = Board.bare(players=4)
    board.force(box.MERCHANT, 0)
    for quarter, seat in enumerate((0, 1, 1, 2), 1):
        board.put(seat, 1, area(quarter, SHOPS))
        board.ship(quarter, BLUE, BLUE, BLUE)
    board.at(Moment.QUARTER_OPENS)
    assert board.points() == [5, 10, 5, 0]


@pytest.mark.rule("YS-6.7", "YS-R8", "YS-C24", "YS-P29")
@pytest.mark.parametrize("contest", CITY_CONTESTS)
def test_lone_zero_wins(contest: str) -> None:
    board = Board.bare(players=4)
    put_all(board, contest, [(2, 0)])
    assert winner(board, contest) == 2


@pytest.mark.rule("YS-R8", "YS-C24", "YS-P29")
@pytest.mark.parametrize("contest", CITY_CONTESTS)
def test_zero_loses_to_anyone_present_with_more(contest: str) -> None:
    board = Board.bare(players=4)
    put_all(board, contest, [(2, 0), (2, 0), (1, 1)])
    board.front(2, 4, 4, 3)
    assert winner(board, contest) == 1


@pytest.mark.rule("YS-R8", "YS-5.4")
def test_total_of_zero_is_ranked_behind_the_others_and_before_the_absent() -> None:
    board = Board.bare(players=4)
    put_all(board, "quarter", [(3, 0), (1, 2)])
    board.front(0, 4, 4, 3)
    assert quarter_ranking(board) == [1, 3]
    assert [sum(board.gems(seat)[:4]) for seat in range(4)] == [0, 2, 0, 1]


@pytest.mark.rule("YS-5.10")
def test_agents_go_home_quarter_by_quarter() -> None:
    board = Board.bare(players=4)
    home = board.behind(0)
    first = board.put(0, 4, area(1, HARBOUR), HIDDEN)
    second = board.put(0, 2, area(2, HARBOUR), HIDDEN)
    board.ship(1, BLUE, BLUE, BLUE)
    board.at(Moment.QUARTER_OPENS)
    assert (board.question, board.state.cursor) == (Question.TAKE_GEM, 1)
    assert board.behind(0) == sorted([*home, 4])
    assert (board.state.place[first], board.state.place[second]) == (NONE, area(2, HARBOUR))
    board.until(Question.NEXT_COLUMN)
    assert board.behind(0) == sorted([*home, 4, 2])


@pytest.mark.rule("YS-R10", "YS-P23")
def test_white_gem_is_turned_into_a_colour_before_anything_else() -> None:
    board = Board.bare(players=4)
    put_all(board, "quarter", [(1, 4), (3, 2)])
    board.ship(1, BLUE, WHITE, WHITE)
    board.at(Moment.QUARTER_OPENS).answer(colour(WHITE))
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [1])
    assert board.choices() == [colour(number) for number in (BLUE, GREEN, YELLOW, RED)]
    board.answer(colour(GREEN))
    assert (board.question, board.asked) == (Question.TAKE_GEM, [1])
    board.answer(colour(WHITE))
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [1])
    assert board.gems(3) == [0, 0, 0, 0, 0]
    board.answer(colour(RED))
    assert board.gems(1)[:4] == [0, 1, 0, 1]
    assert board.gems(3)[:4] == [1, 0, 0, 0]


@pytest.mark.rule("YS-P23")
def test_gem_of_a_blue_card_is_chosen_while_its_palace_is_scored() -> None:
    board = Board.bare(players=4)
    board.state.round_number = 3
    winning = board.put(2, 1, area(1, PALACE))
    later = board.put(0, 1, area(2, HARBOUR), HIDDEN)
    board.at(Moment.QUARTER_AREAS)
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [2])
    assert board.state.place[winning] == area(1, PALACE)
    assert board.view(NONE).state.value[later] == NONE
    board.answer(colour(YELLOW))
    assert board.gems(2) == [0, 0, 1, 0, 0]
    assert board.state.place[winning] == NONE
