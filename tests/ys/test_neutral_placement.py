"""Two players: the neutral merchant's agents, before they are scored (YS-11.1 to YS-11.4)."""

from __future__ import annotations

import pytest

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLUE, GREEN, RED, SHOPS
from kerys.kernel.contract import OptionsError
from kerys.kernel.seats import NONE
from tests.ys.board import DONE, HIDDEN, OPEN, Board, agent, area, bid, card, place, put, space
from tests.ys.scoring import NEUTRAL, put_all

FULL = [0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4]
PLACES = [
    *(area(quarter, kind) for quarter in (1, 2, 3) for kind in range(box.AREAS)),
    *(space(line, column) for line in (2, 3) for column in range(box.COLUMNS)),
]
"""Three quarters, and lines 2 and 3."""


def turn(*cards: int, agents: bool = True) -> Board:
    """The turn of seat 0, who may have cards; both bids are in front."""
    board = Board.bare(players=2)
    board.front(0, 4, 1)
    board.front(1, 3, 0)
    board.give(0, *cards)
    board.at(Moment.TURN_BEGINS)
    if agents:
        board.until(Question.PLACE)
        board.answer(put(3, OPEN, area(1, SHOPS))).answer(put(2, HIDDEN, area(2, SHOPS)))
    return board


@pytest.mark.rule("YS-11.1")
def test_two_players_use_three_quarters_and_no_other_number() -> None:
    board = Board.dealt(players=2)
    assert board.state.quarters == 3
    assert sum(port != NONE for port in board.state.ports) == 3
    with pytest.raises(OptionsError, match="quarters"):
        YS.configure(players=2, quarters=4)


@pytest.mark.rule("YS-11.1")
def test_two_players_place_in_three_quarters_and_on_two_lines() -> None:
    board = turn(agents=False)
    numbers = sorted(set(board.behind(0)))
    assert board.choices() == sorted(
        put(number, face, where)
        for number in numbers
        for face in (OPEN, HIDDEN)
        for where in PLACES
    )


@pytest.mark.rule("YS-11.1")
def test_ports_give_three_gems_to_two_players() -> None:
    board = Board.bare(players=2)
    put_all(board, "quarter", [(0, 4), (1, 3), (3, 0)])
    board.ship(1, BLUE, GREEN, RED)
    board.at(Moment.QUARTER_OPENS)
    assert list(board.state.ship_gems) == [1, 1, 0, 1, 0, 0]
    board.answer(board.choices()[0], 0).answer(board.choices()[0], 0)
    assert [sum(board.gems(owner)[:4]) for owner in range(3)] == [2, 1, 0]


@pytest.mark.rule("YS-11.2")
def test_each_player_holds_neutral_agents_beside_his_own() -> None:
    board = Board.dealt(players=2)
    assert [board.behind(team) for team in range(4)] == [FULL, FULL, [0, 1, 2, 4], [0, 1, 2, 4]]
    assert board.points() == [0, 0, 0]


@pytest.mark.rule("YS-11.11", "YS-P14")
def test_strong_neutral_has_a_three_instead_of_a_two() -> None:
    board = Board.dealt(players=2, strong_neutral=True)
    assert [board.behind(team) for team in range(4)] == [FULL, FULL, [0, 1, 3, 4], [0, 1, 3, 4]]
    with pytest.raises(OptionsError, match="neutral"):
        YS.configure(players=3, strong_neutral=True)


@pytest.mark.rule("YS-11.3", "YS-R41")
@pytest.mark.parametrize("seed", range(4))
def test_neutral_does_not_bid_and_the_players_hold_cards_one_and_two(seed: int) -> None:
    board = Board.dealt(seed=seed, players=2)
    first = int(board.state.order[0])
    assert sorted(board.state.order[:2]) == [0, 1]
    assert (board.question, board.asked) == (Question.BID, [0, 1])
    board.answer(bid(4, 4), 0).answer(bid(4, 4), 1)
    assert (board.question, board.asked) == (Question.POSITION, [first])
    board.answer(board.choices()[1])
    assert list(board.state.order[:2]) == [1 - first, first]
    assert all(number == NONE for team in (2, 3) for number in board.state.front[team])


@pytest.mark.rule("YS-11.4", "YS-P15")
@pytest.mark.parametrize("character", [None, box.CARDINAL, box.ILLUSIONIST])
def test_neutral_agent_comes_hidden_from_behind_the_screen(character: int | None) -> None:
    board = turn()
    if character is not None:
        board.force(character, 0)
    assert (board.question, board.asked) == (Question.PLACE_NEUTRAL, [0])
    assert board.choices() == sorted(
        put(number, HIDDEN, where) for number in (0, 1, 2, 4) for where in PLACES
    )
    board.answer(put(2, HIDDEN, area(1, SHOPS)))
    assert board.behind(2) == [0, 1, 4]
    assert board.behind(3) == [0, 1, 2, 4]


@pytest.mark.rule("YS-11.4")
def test_neutral_agent_goes_to_no_taken_market_space() -> None:
    board = turn()
    board.put(1, 1, space(2, GREEN))
    taken = {put(number, HIDDEN, space(2, GREEN)) for number in range(box.VALUES)}
    assert not taken & set(board.choices())
    board.answer(put(0, HIDDEN, space(3, GREEN))).until(Question.PLACE_NEUTRAL)
    assert put(0, HIDDEN, space(3, GREEN)) not in board.choices()


@pytest.mark.rule("YS-11.4", "YS-P15", "YS-P31", "YS-R40")
@pytest.mark.parametrize("peek_own", [True, False])
def test_a_placed_neutral_agent_shows_its_place_to_all_and_its_value_to_its_holder(
    peek_own: bool,
) -> None:
    board = turn()
    board.state.peek_own = peek_own
    board.answer(put(4, HIDDEN, area(3, SHOPS)))
    neutral = int(board.state.placed) - 1
    for seat, value in ((0, 4), (1, NONE), (NONE, NONE)):
        seen = board.view(seat).state
        assert (seen.place[neutral], seen.value[neutral]) == (area(3, SHOPS), value)
        assert seen.hidden[neutral]


@pytest.mark.rule("YS-R40")
def test_neutral_agents_of_the_other_player_are_not_seen() -> None:
    board = turn().answer(put(4, HIDDEN, area(3, SHOPS)))
    assert board.view(0).behind(2) == [0, 1, 2]
    for seat in (1, NONE):
        assert list(board.view(seat).state.behind[2]) == [NONE] * box.VALUES


@pytest.mark.rule("YS-11.4")
@pytest.mark.parametrize("seed", range(3))
def test_every_turn_brings_one_neutral_agent(seed: int) -> None:
    board = Board.dealt(seed=seed, players=2)
    board.give(0, box.INTRIGUER)
    board.until(Moment.BEFORE_SCORING)
    teams = [int(team) for team in board.state.team[: board.state.placed]]
    turns = [teams[index : index + 3] for index in range(0, len(teams), 3)]
    first, second = (int(seat) for seat in board.state.order[:2])
    assert turns == [[first, first, first + 2], [second, second, second + 2]] * 4
    assert [board.behind(team) for team in (2, 3)] == [[], []]


@pytest.mark.rule("YS-R39")
@pytest.mark.parametrize("seat", [0, 1])
def test_market_point_of_a_neutral_agent_is_the_neutrals(seat: int) -> None:
    board = Board.bare(players=2)
    board.order(seat, 1 - seat)
    board.front(0, 4, 1)
    board.front(1, 3, 0)
    board.at(Moment.TURN_NEUTRAL).answer(put(1, HIDDEN, space(2, BLUE)), seat)
    assert board.points() == [0, 0, 1]


@pytest.mark.rule("YS-R39")
def test_neutral_agent_in_the_city_earns_nothing_at_once() -> None:
    assert turn().answer(put(1, HIDDEN, area(2, SHOPS))).points() == [0, 0, 0]


@pytest.mark.rule("YS-R40")
def test_neutral_agent_is_placed_between_the_own_two_and_the_window_after_the_turn() -> None:
    board = turn(box.QUEEN, box.MERCENARY, box.MAGICIAN, agents=False)
    assert board.choices(0) == [DONE, card(box.QUEEN)]
    board.answer(card(box.QUEEN)).answer(place(area(3, SHOPS)))
    board.answer(put(3, OPEN, area(1, SHOPS)), 0)
    assert board.question == Question.PLACE
    board.answer(put(2, HIDDEN, area(2, SHOPS)), 0)
    assert (board.question, board.asked) == (Question.PLACE_NEUTRAL, [0])
    board.answer(put(2, HIDDEN, area(1, SHOPS)))
    assert (board.question, board.asked) == (Question.PLAY_CARD, [0])
    assert board.choices() == [DONE, card(box.MAGICIAN), card(box.MERCENARY)]
    board.answer(DONE)
    assert (board.question, board.asked) == (Question.PLACE, [1])


@pytest.mark.rule("YS-R46")
def test_mercenary_marks_no_neutral_agent() -> None:
    board = turn(box.MERCENARY).answer(put(2, HIDDEN, area(1, SHOPS)))
    board.answer(card(box.MERCENARY))
    assert (board.question, board.choices()) == (Question.MERCENARY_AGENT, [agent(0), agent(1)])


@pytest.mark.rule("YS-R46")
def test_magician_swaps_no_neutral_agent() -> None:
    board = turn(box.MAGICIAN).answer(put(2, HIDDEN, area(3, SHOPS)))
    board.answer(card(box.MAGICIAN))
    assert (board.question, board.choices()) == (Question.MAGICIAN_FIRST, [agent(0), agent(1)])
    board.answer(agent(0))
    assert list(board.state.place[:3]) == [area(2, SHOPS), area(1, SHOPS), area(3, SHOPS)]


@pytest.mark.rule("YS-R46")
def test_magician_cannot_be_played_with_neutral_agents_alone_elsewhere() -> None:
    board = turn(box.MAGICIAN, agents=False)
    board.answer(put(3, OPEN, area(1, SHOPS))).answer(put(2, HIDDEN, area(1, SHOPS)))
    board.answer(put(2, HIDDEN, area(3, SHOPS)))
    assert (board.question, board.asked) == (Question.PLACE, [1])


@pytest.mark.rule("YS-R46")
def test_herald_moves_no_neutral_agent() -> None:
    board = Board.bare(players=2)
    put_all(board, "shops", [(2, 4), (0, 1), (3, 2), (0, 2), (1, 1)])
    board.give(0, box.HERALD)
    board.at(Moment.BEFORE_SCORING).answer(card(box.HERALD))
    assert (board.question, board.choices()) == (Question.HERALD_AGENT, [agent(1), agent(3)])


@pytest.mark.rule("YS-R47")
@pytest.mark.parametrize(("strong", "team"), [(False, [0, 1, 2, 4]), (True, [0, 1, 3, 4])])
@pytest.mark.parametrize("seed", range(3))
def test_each_player_takes_back_a_full_neutral_set(
    strong: bool, team: list[int], seed: int
) -> None:
    board = Board.dealt(seed=seed, players=2, strong_neutral=strong)
    for round_number in range(1, box.ROUNDS):
        board.until(Question.PLACE).until(Question.BID)
        assert board.state.round_number == round_number
        assert [board.behind(index) for index in range(4)] == [FULL, FULL, team, team]


@pytest.mark.rule("YS-R47")
def test_neutral_agents_go_home_from_city_and_market() -> None:
    board = Board.bare(players=2)
    for team in (2, 3):
        board.state.behind[team, :] = 0
        for index, number in enumerate((4, 2, 1, 0)):
            where = area(index + 1, SHOPS) if index < 3 else space(team, BLUE)
            board.put(team, number, where, HIDDEN)
    board.state.line_gems[1:] = BLUE
    board.at(Moment.QUARTER_OPENS).until(Question.BID)
    assert board.points()[NEUTRAL] == 9
    assert [board.behind(team) for team in (2, 3)] == [[0, 1, 2, 4], [0, 1, 2, 4]]
