"""The result of Ys: where the final points come from, and its picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kerys.draw.ys import svg
from kerys.facts.ys.points import PARTS, points_by_part
from kerys.facts.ys.read import displayed, read
from kerys.games.ys import YS
from kerys.games.ys.components import BLACK_POINTS
from kerys.games.ys.ending import end_game, rank
from kerys.games.ys.state import owners
from kerys.table.owners import NEUTRAL
from kerys.table.record import load
from tests.draw.test_ys_positions import VARIANTS, game, view_of
from tests.records.wanted import FOLDER

RECORDS = sorted(FOLDER.glob("ys-*.kerys"))
BAR = re.compile(r'<rect x="[\d.]+" y="0" width="([\d.]+)" height="1[46]"[^>]* class="f-')


def finished() -> Iterator[Any]:
    """The last position of a random game of every variant."""
    for variant in range(len(VARIANTS)):
        yield game(variant)[-1]


def check_parts(state: Any) -> None:
    """Check that the parts aren't negative, add up, and match the rules."""
    before = YS.copy(state)
    for owner in range(owners(state)):
        parts = points_by_part(state, owner)
        assert len(parts) == PARTS
        assert min(parts) >= 0
        assert sum(parts) == state.points[owner]
        assert parts[5] in BLACK_POINTS
        assert state.kings_favour or not parts[6]
        before.points[owner] = parts[0]
    end_game(before)
    assert before.points.tolist() == state.points.tolist()


@pytest.mark.parametrize("file", RECORDS, ids=lambda path: path.stem)
def test_the_parts_of_recorded_games_add_up(file: Path) -> None:
    played = load(file).replay()
    state = played.view(-1).state
    assert tuple(state.points[: owners(state)]) == played.scores
    check_parts(state)


def test_the_parts_of_random_games_of_all_variants_add_up() -> None:
    players = set()
    for state in finished():
        check_parts(state)
        players.add(int(state.players))
    assert players == {2, 3, 4}


def test_the_scene_has_the_parts_only_once_the_game_is_over() -> None:
    for variant in range(len(VARIANTS)):
        *_earlier, last_but_one, last = game(variant)
        view = view_of(last, 0)
        scene = read(displayed(view).tobytes(), 0)
        assert scene.over
        for index, player in enumerate(scene.players):
            owner = index if player.owner == NEUTRAL else player.owner
            assert player.parts == points_by_part(last, owner)
            assert player.rank == rank(last, owner)
        running = read(displayed(view_of(last_but_one, 0)).tobytes(), 0)
        assert all(player.parts == () for player in running.players)


@pytest.mark.parametrize("width", [1200, 360])
def test_the_result_is_drawn_when_the_game_is_over(width: int) -> None:
    for variant in range(len(VARIANTS)):
        *_earlier, last_but_one, last = game(variant)
        assert "Final score" not in svg(view_of(last_but_one, 0), width=width, theme=None)
        drawing = svg(view_of(last, 0), width=width, theme=None)
        assert "Final score" in drawing
        assert (">throne" in drawing) == bool(last.kings_favour)
        shown = re.findall(r">board<tspan[^>]*>(\d+)<", drawing)
        expected = [points_by_part(last, owner)[0] for owner in range(owners(last))]
        assert sorted(map(int, shown)) == sorted(expected)


def test_the_bars_are_as_long_as_the_points() -> None:
    for state in finished():
        drawing = svg(view_of(state, 0), width=360, theme=None)
        points = state.points[: owners(state)].tolist()
        whole, *_rest = lengths = [float(length) for length in BAR.findall(drawing)]
        # Every part is drawn slightly shorter, to leave a gap before the next.
        parts = [length for length in lengths if length != whole]
        every = [points_by_part(state, owner) for owner in range(owners(state))]
        count = sum(part > 0 for one in every for part in one)
        assert len(parts) == count
        assert sum(parts) + count == pytest.approx(whole * sum(points) / max(points), abs=1)
