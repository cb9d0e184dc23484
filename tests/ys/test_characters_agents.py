"""Characters that act on agents on the board: Herald, Magician, Mercenary."""

from __future__ import annotations

import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLACK, BLUE, GREEN, HARBOUR, PALACE, RED, SHOPS, YELLOW
from kerys.kernel.seats import NONE
from tests.ys.board import DONE, HIDDEN, OPEN, Board, agent, area, card, place, put, space

EVERYBODY = (-1, 0, 1, 2, 3)
CITY = {place(where) for where in range(box.CITY)}


def herald(board: Board) -> Board:
    """Seat 0 plays the Herald; seat 1 is asked next, before anything is scored."""
    board.give(0, box.HERALD)
    board.give(1, box.MERCHANT)
    return board.at(Moment.BEFORE_SCORING).answer(card(box.HERALD))


def magician(board: Board) -> Board:
    """Seat 0 plays the Magician after a turn."""
    board.give(0, box.MAGICIAN)
    return board.at(Moment.AFTER_TURN).answer(card(box.MAGICIAN))


def after_a_turn(*cards: int, **options: object) -> tuple[Board, int, int, int]:
    """Seat 0 has just placed two agents; returns the board, an older agent and these two."""
    board = Board.ready(**options)
    board.give(0, *cards)
    old = board.put(0, 3, area(4, PALACE), HIDDEN)
    board.at(Moment.TURN_BEGINS)
    board.answer(put(0, HIDDEN, area(1, HARBOUR))).answer(put(2, OPEN, space(3, RED)))
    return board, old, old + 1, old + 2


# --- Herald ---


@pytest.mark.rule("YS-9.6", "YS-R29")
@pytest.mark.parametrize(
    ("source", "target", "points"),
    [
        (area(1, SHOPS), space(2, RED), 1),
        (space(2, RED), space(3, BLUE), 0),
        (space(2, RED), area(1, SHOPS), 0),
        (area(1, SHOPS), area(4, HARBOUR), 0),
    ],
)
def test_herald_pays_a_point_from_city_to_market_only(
    source: int, target: int, points: int
) -> None:
    board = Board.bare()
    moved = board.put(0, 3, source)
    board.state.points[0] = 7
    herald(board).answer(place(target))
    assert (board.question, board.asked) == (Question.PLAY_CARD, [1])
    assert board.state.place[moved] == target
    assert board.points() == [7 + points, 0, 0, 0]


@pytest.mark.rule("YS-9.6", "YS-R29")
@pytest.mark.parametrize("face", [OPEN, HIDDEN])
def test_an_agent_moved_by_the_herald_keeps_its_face(face: int) -> None:
    board = Board.bare()
    moved = board.put(0, 3, area(1, SHOPS), face)
    herald(board).answer(place(space(1, BLUE)))
    for seat in EVERYBODY:
        view = board.view(seat).state
        assert (view.place[moved], view.hidden[moved]) == (space(1, BLUE), face)
        assert view.value[moved] == (NONE if face == HIDDEN and seat != 0 else 3)


@pytest.mark.rule("YS-9.6", "YS-R29")
def test_herald_moves_any_one_of_ones_own_agents() -> None:
    board = Board.bare()
    places = [area(quarter, PALACE) for quarter in (1, 2, 3, 4)] + [space(1, BLUE)]
    own = [board.put(0, 1, where) for where in places]
    board.put(1, 3, area(1, SHOPS))
    assert herald(board).choices() == [agent(number) for number in own]


@pytest.mark.rule("YS-9.6")
def test_herald_moves_no_neutral_agent() -> None:
    board = Board.bare(players=2)
    own = [board.put(0, 3, area(1, SHOPS)), board.put(0, 3, area(2, SHOPS))]
    for team in (2, 3):
        board.put(team, 4, area(1, SHOPS), HIDDEN)
    assert herald(board).choices() == [agent(number) for number in own]


@pytest.mark.rule("YS-R29", "YS-9.6")
def test_the_herald_moves_to_another_area_or_a_free_space_in_use() -> None:
    board = Board.bare()
    board.put(0, 3, space(1, BLUE))
    board.put(1, 3, space(2, BLUE))
    spaces = {place(where) for where in range(box.MARKET, box.PLACES)}
    spaces -= {place(space(1, BLUE)), place(space(2, BLUE))}
    assert set(herald(board).choices()) == CITY | spaces
    board = Board.bare(players=3, quarters=3)
    board.put(0, 3, area(1, SHOPS))
    city = {place(where) for where in range(9)} - {place(area(1, SHOPS))}
    spaces = {place(space(line, column)) for line in (2, 3) for column in range(4)}
    assert set(herald(board).choices()) == city | spaces


@pytest.mark.rule("YS-R27")
def test_the_mark_follows_an_agent_that_the_herald_moves() -> None:
    board = Board.bare()
    moved = board.put(0, 1, area(1, HARBOUR), HIDDEN, marked=True)
    board.put(1, 4, area(2, HARBOUR))
    herald(board).answer(place(area(2, HARBOUR)))
    assert board.state.marked[moved] == 1
    board.until(Question.NEXT_COLUMN)
    assert (board.gems(0)[BLACK], board.gems(1)[BLACK]) == (1, 0)


# --- Magician ---


@pytest.mark.rule("YS-9.10", "YS-R25")
@pytest.mark.parametrize("first", [0, 1])
def test_magician_swaps_two_places_and_pays_nothing(first: int) -> None:
    board = Board.ready()
    one = board.put(0, 4, area(1, SHOPS), HIDDEN)
    other = board.put(0, 1, space(3, GREEN), OPEN)
    magician(board).answer(agent((one, other)[first]))
    assert (board.question, board.asked) == (Question.PLACE, [1])
    for seat in EVERYBODY:
        view = board.view(seat).state
        assert (view.place[one], view.place[other]) == (space(3, GREEN), area(1, SHOPS))
        assert (view.hidden[one], view.hidden[other]) == (1, 0)
        assert view.value[other] == 1
        assert view.value[one] == (4 if seat == 0 else NONE)
    assert board.points() == [0, 0, 0, 0]


@pytest.mark.rule("YS-9.10", "YS-R1")
def test_magician_comes_right_after_a_turn_of_ones_own() -> None:
    board, *_ = after_a_turn(box.MAGICIAN)
    assert board.moment == Moment.AFTER_TURN
    assert (board.asked, board.offered()) == ([0], {box.MAGICIAN})
    board.answer(DONE)
    board.answer(put(4, OPEN, area(1, SHOPS))).answer(put(1, HIDDEN, area(2, SHOPS)))
    assert (board.question, board.asked) == (Question.PLACE, [2]), "not after the turn of another"


@pytest.mark.rule("YS-9.10", "YS-C29", "YS-P3")
def test_magician_swaps_own_agents_in_different_places() -> None:
    board = Board.ready(players=2)
    one, two = board.put(0, 3, area(1, SHOPS)), board.put(0, 4, area(1, SHOPS))
    other = board.put(0, 1, area(2, SHOPS))
    for team in (1, 2, 3):
        board.put(team, 4, area(3, SHOPS), HIDDEN)
    magician(board)
    assert board.choices() == [agent(one), agent(two), agent(other)]
    board.answer(agent(other))
    assert board.choices() == [agent(one), agent(two)]


@pytest.mark.rule("YS-P3", "YS-9.10")
def test_magician_in_kings_favour_swaps_on_the_board_without_throne_agents() -> None:
    board = Board.ready(kings_favour=True)
    one, other = board.put(0, 3, area(1, SHOPS)), board.put(0, 1, area(2, SHOPS))
    magician(board).answer(agent(one))
    assert (board.state.place[one], board.state.place[other]) == (area(2, SHOPS), area(1, SHOPS))


# --- Mercenary ---


@pytest.mark.rule("YS-9.12", "YS-C2", "YS-R1")
def test_mercenary_marks_one_of_the_two_agents_just_placed() -> None:
    board, _, first, second = after_a_turn(box.MERCENARY)
    board.answer(card(box.MERCENARY))
    assert board.choices() == [agent(first), agent(second)]
    board.answer(agent(first))
    for seat in EVERYBODY:
        view = board.view(seat).state
        assert list(view.marked[:3]) == [0, 1, 0]
        assert view.value[first] == (0 if seat == 0 else NONE), "5 is public, 0 is not"
        assert view.hidden[first] == 1


@pytest.mark.rule("YS-9.12", "YS-C2")
def test_mercenary_after_the_next_turn_reaches_the_new_agents_only() -> None:
    board, _, first, second = after_a_turn(box.MERCENARY)
    board.answer(DONE)
    board.until(lambda board: board.asked == [0])
    board.answer(put(4, OPEN, area(1, SHOPS))).answer(put(1, HIDDEN, area(1, SHOPS)))
    board.answer(card(box.MERCENARY))
    assert board.choices() == [agent(board.state.placed - 2), agent(board.state.placed - 1)]
    assert min(board.choices()) > agent(second) > agent(first)


@pytest.mark.rule("YS-9.12")
def test_mercenary_marks_no_neutral_agent() -> None:
    board = Board.ready(players=2)
    board.give(0, box.MERCENARY)
    board.at(Moment.TURN_BEGINS)
    board.answer(put(4, OPEN, area(1, SHOPS))).answer(put(1, HIDDEN, area(1, SHOPS)))
    board.answer(put(4, HIDDEN, area(1, SHOPS))).answer(card(box.MERCENARY))
    assert board.choices() == [agent(0), agent(1)]


@pytest.mark.rule("YS-R27", "YS-9.12")
def test_a_marked_agent_counts_five_in_quarter_and_area_and_goes_home_unmarked() -> None:
    board = Board.bare()
    marked = board.put(0, 0, area(1, HARBOUR), HIDDEN, marked=True)
    board.put(1, 4, area(1, HARBOUR))
    zeros = board.behind(0).count(0)
    board.at(Moment.QUARTER_OPENS)
    assert (board.question, board.asked) == (Question.TAKE_GEM, [0])
    board.until(Question.NEXT_COLUMN)
    assert (board.gems(0)[BLACK], board.gems(1)[BLACK]) == (1, 0)
    assert board.state.marked[marked] == 0
    assert board.behind(0).count(0) == zeros + 1
    board.until(Question.BID)
    board.put(0, 0, area(1, HARBOUR))
    board.put(1, 4, area(1, HARBOUR))
    board.at(Moment.QUARTER_OPENS)
    assert board.asked == [1], "normal again in the next round"


@pytest.mark.rule("YS-R27", "YS-9.12")
def test_a_marked_agent_counts_five_in_line_column_and_market() -> None:
    board = Board.bare()
    board.put(0, 0, space(1, BLUE), HIDDEN, marked=True)
    board.put(1, 4, space(1, GREEN))
    board.put(2, 3, space(2, RED))
    board.state.line_gems[:] = (YELLOW, NONE, RED)
    board.at(Moment.MARKET_OPENS)
    assert board.gems(0) == [0, 0, 1, 0, 0]
    assert board.prices() == [10, 9, 6, 7]
    assert (board.question, board.asked) == (Question.MOVE_PRICE, [0])


@pytest.mark.rule("YS-R27")
def test_a_mark_adds_nothing_to_the_front_sum() -> None:
    board = Board.bare()
    board.front(0, 2, 1, 0)
    board.front(1, 3, 1, 0)
    board.put(0, 0, area(2, SHOPS), marked=True)
    board.put(0, 3, area(1, SHOPS))
    board.put(1, 3, area(1, SHOPS))
    board.at(Moment.QUARTER_OPENS)
    assert board.asked == [1]


# --- Magician and Mercenary in one window ---


@pytest.mark.rule("YS-P6", "YS-R27")
def test_magician_then_mercenary_marks_a_piece_where_it_stands_now() -> None:
    board, old, first, second = after_a_turn(box.MAGICIAN, box.MERCENARY)
    assert board.offered() == {box.MAGICIAN, box.MERCENARY}
    board.answer(card(box.MAGICIAN)).answer(agent(first)).answer(agent(old))
    assert (board.moment, board.offered()) == (Moment.AFTER_TURN, {box.MERCENARY})
    board.answer(card(box.MERCENARY))
    assert board.choices() == [agent(first), agent(second)]
    board.answer(agent(first))
    assert list(board.state.place[:2]) == [area(1, HARBOUR), area(4, PALACE)]
    assert list(board.state.marked[:3]) == [0, 1, 0]


@pytest.mark.rule("YS-P6", "YS-R27")
def test_mercenary_then_magician_takes_the_mark_along() -> None:
    board, old, first, _ = after_a_turn(box.MAGICIAN, box.MERCENARY)
    board.answer(card(box.MERCENARY)).answer(agent(first))
    board.answer(card(box.MAGICIAN)).answer(agent(old)).answer(agent(first))
    assert (board.question, board.asked) == (Question.PLACE, [1])
    assert list(board.state.place[:2]) == [area(1, HARBOUR), area(4, PALACE)]
    assert list(board.state.marked[:3]) == [0, 1, 0]


@pytest.mark.rule("YS-P6", "YS-R26")
def test_neither_a_piece_sent_to_the_throne_nor_one_from_there_can_be_marked() -> None:
    board, _, first, second = after_a_turn(box.MAGICIAN, box.MERCENARY, kings_favour=True)
    slot = board.enthrone(0, 0, 4)
    board.at(Moment.AFTER_TURN)
    board.answer(card(box.MAGICIAN)).answer(agent(first)).answer(agent(slot))
    assert (board.state.value[first], board.state.value[slot]) == (4, 0)
    board.answer(card(box.MERCENARY))
    marked = [number for number in range(box.AGENTS) if board.state.marked[number]]
    assert marked == [second], "the only one left to mark"


@pytest.mark.rule("YS-P7", "YS-R27", "YS-R26")
def test_a_mark_is_lost_in_the_throne_room_and_not_passed_on() -> None:
    board, _, first, _ = after_a_turn(box.MAGICIAN, box.MERCENARY, kings_favour=True)
    slot = board.enthrone(0, 0, 4)
    board.at(Moment.AFTER_TURN).answer(card(box.MERCENARY)).answer(agent(first))
    board.answer(card(box.MAGICIAN)).answer(agent(first)).answer(agent(slot))
    assert (board.state.value[first], board.state.value[slot]) == (4, 0)
    assert not board.state.marked.any()
