"""The drawing of a game without its own: the whole plain form, as text and as a picture."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import pytest

import kerys
from kerys.draw.cells import row_width
from kerys.draw.columns import columns_of
from kerys.draw.generic import Entry, Grid, blocks, board_cells, player_cells, svg, text
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.table.commitment import secret_of_seed
from kerys.table.game import dealt
from kerys.table.view import View
from tests.contract.tiny import TINY


def views(name: str) -> list[View]:
    """Some views of a built-in game, as if it had no drawing."""
    game, dice, found = kerys.new(name, seed=5), random.Random(5), []
    while not game.over:
        if game.ply % 9 == 0:
            found.append(game.view(dice.choice([SPECTATOR, *range(game.players)])))
        seat = dice.choice(game.actors)
        game.push(seat, dice.choice(game.view(seat).legal))
    return [*found, game.view(0)]


def test_a_plain_form_becomes_names_values_and_tables() -> None:
    plain: dict[str, Any] = {
        "round": 2,
        "first_player": None,
        "wild": True,
        "seat": 1,
        "rolls": [],
        "deck": {"left": 3},
        "agents": [{"seat": 0, "value": None}, {"seat": 3, "value": 4}],
        "odd": [{"a": 1}, {"b": [{"c": 2}]}],
    }
    assert list(blocks(plain)) == [
        Entry(0, "round", "2"),
        Entry(0, "first player", "?"),
        Entry(0, "wild", "yes"),
        Entry(0, "seat", "B"),
        Entry(0, "rolls", "-"),
        Entry(0, "deck"),
        Entry(1, "left", "3"),
        Entry(0, "agents"),
        Grid(1, ("seat", "value"), (("A", "?"), ("D", "4"))),
        Entry(0, "odd"),
        Entry(1, "1"),
        Entry(2, "a", "1"),
        Entry(1, "2"),
        Entry(2, "b"),
        Grid(3, ("c",), (("2",),)),
    ]


@pytest.mark.parametrize("width", [40, 100])
@pytest.mark.parametrize("name", GAMES)
def test_the_text_keeps_to_its_width_and_names_everyone(name: str, width: int) -> None:
    for view in views(name):
        lines = text(view, width=width).splitlines()
        assert max(map(columns_of, lines)) <= width
        for points, player in zip(view.scores, view.owner_names(), strict=True):
            assert any(player in line and str(points) in line for line in lines)


@pytest.mark.parametrize("width", [34, 62])
@pytest.mark.parametrize("name", GAMES)
def test_the_rows_for_terminals_fit_and_say_what_the_text_says(name: str, width: int) -> None:
    for view in views(name):
        board, players = board_cells(view, width=width), player_cells(view, width=width)
        assert {row_width(row) for row in (*board, *players)} == {width}
        lines = ["".join(span.text for span in row).rstrip() for row in (*players, *board)]
        assert lines[len(players) :] == text(view, width=width).splitlines()[-len(board) :]
        for points, player, line in zip(view.scores, view.owner_names(), lines, strict=False):
            assert player in line
            assert str(points) in line


def test_seats_have_their_colours_in_rows_for_terminals() -> None:
    game = dealt(TINY, TINY.configure(players=3), secret_of_seed(1))
    rows = player_cells(game.view(1), width=40)
    assert [row[1].look for row in rows] == ["seat0 bold", "seat1 bold", "seat2 bold"]
    assert [row[0].text for row in rows] == ["▶ "] * 3


@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize("name", GAMES)
def test_the_picture_is_well_formed_and_says_what_the_text_says(name: str, width: int) -> None:
    for view in views(name)[::4]:
        drawn = ElementTree.fromstring(svg(view, width=width, theme="light"))
        words = "".join(drawn.itertext())
        assert view.heading() in words
        for entry in blocks(view.plain()):
            if isinstance(entry, Entry):
                assert entry.name in words


def test_a_game_without_a_drawing_is_shown_by_this_one() -> None:
    game = dealt(TINY, TINY.configure(players=3), secret_of_seed(1))
    view = game.view(1)
    assert view.text(width=60) == text(view, width=60)
    assert view.svg(width=500) == svg(view, width=500)
    assert view.panels() == ()
    assert view.png(width=300).startswith(b"\x89PNG")
