"""The start of a season (MY-2): cubes from the common reserve, and the lots of the region."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind, Moment, Question
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.seats import NONE
from tests.mykerinos.board import Board, kind, lot

SHARE = {2: 11, 3: 11, 4: 8}
FIRST_LOT = {1: 0, 2: 8, 3: 16, 4: 24}
AREAS = [(season, area) for season in (1, 2, 3, 4) for area in range(6 if season == 4 else 4)]
CORNERS = ("a1", "e1", "a4", "e4", "a7", "e7")
INSPECTING = (Question.INSPECTION, Question.LEFTOVER_LOT, Question.NEUTRAL_LOT)


def all_passed(season: int = 1, **options: Any) -> Board:
    """A table where everyone has passed in seat order."""
    board = Board.bare(season=season, **options)
    return board.passed(*range(int(board.state.players)))


def next_season(board: Board) -> Board:
    return board.at(Moment.SEASON_ENDS)


def personal(board: Board) -> list[int]:
    return [int(cubes) for cubes in board.state.personal[: board.state.players]]


# --- Cubes ---


@pytest.mark.rule("MY-2.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_begins_with_his_share_of_cubes(players: int) -> None:
    assert personal(Board.dealt(1, players=players)) == [SHARE[players]] * players


@pytest.mark.rule("MY-2.3", "MY-2.2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("season", [1, 2, 3])
def test_unused_cubes_are_kept_beside_the_new_ones(players: int, season: int) -> None:
    board = all_passed(season, players=players)
    board.state.personal[:players] = range(3, 3 + players)
    assert personal(next_season(board)) == [kept + SHARE[players] for kept in range(3, 3 + players)]


@pytest.mark.rule("MY-2.2", "MY-P17", "MY-F9")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("museum", [0, 1, 9])
@pytest.mark.parametrize("over", [-1, 0, 1, 4, 8])
def test_shortage_begins_where_kept_and_museum_cubes_exceed_the_rest(
    players: int, museum: int, over: int
) -> None:
    kept = {2: 14, 3: 14, 4: 17}[players] + over - museum
    board = all_passed(players=players).exhibit(1, *range(museum))
    board.state.personal[1] = kept
    taken = personal(next_season(board))[1] - kept
    assert taken == SHARE[players] - max(over, 0)


@pytest.mark.rule("MY-F9", "MY-2.2")
def test_cubes_of_the_areas_are_back_before_the_next_season() -> None:
    board = all_passed(players=3).put(0, *(f"{column}1" for column in "abcdefgh"))
    board.put(0, "a4", "b4", "c4")
    board.state.personal[0] = 14
    board.inspect()
    while board.state.season == 0:
        board.answer(lot(0))
    assert personal(board) == [25, 21, 21]


@pytest.mark.rule("MY-2.2", "MY-2.3", "MY-P17")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cubes_of_every_season_in_games_played_at_random(players: int) -> None:
    checked = 0
    for seed in range(12):
        board = Board.dealt(seed, players=players)
        while not board.over:
            season, kept, question = int(board.state.season), personal(board), board.question
            board.random()
            if board.over or int(board.state.season) == season or question not in INSPECTING:
                continue
            museum = [int(rooms).bit_count() for rooms in board.state.rooms[:players]]
            assert personal(board) == [
                own + min(SHARE[players], 25 - own - exhibited)
                for own, exhibited in zip(kept, museum, strict=True)
            ]
            checked += 1
    assert checked > 20


# --- Seasons ---


@pytest.mark.rule("MY-2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_game_has_four_seasons_of_digging_and_inspecting(players: int) -> None:
    board = Board.dealt(6, players=players)
    phases: list[tuple[int, str]] = []
    while not board.over:
        phase = "inspecting" if board.question in INSPECTING else "digging"
        if (int(board.state.season), phase) not in phases[-1:]:
            phases.append((int(board.state.season), phase))
        board.answer(next(one for one in board.choices() if one != kind(Kind.PASS)))
    assert phases == [(season, phase) for season in range(4) for phase in ("digging", "inspecting")]


@pytest.mark.rule("MY-R15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pass_discs_are_taken_off_but_for_the_neutrals(players: int) -> None:
    board = next_season(all_passed(players=players))
    assert {int(where) for where in board.state.pass_space[:players]} == {NONE}
    if players == 2:
        assert int(board.state.pass_space[box.NEUTRAL]) == box.NEUTRAL_PASS_SPACE
    board.answer(kind(Kind.PASS))
    assert int(board.state.pass_space[players - 1]) == 0  # the last to pass was asked first


# --- Lots ---


@pytest.mark.rule("MY-P5", "MY-2.4", "MY-R14")
@pytest.mark.parametrize(("season", "area"), AREAS)
@pytest.mark.parametrize("side", [0, 1])
def test_lots_lie_line_by_line_in_the_order_of_the_pile(season: int, area: int, side: int) -> None:
    board = all_passed(season).put(2, CORNERS[area])
    board.state.lot_values[:] = range(36)
    board.state.lot_patrons[:] = NONE
    board.inspect().answer(lot(side))
    assert board.points() == [0, 0, FIRST_LOT[season] + 2 * area + side, 0]


@pytest.mark.rule("MY-2.4", "MY-P5")
@pytest.mark.parametrize(("season", "areas"), [(1, 4), (2, 4), (3, 4), (4, 6)])
def test_areas_of_a_season_are_inspected_in_their_order(season: int, areas: int) -> None:
    board = all_passed(season).put(2, *CORNERS[:areas]).inspect()
    for area in range(areas):
        assert (int(board.state.season), int(board.state.area)) == (season - 1, area)
        board.answer(lot(0))
    assert board.over if season == 4 else int(board.state.season) == season


@pytest.mark.rule("MY-P6", "MY-P5", "MY-1.6", "MY-1.5", "MY-F10")
@pytest.mark.parametrize("season", [2, 3, 4])
@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("turned", [False, True])
def test_pyramids_come_with_the_lots_of_the_season_and_turn_with_them(
    season: int, number: int, turned: bool
) -> None:
    board = all_passed(season - 1)
    board.state.pyramids[:] = (255, 255)  # from the season before
    laid = slice(FIRST_LOT[season], FIRST_LOT[season] + (12 if season == 4 else 8))
    board.state.lot_pyramids[laid] = 1 << (number - 1)
    board.state.turned[laid] = turned
    next_season(board)
    seen = 7 - number if turned else number
    column, row = (seen - 1) % 2, (seen - 1) // 2
    lines = 3 if season == 4 else 2
    assert board.pyramid_names() == {
        f"{'abcdefgh'[2 * pair + column]}{3 * line + row + 1}"
        for pair in range(4)
        for line in range(lines)
    }


@pytest.mark.rule("MY-P6")
def test_each_lot_turns_for_itself() -> None:
    board = all_passed()
    board.state.lot_pyramids[:] = 0
    board.state.lot_pyramids[8:10] = 0b000011  # the top row
    board.state.turned[9] = 1
    assert next_season(board).pyramid_names() == {"a1", "b1", "c3", "d3"}


@pytest.mark.rule("MY-1.6", "MY-R12", "MY-P6")
def test_every_lot_of_the_deal_lies_either_way_up_at_random() -> None:
    options = MYKERINOS.configure()
    options.lot_pyramids[:] = 0b000001
    found = Counter[str]()
    for seed in range(200):
        state = MYKERINOS.blank()
        MYKERINOS.deal(state, options, generator(key_of_seed(seed)))
        found.update(Board(state).pyramid_names())
    upright = {column + row for column in "aceg" for row in "14"}
    reversed_ = {column + row for column in "bdfh" for row in "36"}
    assert set(found) == upright | reversed_
    assert all(60 < number < 140 for number in found.values())


@pytest.mark.rule("MY-F11", "MY-2.4")
def test_pyramids_of_the_deal_are_those_of_the_lots_that_lie_there() -> None:
    for seed in range(40):
        board = Board.dealt(seed)
        for index in range(8):
            members = int(board.state.lot_pyramids[board.state.pile[index]])
            left, top = 2 * (index % 4), 3 * (index // 4)
            six = [f"{'abcdefgh'[left + place % 2]}{top + place // 2 + 1}" for place in range(6)]
            found = [place for place in range(6) if six[place] in board.pyramid_names()]
            numbers = [place for place in range(6) if members >> place & 1]
            assert found in (numbers, [5 - place for place in reversed(numbers)])


@pytest.mark.rule("MY-P6")
def test_direction_of_a_lot_is_no_part_of_any_state_or_view() -> None:
    board = Board.dealt(7)
    board.until(lambda board: int(board.state.season) == 2)
    assert not board.state.turned[:24].any()
    assert board.state.turned[24:].any()
    for viewer in (-1, 0, 1, 2, 3):
        assert not board.view(viewer).state.turned.any()
