"""What `observe` tells a seat of Mykerinos, computed independently from the view alone."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos import actions as act
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind, Moment, Question
from kerys.kernel.seats import NONE
from tests.contract.observing import check_fields, observed, one_of
from tests.mykerinos.board import Board, at, kind


def bits(number: int, size: int) -> list[int]:
    return [int(number) >> index & 1 for index in range(size)]


def spaces(words: Any) -> list[int]:
    return bits(words[0], 48) + bits(words[1], 24)


def expected(view: Any, seat: int) -> dict[str, Any]:
    """Every field, from what the view shows."""
    players, season = int(view.players), int(view.season)
    colours: list[int | None] = [(seat + step) % players for step in range(players)]
    seats = [*colours, *[None] * (4 - players)]
    colours = [*colours, *([2] if players == 2 else []), None][:4]
    colours += [None] * (4 - len(colours))

    def own(row: Any, scale: float = 1) -> list[Any]:
        return [np.zeros_like(row[0]) if one is None else row[one] / scale for one in seats]

    held = [int(view.personal[one]) for one in range(players)]
    held += [int(view.neutral_held.sum())] if players == 2 else []
    common = [
        25 - held[c] - sum(spaces(view.cubes[c])) - int(view.rooms[c]).bit_count()
        for c in range(len(held))
    ]
    laid = [8, 8, 8, 12][season]
    lots = np.zeros((12, 7))
    for index in range(laid):
        lot = view.pile[view.shown - laid + index]
        if view.lot_patrons[lot] != NONE:
            lots[index, view.lot_patrons[lot]] = 1
        area = index // 2
        there = view.moment < Moment.AREA_OPENS or area > view.area
        there = there or (area == view.area and view.lots_left >> index % 2 & 1)
        lots[index, 5:] = view.lot_values[lot], there
    shown = set(view.pile[: view.shown].tolist())
    return {
        "players: 2, 3 or 4": one_of(3, players - 2),
        "season": one_of(4, season),
        "question": one_of(len(Question), view.question),
        "owes an answer, by colour": [one is not None and view.pending >> one & 1 for one in seats],
        "first player of the season, by colour": [one == view.first for one in seats],
        "this action is the last of the season": view.last_action,
        "kind of the action being carried out": one_of(len(Kind), view.kind),
        "cubes of it that lie or stand already": view.laid,
        "space of the cube laid last": one_of(box.SPACES, view.last_space),
        "points of each colour, hundreds": own(view.points, 100),
        "personal reserve of each colour, share of 25": own(view.personal, 25),
        "common reserve of each colour, share of 25": [
            0 if one is None else common[one] / 25 for one in colours
        ],
        "neutral cubes that each player holds, share of 25": own(view.neutral_held, 25),
        "pass space of each colour, first is 1, none is 0": [
            0 if one is None else view.pass_space[one] + 1 for one in colours
        ],
        "cards of each colour by patron": own(view.cards),
        "cards of each colour that are not tilted, by patron": own(view.cards - view.tilted),
        "patron of each wing": [one_of(5, patron) for patron in view.wings],
        "rooms of each colour": [bits(0 if one is None else view.rooms[one], 15) for one in seats],
        "cubes of each colour on the region": [
            [0] * 72 if one is None else spaces(view.cubes[one]) for one in colours
        ],
        "pyramids": spaces(view.pyramids),
        "lots of the region: patron, points, still there": lots,
        "area being inspected": one_of(6, view.area if view.moment == Moment.AREA_RANKS else None),
        "lots still to come, in the order of the file": [lot not in shown for lot in range(36)],
    }


@pytest.mark.parametrize("players", [4, 3, 2])
def test_every_field_says_what_the_view_shows(players: int) -> None:
    asked = set()
    for seed in range(4):
        board, dice = Board.dealt(seed=seed, players=players), Random(seed)
        while not board.over:
            asked.add(board.question)
            for seat in range(players):
                view = MYKERINOS.view(board.state, seat)
                check_fields(MYKERINOS, board.state, seat, expected(view, seat))
            choices = [one for one in board.choices() if one != kind(Kind.PASS)]
            cards = [one for one in choices if kind(Kind.VIOLET_PLACE) <= one < act.LOT]
            board.answer(dice.choice(cards or choices))
    assert len(asked) >= (7 if players == 2 else 4)


def test_the_second_cube_of_three_looks_other_than_the_third() -> None:
    board = Board.bare(season=2).put(0, "a1").give(0, box.TANGERINE)
    board.turn_of(0).answer(kind(Kind.TANGERINE), at("b1"))
    one = observed(MYKERINOS, board.state, 0)["cubes of it that lie or stand already"]
    board.answer(at("b2"))
    two = observed(MYKERINOS, board.state, 0)["cubes of it that lie or stand already"]
    assert (float(one[0]), float(two[0])) == (1, 2)


def test_nothing_is_called_the_last_action_once_areas_are_inspected() -> None:
    board = Board.dealt(seed=1, players=3).until(Question.INSPECTION)
    fields = observed(MYKERINOS, board.state, board.asked[0])
    assert fields["this action is the last of the season"].tolist() == [0]
