"""The Spy: when he looks, at whom, how often, and who learns what."""

from __future__ import annotations

import numpy as np
import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import FROM_FRONT, Moment, Question
from kerys.games.ys.components import BLUE, HARBOUR, PALACE, SHOPS
from kerys.games.ys.knowledge import peeks
from kerys.kernel.seats import NONE
from tests.ys.board import DONE, HIDDEN, OPEN, Board, agent, area, card, place, put, space, value

OTHERS = (-1, 1, 2, 3)


def spying(board: Board, looks: int = box.LOOKS) -> Board:
    """The Spy of seat 0 is in force."""
    board.force(box.SPY, 0)
    board.state.looks = looks
    return board


def hide(board: Board, seat: int, *values: int) -> list[int]:
    """Hidden agents of a seat, in one area."""
    return [board.put(seat, number, area(3, SHOPS), HIDDEN) for number in values]


def place_two(board: Board) -> Board:
    """Place an open 4 and a hidden 1 in the city."""
    return board.answer(put(4, OPEN, area(1, SHOPS))).answer(put(1, HIDDEN, area(1, SHOPS)))


def same_to(seat: int, one: Board, other: Board) -> bool:
    """Whether a seat sees the same on two boards."""
    left, right = one.view(seat).state, other.view(seat).state
    return all(np.array_equal(left[name], right[name]) for name in left.dtype.names)


# --- When ---


@pytest.mark.rule("YS-R3", "YS-P5", "YS-9.5", "YS-R1")
def test_a_spy_declared_before_phase_three_looks_before_and_after_his_own_placements() -> None:
    board = Board.ready()
    board.give(0, box.SPY, box.MERCENARY)
    seen = hide(board, 1, 4, 3)
    board.at(Moment.BEFORE_PLACEMENT).answer(card(box.SPY))
    assert (board.moment, board.question, board.asked) == (Moment.TURN_LOOKS, Question.LOOK, [0])
    assert board.choices() == [DONE, *map(agent, seen)]
    board.answer(DONE)
    assert board.question == Question.PLACE
    place_two(board)
    assert (board.moment, board.question) == (Moment.TURN_LAST_LOOKS, Question.LOOK)
    board.answer(DONE)
    assert (board.question, board.offered()) == (Question.PLAY_CARD, {box.MERCENARY})


@pytest.mark.rule("YS-P5", "YS-R3")
def test_a_turn_goes_looks_queen_agents_neutral_looks_mercenary() -> None:
    board = Board.ready(players=2)
    hide(board, 1, 4)
    board.give(0, box.QUEEN, box.MERCENARY)
    spying(board).at(Moment.TURN_BEGINS)
    answers = [DONE, card(box.QUEEN), place(area(2, SHOPS))]
    answers += [put(4, OPEN, area(1, SHOPS)), put(1, HIDDEN, area(1, SHOPS))]
    answers += [put(2, HIDDEN, area(1, SHOPS)), DONE, card(box.MERCENARY), agent(1)]
    asked = []
    for answer in answers:
        asked.append(board.question.name)
        board.answer(answer, 0)
    assert asked == [
        *("LOOK", "PLAY_CARD", "QUEEN_AREA", "PLACE", "PLACE"),
        *("PLACE_NEUTRAL", "LOOK", "PLAY_CARD", "MERCENARY_AGENT"),
    ]
    assert board.asked == [1]


@pytest.mark.rule("YS-R3", "YS-9.5")
def test_the_spy_does_not_look_in_the_turns_of_others() -> None:
    board = Board.ready()
    hide(board, 1, 4)
    spying(board).state.turn = 1
    board.at(Moment.TURN_BEGINS)
    for seat in (1, 2, 3):
        assert (board.question, board.asked) == (Question.PLACE, [seat])
        place_two(board)
    assert (board.question, board.asked) == (Question.LOOK, [0])


@pytest.mark.rule("YS-R3", "YS-P5")
def test_the_last_looks_come_between_the_third_front_agents_and_the_next_window() -> None:
    board = Board.ready()
    seen = hide(board, 1, 4)
    board.state.behind[:] = 0
    board.state.behind[:, 3] = 1
    board.give(1, box.MERCHANT)
    board.order(2, 0, 1, 3)
    spying(board).state.turn = 15
    board.at(Moment.TURN_ENDS)
    assert (board.question, board.asked) == (Question.LOOK, [0])
    for seat in (*OTHERS, 0):
        assert list(board.view(seat).state.front[2]) == [1, 0, 3]
    assert board.choices() == [DONE, agent(seen[0])]
    board.answer(agent(seen[0]))
    assert (board.asked, board.offered()) == ([1], {box.MERCHANT})


@pytest.mark.rule("YS-C13", "YS-R3")
def test_looks_left_over_end_with_the_phase() -> None:
    board = Board.ready()
    spying(board).at(Moment.TURN_BEGINS)
    looks = []
    while board.state.round_number < 2:
        if board.question == Question.LOOK:
            looks.append((int(board.state.round_number), board.moment))
            board.answer(DONE)
        else:
            board.random()
    assert looks[-1] == (0, Moment.LAST_LOOKS)


# --- Whom and how often ---


@pytest.mark.rule("YS-R3", "YS-9.5")
def test_the_spy_looks_at_hidden_agents_of_opponents_only() -> None:
    board = Board.ready()
    hide(board, 0, 3)
    board.put(1, 4, area(1, SHOPS), OPEN)
    seen = hide(board, 1, 2) + hide(board, 3, 0)
    seen.append(board.put(2, 2, space(1, BLUE), HIDDEN))
    spying(board).at(Moment.TURN_BEGINS)
    assert board.choices() == [DONE, *map(agent, seen)]


@pytest.mark.rule("YS-9.5", "YS-P5", "YS-R3")
def test_three_looks_in_all_one_at_a_time_never_twice_at_the_same_agent() -> None:
    board = Board.ready()
    one, two, three, four = hide(board, 1, 4, 3, 2, 1)
    board.give(0, box.SPY)
    board.at(Moment.BEFORE_PLACEMENT).answer(card(box.SPY)).answer(agent(two))
    assert board.choices() == [DONE, agent(one), agent(three), agent(four)]
    board.answer(DONE)
    place_two(board).answer(agent(four)).answer(DONE)
    for _ in (1, 2, 3):
        place_two(board)
    assert {agent(two), agent(four)}.isdisjoint(board.choices())
    board.answer(agent(one))
    assert board.question == Question.PLACE, "no look is left"
    assert place_two(board).asked == [1]


@pytest.mark.rule("YS-P5")
def test_the_spy_is_not_asked_when_nothing_is_hidden() -> None:
    board = Board.ready()
    board.put(1, 4, area(1, SHOPS), OPEN)
    assert spying(board).at(Moment.TURN_BEGINS).question == Question.PLACE


@pytest.mark.rule("YS-R3", "YS-R30")
def test_a_hidden_agent_whose_value_all_know_can_still_be_named() -> None:
    board = Board.ready()
    board.force(box.ILLUSIONIST, 1)
    board.order(1, 0, 2, 3)
    board.at(Moment.TURN_BEGINS)
    board.answer(put(1, HIDDEN, area(1, SHOPS), FROM_FRONT)).answer(value(4))
    board.answer(put(4, OPEN, area(1, SHOPS)))
    assert board.seen(0, 0) == 1
    spying(board).at(Moment.TURN_BEGINS)
    assert board.choices() == [DONE, agent(0)]
    board.answer(agent(0))
    assert board.state.looks == 2


@pytest.mark.rule("YS-13.5", "YS-R3", "YS-P5")
def test_the_spy_looks_at_throne_agents_within_his_three_looks() -> None:
    board = Board.ready(kings_favour=True)
    board.enthrone(0, 0, 3)
    seen = [board.enthrone(1, 0, 4), board.enthrone(2, 0, 0)]
    board_agent = hide(board, 3, 2)[0]
    spying(board, 2).at(Moment.TURN_BEGINS)
    assert board.choices() == [DONE, *map(agent, [board_agent, *seen])]
    board.answer(agent(seen[0]))
    assert (board.seen(0, seen[0]), board.seen(0, seen[1])) == (4, NONE)
    assert [board.seen(seat, seen[0]) for seat in (-1, 1, 2, 3)] == [NONE, 4, NONE, NONE]
    board.answer(agent(board_agent))
    assert board.question == Question.PLACE, "no look is left for the other throne agent"


@pytest.mark.rule("YS-R3", "YS-R4", "YS-P31")
def test_the_spy_looks_at_neutral_agents_even_at_those_he_placed_himself() -> None:
    board = Board.ready(players=2)
    theirs = board.put(3, 4, area(1, SHOPS), HIDDEN)
    spying(board).at(Moment.TURN_BEGINS).answer(DONE)
    place_two(board).answer(put(2, HIDDEN, area(2, SHOPS)))
    own = int(board.state.placed) - 1
    assert board.choices() == [DONE, agent(theirs), agent(own)]
    assert not any(peeks(board.state, seat, one) for seat in (-1, 0, 1) for one in (theirs, own))
    board.answer(agent(own))
    assert [bool(peeks(board.state, seat, own)) for seat in (-1, 0, 1)] == [False, True, False]
    assert (board.seen(0, own), board.seen(1, own), board.seen(-1, own)) == (2, NONE, NONE)


# --- Who learns what ---


@pytest.mark.rule("YS-9.5", "YS-R3", "YS-C25")
def test_the_target_is_public_and_the_value_private() -> None:
    boards = []
    for number in (4, 0):
        board = Board.ready()
        (seen,) = hide(board, 1, number)
        hide(board, 1, 2)
        spying(board).at(Moment.TURN_BEGINS).answer(agent(seen))
        assert board.seen(0, seen) == number
        for seat in OTHERS:
            assert board.view(seat).state.looked[seen] == 1 << 0
            assert board.view(seat).state.looks == 2
        boards.append(board)
    for seat in (-1, 2, 3):
        assert same_to(seat, *boards), "nothing tells the others what he saw"
        assert boards[0].seen(seat, seen) == NONE
    assert not same_to(0, *boards)


@pytest.mark.rule("YS-R3", "YS-R26")
def test_what_the_spy_saw_he_knows_wherever_the_agent_goes() -> None:
    board = Board.ready(kings_favour=True)
    (seen,) = hide(board, 1, 3)
    other = board.put(1, 2, area(1, HARBOUR), HIDDEN)
    slot = board.enthrone(1, 0, 0)
    board.state.looked[seen] = 1 << 0
    board.order(1, 0, 2, 3)
    board.give(1, box.MAGICIAN)
    board.at(Moment.AFTER_TURN).answer(card(box.MAGICIAN))
    board.answer(agent(seen)).answer(agent(slot))
    assert [board.seen(0, number) for number in (seen, other, slot)] == [NONE, NONE, 3]
    assert [board.seen(2, number) for number in (seen, other, slot)] == [NONE, NONE, NONE]


# --- One's own hidden agents ---


@pytest.mark.rule("YS-R4", "YS-P18")
@pytest.mark.parametrize("peek_own", [True, False])
def test_peek_own_changes_the_display_of_own_hidden_agents_and_nothing_else(
    peek_own: bool,
) -> None:
    board = Board.ready(peek_own=peek_own)
    (own,) = hide(board, 0, 3)
    shown, foreign = board.put(0, 2, area(1, PALACE)), hide(board, 1, 4)[0]
    board.state.looked[foreign] = 1 << 0
    state = board.state
    assert bool(peeks(state, 0, own)) is peek_own
    assert peeks(state, 0, shown)
    assert peeks(state, 0, foreign), "what the Spy saw is shown"
    assert not peeks(state, 1, own)
    assert board.seen(0, own) == 3, "whoever placed a value knows it"
    board.at(Moment.QUARTER_OPENS, cursor=2)
    assert board.question == Question.TAKE_GEM
    assert peeks(board.state, 0, own), "revealed in phase 4"


@pytest.mark.rule("YS-P18", "YS-R4")
def test_peek_own_changes_no_rule() -> None:
    games = [Board.dealt(seed=5, peek_own=peek_own) for peek_own in (True, False)]
    while not games[0].over:
        assert games[0].choices() == games[1].choices()
        assert games[0].random() == games[1].random()
    assert games[1].over
    assert games[0].points() == games[1].points()


@pytest.mark.rule("YS-R4", "YS-P31")
@pytest.mark.parametrize("peek_own", [True, False])
def test_placed_neutral_agents_are_shown_to_nobody_again(peek_own: bool) -> None:
    board = Board.ready(players=2, peek_own=peek_own)
    place_two(board.at(Moment.TURN_BEGINS)).answer(put(4, HIDDEN, area(1, SHOPS)))
    assert [board.seen(seat, 2) for seat in (-1, 0, 1)] == [NONE, 4, NONE]
    assert not peeks(board.state, 0, 2)
    assert not peeks(board.state, 1, 2)
