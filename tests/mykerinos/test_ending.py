"""The end of a season and of the game: exhibition, sets, ties and ranks (MY-6)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos.actions import Kind, Moment, Question
from kerys.games.mykerinos.components import BLACKMORE, BROWN, LEMON, RIGHT, TANGERINE, VIOLET
from tests.mykerinos.areas import PATRONLESS, hold, lay
from tests.mykerinos.board import Board, at, five, kind, lot, three, two

PATRONS = (VIOLET, LEMON, BROWN, BLACKMORE, TANGERINE)


def last(**options: Any) -> Board:
    """A table after the last area of season 4, where nobody has anything yet."""
    return Board.bare(season=4, **options)


def final(board: Board) -> list[int]:
    """The points once the game is over."""
    board.at(Moment.SEASON_ENDS)
    assert board.over
    return [int(MYKERINOS.score(board.state, seat)) for seat in range(board.state.players)]


def ranks(board: Board) -> list[int]:
    """The ranks of the players once the game is over."""
    final(board)
    return [int(MYKERINOS.rank(board.state, seat)) for seat in range(board.state.players)]


# --- The end of a season -----------------------------------------------------------------------


@pytest.mark.rule("MY-6.1")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_last_on_the_pass_track_starts_the_next_season(order: tuple[int, ...]) -> None:
    board = Board.bare(players=3).passed(*order)
    board.state.first = order[1]
    board.inspect()
    assert (board.state.season, board.question, board.asked) == (1, Question.ACTION, [order[-1]])


@pytest.mark.rule("MY-6.1")
def test_player_of_the_last_action_starts_the_next_season() -> None:
    board = Board.bare(players=4).passed(2, 0, 3).turn_of(1)
    board.answer(kind(Kind.PLACE), at("h6"), lot(RIGHT))
    assert (board.state.season, board.question, board.asked) == (1, Question.ACTION, [1])
    assert board.state.pass_space.tolist() == [-1, -1, -1, -1]


@pytest.mark.rule("MY-6.1", "MY-4.10")
def test_tilted_cards_are_straightened() -> None:
    board = Board.bare(season=2, players=3).give(0, BLACKMORE, 2).passed(1, 2)
    board.state.tilted[0, BLACKMORE] = 1
    board.turn_of(0).answer(kind(Kind.BLACKMORE), at("a1"), at("a2"))
    assert board.state.tilted[0, BLACKMORE] == 2, "they stay tilted while areas are inspected"
    board.answer(board.choices()[0])
    assert (board.state.season, board.asked) == (2, [0])
    assert board.state.cards[0, BLACKMORE] == 2
    assert not board.state.tilted.any()
    assert Kind.BLACKMORE in board.kinds()


# --- The exhibition ----------------------------------------------------------------------------


@pytest.mark.rule("MY-6.2")
@pytest.mark.parametrize("wing", range(5))
@pytest.mark.parametrize("patron", PATRONS)
def test_cards_are_worth_the_best_own_room_of_their_wing(wing: int, patron: int) -> None:
    before, after = two((wing + 4) % 5), two(wing)
    cases = {
        (): 1,
        (before,): 2,
        (after,): 2,
        (before, after): 2,
        (three(wing),): 3,
        (three(wing), before): 3,
        (five(wing), before): 5,
        (five(wing), three(wing), before, after): 5,
    }
    for rooms, worth in cases.items():
        board = last(players=3).give(1, patron, 3).exhibit(1, *rooms)
        others = [one for one in range(5) if one != patron]
        board.state.wings[:] = [*others[:wing], patron, *others[wing:]]
        assert final(board) == [0, 3 * worth, 0]


@pytest.mark.rule("MY-6.2")
def test_rooms_of_other_wings_and_other_players_do_not_count() -> None:
    board = last(players=3).give(0, BROWN, 2)
    board.exhibit(0, three(1), five(1), two(0), two(3), three(3))
    board.exhibit(1, three(BROWN), five(BROWN), two(BROWN - 1))
    assert final(board) == [2, 0, 0]


@pytest.mark.rule("MY-6.2")
def test_one_two_room_counts_for_both_its_wings() -> None:
    board = last(players=3).give(0, TANGERINE, 2).give(0, VIOLET).exhibit(0, two(4))
    assert final(board) == [2 * 2 + 1 * 2, 0, 0]


@pytest.mark.rule("MY-6.2")
def test_rooms_without_cards_are_worth_nothing() -> None:
    board = last(players=3).exhibit(2, *(five(wing) for wing in range(5)))
    assert final(board) == [0, 0, 0]


@pytest.mark.rule("MY-6.3")
@pytest.mark.parametrize(
    ("counts", "sets"),
    [
        ((1, 1, 1, 1, 1), 1),
        ((1, 1, 1, 1, 0), 0),
        ((0, 7, 7, 7, 7), 0),
        ((2, 2, 2, 2, 2), 2),
        ((2, 3, 1, 7, 2), 1),
        ((3, 4, 3, 3, 5), 3),
    ],
)
def test_five_points_for_each_set_of_five_patrons(counts: tuple[int, ...], sets: int) -> None:
    board = last(players=4)
    for patron, number in enumerate(counts):
        board.give(2, patron, number)
    assert final(board) == [0, 0, sum(counts) + 5 * sets, 0]


@pytest.mark.rule("MY-6.4", "MY-P10")
def test_lot_without_a_patron_gives_its_five_points_and_no_more() -> None:
    board = last(players=3).passed(0, 1, 2)
    for patron in PATRONS[:4]:
        board.give(1, patron)
    board.exhibit(1, *(five(wing) for wing in range(5)))
    lay(board, 5, (VIOLET, 0), PATRONLESS)
    hold(board, 5, 0, 1)
    board.inspect()
    assert (board.state.area, board.asked) == (5, [1])
    board.answer(lot(RIGHT))
    assert board.over
    assert board.points() == [0, 5 + 4 * 5, 0]


@st.composite
def exhibitions(draw: st.DrawFn) -> tuple[list[int], list[list[int]], list[int | None], list[int]]:
    """Patrons of the wings, cards of three players, owners of the rooms, and the track."""
    wings = draw(st.permutations(PATRONS))
    cards = st.lists(st.integers(0, 3), min_size=5, max_size=5)
    owners = st.lists(st.sampled_from([None, 0, 1, 2]), min_size=15, max_size=15)
    track = st.lists(st.integers(0, 60), min_size=3, max_size=3)
    hands = [draw(cards) for _ in range(3)]
    return list(wings), hands, draw(owners), draw(track)


@pytest.mark.rule("MY-6.2", "MY-6.3")
@settings(deadline=None, derandomize=True, max_examples=150)
@given(exhibitions())
def test_exhibition_agrees_with_a_count_card_by_card(
    table: tuple[list[int], list[list[int]], list[int | None], list[int]],
) -> None:
    wings, hands, owners, track = table
    places = [(value, wing) for value in (2, 3, 5) for wing in range(5)]
    number = {2: two, 3: three, 5: five}
    board = last(players=3)
    board.state.wings[:] = wings
    board.state.points[:3] = track
    touching: dict[tuple[int, int], list[int]] = {}
    for (value, wing), owner in zip(places, owners, strict=True):
        if owner is not None:
            board.exhibit(owner, number[value](wing))
            for near in {wing, (wing + 1) % 5} if value == 2 else {wing}:
                touching.setdefault((owner, wings[near]), []).append(value)
    expected = []
    for seat, hand in enumerate(hands):
        cards = [patron for patron in PATRONS for _ in range(hand[patron])]
        for patron in cards:
            board.give(seat, patron)
        total = track[seat] + sum(max([1, *touching.get((seat, one), [])]) for one in cards)
        heap = Counter(cards)
        while len(heap) == 5:
            total += 5
            heap -= Counter(PATRONS)
        expected.append(total)
    assert final(board) == expected


@pytest.mark.rule("MY-P10")
@pytest.mark.parametrize("season", [1, 2, 3])
def test_no_exhibition_before_season_four_ends(season: int) -> None:
    board = Board.bare(season=season, players=3).give(0, BROWN, 3).exhibit(0, five(BROWN))
    board.state.points[0] = 7
    board.passed(0, 1, 2).inspect()
    assert (board.state.season, MYKERINOS.score(board.state, 0)) == (season, 7)


@pytest.mark.rule("MY-P10", "MY-6.2")
def test_exhibition_is_added_once_after_the_last_area() -> None:
    board = last(players=3).give(0, BROWN, 3).exhibit(0, five(BROWN)).passed(0, 1, 2)
    lay(board, 5, (LEMON, 0), (VIOLET, 2))
    hold(board, 5, 1)
    board.inspect()
    assert (board.state.area, MYKERINOS.score(board.state, 0)) == (5, 0)
    board.answer(lot(RIGHT))
    assert (board.over, MYKERINOS.score(board.state, 0)) == (True, 2 + 3 * 5 + 1)
    MYKERINOS.apply(board.state, -1, -1)
    assert MYKERINOS.score(board.state, 0) == 2 + 3 * 5 + 1


# --- Ranks -------------------------------------------------------------------------------------


@pytest.mark.rule("MY-6.5", "MY-P9")
@pytest.mark.parametrize(
    ("points", "personal", "expected"),
    [
        ((40, 42, 39, 41), (9, 0, 9, 0), [3, 1, 4, 2]),
        ((40, 40, 39, 12), (3, 4, 20, 0), [2, 1, 3, 4]),
        ((40, 40, 39, 12), (4, 4, 9, 9), [1, 1, 3, 4]),
        ((40, 35, 35, 12), (0, 1, 1, 0), [1, 2, 2, 4]),
        ((12, 35, 35, 12), (2, 1, 2, 1), [3, 2, 1, 4]),
        ((30, 30, 30, 31), (5, 5, 5, 5), [2, 2, 2, 1]),
        ((30, 30, 30, 30), (0, 0, 0, 0), [1, 1, 1, 1]),
    ],
)
def test_ranks_by_points_then_personal_cubes_then_shared(
    points: tuple[int, ...], personal: tuple[int, ...], expected: list[int]
) -> None:
    board = last(players=4)
    board.state.points[:] = points
    board.state.personal[:] = personal
    assert ranks(board) == expected


@pytest.mark.rule("MY-6.5", "MY-6.2")
def test_exhibition_decides_who_wins() -> None:
    board = last(players=3).give(2, LEMON, 2).exhibit(2, five(LEMON))
    board.state.points[:3] = (9, 5, 0)
    assert ranks(board) == [2, 3, 1]


@pytest.mark.rule("MY-R16")
def test_only_the_personal_reserve_breaks_ties() -> None:
    board = last(players=3).passed(0, 1, 2)
    board.exhibit(0, three(0), three(1), two(2))
    hold(board, 5, 0, 4)
    board.state.personal[:3] = (2, 2, 3)
    board.inspect()
    lots_before = board.points()
    board.answer(next(one for one in board.choices() if one > lot(RIGHT)))
    assert (board.over, lots_before, board.points()) == (True, [0, 0, 0], [0, 0, 0])
    assert [int(MYKERINOS.rank(board.state, seat)) for seat in range(3)] == [2, 2, 1]


@pytest.mark.rule("MY-P9", "MY-R11", "MY-6.5", "MY-R16")
def test_neutral_cubes_break_no_tie() -> None:
    board = last(players=2)
    board.state.points[:2] = 33
    board.state.personal[:2] = (4, 4)
    board.state.neutral_held[:2] = (0, 9)
    assert ranks(board) == [1, 1]
    board.state.personal[0] = 5
    assert [int(MYKERINOS.rank(board.state, seat)) for seat in range(2)] == [1, 2]
