"""Rounds and phase 1 (YS-2): characters, ships and the gems of the market."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLACK, BLUE, GREEN, RED, WHITE, YELLOW
from kerys.games.ys.rounds import begin_round
from kerys.kernel.seats import NONE
from tests.ys.board import Board, area, colour, in_round, space

COLOURS = (BLUE, GREEN, YELLOW, RED)
PHASE = {
    **dict.fromkeys((Question.BID, Question.POSITION), 2),
    Question.PLACE: 3,
    **dict.fromkeys((Question.TAKE_GEM, Question.NEXT_COLUMN, Question.MOVE_PRICE), 4),
}
large_gems = some.sampled_from(COLOURS)
small_gems = some.sampled_from((*COLOURS, WHITE))


def arrived(ship: tuple[int, int, int], **options: int) -> Board:
    """The start of a round with this ship in every port and for the market."""
    board = Board.bare(**options)
    board.state.deck[:] = ship
    board.state.drawn = 0
    begin_round(board.state)
    return board


def line_gems(board: Board) -> list[int]:
    return [int(gem) for gem in board.state.line_gems]


@pytest.mark.rule("YS-2.1")
@pytest.mark.parametrize("seed", range(3))
def test_four_rounds_go_through_their_phases_in_order(seed: int) -> None:
    board = Board.dealt(seed)
    path = []
    while not board.over:
        if board.question in PHASE:
            path.append((int(board.state.round_number) + 1, PHASE[board.question]))
        board.random()
    assert [step for step, _ in groupby(path)] == [
        (number, phase) for number in (1, 2, 3, 4) for phase in (2, 3, 4)
    ]


@pytest.mark.rule("YS-2.1")
def test_phase_one_is_over_before_the_first_bid_of_every_round() -> None:
    board = Board.dealt(8)
    for number in (1, 2, 3, 4):
        board.until(in_round(number))
        assert board.question == Question.BID
        assert int(board.state.drawn) == 5 * number
        assert NONE not in [*map(int, board.state.ports), *line_gems(board)]


@pytest.mark.rule("YS-2.2")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_next_character_of_each_stack_is_revealed_each_round(number: int) -> None:
    board = Board.dealt(9).until(in_round(number))
    revealed = 4 * number
    for viewer in (-1, 0, 3):
        seen = [int(card) for card in board.view(viewer).state.characters]
        assert seen[:revealed] == [int(card) for card in board.state.characters[:revealed]]
        assert set(seen[revealed:]) == {NONE}


@pytest.mark.rule("YS-2.2")
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("quarter", [1, 2, 3, 4])
def test_character_of_the_round_is_the_prize_of_its_own_palace(number: int, quarter: int) -> None:
    board = Board.bare(players=4)
    board.state.round_number = number - 1
    board.prize(quarter, box.SPY)
    board.put(1, 2, area(quarter, box.PALACE))
    board.at(Moment.QUARTER_AREAS, cursor=quarter - 1)
    assert board.won(1) == {box.SPY}


@pytest.mark.rule("YS-2.3")
def test_every_palace_of_round_four_pays_a_gem_of_choice_at_once() -> None:
    board = Board.bare(players=4)
    board.state.round_number = 3
    for quarter, seat in ((1, 3), (2, 2), (3, 1), (4, 0)):
        board.put(seat, 1, area(quarter, box.PALACE))
    board.at(Moment.QUARTER_AREAS)
    for seat, gem in ((3, BLUE), (2, RED), (1, GREEN), (0, YELLOW)):
        board.until(Question.CHOOSE_GEM)
        assert board.asked == [seat]
        assert board.choices() == [colour(choice) for choice in COLOURS]
        before = board.gems(seat)[gem]
        board.answer(colour(gem))
        assert board.gems(seat)[gem] == before + 1


@pytest.mark.rule("YS-2.3")
def test_round_four_turns_up_no_more_characters() -> None:
    board = Board.dealt(10).until(in_round(4))
    assert NONE not in map(int, board.view(0).state.characters[:12])
    hands = [board.hand(seat) for seat in range(4)]
    while not board.over:
        board.random()
        for seat in range(4):
            assert board.won(seat) == set()
            assert board.hand(seat) <= hands[seat]


@pytest.mark.rule("YS-2.4")
def test_ships_go_to_the_ports_in_quarter_order_and_the_fifth_to_the_market() -> None:
    board = Board.dealt(11)
    for number in (1, 2, 3, 4):
        board.until(in_round(number))
        drawn = [int(ship) for ship in board.state.ships[5 * number - 5 : 5 * number]]
        assert [int(ship) for ship in board.state.ports] == drawn[:4]
        market = Counter(map(int, board.state.deck[drawn[4]]))
        assert Counter(line_gems(board)) == market


@pytest.mark.rule("YS-2.5", "YS-C7")
def test_a_port_gives_four_gems_and_its_small_ones_may_differ() -> None:
    board = Board.bare(players=4)
    board.ship(2, GREEN, BLUE, RED)
    for seat, number in enumerate((4, 3, 2, 1)):
        board.put(seat, number, area(2, box.SHOPS))
    board.at(Moment.QUARTER_OPENS, cursor=1)
    assert board.choices() == [colour(BLUE), colour(GREEN), colour(RED)]
    board.answer(colour(GREEN)).answer(colour(GREEN)).answer(colour(RED))
    assert [board.gems(seat) for seat in range(4)] == [
        [0, 2, 0, 0, 0],
        [0, 0, 0, 1, 0],
        [1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ]


@pytest.mark.rule("YS-2.5", "YS-C7")
@given(large=large_gems, small=small_gems, other=small_gems)
@settings(deadline=None, max_examples=25, derandomize=True)
def test_large_gem_counts_twice_in_every_port(large: int, small: int, other: int) -> None:
    board = arrived((large, small, other), players=4)
    for seat in range(3):
        board.put(seat, 1, area(3, box.PALACE))
    board.at(Moment.QUARTER_OPENS, cursor=2)
    pool = Counter({gem: int(board.state.ship_gems[gem]) for gem in range(box.SHIP_COLOURS)})
    taken = sum(sum(board.gems(seat)) for seat in range(3))
    if large == small == other:  # nothing to choose
        assert taken == 4
    else:
        assert +pool == Counter((large, large, small, other))


@pytest.mark.rule("YS-2.6")
def test_white_is_never_the_large_gem_of_a_dealt_ship() -> None:
    for seed in range(20):
        state = YS.new(seed=seed)
        assert all(int(state.deck[ship, 0]) in COLOURS for ship in state.ships)
        assert any(WHITE in state.deck[ship] for ship in range(box.SHIPS))


@pytest.mark.rule("YS-2.7", "YS-P1", "YS-R17")
@given(large=large_gems, small=small_gems, other=small_gems)
@settings(deadline=None, max_examples=40, derandomize=True)
def test_market_gems_lie_white_first_and_then_from_blue_to_red(
    large: int, small: int, other: int
) -> None:
    rank = (WHITE, *COLOURS).index
    assert line_gems(arrived((large, small, other), players=4)) == sorted(
        (large, small, other), key=rank
    )
    for players in (2, 3):
        expected = [NONE, *sorted((small, other), key=rank)]
        assert line_gems(arrived((large, small, other), players=players)) == expected


@pytest.mark.rule("YS-R17")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("ship", [(BLUE, WHITE, RED), (BLUE, RED, WHITE)])
def test_white_small_gem_goes_on_line_two_with_fewer_players(
    players: int, ship: tuple[int, int, int]
) -> None:
    assert line_gems(arrived(ship, players=players)) == [NONE, WHITE, RED]


@pytest.mark.rule("YS-2.7")
def test_size_is_ignored_on_the_market_and_the_card_is_gone() -> None:
    board = arrived((RED, GREEN, GREEN), players=4)
    assert line_gems(board) == [GREEN, GREEN, RED]
    assert int(board.state.ships[4]) not in map(int, board.state.ports)


@pytest.mark.rule("YS-2.7")
def test_gems_on_the_lines_are_what_the_lines_pay() -> None:
    board = arrived((YELLOW, BLUE, RED), players=4)
    for seat, line in ((0, 3), (1, 2), (2, 1)):
        board.put(seat, 1, space(line, BLUE))
    board.at(Moment.MARKET_OPENS)
    assert [board.gems(seat)[:4] for seat in (0, 1, 2)] == [
        [0, 0, 0, 1],
        [0, 0, 1, 0],
        [1, 0, 0, 0],
    ]


@pytest.mark.rule("YS-2.8")
def test_winner_of_a_white_gem_from_a_port_takes_a_colour_from_the_bank() -> None:
    board = Board.bare(players=4)
    board.ship(1, BLUE, WHITE, RED)
    board.put(3, 2, area(1, box.SHOPS))
    board.at(Moment.QUARTER_OPENS).answer(colour(WHITE))
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [3])
    assert board.choices() == [colour(gem) for gem in COLOURS]
    board.answer(colour(YELLOW))
    assert board.gems(3) == [0, 0, 1, 0, 0]
    assert (board.question, board.asked) == (Question.TAKE_GEM, [3])
    assert board.choices() == [colour(BLUE), colour(RED)]


@pytest.mark.rule("YS-2.8")
def test_winner_of_a_white_gem_on_a_line_takes_a_colour_and_never_black() -> None:
    board = Board.bare(players=4)
    board.state.line_gems[:] = (WHITE, BLUE, BLUE)
    board.put(1, 0, space(1, RED))
    board.at(Moment.MARKET_OPENS)
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [1])
    assert colour(BLACK) not in board.choices()
    assert colour(WHITE) not in board.choices()
    board.answer(colour(GREEN))
    assert board.gems(1) == [0, 1, 0, 0, 0]
