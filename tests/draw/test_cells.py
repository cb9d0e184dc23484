"""Drawings for full-screen terminals: their width, their names, and what they may show."""

from __future__ import annotations

import random

import pytest

from kerys.draw.columns import columns_of
from kerys.kernel.contract import SPECTATOR
from kerys.server.pages.choice import things_of
from kerys.table.explanations import explain
from kerys.table.view import View
from tests.table.tools import REAL_CASES, Case, nodes, start

WIDTHS = (60, 78)
PLAYERS_WIDE = 34
EVERY = 5
"""Every how many decisions a position is drawn."""


def names_in(view: View, width: int, lit: set[str]) -> set[str]:
    """What the drawing names."""
    rows = [*view.board_cells(width=width, lit=lit), *view.player_cells(width=PLAYERS_WIDE)]
    return {name for row in rows for _text, _look, name in row if name}


@pytest.mark.parametrize("case", REAL_CASES, ids=str)
def test_whole_games_fit_and_name_what_the_page_names(case: Case) -> None:
    for game in nodes(start(case), random.Random(3)):
        if game.ply % EVERY:
            continue
        view = game.view(game.actors[0])
        lit = {thing for things in things_of(view) for thing in things}
        page = "".join((*view.board_pieces(lit=lit), *view.side_pieces(art="", lit=lit)))
        drawn = {thing for thing in lit if f'data-name="{thing}"' in page}
        for width in WIDTHS:
            for row in view.board_cells(width=width, lit=lit):
                assert sum(columns_of(text) for text, _look, _name in row) == width
            assert drawn <= names_in(view, width, lit)
        for row in view.player_cells(width=PLAYERS_WIDE):
            assert sum(columns_of(text) for text, _look, _name in row) == PLAYERS_WIDE


@pytest.mark.parametrize("case", REAL_CASES[::4], ids=str)
def test_everything_named_explains_itself(case: Case) -> None:
    for game in nodes(start(case, seed=1), random.Random(4)):
        if game.ply % (4 * EVERY):
            continue
        for seat in (*game.actors, SPECTATOR):
            view = game.view(seat)
            lit = {thing for things in things_of(view) for thing in things}
            for name in names_in(view, WIDTHS[0], lit):
                assert explain(view, name).title, name


@pytest.mark.parametrize("case", REAL_CASES[::4], ids=str)
def test_worlds_that_look_alike_are_drawn_alike(case: Case) -> None:
    rng = random.Random(5)
    for game in nodes(start(case, seed=2), random.Random(6)):
        if game.ply % (4 * EVERY):
            continue
        for seat in range(game.players):
            view = game.view(seat)
            other = view.resample(rng).view(seat)
            assert other.board_cells(width=60) == view.board_cells(width=60)
            assert other.player_cells(width=34) == view.player_cells(width=34)
