"""Phase 4 in the market: lines, the best bidder and the end of the round (YS-6)."""

from __future__ import annotations

import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLUE, GREEN, RED, WHITE, YELLOW
from kerys.kernel.seats import NONE
from tests.ys.board import DONE, HIDDEN, Board, area, colour, down, space, up, value
from tests.ys.scoring import put_all, winner

COLOURS = (BLUE, GREEN, YELLOW, RED)


def gems(board: Board) -> list[list[int]]:
    """The gems of every seat."""
    return [board.gems(seat) for seat in range(int(board.state.players))]


@pytest.mark.rule("YS-6.1")
def test_all_hidden_market_agents_are_revealed_before_the_first_line_is_scored() -> None:
    board = Board.bare(players=4)
    hidden = [board.put(line, 3, space(line, RED), HIDDEN) for line in (1, 2, 3)]
    board.state.line_gems[:] = (WHITE, BLUE, BLUE)
    assert [board.view(NONE).state.value[agent] for agent in hidden] == [NONE] * 3
    board.at(Moment.MARKET_OPENS)
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [1])
    assert [board.view(NONE).state.value[agent] for agent in hidden] == [3] * 3
    assert [board.state.hidden[agent] for agent in hidden] == [0] * 3


@pytest.mark.rule("YS-6.2")
@pytest.mark.parametrize("line", [1, 2, 3])
def test_line_goes_to_the_best_total_on_it(line: int) -> None:
    board = Board.bare(players=4)
    board.put(2, 1, space(line, BLUE))
    board.put(2, 3, space(line, RED), HIDDEN)
    board.put(1, 3, space(line, GREEN))
    board.put(0, 2, space(line, YELLOW))
    board.put(1, 4, space(line % 3 + 1, BLUE))
    board.put(1, 4, area(1, box.SHOPS))
    board.state.line_gems[:] = (BLUE, GREEN, RED)
    board.at(Moment.MARKET_OPENS)
    lines = (BLUE, GREEN, RED)
    assert board.gems(2) == [int(gem == lines[line - 1]) for gem in range(5)]
    assert board.gems(1) == [int(gem == lines[line % 3]) for gem in range(5)]
    assert board.gems(0) == [0] * 5


@pytest.mark.rule("YS-6.2", "YS-R10")
def test_white_gem_of_a_line_is_chosen_before_the_next_line() -> None:
    board = Board.bare(players=4)
    put_all(board, "line", [(3, 1)])
    board.put(0, 1, space(3, BLUE))
    board.state.line_gems[:] = (BLUE, WHITE, GREEN)
    board.at(Moment.MARKET_OPENS)
    assert (board.question, board.asked) == (Question.CHOOSE_GEM, [3])
    assert board.choices() == [colour(number) for number in COLOURS]
    assert gems(board) == [[0] * 5] * 4
    board.answer(colour(YELLOW))
    assert (board.gems(3)[YELLOW], board.gems(0)[GREEN]) == (1, 1)


@pytest.mark.rule("YS-R11")
@pytest.mark.parametrize("empty", [1, 2, 3])
def test_gem_of_an_empty_line_goes_back_to_the_bank(empty: int) -> None:
    board = Board.bare(players=4)
    for line in {1, 2, 3} - {empty}:
        board.put(0, 0, space(line, BLUE))
    board.state.line_gems[:] = (BLUE, GREEN, RED)
    board.at(Moment.MARKET_OPENS)
    kept = [BLUE, GREEN, RED]
    kept.pop(empty - 1)
    assert board.gems(0) == [int(gem in kept) for gem in range(5)]
    assert list(board.state.line_gems) == [NONE] * 3


@pytest.mark.rule("YS-R11")
def test_empty_market_pays_no_gem_and_asks_for_none() -> None:
    board = Board.bare(players=4)
    board.state.line_gems[:] = (WHITE, GREEN, RED)
    board.at(Moment.MARKET_OPENS)
    assert board.question == Question.NEXT_COLUMN
    assert gems(board) == [[0] * 5] * 4


@pytest.mark.rule("YS-6.7", "YS-R8", "YS-R14", "YS-P29")
@pytest.mark.parametrize("contest", ["line", "best bidder"])
def test_lone_zero_wins_in_the_market(contest: str) -> None:
    board = Board.bare(players=4)
    put_all(board, contest, [(2, 0)])
    board.front(0, 4, 4, 3)
    assert winner(board, contest) == 2


@pytest.mark.rule("YS-C24", "YS-P29")
@pytest.mark.parametrize("contest", ["line", "best bidder"])
def test_zeros_lose_to_a_one_in_the_market(contest: str) -> None:
    board = Board.bare(players=4)
    put_all(board, contest, [(2, 0), (2, 0), (3, 1)])
    board.front(2, 4, 4, 3)
    assert winner(board, contest) == 3


@pytest.mark.rule("YS-6.5")
def test_best_bidder_has_the_best_total_of_the_whole_market() -> None:
    board = Board.bare(players=4)
    for line, column in ((1, BLUE), (2, RED), (3, BLUE)):
        board.put(1, 2, space(line, column))
    board.put(0, 4, space(1, GREEN))
    board.put(0, 1, space(3, GREEN))
    board.put(0, 4, area(1, box.SHOPS))
    board.put(2, 4, space(2, GREEN), HIDDEN)
    assert winner(board, "best bidder") == 1


@pytest.mark.rule("YS-6.5", "YS-C10")
def test_best_bidder_must_move_one_price_by_one_step() -> None:
    board = Board.bare(players=4)
    board.put(1, 2, space(1, BLUE))
    board.at(Moment.MARKET_BIDDER)
    assert (board.question, board.asked) == (Question.MOVE_PRICE, [1])
    moves = [move(number) for number in COLOURS for move in (up, down)]
    assert board.choices() == sorted(moves)
    assert DONE not in board.choices()


@pytest.mark.rule("YS-6.5")
@pytest.mark.parametrize("number", COLOURS)
@pytest.mark.parametrize("step", [1, -1])
def test_best_bidder_moves_the_colour_he_names(number: int, step: int) -> None:
    board = Board.bare(players=4)
    board.put(1, 2, space(1, BLUE))
    board.at(Moment.MARKET_BIDDER).answer(up(number) if step > 0 else down(number))
    assert board.prices() == [8 + step * (other == number) for other in COLOURS]
    assert board.question == Question.BID


@pytest.mark.rule("YS-R14")
def test_best_bidder_stands_in_the_market() -> None:
    board = Board.bare(players=4)
    board.put(3, 0, space(2, BLUE))
    board.put(0, 4, area(4, box.SHOPS))
    board.front(0, 4, 4, 3)
    board.force(box.INTRIGUER, 1)
    assert winner(board, "best bidder") == 3


@pytest.mark.rule("YS-R14", "YS-R12")
def test_without_agents_in_the_market_nobody_is_best_bidder() -> None:
    board = Board.bare(players=4)
    board.put(0, 4, area(4, box.SHOPS))
    assert winner(board, "best bidder") is None
    assert (board.question, board.prices()) == (Question.BID, [8] * 4)


@pytest.mark.rule("YS-6.6", "YS-P20")
def test_market_agents_go_home_before_front_agents() -> None:
    board = Board.bare(players=4)
    home = board.behind(0)
    agent = board.put(0, 4, space(1, BLUE))
    board.front(0, 3, 2, 0)
    board.give(3, box.JEWELER)
    board.at(Moment.MARKET_BIDDER)
    assert (board.question, board.behind(0)) == (Question.MOVE_PRICE, home)
    board.answer(up(BLUE))
    assert (board.moment, board.question) == (Moment.END_OF_SCORING, Question.PLAY_CARD)
    assert board.behind(0) == sorted([*home, 4])
    assert board.state.place[agent] == NONE
    assert list(board.state.front[0]) == [3, 2, 0]
    board.answer(DONE)
    assert board.question == Question.BID
    assert board.behind(0) == sorted([*home, 4, 3, 2, 0])
    assert list(board.state.front[0]) == [NONE] * 3


@pytest.mark.rule("YS-P20")
def test_in_kings_favour_front_agents_stand_until_phase_five() -> None:
    board = Board.bare(players=3, kings_favour=True)
    home = board.behind(0)
    for seat in range(3):
        board.front(seat, 4, 3, 0)
    board.at(Moment.MARKET_BIDDER)
    assert (board.question, board.asked) == (Question.THRONE_AGENT, [0, 1, 2])
    assert list(board.state.front[0]) == [4, 3, 0]
    for seat in range(3):
        board.answer(value(3), seat)
    assert board.question == Question.BID
    assert board.behind(0) == sorted([*home, 4, 0, 2])
    assert list(board.state.front[0]) == [NONE] * 3


@pytest.mark.rule("YS-P20")
def test_in_kings_favour_front_agents_return_at_the_end_of_the_last_round() -> None:
    board = Board.bare(players=3, kings_favour=True)
    home = board.behind(0)
    board.state.round_number = box.ROUNDS - 1
    board.front(0, 4, 3, 0)
    board.at(Moment.MARKET_BIDDER)
    assert board.over
    assert board.behind(0) == sorted([*home, 4, 3, 0])


@pytest.mark.rule("YS-6.6", "YS-5.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_round_begins_with_full_teams_and_an_empty_board(players: int) -> None:
    board = Board.dealt(seed=5, players=players)
    full = [board.behind(team) for team in range(4)]
    for round_number in range(1, box.ROUNDS):
        board.until(Question.PLACE).until(Question.BID)
        assert board.state.round_number == round_number
        assert [board.behind(team) for team in range(4)] == full
        assert all(place == NONE for place in board.state.place)


@pytest.mark.rule("YS-6.8")
@pytest.mark.parametrize(("players", "a_round"), [(4, 5), (3, 5), (2, 4)])
def test_each_round_brings_new_ships_and_moves_the_marker(players: int, a_round: int) -> None:
    board = Board.dealt(seed=3, players=players)
    seen: list[int] = []
    for round_number in range(box.ROUNDS):
        assert board.state.round_number == round_number
        assert board.state.drawn == a_round * (round_number + 1)
        ports = [int(ship) for ship in board.state.ports if ship != NONE]
        assert len(ports) == a_round - 1
        seen += [*ports, int(board.state.ships[board.state.drawn - 1])]
        board.until(Question.PLACE)
        if round_number < box.ROUNDS - 1:
            board.until(Question.BID)
    assert len(set(seen)) == box.ROUNDS * a_round
