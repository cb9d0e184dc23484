"""King's Favour: the throne room, what is known about it, and what it pays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLACK, BLUE, EXTRA_VALUE, SHOPS, THRONE
from kerys.kernel.seats import NONE
from tests.ys.board import DONE, HIDDEN, OPEN, Board, agent, area, card, put, space, throne, value

CHOSEN = {2: 3, 0: 4, 3: 0, 1: 1}
"""What each seat sends in `phase_five`, in the order of their answers."""


def before_phase_five(round_number: int = 0) -> Board:
    """Three agents stand in front of each screen, eight are behind it."""
    board = Board.bare(kings_favour=True)
    board.state.round_number = round_number
    for seat in range(4):
        front = (4, 3, 1) if seat == 0 else (3, 1, 0)
        board.front(seat, *front)
        for number in front:
            board.state.behind[seat, number] -= 1
    return board


def in_round(number: int) -> Callable[[Board], bool]:
    """Whether a round, counted from 0, is being played."""
    return lambda board: bool(board.state.round_number == number)


def phase_five() -> Board:
    """The first phase 5 has been played."""
    board = before_phase_five().at(Moment.THRONE_ROOM)
    for seat, number in CHOSEN.items():
        board.answer(value(number), seat)
    return board


def magician(*placed: tuple[int, int, int]) -> tuple[Board, list[int]]:
    """Seat 0 plays the Magician with agents (value, place, face); two are in the throne room."""
    board = Board.ready(kings_favour=True)
    numbers = [board.put(0, *agent_placed) for agent_placed in placed]
    board.enthrone(0, 0, 0, candidates=0b11001)
    board.enthrone(0, 1, 2, candidates=0b00110)
    board.enthrone(1, 0, 4)
    board.give(0, box.MAGICIAN)
    return board.at(Moment.AFTER_TURN), numbers


def final_points(*totals: int) -> list[int]:
    """What the throne room pays when nobody has anything else."""
    board = Board.bare(players=len(totals), kings_favour=True)
    board.state.round_number = 3
    for seat, total in enumerate(totals):
        for slot in range(3):
            board.enthrone(seat, slot, total // 3 + (slot < total % 3))
    return board.at(Moment.ROUND_ENDS).points()


# --- Phase 5 ---


@pytest.mark.rule("YS-13.2", "YS-R34", "YS-C20")
@pytest.mark.parametrize("round_number", [0, 1, 2, 3])
def test_phase_five_follows_the_last_window_of_each_round_but_the_fourth(
    round_number: int,
) -> None:
    board = before_phase_five(round_number)
    board.give(0, box.JEWELER)
    board.at(Moment.END_OF_SCORING)
    assert (board.question, board.asked) == (Question.PLAY_CARD, [0])
    board.answer(DONE)
    if round_number == 3:
        assert board.over
    else:
        assert (board.question, board.asked) == (Question.THRONE_AGENT, [0, 1, 2, 3])


@pytest.mark.rule("YS-13.2")
def test_there_is_no_phase_five_without_kings_favour() -> None:
    board = Board.bare()
    assert board.at(Moment.THRONE_ROOM).question == Question.BID


@pytest.mark.rule("YS-13.2", "YS-R35")
def test_one_of_the_three_front_agents_must_be_sent() -> None:
    board = before_phase_five().at(Moment.THRONE_ROOM)
    assert board.choices(0) == [value(1), value(3), value(4)]
    assert board.choices(3) == [value(0), value(1), value(3)]


@pytest.mark.rule("YS-R35", "YS-13.2")
def test_choices_are_sealed_in_any_order_and_carried_out_together() -> None:
    board = before_phase_five().at(Moment.THRONE_ROOM)
    waiting = {0, 1, 2, 3}
    for seat, number in list(CHOSEN.items())[:3]:
        board.answer(value(number), seat)
        waiting.remove(seat)
        assert board.asked == sorted(waiting)
        for other in (-1, 0, 1, 2, 3):
            view = board.view(other).state
            assert view.sealed[seat] == (number if other == seat else NONE)
            assert (view.place[box.BOARD_AGENTS :] == NONE).all()
            assert NONE not in view.front
    board.answer(value(CHOSEN[1]), 1)
    assert [board.state.value[throne(seat, 0)] for seat in range(4)] == [4, 1, 3, 0]


@pytest.mark.rule("YS-13.1", "YS-13.2")
def test_the_other_two_and_an_extra_two_go_behind_the_screen() -> None:
    board = phase_five()
    assert (board.question, board.state.round_number) == (Question.BID, 1)
    assert board.behind(0) == [0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4]
    assert board.behind(3) == [0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4]
    for seat in range(4):
        assert board.state.place[throne(seat, 0)] == THRONE
        assert board.state.place[throne(seat, 1)] == NONE


@pytest.mark.rule("YS-13.1", "YS-13.2", "YS-P30", "YS-R34")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("express", "size"), [(False, 11), (True, 9)])
def test_teams_keep_their_size_and_gain_a_two_each_time(
    players: int, express: bool, size: int
) -> None:
    board = Board.dealt(seed=7, players=players, kings_favour=True, express=express)
    team = box.TEAM_SIZES[box.EXPRESS_TEAM if express else box.FULL_TEAM]
    for number in range(5):
        board.until(Moment.OVER if number == 4 else in_round(number))
        for seat in range(players):
            throned = [int(board.state.value[throne(seat, slot)]) for slot in range(3)]
            throned = [sent for sent in throned if sent != NONE]
            assert len(throned) == min(number, 3)
            assert len(board.behind(seat)) == size
            counts = [(board.behind(seat) + throned).count(worth) for worth in range(5)]
            assert counts == [*team[:2], team[EXTRA_VALUE] + len(throned), *team[3:]]


# --- What is known ---


@pytest.mark.rule("YS-13.3", "YS-13.2")
def test_others_know_the_candidates_but_not_the_agent() -> None:
    board = phase_five()
    for seat, number in CHOSEN.items():
        slot = throne(seat, 0)
        for other in (-1, 0, 1, 2, 3):
            view = board.view(other).state
            assert (view.place[slot], view.hidden[slot]) == (THRONE, 1)
            assert view.candidates[slot] == (0b11010 if seat == 0 else 0b01011)
            assert view.value[slot] == (number if other == seat else NONE)


@pytest.mark.rule("YS-13.3")
def test_an_agent_is_known_when_all_three_candidates_are_alike() -> None:
    board = before_phase_five()
    board.front(1, 3, 3, 3)
    board.at(Moment.THRONE_ROOM)
    for seat in board.asked:
        board.answer(board.choices(seat)[0], seat)
    assert board.seen(-1, throne(1, 0)) == 3
    assert board.seen(-1, throne(0, 0)) == NONE


@pytest.mark.rule("YS-13.3")
@pytest.mark.parametrize("seed", range(6))
def test_an_earlier_agent_is_counted_out_once_all_the_others_were_seen(seed: int) -> None:
    board = Board.dealt(seed=seed, kings_favour=True)
    for number in (1, 2):
        board.until(in_round(number))
        for seat in range(4):
            earlier = [throne(seat, slot) for slot in range(number - 1)]
            for slot in earlier:
                assert board.seen(-1, slot) == board.state.value[slot]
                assert board.state.candidates[slot] == 1 << board.state.value[slot]
        assert NONE in [board.seen(-1, throne(seat, number - 1)) for seat in range(4)]


@pytest.mark.rule("YS-13.7")
def test_the_throne_room_is_revealed_at_the_end() -> None:
    board = Board.dealt(seed=4, kings_favour=True).until(Moment.OVER)
    for number in range(throne(0, 0), throne(3, 2) + 1):
        assert board.seen(-1, number) == board.state.value[number] != NONE


# --- Characters and the throne room ---


@pytest.mark.rule("YS-13.4")
def test_herald_and_mercenary_cannot_reach_the_throne_room() -> None:
    board = Board.ready(kings_favour=True)
    board.enthrone(0, 0, 4)
    board.give(0, box.HERALD, box.MERCENARY)
    board.at(Moment.TURN_BEGINS)
    board.answer(put(4, OPEN, area(1, SHOPS))).answer(put(1, HIDDEN, area(1, SHOPS)))
    board.answer(card(box.MERCENARY))
    assert board.choices() == [agent(0), agent(1)]
    board.answer(agent(0)).at(Moment.BEFORE_SCORING).answer(card(box.HERALD))
    assert board.choices() == [agent(0), agent(1)]
    board.answer(agent(1))
    assert max(board.choices()) < agent(0), "places on the board only"
    assert board.state.place[throne(0, 0)] == THRONE


@pytest.mark.rule("YS-13.6", "YS-R26", "YS-P3")
def test_exactly_one_of_the_swapped_agents_may_come_from_ones_own_throne_agents() -> None:
    board, (one, other) = magician((3, area(1, SHOPS), OPEN), (1, area(2, SHOPS), OPEN))
    board.answer(card(box.MAGICIAN))
    own = [agent(throne(0, 0)), agent(throne(0, 1))]
    assert board.choices() == [agent(one), agent(other), *own]
    board.answer(own[0])
    assert board.choices() == [agent(one), agent(other)]
    board.answer(agent(one))
    assert (board.state.value[one], board.state.value[throne(0, 0)]) == (0, 3)
    assert board.state.place[one] == area(1, SHOPS)
    assert board.state.place[throne(0, 0)] == THRONE


@pytest.mark.rule("YS-R26", "YS-P7")
def test_who_enters_the_throne_is_hidden_but_stays_known_and_who_leaves_stays_hidden() -> None:
    board, (one, _) = magician((3, space(1, BLUE), OPEN), (1, area(2, SHOPS), OPEN))
    slot = throne(0, 0)
    board.answer(card(box.MAGICIAN)).answer(agent(one)).answer(agent(slot))
    assert board.points() == [0, 0, 0, 0], "no market bonus"
    for seat in (-1, 0, 1, 2, 3):
        view = board.view(seat).state
        assert (view.hidden[one], view.hidden[slot]) == (1, 1)
        assert (view.value[slot], view.candidates[slot]) == (3, 0b01000)
        assert view.value[one] == (0 if seat == 0 else NONE)
        assert view.candidates[one] == 0b11001


@pytest.mark.rule("YS-R26", "YS-P7")
def test_a_hidden_agent_that_enters_the_throne_is_known_to_its_player_alone() -> None:
    board, (one, _) = magician((3, area(1, SHOPS), HIDDEN), (1, area(2, SHOPS), OPEN))
    slot = throne(0, 0)
    board.answer(card(box.MAGICIAN)).answer(agent(one)).answer(agent(slot))
    for seat in (-1, 1, 2, 3):
        assert (board.seen(seat, one), board.seen(seat, slot)) == (NONE, NONE)
    assert (board.seen(0, one), board.seen(0, slot)) == (0, 3)


@pytest.mark.rule("YS-P3", "YS-R26")
def test_the_throne_room_is_a_place_to_swap_with_but_not_from_a_closed_area() -> None:
    board, _ = magician((3, area(1, SHOPS), OPEN), (1, area(1, SHOPS), OPEN))
    assert board.offered() == {box.MAGICIAN}, "both board agents stand in one place"
    board.state.closed, board.state.turn = area(1, SHOPS), 0
    assert board.at(Moment.AFTER_TURN).question == Question.PLACE


# --- Final points ---


@pytest.mark.rule("YS-13.7", "YS-13.8", "YS-R35")
@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((9, 5, 12, 2), [7, 3, 12, 0]),
        ((8, 8, 5, 1), [9, 9, 3, 0]),
        ((8, 8, 8, 1), [7, 7, 7, 0]),
        ((6, 6, 6, 6), [5, 5, 5, 5]),
        ((9, 4, 4, 1), [12, 5, 5, 0]),
        ((4, 4, 9, 4), [3, 3, 12, 3]),
        ((9, 7, 4, 4), [12, 7, 1, 1]),
        ((8, 8, 3, 3), [9, 9, 1, 1]),
        ((0, 0, 0, 0), [5, 5, 5, 5]),
        ((9, 8, 0), [12, 7, 3]),
        ((8, 8, 2), [9, 9, 3]),
        ((5, 5, 5), [7, 7, 7]),
        ((9, 4, 4), [12, 5, 5]),
    ],
)
def test_throne_points(totals: tuple[int, ...], points: list[int]) -> None:
    assert final_points(*totals) == points


@pytest.mark.rule("YS-13.9")
def test_a_final_tie_goes_to_more_gems() -> None:
    board = Board.bare(kings_favour=True)
    board.state.round_number = 3
    for seat in range(2):
        board.enthrone(seat, 0, 4)
    board.state.gems[1, BLACK] = 2
    board.state.points[0] = 4
    board.at(Moment.ROUND_ENDS)
    assert board.points() == [13, 13, 1, 1]
    assert [YS.rank(board.state, seat) for seat in range(4)] == [2, 1, 3, 3]


@pytest.mark.rule("YS-13.2", "YS-13.3")
def test_no_step_shows_others_which_agent_goes_into_the_throne_room() -> None:
    """A film shows every step: what stays in front of a screen would reveal who was sent."""
    seen = []
    for number in (4, 3, 1):
        board = before_phase_five().at(Moment.THRONE_ROOM)
        for seat, sent in {**CHOSEN, 0: number}.items():
            if seat != 1:
                board.answer(value(sent), seat)
        steps = YS.steps(board.state, 1, value(CHOSEN[1]))
        seen.append([YS.view(step, 1).tobytes() for step in steps])
    assert seen[0] == seen[1] == seen[2]
