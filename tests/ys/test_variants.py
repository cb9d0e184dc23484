"""Three players (YS-10), Ys Express (YS-12) and games with three quarters."""

from __future__ import annotations

from typing import Any

import pytest

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import (
    BLACK,
    BLUE,
    CAPTAIN,
    GREEN,
    HERALD,
    MAGICIAN,
    MERCENARY,
    QUEEN,
    RED,
    WHITE,
    YELLOW,
)
from kerys.kernel.seats import NONE
from tests.ys.board import (
    DONE,
    Board,
    area,
    bid,
    card,
    colour,
    in_round,
    place,
    ports,
    position,
    put,
    space,
)

FEWER = pytest.mark.parametrize(
    "options", [{"players": 3}, {"players": 3, "quarters": 3}, {"players": 2}], ids=str
)
THREE_QUARTERS = pytest.mark.parametrize(
    "options", [{"players": 3, "quarters": 3}, {"players": 2}], ids=str
)
EXPRESS = pytest.mark.parametrize(
    "options", [{}, {"players": 3}, {"players": 3, "quarters": 3}], ids=str
)
CITY_OF_THREE = set(range(3 * box.AREAS))
OPEN_SPACES = {space(line, gem) for line in (2, 3) for gem in range(4)}


def table(**options: Any) -> Board:
    """The first turn of seat 0; everyone has bid 1 and 0 and kept their order cards."""
    board = Board.bare(**options)
    return board.at(Moment.BIDS).bid(*[(1, 0)] * int(board.state.players))


def offered(board: Board) -> set[int]:
    return {where for _, _, where, _ in board.placements()}


@pytest.mark.rule("YS-10.1")
def test_with_three_a_port_gives_two_gems_to_the_first_and_one_to_the_second() -> None:
    board = Board.bare(players=3)
    board.ship(2, BLUE, GREEN, RED)
    for seat, number in ((1, 4), (2, 3), (0, 2)):
        board.put(seat, number, area(2, box.SHOPS))
    board.at(Moment.QUARTER_OPENS, cursor=1)
    assert (board.question, board.asked) == (Question.TAKE_GEM, [1])
    board.answer(colour(BLUE))
    assert board.choices() == [colour(GREEN), colour(RED)]
    board.answer(colour(RED))
    assert [board.gems(seat)[:4] for seat in range(3)] == [
        [0, 0, 0, 0],
        [1, 0, 0, 1],
        [0, 1, 0, 0],
    ]


@pytest.mark.rule("YS-10.1")
def test_with_three_everything_else_in_the_city_is_as_with_four() -> None:
    board = Board.bare(players=3)
    board.prize(1, CAPTAIN)
    for kind in (box.HARBOUR, box.SHOPS, box.PALACE):
        board.put(kind, 1, area(1, kind))
    board.at(Moment.QUARTER_AREAS)
    assert board.gems(0)[BLACK] == 1
    assert board.points() == [0, 3, 0]
    assert board.won(2) == {CAPTAIN}


@pytest.mark.rule("YS-10.2")
@FEWER
def test_market_has_the_two_small_gems_on_lines_two_and_three(options: dict[str, int]) -> None:
    for seed in range(20):
        state = Board.dealt(seed, **options).state
        market = int(state.ships[int(state.drawn) - 1])
        first, *rest = (int(gem) for gem in state.line_gems)
        assert first == NONE
        assert sorted(rest) == sorted(map(int, state.deck[market, 1:]))


@pytest.mark.rule("YS-10.2", "YS-F6")
@FEWER
def test_line_one_is_closed_with_fewer_than_four(options: dict[str, int]) -> None:
    board = table(**options)
    assert {where for where in offered(board) if where >= box.MARKET} == OPEN_SPACES


@pytest.mark.rule("YS-10.2")
def test_herald_cannot_move_an_agent_to_the_closed_line() -> None:
    board = Board.bare(players=3)
    board.give(0, HERALD)
    board.put(0, 4, area(1, box.SHOPS))
    board.at(Moment.BEFORE_SCORING).answer(card(HERALD))
    spaces = {where for where in range(box.MARKET, box.PLACES) if place(where) in board.choices()}
    assert spaces == OPEN_SPACES


@pytest.mark.rule("YS-10.3", "YS-R19", "YS-P16")
@THREE_QUARTERS
def test_nobody_is_placed_in_quarter_four_when_three_are_in_use(options: dict[str, int]) -> None:
    board = table(**options)
    while board.question in (Question.PLACE, Question.PLACE_NEUTRAL):
        assert {where for where in offered(board) if where < box.MARKET} == CITY_OF_THREE
        board.random()


@pytest.mark.rule("YS-10.3")
def test_with_three_players_quarter_four_is_in_use_unless_agreed_otherwise() -> None:
    assert area(4, box.PALACE) in offered(table(players=3))
    assert area(4, box.PALACE) not in offered(table(players=3, quarters=3))


@pytest.mark.rule("YS-R19", "YS-P16")
@THREE_QUARTERS
def test_three_ports_get_ships_and_the_fourth_ship_is_for_the_market(
    options: dict[str, int],
) -> None:
    board = Board.dealt(3, **options)
    for number in (1, 2, 3, 4):
        board.until(in_round(number))
        drawn = [int(ship) for ship in board.state.ships[4 * number - 4 : 4 * number]]
        assert [int(ship) for ship in board.state.ports] == [*drawn[:3], NONE]
        market = board.state.deck[drawn[3], 1:]
        assert sorted(map(int, board.state.line_gems[1:])) == sorted(map(int, market))
        assert int(board.state.drawn) == 4 * number


@pytest.mark.rule("YS-R19", "YS-P16")
@THREE_QUARTERS
def test_nine_characters_are_in_the_stacks_and_six_stay_out(options: dict[str, int]) -> None:
    board = Board.dealt(4, **options)
    out = set(map(int, board.state.characters[9:]))
    assert len(out) == 6
    for number in (1, 2, 3, 4):
        board.until(in_round(number))
        seen = [int(character) for character in board.view(0).state.characters]
        assert len(seen) - seen.count(NONE) == 3 * min(number, 3)
    while not board.over:
        assert not out & (board.hand(0) | board.won(0) | board.hand(1) | board.won(1))
        board.random()


@pytest.mark.rule("YS-R19")
def test_three_blue_cards_are_won_in_round_four_of_three_quarters() -> None:
    board = Board.bare(players=3, quarters=3)
    board.state.round_number = 3
    for quarter in (1, 2, 3):
        board.put(0, 1, area(quarter, box.PALACE))
        board.ship(quarter, RED, RED, RED)
    board.at(Moment.QUARTER_OPENS)
    asked = 0
    while board.moment < Moment.MARKET_OPENS and board.question == Question.CHOOSE_GEM:
        board.answer(colour(YELLOW))
        asked += 1
    assert asked == 3
    assert board.gems(0)[:4] == [0, 0, 3, 6]


@pytest.mark.rule("YS-R19")
@THREE_QUARTERS
def test_captain_swaps_only_ports_in_use(options: dict[str, int]) -> None:
    board = Board.bare(**options)
    board.give(0, CAPTAIN)
    board.at(Moment.BEFORE_SCORING).answer(card(CAPTAIN))
    assert board.choices() == [ports(1, 2), ports(1, 3), ports(2, 3)]


@pytest.mark.rule("YS-P16")
@THREE_QUARTERS
def test_queen_and_herald_act_only_in_quarters_in_use(options: dict[str, int]) -> None:
    board = Board.bare(**options)
    board.front(0, 1, 0)
    board.give(0, QUEEN)
    board.at(Moment.TURN_BEGINS).answer(card(QUEEN))
    assert board.choices() == [place(where) for where in sorted(CITY_OF_THREE)]

    board = Board.bare(**options)
    board.give(0, HERALD)
    board.put(0, 2, area(1, box.HARBOUR))
    board.at(Moment.BEFORE_SCORING).answer(card(HERALD))
    targets = (CITY_OF_THREE | OPEN_SPACES) - {area(1, box.HARBOUR)}
    assert board.choices() == [place(where) for where in sorted(targets)]


@pytest.mark.rule("YS-R20")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_as_many_order_cards_as_players(players: int) -> None:
    board = Board.bare(players=players).at(Moment.BIDS)
    for seat in range(players):
        board.answer(bid(4, 4), seat)
    assert board.choices() == [position(number) for number in range(1, players + 1)]


@pytest.mark.rule("YS-12.1")
@EXPRESS
def test_express_team_lacks_a_three_and_a_one(options: dict[str, int]) -> None:
    board = Board.dealt(5, express=True, **options)
    for seat in range(int(board.state.players)):
        assert board.behind(seat) == [0, 0, 1, 1, 2, 3, 3, 4, 4]


@pytest.mark.rule("YS-12.2", "YS-F5")
def test_express_is_played_with_the_twenty_ships_without_white() -> None:
    for seed in range(60):
        state = YS.new(seed=seed, express=True)
        drawn = {int(ship) for ship in state.ships}
        assert len(drawn) == 20
        assert not any(WHITE in state.deck[ship] for ship in drawn)
        fewer = YS.new(seed=seed, express=True, players=3, quarters=3)
        assert not any(WHITE in fewer.deck[ship] for ship in fewer.ships[:16])


@pytest.mark.rule("YS-12.3", "YS-R37")
@EXPRESS
def test_express_has_three_turns_and_the_last_agent_joins_the_bid(options: dict[str, int]) -> None:
    board = table(express=True, **options)
    players = int(board.state.players)
    turns = []
    while board.question == Question.PLACE:
        turns += board.asked
        board.random()
    assert turns == [seat for _ in range(3) for seat in range(players) for _ in range(2)]
    assert all(NONE not in map(int, board.state.front[seat]) for seat in range(players))


@pytest.mark.rule("YS-R37", "YS-12.3")
@pytest.mark.parametrize(("express", "times"), [(False, 4), (True, 3)])
@pytest.mark.parametrize("character", [QUEEN, MAGICIAN, MERCENARY])
def test_cards_of_a_turn_can_be_played_once_a_turn(
    character: int, express: bool, times: int
) -> None:
    board = Board.bare(express=express)
    board.give(2, character)
    board.at(Moment.BIDS).bid(*[(1, 0)] * 4)
    windows = 0
    while board.moment < Moment.LAST_LOOKS:
        if board.question == Question.PLAY_CARD:
            assert board.asked == [2]
            windows += 1
            board.answer(DONE)
        else:
            kind = int(board.state.placed) % box.AREAS  # two different places, for the Magician
            number, face, _, _ = board.placements()[0]
            board.answer(put(number, face, area(1, kind)))
    assert windows == times


@pytest.mark.rule("YS-R36")
@pytest.mark.parametrize(("express", "size"), [(True, 9), (False, 11)])
@pytest.mark.parametrize("players", [3, 4])
def test_team_keeps_its_size_with_kings_favour(express: bool, size: int, players: int) -> None:
    board = Board.dealt(6, players=players, express=express, kings_favour=True)
    for number in (2, 3, 4):
        board.until(in_round(number))
        thrones = list(map(int, board.state.place[box.BOARD_AGENTS :])).count(box.THRONE)
        assert thrones == players * (number - 1)
        assert [len(board.behind(seat)) for seat in range(players)] == [size] * players
