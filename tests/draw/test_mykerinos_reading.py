"""What a drawing derives from a view is what the rules say."""

from __future__ import annotations

from collections import Counter

import pytest

from kerys.draw.measure import fitted, width_of, wrapped
from kerys.facts.mykerinos.read import read
from kerys.facts.mykerinos.scene import Area, Lot, Stage, points_by_part, ranking
from kerys.games.mykerinos.components import CUBES, LOTS, WINGS
from kerys.games.mykerinos.ending import card_worth, rank, set_points, wing_points
from kerys.games.mykerinos.inspection import ranked
from kerys.games.mykerinos.state import common_reserve
from kerys.kernel.seats import NONE
from kerys.locale import word_cache
from kerys.table.owners import NEUTRAL
from tests.draw.test_mykerinos_positions import games, view_of


def test_reserves_worths_and_the_projection_are_the_rules() -> None:
    for state in games()[::3]:
        for player in read(view_of(state)).players:
            seat = player.seat
            assert player.common == common_reserve(state, seat)
            expected = [0] * WINGS
            for wing in range(WINGS):
                expected[int(state.wings[wing])] = int(card_worth(state, seat, wing))
            assert player.worth == tuple(expected)
            wings = sum(int(wing_points(state, seat, wing)) for wing in range(WINGS))
            assert player.exhibition == wings + set_points(state, seat)


def test_the_neutral_reserve_is_the_rules() -> None:
    for state in games()[::3]:
        shown = read(view_of(state)).neutral_common
        assert shown == (common_reserve(state, 2) if state.players == 2 else NONE)


def test_the_ranking_of_the_area_is_the_rules() -> None:
    inspected = 0
    for state in games():
        scene = read(view_of(state))
        if scene.area == NONE:
            continue
        colours = [ranked(state, place) for place in range(4)]
        order = [scene.owners[colour] for colour in colours if colour != NONE]
        standings = ranking(scene.areas[scene.area])
        assert [one.owner for one in standings] == order
        assert all(one.ahead for one in standings[:-1])
        inspected += 1
    assert inspected


def test_at_the_end_the_parts_make_the_points_and_the_ranks_are_the_rules() -> None:
    finished = [state for state in games() if state.pending == 0]
    assert len(finished) == 3
    for state in finished:
        for player in read(view_of(state)).players:
            assert sum(points_by_part(player)) == state.points[player.seat]
            assert player.rank == rank(state, player.seat)


def test_the_lots_to_come_are_all_that_were_not_laid() -> None:
    for state in games()[::10]:
        laid = {int(card) for card in state.pile[: state.shown]}
        expected = Counter(
            Lot(int(state.lot_patrons[card]), int(state.lot_values[card]))
            for card in range(LOTS)
            if card not in laid
        )
        assert +Counter(dict(read(view_of(state)).to_come)) == expected


def area(cubes: tuple[int, ...], passes: tuple[int, ...], owners: tuple[int, ...]) -> Area:
    """An area with this many adjacent cubes of each colour."""
    boards = tuple((1 << number) - 1 for number in cubes)
    return Area(0, Stage.AHEAD, owners, boards, 0, (None, None), NONE, passes, NONE)


@pytest.mark.parametrize(
    ("cubes", "passes", "expected"),
    [
        # Nobody has passed: ties stay open.
        ((2, 2, 1), (NONE, NONE, NONE), [(0, False), (1, True), (2, False)]),
        # Whoever has passed is ahead of those who haven't.
        ((2, 2, 2), (NONE, 0, NONE), [(1, True), (0, False), (2, False)]),
        # Everyone has passed.
        ((2, 2, 3), (2, 0, 1), [(2, True), (1, True), (0, False)]),
        ((0, 0, 0), (2, 0, 1), []),
    ],
)
def test_ties_are_open_until_the_pass_track_decides(
    cubes: tuple[int, ...], passes: tuple[int, ...], expected: list[tuple[int, bool]]
) -> None:
    found = ranking(area(cubes, passes, (0, 1, 2)))
    assert [(one.owner, one.ahead) for one in found] == expected


def test_with_two_players_the_first_to_pass_settles_all_ties_with_the_neutral() -> None:
    owners = (0, 1, NEUTRAL)
    before = ranking(area((1, 1, 1), (NONE, NONE, 1), owners))
    assert not any(one.ahead for one in before)
    after = ranking(area((1, 1, 1), (NONE, 0, 1), owners))
    assert [(one.owner, one.ahead) for one in after] == [(1, True), (NEUTRAL, True), (0, False)]


def test_words_are_shortened_to_fit() -> None:
    assert fitted("Anna", 14, 200) == "Anna"
    short = fitted("W" * 24, 14, 100)
    assert short.endswith("\u2026")
    assert width_of(short, 14) <= 100
    lines = wrapped("one two three four five six seven", 12, 60, 2)
    assert len(lines) == 2
    assert all(width_of(line, 12) <= 60 for line in lines)


def test_what_is_remembered_belongs_to_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = ["en"]
    monkeypatch.setattr(word_cache, "language", lambda: spoken[0])
    calls = []

    @word_cache.remembered(4)
    def greeting(name: str) -> str:
        """A translated greeting."""
        calls.append(name)
        return f"{spoken[0]} {name}"

    assert greeting("Anna") == greeting("Anna") == "en Anna"
    spoken[0] = "fr"
    assert greeting("Anna") == "fr Anna"
    assert calls == ["Anna", "Anna"]


def test_no_cube_is_lost() -> None:
    for state in games()[::10]:
        scene = read(view_of(state))
        for player in scene.players:
            lying = sum(one.cubes[player.seat].bit_count() for one in scene.areas)
            shown = scene.rooms[player.seat].bit_count()
            assert player.personal + player.common + lying + shown == CUBES
