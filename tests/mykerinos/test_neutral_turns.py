"""Two players: the neutral's cubes, its disc and its actions in phase 2 (MY-7.1 to MY-7.4)."""

from __future__ import annotations

import pytest

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos.actions import Kind, Moment, Question
from kerys.games.mykerinos.components import BLACKMORE, BROWN, LEMON, NEUTRAL, TANGERINE, VIOLET
from tests.mykerinos.areas import on_region
from tests.mykerinos.board import DONE, Board, at, kind, room, three

PLACE, EXTEND = kind(Kind.PLACE), kind(Kind.EXTEND)


def acted(board: Board, seat: int = 0) -> Board:
    """Let the seat place one of its own cubes on h6."""
    return board.turn_of(seat).answer(PLACE, at("h6"))


# --- Cubes and discs ---------------------------------------------------------------------------


@pytest.mark.rule("MY-7.1")
def test_only_the_two_players_act_and_score() -> None:
    board = Board.dealt(seed=4, players=2)
    asked = set()
    while not board.over:
        asked.update(board.asked)
        board.random()
    assert asked == {0, 1}
    assert MYKERINOS.owners(board.state) == 2
    assert board.state.points[2:].tolist() == [0, 0]
    assert board.state.rooms[NEUTRAL] == 0
    assert not board.state.cards[2:].any()


@pytest.mark.rule("MY-7.2", "MY-7.1")
@pytest.mark.parametrize("seed", range(4))
def test_first_season_gives_eleven_own_and_four_neutral_cubes(seed: int) -> None:
    board = Board.dealt(seed=seed, players=2)
    assert board.state.personal.tolist() == [11, 11, 0, 0]
    assert board.state.neutral_held.tolist() == [4, 4, 0, 0]


@pytest.mark.rule("MY-7.2", "MY-R11")
def test_each_season_adds_to_what_is_kept() -> None:
    board = Board.bare(players=2).passed(0, 1)
    board.state.personal[:2] = (3, 0)
    board.state.neutral_held[:2] = (1, 4)
    board.inspect()
    assert (board.state.season, board.question) == (1, Question.ACTION)
    assert board.state.personal[:2].tolist() == [14, 11]
    assert board.state.neutral_held[:2].tolist() == [5, 8]


@pytest.mark.rule("MY-P1", "MY-R11")
@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize(
    ("kept", "first_gets", "other_gets"), [(17, 4, 4), (18, 4, 3), (20, 4, 1), (22, 3, 0)]
)
def test_short_neutral_cubes_go_to_the_first_player_first(
    starter: int, kept: int, first_gets: int, other_gets: int
) -> None:
    board = Board.bare(players=2).passed(1 - starter, starter)
    board.state.neutral_held[:2] = (kept - 6, 6)
    before = board.state.neutral_held.copy()
    board.inspect()
    gained = (board.state.neutral_held - before).tolist()
    assert board.asked == [starter]
    assert (gained[starter], gained[1 - starter]) == (first_gets, other_gets)


@pytest.mark.rule("MY-7.3")
@pytest.mark.parametrize("season", [1, 2])
def test_neutral_disc_lies_on_the_second_pass_space(season: int) -> None:
    board = Board.dealt(seed=9, players=2).until(lambda one: one.state.season == season - 1)
    first = board.asked[0]
    assert board.state.pass_space.tolist() == [-1, -1, 1, -1]
    board.answer(kind(Kind.PASS))
    assert (board.state.pass_space[first], board.state.pass_space[NEUTRAL]) == (0, 1)


@pytest.mark.rule("MY-7.3", "MY-6.1")
@pytest.mark.parametrize("first", [0, 1])
def test_other_player_gets_space_three_and_starts_the_next_season(first: int) -> None:
    board = Board.bare(players=2).put(1 - first, "h6").turn_of(first)
    board.answer(kind(Kind.PASS), kind(Kind.PASS))
    assert (board.question, board.asked) == (Question.INSPECTION, [1 - first])
    assert [int(board.state.pass_space[seat]) for seat in (first, NEUTRAL, 1 - first)] == [0, 1, 2]
    board.until(Question.ACTION)
    assert board.asked == [1 - first]


# --- The neutral action ------------------------------------------------------------------------


@pytest.mark.rule("MY-7.4")
@pytest.mark.parametrize("seat", [0, 1])
def test_neutral_places_one_cube_of_those_the_player_holds(seat: int) -> None:
    board = acted(Board.bare(players=2).pyramids("a1", "b2"), seat)
    assert (board.question, board.asked) == (Question.NEUTRAL_ACTION, [seat])
    assert board.choices() == [DONE, PLACE]
    board.answer(PLACE)
    assert (board.question, board.asked) == (Question.NEUTRAL_SPACE, [seat])
    assert len(board.spaces()) == 48 - 3
    assert not board.spaces() & {"a1", "b2", "h6"}
    board.answer(at("c3"))
    assert board.cube("c3") == NEUTRAL
    assert [int(board.state.neutral_held[one]) for one in (seat, 1 - seat)] == [3, 4]
    assert [int(board.state.personal[one]) for one in (seat, 1 - seat)] == [9, 10]
    assert (board.question, board.asked) == (Question.ACTION, [1 - seat])


@pytest.mark.rule("MY-7.4", "MY-R11")
@pytest.mark.parametrize("seat", [0, 1])
def test_neutral_extends_any_neutral_cube_under_the_normal_rules(seat: int) -> None:
    board = Board.bare(players=2).put(NEUTRAL, "a1").put(0, "d1").put(1, "d4").pyramids("a2")
    acted(board, seat).answer(EXTEND)
    assert board.question == Question.NEUTRAL_SPACE
    assert board.cube("b1") == NEUTRAL, "the only way on is not asked for"
    assert board.spaces() == {"c1", "b2"}
    board.answer(at("b2"))
    assert on_region(board, NEUTRAL) == 3
    assert [int(board.state.neutral_held[one]) for one in (seat, 1 - seat)] == [2, 4]
    assert (board.question, board.asked) == (Question.ACTION, [1 - seat])


@pytest.mark.rule("MY-R11")
def test_cubes_laid_by_one_player_are_extended_by_the_other() -> None:
    board = acted(Board.bare(players=2)).answer(PLACE, at("d2"))
    board.answer(PLACE, at("h1"), EXTEND)
    assert (board.question, board.asked) == (Question.NEUTRAL_SPACE, [1])
    assert board.spaces() == {"c2", "e2", "d1", "d3"}


@pytest.mark.rule("MY-7.4")
def test_own_cubes_do_not_let_the_neutral_extend() -> None:
    board = acted(Board.bare(players=2).put(0, "a1").put(1, "d4"))
    assert board.kinds() == {Kind.PLACE}


@pytest.mark.rule("MY-7.4")
@pytest.mark.parametrize(("held", "kinds"), [(2, {Kind.PLACE, Kind.EXTEND}), (1, {Kind.PLACE})])
def test_extending_needs_two_neutral_cubes_in_the_own_hand(held: int, kinds: set[Kind]) -> None:
    board = Board.bare(players=2).put(NEUTRAL, "a1")
    board.state.neutral_held[:2] = (held, 4)
    assert acted(board).kinds() == kinds


@pytest.mark.rule("MY-7.4")
def test_neutral_uses_no_patron() -> None:
    board = Board.bare(season=2, players=2).put(NEUTRAL, "a1").pyramids("b1", "c4")
    for patron in (VIOLET, LEMON, BROWN, BLACKMORE, TANGERINE):
        board.give(0, patron).give(1, patron)
        board.state.cards[NEUTRAL, patron] = 1
    assert acted(board).choices() == [DONE, PLACE, EXTEND]
    assert not board.answer(PLACE).spaces() & {"b1", "c4"}


@pytest.mark.rule("MY-R10")
def test_neutral_action_is_optional() -> None:
    board = acted(Board.bare(players=2).put(NEUTRAL, "a1")).answer(DONE)
    assert (board.question, board.asked) == (Question.ACTION, [1])
    assert on_region(board, NEUTRAL) == 1
    assert board.state.neutral_held[:2].tolist() == [4, 4]


@pytest.mark.rule("MY-R10")
def test_neutral_acts_after_the_own_action_and_once_a_turn() -> None:
    board = Board.bare(players=2).put(0, "a1").turn_of(0)
    questions = []
    for action in (EXTEND, at("b1"), at("c1"), PLACE, at("h6")):
        questions.append(board.question)
        board.answer(action)
    assert questions == [
        Question.ACTION,
        Question.SPACE,
        Question.SPACE,
        Question.NEUTRAL_ACTION,
        Question.NEUTRAL_SPACE,
    ]
    assert (board.question, board.asked) == (Question.ACTION, [1])


@pytest.mark.rule("MY-P4", "MY-7.4")
@pytest.mark.parametrize(
    ("patron", "answers"),
    [
        (VIOLET, (kind(Kind.VIOLET_PLACE), at("a3"))),
        (VIOLET, (kind(Kind.VIOLET_EXTEND), at("b1"), at("b2"))),
        (LEMON, (kind(Kind.LEMON_PLACE), at("e5"))),
        (LEMON, (kind(Kind.LEMON_EXTEND),)),
        (BROWN, (kind(Kind.BROWN), room(three(2)))),
        (BLACKMORE, (kind(Kind.BLACKMORE), at("g1"), at("g2"))),
        (TANGERINE, (kind(Kind.TANGERINE), at("b1"), at("b2"), at("b3"))),
    ],
)
def test_every_patron_allows_a_neutral_action(patron: int, answers: tuple[int, ...]) -> None:
    board = Board.bare(season=2, players=2).put(0, "a1", "c5").pyramids("e5", "f6")
    board.give(0, patron).turn_of(0).answer(*answers)
    assert (board.question, board.asked) == (Question.NEUTRAL_ACTION, [0])


@pytest.mark.rule("MY-R10", "MY-P4")
def test_passing_ends_the_phase_without_a_neutral_action() -> None:
    board = Board.bare(players=2).put(NEUTRAL, "a1").turn_of(0).answer(kind(Kind.PASS))
    assert (board.question, board.asked) == (Question.ACTION, [1])
    assert board.state.neutral_held[0] == 4
    board.answer(kind(Kind.PASS))
    assert board.question != Question.NEUTRAL_ACTION
    assert board.state.neutral_held[1] == 8, "kept, with four more for the next season"


@pytest.mark.rule("MY-R10")
def test_neutral_acts_in_the_single_last_action() -> None:
    board = acted(Board.bare(players=2).passed(1))
    assert (board.question, board.asked) == (Question.NEUTRAL_ACTION, [0])
    board.answer(PLACE, at("g6"))
    assert (board.moment, board.state.area) == (Moment.AREA_RANKS, 3)


@pytest.mark.rule("MY-P4")
def test_neutral_acts_after_the_last_own_cube() -> None:
    board = Board.bare(players=2)
    board.state.personal[0] = 1
    acted(board)
    assert (board.question, board.asked) == (Question.NEUTRAL_ACTION, [0])


@pytest.mark.rule("MY-P4")
def test_neutral_is_not_asked_about_without_cubes_in_the_own_hand() -> None:
    board = Board.bare(players=2).put(NEUTRAL, "a1")
    board.state.neutral_held[:2] = (0, 4)
    acted(board)
    assert (board.question, board.asked) == (Question.ACTION, [1])


@pytest.mark.rule("MY-P4")
def test_neutral_is_not_asked_about_without_a_free_space() -> None:
    board = Board.bare(players=2).pyramids("a1", "a2").put(NEUTRAL, "a3")
    board.fill(1, leave=("a1", "a2", "h6"))
    board.turn_of(0).answer(PLACE)
    assert board.cube("h6") == 0
    assert (board.question, board.asked) == (Question.INSPECTION, [1]), "both can only pass"
    assert board.state.neutral_held[:2].tolist() == [4, 4]


@pytest.mark.rule("MY-P4", "MY-7.1")
@pytest.mark.parametrize("players", [3, 4])
def test_no_neutral_with_more_players(players: int) -> None:
    board = acted(Board.bare(players=players))
    assert (board.question, board.asked) == (Question.ACTION, [1])
    assert not Board.dealt(seed=1, players=players).state.neutral_held.any()
