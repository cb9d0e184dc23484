"""Characters that change where and how agents are placed: Cardinal, Illusionist, Queen."""

from __future__ import annotations

import pytest

from kerys.games.ys import actions as act
from kerys.games.ys import components as box
from kerys.games.ys.actions import FROM_FRONT, Moment, Question
from kerys.games.ys.components import BLACK, HARBOUR, PALACE, SHOPS
from kerys.kernel.seats import NONE
from tests.ys.board import DONE, HIDDEN, OPEN, Board, agent, area, card, place, ports, put, value

EVERYBODY = (-1, 0, 1, 2, 3)


def decoded(board: Board) -> list[tuple[int, int, int, int]]:
    """Source, face, value and place of every legal placement."""
    found = []
    for action in board.choices():
        rest, where = divmod(action - act.PUT, box.PLACES)
        rest, number = divmod(rest, box.VALUES)
        found.append((*divmod(rest, 2), number, where))
    return found


def faces(board: Board) -> set[int]:
    return {face for _, face, _, _ in decoded(board)}


def targets(board: Board) -> set[int]:
    return {where for _, _, _, where in decoded(board)}


def from_front(board: Board) -> set[int]:
    """The values that may be taken from in front of the screen."""
    return {number for source, _, number, _ in decoded(board) if source == FROM_FRONT}


def in_force(*characters: int, **options: object) -> Board:
    """Seat 0 begins phase 3 with some characters in force."""
    board = Board.ready(**options)
    for character in characters:
        board.force(character, 0)
    return board.at(Moment.TURN_BEGINS)


def others_place(board: Board) -> None:
    """Let the other seats take random turns, one open and one hidden agent each."""
    while board.question == Question.PLACE and board.asked != [0]:
        second = board.state.just_placed[0] != NONE
        assert len(faces(board)) == (1 if second else 2)
        board.random()


def queen_closes(where: int, **options: object) -> Board:
    """Seat 0 has closed an area and is about to place an agent."""
    board = Board.ready(**options)
    board.give(0, box.QUEEN)
    return board.at(Moment.TURN_BEGINS).answer(card(box.QUEEN)).answer(place(where))


# --- Cardinal ---


@pytest.mark.rule("YS-9.4", "YS-R31", "YS-C13")
def test_cardinal_frees_the_faces_in_every_turn_of_the_phase_for_his_player_alone() -> None:
    board = Board.ready()
    board.give(0, box.CARDINAL)
    board.at(Moment.BEFORE_PLACEMENT).answer(card(box.CARDINAL))
    for turn in ((HIDDEN, HIDDEN), (OPEN, OPEN), (HIDDEN, OPEN), (HIDDEN, HIDDEN)):
        for face in turn:
            assert (board.question, board.asked) == (Question.PLACE, [0])
            assert faces(board) == {OPEN, HIDDEN}
            board.answer(put(board.behind(0)[0], face, area(4, SHOPS)))
        others_place(board)
    assert list(board.state.hidden[board.state.team == 0]) == [1, 1, 0, 0, 1, 0, 1, 1]


@pytest.mark.rule("YS-9.4", "YS-C13")
def test_cardinal_ends_with_the_round() -> None:
    board = in_force(box.CARDINAL).until(Question.BID)
    board.until(lambda board: board.question == Question.PLACE and board.asked == [0])
    board.answer(put(board.behind(0)[0], HIDDEN, area(1, SHOPS)))
    assert faces(board) == {OPEN}


@pytest.mark.rule("YS-9.4")
def test_agents_hidden_by_the_cardinal_are_seen_by_their_player_alone() -> None:
    board = in_force(box.CARDINAL)
    board.answer(put(4, HIDDEN, area(1, SHOPS))).answer(put(3, HIDDEN, area(1, SHOPS)))
    assert [board.seen(0, number) for number in (0, 1)] == [4, 3]
    for seat in (-1, 1, 2, 3):
        assert [board.seen(seat, number) for number in (0, 1)] == [NONE, NONE]


# --- Illusionist ---


@pytest.mark.rule("YS-9.7")
def test_illusionist_alone_places_from_the_front_one_open_one_hidden() -> None:
    board = in_force(box.ILLUSIONIST)
    assert from_front(board) == {0, 1}
    assert faces(board) == {OPEN, HIDDEN}
    board.answer(put(1, OPEN, box.MARKET, FROM_FRONT))
    assert board.points()[0] == 1
    assert (board.question, board.asked) == (Question.REFILL, [0])
    assert board.choices() == [value(number) for number in range(5)]
    board.answer(value(4))
    for seat in EVERYBODY:
        assert sorted(board.view(seat).state.front[0]) == [NONE, 0, 4]
    assert from_front(board) == {0, 4}
    assert faces(board) == {HIDDEN}
    board.answer(put(3, HIDDEN, area(1, SHOPS)))
    assert (board.question, board.asked, from_front(board)) == (Question.PLACE, [1], set())


@pytest.mark.rule("YS-R30", "YS-9.7")
def test_front_agents_placed_hidden_are_known_to_all() -> None:
    board = in_force(box.ILLUSIONIST)
    board.answer(put(1, HIDDEN, area(1, SHOPS), FROM_FRONT)).answer(value(3))
    board.answer(put(3, OPEN, area(1, SHOPS), FROM_FRONT)).answer(value(2))
    assert list(board.state.hidden[:2]) == [1, 0]
    for seat in EVERYBODY:
        assert [board.seen(seat, number) for number in (0, 1)] == [1, 3]
        assert sorted(board.view(seat).state.front[0]) == [NONE, 0, 2]
    board = in_force(box.ILLUSIONIST).answer(put(1, HIDDEN, area(1, SHOPS)))
    assert board.seen(1, 0) == NONE, "one from behind the screen is not"


@pytest.mark.rule("YS-R30", "YS-9.7", "YS-C13")
@pytest.mark.parametrize(("express", "turns"), [(False, 4), (True, 3)])
def test_illusionist_places_every_agent_of_the_phase_from_the_front(
    express: bool, turns: int
) -> None:
    board = in_force(box.ILLUSIONIST, express=express)
    order = list(board.state.order)
    placed = []
    for _ in range(turns):
        for face in (HIDDEN, OPEN):
            number = max(from_front(board))
            placed.append(number)
            board.answer(put(number, face, area(4, PALACE), FROM_FRONT))
            if board.question == Question.REFILL:
                board.answer(max(board.choices()))
        others_place(board)
    assert board.question == Question.TAKE_GEM, "phase 3 is over"
    front = [int(number) for number in board.state.front[0]]
    assert NONE not in front
    assert board.behind(0) == []
    team = box.TEAM_SIZES[box.EXPRESS_TEAM if express else box.FULL_TEAM]
    assert [(placed + front).count(number) for number in range(5)] == list(team)
    assert list(board.state.order) == order, "the bids stand"


@pytest.mark.rule("YS-9.7")
def test_ties_use_what_finally_stands_in_front() -> None:
    board = Board.ready()
    board.force(box.ILLUSIONIST, 0)
    board.order(1, 0, 2, 3)
    board.state.turn = 1
    board.at(Moment.TURN_BEGINS)
    board.answer(put(0, HIDDEN, area(1, HARBOUR), FROM_FRONT)).answer(value(4))
    board.answer(put(1, OPEN, area(2, HARBOUR)))
    board.put(1, 0, area(1, HARBOUR))
    board.at(Moment.QUARTER_OPENS)
    assert (board.question, board.asked) == (Question.TAKE_GEM, [0])


@pytest.mark.rule("YS-R30")
def test_the_final_front_of_the_illusionist_holds_the_throne_candidates() -> None:
    board = in_force(box.ILLUSIONIST, kings_favour=True)
    board.answer(put(1, HIDDEN, area(1, SHOPS), FROM_FRONT)).answer(value(4))
    board.answer(put(0, OPEN, area(1, SHOPS), FROM_FRONT)).answer(value(3))
    board.state.behind[0, :] = (0, 0, 1, 0, 0)
    board.state.turn = 15
    board.at(Moment.TURN_ENDS).until(Question.THRONE_AGENT)
    assert board.choices(0) == [value(2), value(3), value(4)]


@pytest.mark.rule("YS-R30", "YS-R31")
def test_illusionist_and_cardinal_add_up() -> None:
    board = in_force(box.ILLUSIONIST, box.CARDINAL)
    board.answer(put(1, HIDDEN, area(1, SHOPS), FROM_FRONT)).answer(value(4))
    assert faces(board) == {OPEN, HIDDEN}
    board.answer(put(4, HIDDEN, area(1, SHOPS), FROM_FRONT)).answer(value(4))
    assert list(board.state.hidden[:2]) == [1, 1]
    assert [board.seen(-1, number) for number in (0, 1)] == [1, 4]


# --- Queen ---


@pytest.mark.rule("YS-9.13", "YS-C1")
def test_queen_is_played_before_a_turn_of_ones_own_and_not_after_it() -> None:
    board = Board.ready()
    board.give(0, box.QUEEN, box.MERCENARY)
    board.at(Moment.TURN_BEGINS)
    assert (board.question, board.asked, board.offered()) == (Question.PLAY_CARD, [0], {box.QUEEN})
    board.answer(DONE)
    board.answer(put(4, OPEN, area(1, SHOPS))).answer(put(1, HIDDEN, area(1, SHOPS)))
    assert board.offered() == {box.MERCENARY}


@pytest.mark.rule("YS-9.13", "YS-R28")
@pytest.mark.parametrize("quarters", [3, 4])
def test_queen_closes_a_city_area_in_use_never_a_market_space(quarters: int) -> None:
    board = Board.ready(players=3, quarters=quarters)
    board.give(0, box.QUEEN)
    board.at(Moment.TURN_BEGINS).answer(card(box.QUEEN))
    assert board.choices() == [place(where) for where in range(3 * quarters)]


@pytest.mark.rule("YS-9.13", "YS-R28", "YS-C14")
def test_a_closed_area_stays_closed_to_all_for_the_round_and_opens_in_the_next() -> None:
    closed = area(2, PALACE)
    board = queen_closes(closed)
    for seat in EVERYBODY:
        assert board.view(seat).state.closed == closed
    placements = 0
    while board.question == Question.PLACE:
        assert targets(board) & set(range(12)) == set(range(12)) - {closed}
        board.random()
        placements += 1
    assert placements == 32
    board.until(Question.BID).until(Question.PLACE)
    assert closed in targets(board)


@pytest.mark.rule("YS-9.13", "YS-R28")
def test_a_closed_area_is_closed_to_the_illusionist() -> None:
    board = queen_closes(area(1, SHOPS))
    board.force(box.ILLUSIONIST, 0)
    board.at(Moment.TURN_AGENTS)
    places = {where for source, _, _, where in decoded(board) if source == FROM_FRONT}
    assert set(range(12)) - places == {area(1, SHOPS)}


@pytest.mark.rule("YS-R28")
def test_a_closed_area_is_closed_to_neutral_agents() -> None:
    board = queen_closes(area(1, SHOPS), players=2)
    board.answer(put(4, OPEN, area(2, SHOPS))).answer(put(3, HIDDEN, area(2, SHOPS)))
    assert board.question == Question.PLACE_NEUTRAL
    assert set(range(9)) - targets(board) == {area(1, SHOPS)}


@pytest.mark.rule("YS-9.13", "YS-R28", "YS-9.6")
def test_herald_moves_nobody_out_of_or_into_a_closed_area() -> None:
    board = Board.bare()
    board.put(0, 3, area(1, SHOPS))
    free, other = board.put(0, 2, area(2, SHOPS)), board.put(0, 1, area(3, SHOPS))
    board.state.closed = area(1, SHOPS)
    board.give(0, box.HERALD)
    board.at(Moment.BEFORE_SCORING).answer(card(box.HERALD))
    assert board.choices() == [agent(free), agent(other)]
    board.answer(agent(free))
    assert place(area(1, SHOPS)) not in board.choices()


@pytest.mark.rule("YS-9.13", "YS-R28", "YS-9.10")
def test_magician_swaps_nobody_out_of_or_into_a_closed_area() -> None:
    board = Board.ready()
    board.put(0, 3, area(1, SHOPS))
    board.put(0, 2, area(2, SHOPS))
    board.state.closed = area(1, SHOPS)
    board.give(0, box.MAGICIAN)
    assert board.at(Moment.AFTER_TURN).question == Question.PLACE, "nothing to swap with"
    third = board.put(0, 1, area(3, SHOPS))
    board.state.turn = 0
    board.at(Moment.AFTER_TURN).answer(card(box.MAGICIAN))
    assert board.choices() == [agent(1), agent(third)]


@pytest.mark.rule("YS-9.13", "YS-R28")
def test_a_closed_area_is_scored_normally_and_stops_no_captain_spy_or_mercenary() -> None:
    board = Board.ready()
    first, second = board.put(0, 4, area(1, HARBOUR)), board.put(0, 1, area(2, HARBOUR))
    foreign = board.put(1, 1, area(1, HARBOUR), HIDDEN)
    board.state.just_placed[:] = (first, second)
    board.state.closed = area(1, HARBOUR)
    board.give(0, box.CAPTAIN, box.MERCENARY)
    board.force(box.SPY, 0)
    board.state.looks = 3
    board.at(Moment.TURN_LAST_LOOKS)
    assert board.choices() == [DONE, agent(foreign)]
    board.answer(DONE).answer(card(box.MERCENARY)).answer(agent(first))
    board.state.looks = 0
    board.at(Moment.BEFORE_SCORING).answer(card(box.CAPTAIN)).answer(ports(1, 2))
    assert list(board.state.ports[:2]) == [1, 0]
    board.until(Question.NEXT_COLUMN)
    assert (board.gems(0)[BLACK], board.gems(1)[BLACK]) == (2, 0)
