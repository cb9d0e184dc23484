"""When cards may be played: windows, one pass in order, two per round, from the next round on."""

from __future__ import annotations

from collections import Counter

import pytest

from kerys.games.ys import actions as act
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import (
    ALCHEMIST,
    BANKER,
    BLUE,
    CAPTAIN,
    CARDINAL,
    HERALD,
    ILLUSIONIST,
    INTRIGUER,
    JEWELER,
    KING,
    MAGICIAN,
    MERCENARY,
    MERCHANT,
    PALACE,
    PRINCE,
    QUEEN,
    SHOPS,
    SPY,
)
from kerys.games.ys.windows import MOMENT_OF
from kerys.kernel.seats import NONE
from tests.ys.board import DONE, HIDDEN, OPEN, Board, area, card, colour, ports, put

WINDOWS = {
    Moment.BEFORE_PLACEMENT: {CARDINAL, SPY, ILLUSIONIST},
    Moment.BEFORE_TURN: {QUEEN},
    Moment.AFTER_TURN: {MAGICIAN, MERCENARY},
    Moment.BEFORE_SCORING: {CAPTAIN, HERALD, INTRIGUER, MERCHANT},
    Moment.END_OF_SCORING: {ALCHEMIST, BANKER, JEWELER},
}
HELD = {character for cards in WINDOWS.values() for character in cards}


def decline_on(board: Board) -> None:
    """Make one decision: play no card, and anything else at random."""
    if board.question == Question.PLAY_CARD:
        board.answer(DONE)
    else:
        board.random()


def won_in_round_one(character: int) -> Board:
    """The second round, before the bids; seat 0 won a card in the first and hasn't played it."""
    board = Board.ready()
    board.prize(1, character)
    board.put(0, 3, area(1, PALACE))
    board.at(Moment.QUARTER_OPENS)
    while board.state.round_number == 0:
        assert board.question != Question.PLAY_CARD
        board.random()
    return board


@pytest.mark.rule("YS-8.5", "YS-R1", "YS-C1", "YS-C15")
def test_each_card_is_offered_in_its_own_window_and_in_no_other() -> None:
    board = Board.ready()
    board.give(0, *HELD)
    board.at(Moment.BEFORE_PLACEMENT)
    asked: Counter[Moment] = Counter()
    offered: dict[Moment, set[int]] = {}
    while board.question != Question.BID:
        if board.question == Question.PLAY_CARD:
            asked[board.moment] += 1
            offered.setdefault(board.moment, set()).update(board.offered())
        decline_on(board)
    assert offered == WINDOWS
    assert asked == {moment: 4 if "TURN" in moment.name else 1 for moment in WINDOWS}


@pytest.mark.rule("YS-R1")
def test_windows_are_a_table_of_data_that_names_every_card_once() -> None:
    at: dict[Moment, set[int]] = {}
    for character, window in box.WINDOW_OF.items():
        if window != box.Window.AT_ONCE:
            at.setdefault(MOMENT_OF[window], set()).add(character)
    assert at == WINDOWS
    assert set(box.WINDOW_OF) - HELD == {KING, PRINCE}


@pytest.mark.rule("YS-8.2", "YS-8.3", "YS-8.5", "YS-8.6", "YS-C17", "YS-R2", "YS-P21")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_to_windows_order_and_limit(players: int) -> None:
    played: Counter[tuple[int, int]] = Counter()
    passes: dict[tuple[int, int, Moment], list[int]] = {}
    for seed in range(3):
        board = Board.dealt(seed=seed, players=players)
        while not board.over:
            moment, turn = board.moment, int(board.state.turn)
            number = seed * box.ROUNDS + int(board.state.round_number)
            if board.question == Question.PLAY_CARD:
                (seat,) = board.asked
                position = list(board.state.order[:players]).index(seat)
                assert set() < board.offered() <= board.hand(seat) & WINDOWS[moment]
                if moment in (Moment.BEFORE_TURN, Moment.AFTER_TURN):
                    assert position == turn % players
                else:
                    passes.setdefault((seed, number, moment), []).append(position)
            seat, action = board.random()
            if act.CARD <= action < act.VALUE:
                played[number, seat] += 1
    assert max(played.values()) == box.CARDS_PER_ROUND == 2
    assert len(passes) >= 9
    assert all(order == sorted(order) for order in passes.values())


@pytest.mark.rule("YS-8.6", "YS-R2", "YS-P21")
def test_a_pass_asks_in_this_rounds_order_and_never_goes_back() -> None:
    board = Board.bare()
    board.order(2, 0, 3, 1)
    board.give(2, INTRIGUER)
    board.give(0, CAPTAIN)
    board.give(1, MERCHANT)
    board.at(Moment.BEFORE_SCORING)
    assert board.asked == [2]
    board.answer(DONE)
    assert board.asked == [0]
    board.answer(card(CAPTAIN)).answer(ports(1, 2))
    assert board.asked == [1]
    board.answer(card(MERCHANT))
    assert board.moment > Moment.BEFORE_SCORING
    assert board.hand(2) == {INTRIGUER}


@pytest.mark.rule("YS-8.6", "YS-R2", "YS-P21")
@pytest.mark.parametrize(("first", "second"), [(CAPTAIN, MERCHANT), (MERCHANT, CAPTAIN)])
def test_a_player_plays_several_cards_in_the_order_he_likes(first: int, second: int) -> None:
    board = Board.bare()
    board.give(0, CAPTAIN, MERCHANT)
    board.give(1, INTRIGUER)
    board.at(Moment.BEFORE_SCORING)
    for character in (first, second):
        assert (board.question, board.asked) == (Question.PLAY_CARD, [0])
        board.answer(card(character))
        if character == CAPTAIN:
            assert (board.question, board.asked) == (Question.CAPTAIN_PORTS, [0])
            board.answer(ports(3, 4))
    assert (board.question, board.asked) == (Question.PLAY_CARD, [1])


@pytest.mark.rule("YS-P21", "YS-8.6")
def test_windows_of_a_turn_belong_to_its_player_alone() -> None:
    board = Board.ready()
    board.give(0, MERCENARY)
    board.give(1, QUEEN, MAGICIAN)
    board.at(Moment.TURN_BEGINS)
    assert (board.question, board.asked) == (Question.PLACE, [0])
    board.answer(put(4, OPEN, area(1, SHOPS))).answer(put(0, HIDDEN, area(2, SHOPS)))
    assert (board.asked, board.offered()) == ([0], {MERCENARY})
    board.answer(DONE)
    assert (board.moment, board.asked, board.offered()) == (Moment.BEFORE_TURN, [1], {QUEEN})


@pytest.mark.rule("YS-8.3", "YS-C17")
def test_a_third_card_is_refused_in_the_same_window() -> None:
    board = Board.bare()
    board.give(0, CAPTAIN, INTRIGUER, MERCHANT)
    board.at(Moment.BEFORE_SCORING).answer(card(MERCHANT)).answer(card(INTRIGUER))
    assert board.moment > Moment.BEFORE_SCORING
    assert board.hand(0) == {CAPTAIN}


@pytest.mark.rule("YS-8.3", "YS-C17")
def test_the_limit_holds_over_all_windows_of_a_round_and_is_lifted_in_the_next() -> None:
    board = Board.ready()
    board.give(0, CARDINAL, MERCHANT, JEWELER, SPY)
    board.at(Moment.BEFORE_PLACEMENT).answer(card(CARDINAL))
    while board.moment != Moment.BEFORE_SCORING:
        decline_on(board)
    board.answer(card(MERCHANT))
    while board.question != Question.BID:
        assert board.question != Question.PLAY_CARD
        board.random()
    board.until(Question.PLAY_CARD)
    assert (board.moment, board.asked) == (Moment.BEFORE_PLACEMENT, [0])
    assert SPY in board.offered()


@pytest.mark.rule("YS-8.2", "YS-P8")
def test_a_card_won_this_round_is_not_played_at_its_end() -> None:
    board = won_in_round_one(ALCHEMIST)
    assert board.hand(0) == {ALCHEMIST}
    board.until(Question.PLAY_CARD)
    assert (board.state.round_number, board.moment) == (1, Moment.END_OF_SCORING)


@pytest.mark.rule("YS-8.2", "YS-P8")
def test_a_card_won_is_played_from_the_first_window_of_the_next_round() -> None:
    board = won_in_round_one(CARDINAL).until(Question.PLAY_CARD)
    assert (board.state.round_number, board.moment) == (1, Moment.BEFORE_PLACEMENT)
    assert (board.asked, board.offered()) == ([0], {CARDINAL})


@pytest.mark.rule("YS-C16")
def test_a_card_kept_back_can_be_played_in_any_later_round() -> None:
    board = won_in_round_one(CARDINAL)
    rounds = set()
    while not board.over:
        if board.question == Question.PLAY_CARD and CARDINAL in board.offered():
            assert board.asked == [0]
            rounds.add(int(board.state.round_number))
        decline_on(board)
    assert rounds == {1, 2, 3}


@pytest.mark.rule("YS-P2", "YS-R24")
def test_a_card_counts_when_it_is_announced() -> None:
    board = Board.bare()
    board.give(0, CAPTAIN)
    board.at(Moment.BEFORE_SCORING).answer(card(CAPTAIN))
    assert board.question == Question.CAPTAIN_PORTS
    assert (board.state.cards_played[0], board.hand(0)) == (1, set())


@pytest.mark.rule("YS-R24", "YS-9.1")
def test_a_declined_alchemist_is_one_of_the_two_cards() -> None:
    board = Board.bare()
    board.state.gems[0, BLUE] = 1
    board.give(0, ALCHEMIST, BANKER, JEWELER)
    board.at(Moment.END_OF_SCORING).answer(card(ALCHEMIST)).answer(DONE)
    assert board.offered() == {BANKER, JEWELER}
    board.answer(card(JEWELER)).answer(colour(BLUE)).answer(colour(BLUE))
    assert board.question == Question.BID
    assert board.hand(0) == {BANKER}


@pytest.mark.rule("YS-R24")
def test_cards_left_at_the_end_are_worth_nothing() -> None:
    board = Board.bare()
    board.state.round_number = 3
    board.give(0, *HELD)
    board.at(Moment.ROUND_ENDS)
    assert board.over
    assert board.points() == [0, 0, 0, 0]


@pytest.mark.rule("YS-P2")
@pytest.mark.parametrize(
    ("character", "questions"),
    [
        (CAPTAIN, 1),
        (HERALD, 2),
        (QUEEN, 1),
        (MAGICIAN, 2),
        (MERCENARY, 1),
        (BANKER, 2),
        (JEWELER, 2),
    ],
)
def test_the_effect_of_a_card_once_played_is_carried_out(character: int, questions: int) -> None:
    board = Board.ready()
    first, second = board.put(0, 3, area(1, PALACE)), board.put(0, 1, area(2, PALACE))
    board.put(0, 1, area(3, PALACE))
    board.state.just_placed[:] = (first, second)
    board.give(0, character)
    board.at(MOMENT_OF[box.WINDOW_OF[character]]).answer(card(character))
    for _ in range(questions):
        assert board.question == Question.CHOOSE_GEM or board.question >= Question.CAPTAIN_PORTS
        assert DONE not in board.choices()
        board.random()


@pytest.mark.rule("YS-P2")
def test_a_card_without_possible_effect_is_not_offered() -> None:
    board = Board.ready()
    only = board.put(0, 3, area(1, PALACE))
    board.put(0, 1, area(1, PALACE))
    board.state.just_placed[:] = (NONE, NONE)
    board.give(0, MAGICIAN, MERCENARY)
    assert board.at(Moment.AFTER_TURN).question == Question.PLACE
    board.state.just_placed[0], board.state.turn = only, 0
    assert board.at(Moment.AFTER_TURN).offered() == {MERCENARY}
    board.give(0, HERALD, MERCHANT)
    board.state.closed = area(1, PALACE)
    assert board.at(Moment.BEFORE_SCORING).offered() == {MERCHANT}


@pytest.mark.rule("YS-8.1", "YS-R5")
def test_hands_and_cards_just_won_are_known_to_all() -> None:
    board = Board.bare()
    board.give(0, SPY, QUEEN)
    board.prize(1, HERALD)
    board.put(1, 3, area(1, PALACE))
    board.at(Moment.QUARTER_OPENS).until(Question.NEXT_COLUMN)
    for seat in (-1, 0, 1, 2, 3):
        view = board.view(seat)
        assert (view.hand(0), view.hand(1)) == ({SPY, QUEEN}, set())
        assert (view.won(0), view.won(1)) == (set(), {HERALD})
