"""The setup (YS-1): what is dealt, what is hidden, and what stays in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLACK, BLUE, GREEN, RED, YELLOW
from kerys.kernel.seats import NONE
from tests.ys.board import HIDDEN, OPEN, Board, area, colour, down, in_round, space

VIEWERS = (-1, 0, 1, 2, 3)
SEEDS = 480


@pytest.mark.rule("YS-1.1")
def test_game_begins_in_round_one_with_the_bids() -> None:
    board = Board.dealt(1)
    assert int(board.state.round_number) == 0
    assert board.question == Question.BID
    assert board.asked == [0, 1, 2, 3]


@pytest.mark.rule("YS-1.1")
def test_every_ship_is_equally_likely_on_top_of_the_pile() -> None:
    on_top = Counter(int(YS.new(seed=seed).ships[0]) for seed in range(SEEDS))
    assert set(on_top) == set(range(box.SHIPS))
    assert max(on_top.values()) < 2 * SEEDS / box.SHIPS


@pytest.mark.rule("YS-1.1")
def test_ships_are_drawn_from_one_pile_without_return() -> None:
    for seed in range(50):
        ships = [int(ship) for ship in YS.new(seed=seed).ships]
        assert len(set(ships)) == len(ships)


@pytest.mark.rule("YS-1.1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_pile_lies_face_down(viewer: int) -> None:
    board = Board.dealt(2)
    drawn = int(board.state.drawn)
    seen = board.view(viewer).state.ships
    assert list(seen[:drawn]) == list(board.state.ships[:drawn])
    assert set(map(int, seen[drawn:])) == {NONE}


@pytest.mark.rule("YS-1.1")
def test_same_seed_deals_the_same_and_another_seed_does_not() -> None:
    assert YS.new(seed="one") == YS.new(seed="one")
    assert YS.new(seed="one") != YS.new(seed="two")


@pytest.mark.rule("YS-1.2", "YS-C21")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_begins_with_eleven_agents_and_no_points(players: int) -> None:
    board = Board.dealt(3, players=players)
    for seat in range(players):
        assert board.behind(seat) == [0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4]
    assert set(board.points()) == {0}


@pytest.mark.rule("YS-1.2")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_agents_stand_behind_the_screen(viewer: int) -> None:
    seen = Board.dealt(3).view(viewer)
    for seat in range(4):
        if seat == viewer:
            assert len(seen.behind(seat)) == 11
        else:
            assert set(map(int, seen.state.behind[seat])) == {NONE}


@pytest.mark.rule("YS-C21", "YS-1.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_extra_twos_never_enter_the_base_game(players: int) -> None:
    board = Board.dealt(4, players=players)
    for number in (2, 3, 4):
        board.until(in_round(number))
        for seat in range(players):
            assert board.behind(seat).count(2) == 1
            assert len(board.behind(seat)) == 11


@pytest.mark.rule("YS-1.3")
def test_agents_are_worth_zero_to_four() -> None:
    board = Board.bare(players=4).at(Moment.BIDS).bid((3, 3), (3, 3), (3, 3), (3, 3))
    assert {number for number, *_ in board.placements()} == {0, 1, 2, 3, 4}


@pytest.mark.rule("YS-1.4", "YS-R20")
@pytest.mark.parametrize(("players", "orders"), [(2, 2), (3, 6), (4, 24)])
def test_every_order_of_the_players_is_equally_likely(players: int, orders: int) -> None:
    dealt = Counter(
        tuple(map(int, YS.new(seed=seed, players=players).order[:players])) for seed in range(SEEDS)
    )
    assert all(sorted(order) == list(range(players)) for order in dealt)
    assert len(dealt) == orders
    assert max(dealt.values()) < 2 * SEEDS / orders


@pytest.mark.rule("YS-1.4")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_order_cards_lie_face_up(viewer: int) -> None:
    board = Board.dealt(5)
    assert list(board.view(viewer).state.order) == list(board.state.order)


@pytest.mark.rule("YS-1.5")
def test_every_character_is_equally_likely_to_be_left_out() -> None:
    out = Counter(
        int(card) for seed in range(SEEDS) for card in YS.new(seed=seed).characters[4 * 3 :]
    )
    assert set(out) == set(range(box.CHARACTERS))
    assert max(out.values()) < 1.5 * 3 * SEEDS / box.CHARACTERS


@pytest.mark.rule("YS-1.5")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_only_the_first_character_of_each_stack_is_face_up(viewer: int) -> None:
    board = Board.dealt(6)
    seen = board.view(viewer).state.characters
    assert list(seen[:4]) == list(board.state.characters[:4])
    assert set(map(int, seen[4:])) == {NONE}


@pytest.mark.rule("YS-1.5")
def test_three_characters_stay_out_of_the_game_unseen() -> None:
    for seed in range(5):
        board = Board.dealt(seed)
        left_out = set(map(int, board.state.characters[12:]))
        assert len(left_out) == 3
        while not board.over:
            board.random()
            for seat in range(4):
                assert not left_out & (board.hand(seat) | board.won(seat))
        assert set(map(int, board.view(0).state.characters[12:])) == {NONE}


@pytest.mark.rule("YS-1.5", "YS-2.3")
def test_stacks_last_three_rounds_and_blue_cards_follow() -> None:
    board = Board.bare(players=4)
    board.state.round_number = 3
    board.put(1, 0, area(2, box.PALACE))
    board.at(Moment.QUARTER_AREAS, cursor=1)
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [1])
    assert board.won(1) == set()


@pytest.mark.rule("YS-1.6", "YS-F6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_prices_start_equal_with_as_much_room_above_as_below(players: int) -> None:
    start, *others = Board.dealt(7, players=players).prices()
    assert others == [start] * 3
    assert box.HIGHEST_PRICE - start == start - box.LOWEST_PRICE


@pytest.mark.rule("YS-1.7", "YS-C22")
def test_more_gems_can_be_owned_than_lie_in_the_box() -> None:
    board = Board.bare(players=4)
    board.state.gems[:] = 30  # 120 of each colour, although the box has 30, and 20 black ones
    board.ship(1, BLUE, BLUE, GREEN)
    board.put(2, 4, area(1, box.HARBOUR))
    board.at(Moment.QUARTER_OPENS).answer(colour(BLUE)).answer(colour(BLUE))
    assert board.gems(2)[BLUE] == 32
    assert board.gems(2)[BLACK] == 31


@pytest.mark.rule("YS-1.8")
def test_equal_prices_rank_blue_green_yellow_red() -> None:
    board = Board.bare(players=4)
    board.state.round_number = box.ROUNDS - 1
    for seat, gem in enumerate((RED, BLUE, YELLOW, GREEN)):
        board.state.gems[seat, gem] = 1
    board.at(Moment.ROUND_ENDS)
    assert board.over
    assert board.points() == [12, 24, 16, 20]


@pytest.mark.rule("YS-1.8", "YS-1.9")
def test_columns_of_the_market_move_the_prices_in_the_same_order() -> None:
    board = Board.bare(players=4)
    for gem, number in ((BLUE, 3), (GREEN, 1), (YELLOW, 2), (RED, 4)):
        board.put(0, number, space(2, gem))
    board.at(Moment.MARKET_COLUMNS)
    start = box.START_PRICE
    assert board.prices() == [start + 1, start - 2, start - 1, start + 2]
    assert board.question == Question.MOVE_PRICE
    board.answer(down(RED))
    assert board.prices()[3] == start + 1


@pytest.mark.rule("YS-1.9", "YS-C27")
@pytest.mark.parametrize(("players", "lines"), [(4, (1, 2, 3)), (3, (2, 3)), (2, (2, 3))])
def test_market_has_four_columns_and_line_zero_is_never_used(
    players: int, lines: tuple[int, ...]
) -> None:
    board = Board.bare(players=players).at(Moment.BIDS).bid(*[(1, 0)] * players)
    spaces = {space(line, gem) for line in lines for gem in (BLUE, GREEN, YELLOW, RED)}
    for face in (OPEN, HIDDEN):
        offered = {where for _, side, where, _ in board.placements() if side == face}
        assert {where for where in offered if where >= box.MARKET} == spaces
