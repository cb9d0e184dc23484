"""Picking: every legal move can be reached through the page's options, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from kerys.games import GAMES
from kerys.table.action import Action
from kerys.table.picking import MOST_PICKS, picking
from kerys.table.view import View
from tests.table.tools import REAL_CASES, Case, nodes, start

CASES = [case for case in REAL_CASES if case[0] in GAMES and case[1] % 3 == 0]


def views(case: Case) -> Iterator[View]:
    """What seats see at some decisions of a random game."""
    rng = random.Random(3)
    for game in nodes(start(case, 3), rng):
        if rng.random() < 0.1:
            yield game.view(game.actors[0])


def reach(view: View, wanted: Action) -> Action | None:
    """Follow the options that lead to a move, as a person would."""
    picks: list[str] = []
    for _ in range(MOST_PICKS):
        now = picking(view, picks)
        if now.chosen is not None and now.chosen.code == wanted.code:
            return now.chosen
        whole = [one for row in now.rows for one in row if one.pick == wanted.text]
        parts = [
            one
            for row in now.rows
            if not any(option.picked for option in row)
            for one in row
            if f" {one.pick} " in f" {wanted.text} "
        ]
        fitting = [one for one in whole + parts if not one.picked]
        if not fitting:
            return None
        picks.append(fitting[0].pick)
    return None


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_legal_move_can_be_reached(case: Case) -> None:
    seen = 0
    for view in views(case):
        for action in random.Random(1).sample(view.legal, min(12, len(view.legal))):
            reached = reach(view, action)
            assert reached is not None, action.text
            assert reached.code == action.code
            seen += 1
    assert seen > 0


@pytest.mark.parametrize("case", CASES[:4], ids=str)
def test_picks_that_fit_nothing_are_forgotten(case: Case) -> None:
    for view in views(case):
        plain = picking(view, [])
        assert picking(view, ["nonsense", "", " ", "x" * 500]).rows == plain.rows
        action = view.legal[-1]
        chosen = picking(view, ["nonsense", *["zzz"] * 20, action.text])
        assert chosen.chosen is not None
        assert chosen.chosen.code == action.code
        assert "nonsense" not in chosen.picks
