"""Choosing step by step: every legal move can be reached, by the list and on the board."""

from __future__ import annotations

import random

import pytest

from kerys.table.view import View
from kerys.terminal.choosing import Chooser
from tests.table.tools import REAL_CASES, Case, nodes, start


def chosen_by_words(view: View, move: str) -> str:
    """The move that its words lead to, whole sentences included."""
    chooser = Chooser(view)
    for word in (*move.split(" "), move):
        if chooser.move == move:
            break
        if any(word == one.pick for group in chooser.groups for one in group.options):
            chooser.press(word)
    return chooser.move


@pytest.mark.parametrize("case", REAL_CASES[::3], ids=str)
def test_every_move_can_be_picked_from_the_list(case: Case) -> None:
    rng = random.Random(2)
    for game in nodes(start(case), random.Random(1)):
        if game.ply % 4:
            continue
        view = game.view(game.actors[0])
        texts = view.legal_texts()
        for move in rng.sample(texts, min(4, len(texts))):
            assert chosen_by_words(view, move) == move


@pytest.mark.parametrize("case", [one for one in REAL_CASES if one[0] == "mykerinos"], ids=str)
def test_a_free_space_is_a_move_of_its_own(case: Case) -> None:
    view = start(case).view(start(case).actors[0])
    chooser = Chooser(view)
    spaces = sorted(name for name in chooser.lit if len(name) == 2 and name[1].isdigit())
    assert spaces
    for space in spaces:
        assert chooser.press(space)
        assert chooser.move == f"place {space}"
        assert space in chooser.picked
        assert space in chooser.about
    assert chooser.take_back()
    assert not chooser.move
    assert not chooser.take_back()
    assert not chooser.press("nowhere")


def test_ships_are_swapped_by_pressing_both() -> None:
    for seed in range(60):
        for game in nodes(start(("ys", 0), seed), random.Random(seed)):
            view = game.view(game.actors[0])
            if not any(text.startswith("swap ") for text in view.legal_texts()):
                continue
            chooser = Chooser(view)
            ships = sorted(name for name in chooser.lit if name.startswith("ship "))
            assert chooser.press(ships[0])
            assert not chooser.move
            assert chooser.press(ships[1])
            assert chooser.move == f"swap {ships[0][-1]}-{ships[1][-1]}"
            return
    raise AssertionError("nobody played the Captain")
