"""The components in the box, and how a game uses them (YS-F1 to YS-F7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLACK, BLUE, GREEN, RED, YELLOW
from kerys.kernel.seats import NONE
from tests.ys.board import HIDDEN, OPEN, Board, area, down, in_round, put, space, up

NAMED = [
    *("alchemist", "banker", "captain", "cardinal", "spy", "herald", "illusionist", "intriguer"),
    *("jeweler", "magician", "merchant", "mercenary", "queen", "prince", "king"),
]


@pytest.mark.rule("YS-F1", "YS-C22", "YS-F3")
@pytest.mark.parametrize("players", [3, 4])
def test_kings_favour_uses_all_fourteen_agents_of_each_colour(players: int) -> None:
    board = Board.dealt(1, players=players, kings_favour=True)
    board.until(in_round(4))
    for seat in range(players):
        throne = [
            int(board.state.value[agent])
            for agent in range(box.AGENTS)
            if int(board.state.team[agent]) == seat
        ]
        assert len(throne) == 3
        every = Counter(throne + board.behind(seat))
        assert every == Counter([0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4])


@pytest.mark.rule("YS-F1", "YS-C22")
def test_game_is_dealt_from_24_ships_and_15_characters() -> None:
    ships, characters = set(), set()
    for seed in range(30):
        state = YS.new(seed=seed)
        ships |= {int(ship) for ship in state.ships}
        assert sorted(map(int, state.characters)) == list(range(15))
        characters |= {int(character) for character in state.characters[:12]}
    assert ships == set(range(24))
    assert characters == set(range(15))


@pytest.mark.rule("YS-F1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_order_cards_five_and_six_are_never_used(players: int) -> None:
    board = Board.dealt(2, players=players)
    for _ in range(4):
        board.until(Question.POSITION)
        assert len(board.choices()) == players
        board.until(Question.PLACE)
        assert sorted(map(int, board.state.order[:players])) == list(range(players))
        assert set(map(int, board.state.order[players:])) <= {NONE}


@pytest.mark.rule("YS-F2", "YS-1.5")
def test_there_is_one_card_of_each_named_character() -> None:
    assert list(box.CHARACTER_NAMES) == NAMED
    for number, name in enumerate(NAMED):
        assert getattr(box, name.upper()) == number
    for seed in range(20):
        assert len(set(map(int, YS.new(seed=seed).characters))) == len(NAMED)


@pytest.mark.rule("YS-F2")
@pytest.mark.parametrize("seed", range(4))
def test_no_character_is_ever_held_twice(seed: int) -> None:
    board = Board.dealt(seed)
    while not board.over:
        held = [card for seat in range(4) for card in (*board.hand(seat), *board.won(seat))]
        assert len(held) == len(set(held))
        board.random()


@pytest.mark.rule("YS-F3")
def test_agents_of_a_team() -> None:
    team = Board.dealt(3).behind(0)
    assert (len(team), sum(team)) == (11, 22)
    express = Board.dealt(3, express=True).behind(0)
    assert Counter(team) - Counter(express) == Counter([3, 1])
    assert len(express) == 9


@pytest.mark.rule("YS-F3")
@pytest.mark.parametrize(("strong", "values"), [(False, [0, 1, 2, 4]), (True, [0, 1, 3, 4])])
def test_both_neutral_sets_come_out_of_one_colour(strong: bool, values: list[int]) -> None:
    board = Board.dealt(4, players=2, strong_neutral=strong)
    assert board.behind(2) == board.behind(3) == values
    assert not Counter(values * 2) - Counter([0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4])


@pytest.mark.rule("YS-F4")
def test_three_fours_cannot_be_played_in_one_round() -> None:
    board = Board.bare().at(Moment.BIDS).bid((4, 1), (1, 0), (4, 2), (3, 2))
    while board.asked != [0]:
        board.random()
    board.answer(put(4, OPEN, area(1, box.SHOPS)))
    while board.question == Question.PLACE:
        if board.asked == [0]:
            assert 4 not in {number for number, *_ in board.placements()}
        board.random()


@pytest.mark.rule("YS-F4")
def test_scoring_takes_the_printed_example_with_three_fours_as_it_is() -> None:
    orange, blue = 0, 1
    board = Board.bare(players=4)
    board.front(orange, 4, 1, 0)
    board.put(orange, 4, area(1, box.SHOPS))
    board.put(orange, 4, space(1, GREEN))
    board.put(blue, 3, area(1, box.SHOPS))
    board.state.line_gems[:] = (YELLOW, RED, RED)
    board.at(Moment.QUARTER_AREAS).until(Question.NEXT_COLUMN)
    assert board.points()[orange] == 3
    assert board.gems(orange)[YELLOW] == 1


def steps_to_the_end(step: Callable[[int], int]) -> int:
    """How many times the best bidder can move a price one way, from the start space."""
    price = Board.dealt(5).prices()[RED]
    for moves in range(100):
        board = Board.bare()
        board.state.prices[RED] = price
        board.put(0, 1, space(1, BLUE))
        board.at(Moment.MARKET_BIDDER)
        if step(RED) not in board.choices():
            return moves
        price = board.answer(step(RED)).prices()[RED]
    raise AssertionError("the price track has no end")


@pytest.mark.rule("YS-F6", "YS-1.6")
def test_price_track_has_fifteen_spaces_and_starts_in_the_middle() -> None:
    assert steps_to_the_end(up) == steps_to_the_end(down) == (15 - 1) // 2


@pytest.mark.rule("YS-F6")
@pytest.mark.parametrize(("players", "spaces"), [(4, 12), (3, 8), (2, 8)])
def test_open_spaces_of_the_market(players: int, spaces: int) -> None:
    board = Board.bare(players=players).at(Moment.BIDS).bid(*[(1, 0)] * players)
    market = {where for _, _, where, _ in board.placements() if where >= box.MARKET}
    assert len(market) == spaces


@pytest.mark.rule("YS-F7")
def test_thirty_two_agents_share_twelve_areas_and_twelve_spaces() -> None:
    board = Board.bare().at(Moment.BIDS).bid(*[(1, 0)] * 4)
    assert len({where for _, _, where, _ in board.placements()}) == 12 + 12
    placed = 0
    while board.question == Question.PLACE:
        board.random()
        placed += 1
    assert placed == 32


@pytest.mark.rule("YS-F7", "YS-C22")
def test_a_full_round_of_four_pays_nineteen_gems_and_four_black_ones() -> None:
    board = Board.bare(players=4)
    for quarter in (1, 2, 3, 4):
        board.ship(quarter, BLUE, GREEN, RED)
        for seat in range(4):
            board.put(seat, 1, area(quarter, box.HARBOUR), HIDDEN)
    for line in (1, 2, 3):
        board.put(line, 1, space(line, YELLOW), HIDDEN)
    board.state.line_gems[:] = (BLUE, GREEN, RED)
    board.at(Moment.QUARTER_OPENS).until(Question.BID)
    gems = [sum(board.gems(seat)[gem] for seat in range(4)) for gem in range(box.OWNED_COLOURS)]
    assert gems == [9, 5, 0, 5, 4]


@pytest.mark.rule("YS-F7")
@pytest.mark.parametrize("seed", range(6))
def test_a_game_never_needs_more_than_sixteen_black_gems(seed: int) -> None:
    board = Board.dealt(seed)
    before = 0
    while not board.over:
        number = int(board.state.round_number) + 1
        black = sum(board.gems(seat)[BLACK] for seat in range(4))
        assert before - 1 <= black <= 4 * number  # the Alchemist may give one away
        before = black
        board.random()
