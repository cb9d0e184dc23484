"""Characters that change scoring: gems, prices, ships, ties, shops, and immediate points."""

from __future__ import annotations

import pytest

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLACK, BLUE, GREEN, HARBOUR, PALACE, RED, SHOPS, WHITE, YELLOW
from kerys.kernel.seats import NONE
from tests.ys.board import DONE, Board, area, card, colour, down, ports, space, up

COLOURED = [colour(BLUE), colour(GREEN), colour(YELLOW), colour(RED)]
EVERYBODY = (-1, 0, 1, 2, 3)


def playing(character: int, *gems: int) -> Board:
    """Seat 0, who has these gems, plays a card at the end of phase 4."""
    board = Board.bare()
    board.give(0, character)
    for gem in gems:
        board.state.gems[0, gem] += 1
    return board.at(Moment.END_OF_SCORING).answer(card(character))


def banker(*prices: int) -> Board:
    board = Board.bare()
    board.give(0, box.BANKER)
    board.state.prices[:] = prices
    return board.at(Moment.END_OF_SCORING).answer(card(box.BANKER))


@pytest.mark.rule("YS-9.1", "YS-R1")
def test_alchemist_comes_after_the_last_price_has_moved() -> None:
    board = Board.bare()
    board.give(0, box.ALCHEMIST)
    board.put(1, 2, space(1, RED))
    board.at(Moment.MARKET_BIDDER)
    assert (board.question, board.asked) == (Question.MOVE_PRICE, [1])
    board.answer(up(RED))
    assert (board.asked, board.offered()) == ([0], {box.ALCHEMIST})
    assert board.prices()[RED] == box.START_PRICE + 1


@pytest.mark.rule("YS-9.1", "YS-P4")
def test_alchemist_swaps_one_gem_for_one_of_another_colour() -> None:
    board = playing(box.ALCHEMIST, BLUE, BLUE, RED)
    assert (board.question, board.asked) == (Question.ALCHEMIST_GIVES, [0])
    assert board.choices() == [DONE, colour(BLUE), colour(RED)]
    board.answer(colour(BLUE))
    assert board.question == Question.ALCHEMIST_TAKES
    assert board.choices() == [colour(GREEN), colour(YELLOW), colour(RED)]
    board.answer(colour(GREEN))
    for seat in EVERYBODY:
        assert board.view(seat).gems(0) == [1, 1, 0, 1, 0]
    assert board.hand(0) == set()


@pytest.mark.rule("YS-C11", "YS-9.1")
def test_alchemist_may_give_black_but_never_takes_it() -> None:
    board = playing(box.ALCHEMIST, BLACK)
    assert board.choices() == [DONE, colour(BLACK)]
    board.answer(colour(BLACK))
    assert board.choices() == COLOURED
    board.answer(colour(YELLOW))
    assert board.gems(0) == [0, 0, 1, 0, 0]


@pytest.mark.rule("YS-9.1", "YS-P2")
def test_alchemist_declined_is_discarded_all_the_same() -> None:
    board = playing(box.ALCHEMIST, BLUE).answer(DONE)
    assert (board.question, board.state.round_number) == (Question.BID, 1)
    assert board.gems(0) == [1, 0, 0, 0, 0]
    assert board.hand(0) == board.won(0) == set()


@pytest.mark.rule("YS-P4", "YS-P2")
def test_alchemist_without_gems_is_offered_and_can_only_be_declined() -> None:
    board = playing(box.ALCHEMIST)
    assert (board.question, board.state.round_number) == (Question.BID, 1)
    assert board.gems(0) == [0, 0, 0, 0, 0]
    assert board.hand(0) == set()


@pytest.mark.rule("YS-9.2", "YS-R1")
def test_banker_raises_one_colour_and_lowers_another() -> None:
    board = banker(8, 8, 8, 8)
    assert board.choices() == [up(BLUE), up(GREEN), up(YELLOW), up(RED)]
    board.answer(up(GREEN))
    assert board.choices() == [down(BLUE), down(YELLOW), down(RED)]
    board.answer(down(RED))
    for seat in EVERYBODY:
        assert board.view(seat).prices() == [8, 9, 8, 7]


@pytest.mark.rule("YS-9.2", "YS-P13")
def test_banker_takes_only_steps_that_the_track_allows() -> None:
    board = banker(15, 1, 8, 8)
    assert board.choices() == [up(GREEN), up(YELLOW), up(RED)]
    board.answer(up(YELLOW))
    assert board.choices() == [down(BLUE), down(RED)]
    board = banker(8, 1, 1, 1)
    assert board.choices() == [up(GREEN), up(YELLOW), up(RED)], "or nothing could be lowered"
    assert board.answer(up(RED)).prices() == [7, 1, 1, 2]
    board = banker(15, 15, 15, 8)
    assert board.prices() == [15, 15, 15, 9]
    assert board.choices() == [down(BLUE), down(GREEN), down(YELLOW)]


@pytest.mark.rule("YS-P13")
@pytest.mark.parametrize("price", [box.LOWEST_PRICE, box.HIGHEST_PRICE])
def test_banker_finds_a_pair_even_when_all_prices_stood_at_an_end(price: int) -> None:
    board = Board.bare()
    board.state.prices[:] = price
    board.give(0, box.BANKER)
    board.put(1, 2, space(1, BLUE))
    board.at(Moment.MARKET_COLUMNS).until(Question.MOVE_PRICE)
    for move in board.choices():
        after = Board(YS.copy(board.state)).answer(move)
        before = after.prices()
        after.answer(card(box.BANKER)).until(Question.BID)
        steps = [new - old for new, old in zip(after.prices(), before, strict=True)]
        assert sorted(steps) == [-1, 0, 0, 1]


@pytest.mark.rule("YS-9.9", "YS-C26", "YS-P17", "YS-R1")
@pytest.mark.parametrize(("first", "second"), [(RED, RED), (BLUE, YELLOW)])
def test_jeweler_takes_two_coloured_gems_of_free_choice(first: int, second: int) -> None:
    board = playing(box.JEWELER)
    for gem in (first, second):
        assert (board.question, board.asked) == (Question.CHOOSE_GEM, [0])
        assert board.choices() == COLOURED
        board.answer(colour(gem))
    assert board.question == Question.BID
    expected = [0, 0, 0, 0, 0]
    expected[first] += 1
    expected[second] += 1
    for seat in EVERYBODY:
        assert board.view(seat).gems(0) == expected


@pytest.mark.rule("YS-9.3", "YS-R33")
def test_captain_swaps_whole_ships_between_two_ports() -> None:
    board = Board.bare()
    board.ship(1, BLUE, GREEN, YELLOW)
    board.ship(3, RED, WHITE, GREEN)
    board.state.line_gems[:] = (WHITE, BLUE, RED)
    board.put(1, 3, area(1, HARBOUR))
    board.give(0, box.CAPTAIN)
    board.at(Moment.BEFORE_SCORING).answer(card(box.CAPTAIN)).answer(ports(1, 3))
    for seat in EVERYBODY:
        assert list(board.view(seat).state.ports) == [2, 1, 0, 3]
    assert list(board.state.line_gems) == [WHITE, BLUE, RED]
    assert (board.question, board.asked) == (Question.TAKE_GEM, [1])
    assert board.choices() == [colour(GREEN), colour(RED), colour(WHITE)]
    board.answer(colour(RED)).answer(colour(RED))
    assert board.gems(1)[RED] == 2, "the large gem of the ship counts twice in its new port"


@pytest.mark.rule("YS-R33", "YS-P17")
def test_captain_names_two_different_ports_in_use_equal_ships_or_not() -> None:
    board = Board.bare(players=3, quarters=3)
    for quarter in (1, 2, 3):
        board.ship(quarter, BLUE, GREEN, YELLOW)
    board.give(0, box.CAPTAIN)
    board.at(Moment.BEFORE_SCORING).answer(card(box.CAPTAIN))
    assert board.choices() == [ports(1, 2), ports(1, 3), ports(2, 3)]
    board = Board.bare()
    board.give(0, box.CAPTAIN)
    assert len(board.at(Moment.BEFORE_SCORING).answer(card(box.CAPTAIN)).choices()) == 6


def tied_everywhere() -> Board:
    """Seats 0 and 3 tie in all quarters and in the market; seat 0 has the better front."""
    board = Board.bare()
    board.front(0, 4, 4, 3)
    for place in (area(1, HARBOUR), area(2, SHOPS), area(3, PALACE), area(4, SHOPS)):
        board.put(0, 3, place)
        board.put(3, 3, place)
    board.put(0, 3, space(1, BLUE))
    board.put(3, 3, space(1, GREEN))
    board.state.line_gems[:] = (RED, NONE, NONE)
    return board


@pytest.mark.rule("YS-9.8", "YS-C12", "YS-R1")
@pytest.mark.parametrize("winner", [0, 3])
def test_intriguer_wins_every_tie_of_phase_four(winner: int) -> None:
    board = tied_everywhere()
    board.give(3, box.INTRIGUER)
    board.at(Moment.BEFORE_SCORING).answer(card(box.INTRIGUER) if winner == 3 else DONE)
    first_takers = []
    while board.question == Question.TAKE_GEM:
        if board.state.taken == 0:
            first_takers += board.asked
        board.answer(board.choices()[0])
    assert first_takers == [winner] * 4
    other = 3 - winner
    assert (board.gems(winner)[BLACK], board.gems(other)[BLACK]) == (1, 0)
    assert (board.points()[winner], board.points()[other]) == (6, 0)
    assert (len(board.won(winner)), len(board.won(other))) == (1, 0)
    assert (board.question, board.asked) == (Question.NEXT_COLUMN, [winner])
    board.answer(colour(GREEN)).answer(colour(RED))
    assert (board.question, board.asked) == (Question.MOVE_PRICE, [winner])


@pytest.mark.rule("YS-9.8")
def test_intriguer_does_not_touch_columns_that_the_number_of_agents_settles() -> None:
    board = Board.bare()
    board.force(box.INTRIGUER, 3)
    board.put(3, 3, space(1, BLUE))
    board.put(0, 2, space(1, GREEN))
    board.put(1, 1, space(2, GREEN))
    board.put(1, 1, space(3, RED))
    board.at(Moment.MARKET_COLUMNS)
    assert (board.question, board.asked) == (Question.MOVE_PRICE, [3])
    assert board.prices() == [9, 10, 6, 7]


@pytest.mark.rule("YS-9.8")
def test_intriguer_decides_columns_from_outside_the_market_but_not_foreign_ties() -> None:
    board = Board.bare()
    board.front(0, 4, 4, 3)
    board.force(box.INTRIGUER, 3)
    board.put(0, 3, space(1, BLUE))
    board.put(1, 3, space(1, GREEN))
    board.state.line_gems[:] = (RED, NONE, NONE)
    board.at(Moment.MARKET_OPENS)
    assert board.gems(0)[RED] == 1
    assert (board.question, board.asked) == (Question.NEXT_COLUMN, [3])


@pytest.mark.rule("YS-R1", "YS-C12")
def test_intriguer_never_reaches_the_bids_of_the_next_round() -> None:
    board = tied_everywhere()
    board.force(box.INTRIGUER, 3)
    board.at(Moment.END_OF_SCORING)
    for seat in board.asked:
        board.answer(board.choices(seat)[0], seat)
    assert (board.question, board.asked) == (Question.POSITION, [0])


@pytest.mark.rule("YS-9.11", "YS-R1")
def test_merchant_makes_every_shop_pay_five_to_whoever_wins_it_for_one_round() -> None:
    board = Board.bare()
    board.give(0, box.MERCHANT)
    board.put(1, 3, area(1, SHOPS))
    board.put(2, 3, area(2, SHOPS))
    board.at(Moment.BEFORE_SCORING).answer(card(box.MERCHANT)).until(Question.NEXT_COLUMN)
    assert board.points() == [0, 5, 5, 0]
    board.until(Question.BID)
    board.put(1, 3, area(1, SHOPS))
    board.at(Moment.QUARTER_OPENS).until(Question.NEXT_COLUMN)
    assert board.points() == [0, 8, 5, 0]


@pytest.mark.rule("YS-9.14", "YS-8.4", "YS-C3")
@pytest.mark.parametrize(("character", "pays"), [(box.KING, 5), (box.PRINCE, 4)])
def test_king_and_prince_pay_at_once_and_use_up_no_card(character: int, pays: int) -> None:
    board = Board.bare()
    board.state.cards_played[0] = 1
    board.give(0, box.JEWELER)
    board.prize(1, character)
    board.put(0, 3, area(1, PALACE))
    board.put(1, 3, area(2, PALACE))
    board.at(Moment.QUARTER_OPENS)
    while board.asked == [0]:
        assert board.points()[0] == 0
        board.random()
    assert (board.question, board.asked) == (Question.TAKE_GEM, [1])
    for seat in EVERYBODY:
        assert board.view(seat).points()[0] == pays
    assert board.won(0) == set()
    board.until(Question.PLAY_CARD)
    assert board.state.round_number == 0
    assert board.hand(0) == board.offered() == {box.JEWELER}


@pytest.mark.rule("YS-9.15", "YS-8.4")
def test_each_palace_of_round_four_gives_a_gem_of_free_choice_at_once() -> None:
    board = Board.bare()
    board.state.round_number = 3
    board.state.cards_played[:] = 1
    board.give(0, box.JEWELER)
    for seat in range(4):
        board.put(seat, 3, area(seat + 1, PALACE))
        board.ship(seat + 1, BLUE, BLUE, BLUE)
    board.at(Moment.QUARTER_OPENS)
    for seat in range(4):
        assert (board.question, board.asked) == (Question.CHOOSE_GEM, [seat])
        assert board.choices() == COLOURED
        board.answer(colour(RED))
        assert board.gems(seat) == [2, 0, 0, 1, 0]
        assert board.won(seat) == set()
    board.until(Question.PLAY_CARD)
    assert (board.asked, board.offered()) == ([0], {box.JEWELER})
