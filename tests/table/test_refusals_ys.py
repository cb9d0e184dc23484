"""The reasons of Ys, each on a board set up for it."""

from __future__ import annotations

import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLUE, GREEN, HARBOUR, PALACE, SHOPS, YELLOW
from kerys.table import IllegalMove
from tests.table.tools import refusal, seat_down
from tests.ys.board import DONE, HIDDEN, OPEN, Board, area, card, put, space


def reason(board: Board, text: str) -> str:
    """The reason why the seat that is asked can't do something."""
    error = refusal(seat_down(board), board.asked[0], board.game.wording.texts()[text])
    assert type(error) is IllegalMove
    start = f"'{text}' can't be played: "
    assert str(error).startswith(start)
    return str(error).removeprefix(start)


def placing(**options: object) -> Board:
    """The first turn of phase 3, before anyone has placed anything."""
    return Board.ready(**options).at(Moment.TURN_BEGINS)


# --- Bids and order ---


@pytest.mark.rule("YS-3.1", "YS-1.3")
def test_a_bid_needs_both_agents() -> None:
    board = Board.dealt()
    assert reason(board, "bid 2+2") == "You don't have both 2 and 2 behind your screen."


@pytest.mark.rule("YS-3.3", "YS-R20")
def test_a_place_in_the_order_must_be_there_and_free() -> None:
    board = Board.dealt(players=3)
    for seat, pair in enumerate(((4, 4), (3, 3), (1, 1))):
        board.answer(int(bid_code(*pair)), seat)
    assert board.asked == [0]
    assert reason(board, "order 4") == "There are only 3 places in the order."
    board.answer(board.choices()[1])
    assert reason(board, "order 2") == "Place 2 in the order is taken."


def bid_code(high: int, low: int) -> int:
    return int(Board.game.wording.texts()[f"bid {high}+{low}"])


# --- Placing ---


@pytest.mark.rule("YS-4.3")
def test_a_market_space_has_room_for_one() -> None:
    board = placing().answer(put(3, OPEN, space(2, BLUE)))
    assert "market at blue, line 2 is occupied" in reason(board, "place 3 hidden blue-2")


@pytest.mark.rule("YS-9.13", "YS-R28")
def test_an_area_that_the_queen_closed_takes_nobody() -> None:
    board = placing()
    board.state.closed = area(2, PALACE)
    assert reason(board, "place 3 open 2-palace") == (
        "The Queen has closed the palace of quarter 2."
    )


@pytest.mark.rule("YS-10.2")
def test_line_1_is_closed_with_three_players() -> None:
    assert "Line 1 of the market is closed" in reason(placing(players=3), "place 3 open red-1")


@pytest.mark.rule("YS-10.3", "YS-R19")
def test_quarter_4_may_be_out_of_use() -> None:
    board = placing(players=3, quarters=3)
    assert reason(board, "place 3 open 4-shops") == "Quarter 4 isn't in use."


@pytest.mark.rule("YS-1.3", "YS-4.2")
def test_an_agent_must_be_behind_the_screen() -> None:
    board = placing()
    board.state.behind[0, 2] = 0
    assert reason(board, "place 2 open 1-shops") == "There is no 2 behind your screen."


@pytest.mark.rule("YS-4.1")
@pytest.mark.parametrize(("face", "used"), [(OPEN, "open"), (HIDDEN, "hidden")])
def test_a_turn_has_one_open_and_one_hidden_agent(face: int, used: str) -> None:
    board = placing().answer(put(3, face, area(1, SHOPS)))
    assert f"placed this turn's {used} agent" in reason(board, f"place 1 {used} 1-shops")


@pytest.mark.rule("YS-9.7")
def test_only_the_illusionist_takes_from_the_front_and_only_what_is_there() -> None:
    board = placing()
    text = "place 4 open 1-shops from front"
    assert "Only the Illusionist" in reason(board, text)
    board.force(box.ILLUSIONIST, 0)
    assert reason(board, text) == "There is no 4 in front of your screen."


@pytest.mark.rule("YS-11.4", "YS-P15")
def test_neutral_agents_come_hidden_from_behind_the_screen() -> None:
    board = placing(players=2)
    board.force(box.ILLUSIONIST, 0)
    board.answer(put(3, OPEN, area(1, SHOPS))).answer(put(1, HIDDEN, area(1, SHOPS)))
    assert board.question == Question.PLACE_NEUTRAL
    assert "placed hidden" in reason(board, "place 4 open 1-shops")
    assert "behind the screen" in reason(board, "place 1 hidden 1-shops from front")
    assert reason(board, "place 3 hidden 1-shops") == "You have no neutral 3."


@pytest.mark.rule("YS-4.2")
def test_another_sort_of_move_is_answered_with_the_question() -> None:
    said = reason(placing(), "bid 4+2")
    assert said == "That doesn't answer the question: " + (
        "Place the first of two agents, open or hidden."
    )


# --- Characters: when ---


def window(moment: Moment, *cards: int) -> Board:
    """Seat 0 may play one of some cards."""
    board = Board.ready()
    board.give(0, *cards)
    board.put(0, 3, area(1, SHOPS))
    return board.at(moment)


@pytest.mark.rule("YS-8.2", "YS-P8")
def test_a_card_won_this_round_waits_for_the_next() -> None:
    board = window(Moment.BEFORE_SCORING, box.MERCHANT)
    board.state.won[0] = 1 << box.CAPTAIN
    assert "You won the Captain this round" in reason(board, "play captain")


@pytest.mark.rule("YS-8.5", "YS-R1")
def test_a_card_has_its_moment() -> None:
    board = window(Moment.BEFORE_SCORING, box.MERCHANT, box.SPY, box.BANKER, box.QUEEN)
    assert "Spy is played before the placement, not now" in reason(board, "play spy")
    assert "Banker is played at the end of the scoring" in reason(board, "play banker")
    assert "Queen is played before one of your own turns" in reason(board, "play queen")


def test_a_card_must_be_held() -> None:
    board = window(Moment.BEFORE_SCORING, box.MERCHANT)
    assert reason(board, "play herald") == "You don't have the Herald."


@pytest.mark.rule("YS-P2")
def test_a_card_needs_something_to_work_on() -> None:
    board = Board.ready()
    board.give(0, box.HERALD, box.CAPTAIN)
    board.at(Moment.BEFORE_SCORING)
    assert reason(board, "play herald") == "There is no agent that the Herald could affect now."


@pytest.mark.rule("YS-8.3", "YS-C17")
def test_whoever_has_played_two_cards_is_told_so() -> None:
    """Then no card is asked for; whoever tries to play one should learn why."""
    board = Board.ready()
    board.give(0, box.QUEEN)
    board.state.cards_played[0] = 2
    board.at(Moment.TURN_BEGINS)
    assert board.question == Question.PLACE
    assert "two characters" in reason(board, "play queen")


@pytest.mark.rule("YS-8.5", "YS-8.2")
@pytest.mark.parametrize(
    ("hand", "won", "says"),
    [
        (box.HERALD, None, "before the scoring"),
        (None, box.HERALD, "You won the Herald this round"),
        (None, None, "You don't have the Herald"),
    ],
)
def test_a_card_gets_its_own_reason_whatever_is_asked(
    hand: int | None, won: int | None, says: str
) -> None:
    """The open question doesn't explain why a card can't be played."""
    board = Board.ready()
    if hand is not None:
        board.give(0, hand)
    if won is not None:
        board.state.won[0] = 1 << won
    assert says in reason(board.at(Moment.TURN_BEGINS), "play herald")


# --- Characters: what ---


@pytest.mark.rule("YS-9.5", "YS-P5")
def test_the_spy_looks_once_at_hidden_agents_of_others() -> None:
    board = Board.ready()
    board.force(box.SPY, 0)
    board.state.looks = 2
    board.put(1, 3, area(1, SHOPS), HIDDEN)
    board.put(1, 3, area(1, SHOPS), HIDDEN)
    board.put(1, 3, area(1, SHOPS), OPEN)
    board.put(0, 3, area(1, SHOPS), HIDDEN)
    board.at(Moment.TURN_LOOKS).answer(board.game.wording.texts()["agent 1"])
    assert reason(board, "agent 1") == "You have already looked at agent 1."
    assert reason(board, "agent 3") == "Agent 3 is already open."
    assert reason(board, "agent 4") == "Agent 4 is your own."
    assert reason(board, "agent 5") == "There is no agent 5 on the board."
    assert reason(board, "throne 1.1") == "There is no such agent in the throne room."


@pytest.mark.rule("YS-9.6", "YS-R29", "YS-13.4")
def test_the_herald_moves_an_own_agent_to_another_place() -> None:
    board = Board.ready(kings_favour=True)
    board.give(0, box.HERALD)
    for where in (area(1, SHOPS), area(2, SHOPS), area(3, SHOPS)):
        board.put(0, 3, where)
    board.put(1, 3, area(2, SHOPS))
    board.enthrone(0, 0, 2)
    board.state.closed = area(1, SHOPS)
    board.at(Moment.BEFORE_SCORING).answer(card(box.HERALD))
    assert "Agent 1 is in the area that the Queen closed" in reason(board, "agent 1")
    assert reason(board, "agent 4") == "Agent 4 isn't yours."
    assert "can't move agents out of the throne room" in reason(board, "throne 0.1")
    board.answer(board.game.wording.texts()["agent 2"])
    assert reason(board, "2-shops") == "The agent is already there."
    assert "The Queen has closed" in reason(board, "1-shops")


@pytest.mark.rule("YS-9.10", "YS-P3", "YS-9.12", "YS-C2")
def test_magician_and_mercenary_know_their_agents() -> None:
    board = placing()
    board.give(0, box.MAGICIAN, box.MERCENARY)
    board.put(0, 3, area(1, SHOPS))
    board.put(0, 3, area(3, SHOPS))
    board.answer(put(3, OPEN, area(1, SHOPS))).answer(put(1, HIDDEN, area(2, SHOPS)))
    mercenary = Board(board.game.copy(board.state)).answer(card(box.MERCENARY))
    assert "just placed" in reason(mercenary, "agent 1")
    magician = board.answer(card(box.MAGICIAN)).answer(board.game.wording.texts()["agent 1"])
    assert "different places" in reason(magician, "agent 3")
    assert "different places" in reason(magician, "agent 1")


@pytest.mark.rule("YS-9.13", "YS-9.3", "YS-R19")
def test_queen_and_captain_keep_to_the_city() -> None:
    queen = Board.ready(players=3, quarters=3)
    queen.give(0, box.QUEEN)
    queen.at(Moment.TURN_BEGINS).answer(card(box.QUEEN))
    assert "not market spaces" in reason(queen, "blue-2")
    assert reason(queen, "4-shops") == "Quarter 4 isn't in use."
    captain = Board.ready(players=3, quarters=3)
    captain.give(0, box.CAPTAIN)
    captain.at(Moment.BEFORE_SCORING).answer(card(box.CAPTAIN))
    assert reason(captain, "swap 1-4") == "There are ships only in ports 1 to 3."


@pytest.mark.rule("YS-9.1", "YS-P4", "YS-9.2", "YS-R15")
def test_alchemist_and_banker_know_colours() -> None:
    board = Board.ready()
    board.give(0, box.ALCHEMIST, box.BANKER)
    board.state.gems[0, BLUE] = board.state.gems[0, box.BLACK] = 1
    board.state.prices[:] = (15, 8, 1, 8)
    board.at(Moment.END_OF_SCORING).answer(card(box.ALCHEMIST))
    assert reason(board, "green") == "You have no green gem to give."
    board.answer(board.game.wording.texts()["blue"])
    assert "must differ" in reason(board, "blue")
    assert "not black" in reason(board, "black")
    board.answer(board.game.wording.texts()["green"]).answer(card(box.BANKER))
    assert reason(board, "blue up") == "Blue is at the top of the scale."
    assert "must raise a price first" in reason(board, "blue down")
    board.answer(board.game.wording.texts()["green up"])
    assert "two different colours" in reason(board, "green down")
    assert reason(board, "yellow down") == "Yellow is at the bottom of the scale."
    assert "must lower a price now" in reason(board, "red up")


# --- Scoring ---


@pytest.mark.rule("YS-5.3", "YS-2.8")
def test_a_gem_must_be_on_the_ship_and_a_free_choice_is_of_four_colours() -> None:
    board = Board.ready()
    board.ship(1, BLUE, box.WHITE, GREEN)
    board.put(0, 4, area(1, HARBOUR))
    board.put(1, 3, area(1, HARBOUR))
    board.at(Moment.QUARTER_OPENS)
    assert reason(board, "yellow") == "No yellow gem is left on this ship."
    board.answer(board.game.wording.texts()["white"])
    assert "not white" in reason(board, "white")


@pytest.mark.rule("YS-6.4", "YS-P24")
def test_only_tied_columns_come_next() -> None:
    board = Board.ready()
    board.put(0, 4, space(1, BLUE))
    board.put(1, 3, space(1, GREEN))
    board.put(2, 3, space(1, YELLOW))
    board.at(Moment.MARKET_COLUMNS)
    assert reason(board, "blue") == "Only these columns are tied: green, yellow."
    assert board.choices() != [DONE]


@pytest.mark.parametrize("text", ["blue up", "place 3 open 1-shops from front"])
def test_a_text_that_is_one_action_is_never_read_as_two(text: str) -> None:
    """`blue up` moves a price; it must not take a blue gem where a gem is asked for."""
    board = placing()
    if text == "blue up":
        board.ship(1, BLUE, box.WHITE, GREEN)
        board.put(0, 4, area(1, HARBOUR))
        board.at(Moment.QUARTER_OPENS)
    error = refusal(seat_down(board), board.asked[0], text)
    assert str(error) == f"'{text}' can't be played: {reason(board, text)}"
