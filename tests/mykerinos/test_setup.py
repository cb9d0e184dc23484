"""The setup (MY-1): cubes, discs, patron markers, the first player and the pile of lots."""

from __future__ import annotations

from collections import Counter

import pytest

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind, Moment, Question
from kerys.kernel.seats import NONE
from tests.mykerinos.board import Board, lot

SEEDS = 480
VIEWERS = (-1, 0, 1, 2, 3)
VIOLETS = {Kind.VIOLET_PLACE, Kind.VIOLET_EXTEND}


@pytest.mark.rule("MY-1.4", "MY-3.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_player_may_start_and_is_asked_first(players: int) -> None:
    starts = Counter[int]()
    for seed in range(SEEDS):
        board = Board.dealt(seed, players=players)
        assert board.question == Question.ACTION
        assert board.asked == [int(board.state.first)]
        starts[board.asked[0]] += 1
    assert set(starts) == set(range(players))
    assert min(starts.values()) > 0.7 * SEEDS / players


@pytest.mark.rule("MY-1.4", "MY-F8")
def test_five_patron_markers_lie_at_random_on_the_five_wings() -> None:
    pairs = Counter[tuple[int, int]]()
    for seed in range(SEEDS):
        wings = [int(patron) for patron in MYKERINOS.new(seed=seed).wings]
        assert sorted(wings) == [0, 1, 2, 3, 4]
        pairs.update(enumerate(wings))
    assert len(pairs) == 25
    assert min(pairs.values()) > 0.6 * SEEDS / 5


@pytest.mark.rule("MY-1.4")
def test_wings_do_not_follow_from_the_first_player() -> None:
    dealt = [MYKERINOS.new(seed=seed) for seed in range(SEEDS)]
    assert len({(int(state.first), int(state.wings[0])) for state in dealt}) == 4 * 5


@pytest.mark.rule("MY-1.3", "MY-R15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_discs_lie_on_score_zero_and_beside_the_pass_track(players: int) -> None:
    board = Board.dealt(1, players=players)
    assert board.points() == [0] * players
    assert [int(MYKERINOS.score(board.state, seat)) for seat in range(players)] == [0] * players
    assert [int(where) for where in board.state.pass_space[:players]] == [NONE] * players


@pytest.mark.rule("MY-R15", "MY-F8")
def test_only_with_two_players_a_neutral_disc_lies_on_pass_space_two() -> None:
    assert int(Board.dealt(1, players=2).state.pass_space[box.NEUTRAL]) == 2 - 1
    assert {int(where) for where in Board.dealt(1, players=3).state.pass_space} == {NONE}


@pytest.mark.rule("MY-1.2", "MY-F8", "MY-P12")
@pytest.mark.parametrize(("players", "seat"), [(2, 0), (2, 1), (3, 2), (4, 0), (4, 3)])
@pytest.mark.parametrize(("others", "left"), [(24 - 6, True), (25 - 6, False)])
def test_each_colour_has_twenty_five_cubes(
    players: int, seat: int, others: int, left: bool
) -> None:
    board = Board.bare(season=2, players=players).give(seat, box.VIOLET)
    board.put(seat, "a1", "c4", "h6").exhibit(seat, 1, 7, 12)
    board.state.personal[seat] = others
    assert (board.turn_of(seat).kinds() >= VIOLETS) == left


@pytest.mark.rule("MY-P12", "MY-F9")
def test_neutral_with_two_players_has_twenty_five_cubes_too() -> None:
    board = Board.bare(players=2).passed(0, 1)
    board.state.neutral_held[:2] = (10, 9)
    board.at(Moment.SEASON_ENDS)
    assert [int(number) for number in board.state.neutral_held[:2]] == [12, 13]  # 1 starts


@pytest.mark.rule("MY-P12", "MY-F9")
def test_two_players_take_eight_neutral_cubes_a_season_and_three_none() -> None:
    assert [int(cubes) for cubes in Board.dealt(1, players=2).state.neutral_held[:2]] == [4, 4]
    assert not Board.dealt(1, players=3).state.neutral_held.any()


@pytest.mark.rule("MY-1.1", "MY-F8")
def test_thirty_five_of_the_lots_have_a_patron() -> None:
    state = MYKERINOS.new(seed=1)
    patrons = Counter(int(patron) for patron in state.lot_patrons)
    assert patrons == {NONE: 1, **dict.fromkeys(range(5), 7)}


@pytest.mark.rule("MY-1.1", "MY-R14", "MY-2.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_lot_is_laid_exactly_once_in_a_game(players: int) -> None:
    board = Board.dealt(4, players=players)
    laid: list[int] = []
    for season, end in enumerate((8, 16, 24, 36)):
        while board.state.season < season:
            board.random()
        assert int(board.state.shown) == end
        laid += [int(number) for number in board.state.pile[len(laid) : end]]
    assert sorted(laid) == list(range(36))
    while not board.over:
        board.random()
    assert [int(number) for number in board.state.pile] == laid  # no reshuffling


@pytest.mark.rule("MY-2.4", "MY-R14")
@pytest.mark.parametrize("position", [0, 7, 35])
def test_every_lot_is_equally_likely_everywhere_in_the_pile(position: int) -> None:
    many = 2 * SEEDS
    found = Counter(int(MYKERINOS.new(seed=seed).pile[position]) for seed in range(many))
    assert set(found) == set(range(36))
    assert max(found.values()) < 2 * many / 36


@pytest.mark.rule("MY-2.4", "MY-P6")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_lots_on_the_region_are_face_up_and_those_to_come_are_not(viewer: int) -> None:
    board = Board.dealt(5).until(lambda board: int(board.state.season) == 1)
    seen = board.view(viewer)
    assert list(seen.state.pile[:16]) == list(board.state.pile[:16])
    assert {int(number) for number in seen.state.pile[16:]} == {NONE}
    assert seen.pyramid_names() == board.pyramid_names()


@pytest.mark.rule("MY-1.5", "MY-F8", "MY-F11")
@pytest.mark.parametrize(
    ("number", "points"), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 2), (5, 2), (6, 3), (7, 0)]
)
def test_cartouche_shows_nothing_two_or_three_points_and_the_patron(
    number: int, points: int
) -> None:
    corner = ("a1", "e1", "a4", "e4")[number // 2]
    board = Board.bare(season=1).passed(0, 1, 2, 3).put(2, corner).inspect()
    board.answer(lot(number % 2))
    assert board.points() == [0, 0, points, 0]
    patron = box.VIOLET if number < 7 else box.LEMON
    assert [int(cards) for cards in board.state.cards[2]] == [
        int(patron == one) for one in range(5)
    ]


@pytest.mark.rule("MY-1.1", "MY-1.5", "MY-P16")
def test_lot_without_a_patron_is_worth_five_and_is_no_card() -> None:
    board = Board.bare(season=4).passed(0, 1, 2, 3).put(2, "e7").inspect()
    board.answer(lot(1))
    assert board.over
    assert board.points() == [0, 0, 5, 0]
    assert not board.state.cards.any()


@pytest.mark.rule("MY-1.4")
def test_same_seed_deals_the_same_and_another_seed_does_not() -> None:
    assert MYKERINOS.new(seed="one") == MYKERINOS.new(seed="one")
    assert MYKERINOS.new(seed="one") != MYKERINOS.new(seed="two")
