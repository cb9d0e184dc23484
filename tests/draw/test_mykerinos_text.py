"""The text of Mykerinos: the same view for terminals and screen readers."""

from __future__ import annotations

from typing import Any

import pytest

from kerys.draw.columns import columns_of
from kerys.draw.mykerinos import text
from kerys.facts.mykerinos.read import read
from kerys.games.mykerinos.actions import Moment
from kerys.table.owners import seat_letter
from tests.draw.test_mykerinos_positions import (
    LONG_NAMES,
    NAMES,
    another_world,
    games,
    nodes,
    view_of,
)


def board_lines(written: str) -> list[str]:
    """The rows of spaces."""
    return [line[4:] for line in written.splitlines() if "|" in line]


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("names", [NAMES, LONG_NAMES])
def test_no_line_is_too_long_and_none_ends_in_blanks(width: int, names: tuple[str, ...]) -> None:
    for ply, state in enumerate(games()[::3]):
        seat = ply % (int(state.players) + 1) - 1
        for line in text(view_of(state, seat, names), width=width).splitlines():
            assert columns_of(line) <= width
            assert line == line.rstrip()


def test_the_board_shows_every_cube_and_pyramid() -> None:
    for state in games()[::3]:
        if state.moment == Moment.OVER:
            continue
        scene = read(view_of(state))
        board = "".join(board_lines(text(view_of(state))))
        for colour, owner in enumerate(scene.owners):
            lying = sum(area.cubes[colour].bit_count() for area in scene.areas)
            assert board.count(seat_letter(owner)) == lying
        assert board.count("^") == sum(area.pyramids.bit_count() for area in scene.areas)
        assert board.count("*") == (scene.laid > 0 and int(state.last_space) >= 0)


def test_names_points_and_the_one_who_is_asked_are_told() -> None:
    for state in games()[::7]:
        written = text(view_of(state, 0))
        for seat in range(int(state.players)):
            start = f"  {seat_letter(seat)}  {NAMES[seat]}"
            row = next(line for line in written.splitlines() if line.startswith(start))
            assert row.split()[2] == str(state.points[seat])
            assert ("asked" in row) == bool(int(state.pending) >> seat & 1)
            assert ("you" in row) == (seat == 0)


def test_lots_to_come_cannot_be_told_from_the_text() -> None:
    for state in games()[::9]:
        assert text(view_of(state, 0)) == text(view_of(another_world(state, 0), 0))


def headings(state: Any) -> list[str]:
    lines = text(view_of(state)).splitlines()
    return [line for line in lines if line[:1].strip() and line == line.upper()]


def test_every_part_has_its_heading() -> None:
    first, last = nodes(4, 4)[0], nodes(4, 4)[-1]
    assert headings(first) == [
        "REGION",
        "AREAS",
        "MUSEUM",
        "PASS TRACK",
        "PLAYERS",
        "CARDS",
        "28 LOTS TO COME",
    ]
    assert headings(last) == [
        "THE EXHIBITION",
        "MUSEUM",
        "PASS TRACK",
        "PLAYERS",
        "CARDS",
        "ALL LOTS ARE LAID OUT",
    ]


def test_the_end_tells_who_has_won() -> None:
    state = nodes(3, 3)[-1]
    best = max(range(3), key=lambda seat: (state.points[seat], state.personal[seat]))
    assert f"{NAMES[best]} wins. Points: {state.points[best]}." in text(view_of(state))
