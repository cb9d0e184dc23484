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
from kerys.games.mykerinos.options import MINI
from kerys.kernel.seats import NONE
from kerys.testing import Case, Unread, cases, check_observed
from tests.contract.observing import check_fields, observed, one_of
from tests.mykerinos.board import Board, at, kind


def bits(number: int, size: int) -> list[int]:
    return [int(number) >> index & 1 for index in range(size)]


def spaces(words: Any) -> list[int]:
    return bits(words[0], 48) + bits(words[1], 24)


def worths(view: Any, seat: int) -> list[int]:
    """What a card of each patron is worth to a player."""
    rooms, found = bits(view.rooms[seat], 15), [0] * 5
    for wing, patron in enumerate(view.wings.tolist()):
        two = rooms[10 + wing] or rooms[10 + (wing - 1) % 5]
        found[patron] = 5 if rooms[5 + wing] else 3 if rooms[wing] else 2 if two else 1
    return found


def wealth(view: Any, order: list[int | None]) -> dict[str, Any]:
    """Points, reserves and cards, for the seats in the order in which a seat sees them."""

    def own(row: Any, scale: float = 1) -> list[Any]:
        return [np.zeros_like(row[0]) if one is None else row[one] / scale for one in order]

    worth = [[1] * 5 if one is None else worths(view, one) for one in order]
    cards = np.array([[0] * 5 if one is None else view.cards[one] for one in order])
    points = own(view.points)
    ended = [
        int(points[n]) + int((cards[n] * worth[n]).sum()) + 5 * min(cards[n]) for n in range(4)
    ]
    return {
        "points of each colour, sixty-fourths": own(view.points, 64),
        "points of each colour if the game ended now, sixty-fourths": np.array(ended) / 64,
        "personal reserve of each colour, sixteenths": own(view.personal, 16),
        "neutral cubes that each player holds, sixteenths": own(view.neutral_held, 16),
        "cards of each colour by patron, quarters": cards / 4,
        "cards of each colour that are not tilted, by patron, quarters": own(
            view.cards - view.tilted, 4
        ),
        "worth of each patron's cards to each colour: 2, 3 or 5": [
            [[each == one for one in (2, 3, 5)] for each in row] for row in worth
        ],
        "points for each patron's cards of each colour, sixteenths": cards * worth / 16,
        "rooms of each colour": [bits(0 if one is None else view.rooms[one], 15) for one in order],
    }


def area_of(space: int) -> int:
    return space // 8 // 3 * 2 + space % 8 // 4


def neighbours(space: int) -> list[int]:
    row, column = divmod(space, 8)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [8 * one + other for one, other in around if 0 <= one < 9 and 0 <= other < 8]


def areas(view: Any, colours: list[int | None], there: list[int]) -> dict[str, Any]:
    """What can be counted in the areas that are still there."""
    boards = [[0] * 72 if one is None else spaces(view.cubes[one]) for one in colours]
    pyramids = spaces(view.pyramids)
    cubes, near = np.zeros((6, 4), int), np.zeros((6, 4), int)
    free, free_pyramids = np.zeros(6, int), np.zeros(6, int)
    for space in range(72):
        area = area_of(space)
        if area not in there:
            continue
        cubes[area] += [board[space] for board in boards]
        if not any(board[space] for board in boards):
            free[area] += not pyramids[space]
            free_pyramids[area] += pyramids[space]
            if not pyramids[space]:
                beside = neighbours(space)
                near[area] += [any(board[one] for one in beside) for board in boards]
    places = np.zeros((6, 4, 4))
    for area in there:
        discs = [NONE if one is None else int(view.pass_space[one]) for one in colours]
        keys = [(-cubes[area, n], discs[n] if discs[n] != NONE else 9) for n in range(len(colours))]
        for number in range(4):
            if cubes[area, number]:
                places[area, number, sum(key < keys[number] for key in keys)] = 1
    return {
        "cubes of each colour on the region": boards,
        "pyramids": pyramids,
        "cubes in each area by colour, quarters": cubes / 4,
        "place of each colour in each area, as it is now": places,
        "lead of the seat in each area over the best other, quarters": (
            cubes[:, 0] - cubes[:, 1:].max(1)
        )
        / 4,
        "free spaces in each area without a pyramid, eighths": free / 8,
        "free pyramids in each area, quarters": free_pyramids / 4,
        "free spaces in each area next to cubes of each colour, eighths": near / 8,
    }


def expected(view: Any, seat: int) -> dict[str, Any]:
    """Every field, from what the view shows."""
    players, season = int(view.players), int(view.season)
    order: list[int | None] = [(seat + step) % players for step in range(players)]
    seats = [*order, *[None] * (4 - players)]
    colours = [*order, *([2] if players == 2 and not view.mini else []), *[None] * 4][:4]
    held = [int(view.personal[one]) for one in range(players)]
    held += [int(view.neutral_held.sum())] if players == 2 else []
    common = [
        25 - held[c] - sum(spaces(view.cubes[c])) - int(view.rooms[c]).bit_count()
        for c in range(len(held))
    ]
    laid = 2 if view.mini else [8, 8, 8, 12][season]
    inspected = view.moment >= Moment.AREA_OPENS
    there = list(range(int(view.area) if inspected else 0, laid // 2))
    lots, lot_worth = np.zeros((12, 6)), np.zeros(12)
    for index in range(laid):
        if index // 2 not in there:
            continue
        if inspected and index // 2 == view.area and not view.lots_left >> index % 2 & 1:
            continue
        lot = view.pile[view.shown - laid + index]
        lots[index, 5] = view.lot_values[lot] / 4
        lot_worth[index] = view.lot_values[lot] / 8
        if view.lot_patrons[lot] != NONE:
            lots[index, view.lot_patrons[lot]] = 1
            lot_worth[index] += worths(view, seat)[view.lot_patrons[lot]] / 8
    shown = set(view.pile[: view.shown].tolist())
    coming = [lot for lot in range(36) if lot not in shown]
    patrons = view.lot_patrons[coming].tolist()
    ranks = view.moment == Moment.AREA_RANKS
    return {
        "players: 2, 3 or 4": one_of(3, players - 2),
        "mini Mykerinos": view.mini,
        "season": one_of(4, season),
        "question": one_of(len(Question), view.question),
        "owes an answer, by colour": [one is not None and view.pending >> one & 1 for one in seats],
        "first player of the season, by colour": [one == view.first for one in seats],
        "this action is the last of the season": view.last_action,
        "kind of the action being carried out": one_of(len(Kind), view.kind),
        "cubes of it that lie or stand already: 1, 2 or 3": one_of(3, view.laid - 1),
        "space of the cube laid last": one_of(box.SPACES, view.last_space),
        "common reserve of each colour, sixteenths": [
            0 if one is None else common[one] / 16 for one in colours
        ],
        "pass space of each colour": [
            one_of(4, None if one is None else view.pass_space[one]) for one in colours
        ],
        "patron of each wing": [one_of(5, patron) for patron in view.wings],
        "lots that are still there: patron, points in quarters": lots,
        "worth of these lots to the seat, card included, eighths": lot_worth,
        "area being inspected": one_of(6, view.area if ranks else None),
        "place in its ranking that is asked": one_of(4, view.cursor if ranks else None),
        "lots still to come, in the order of the file": [lot in coming for lot in range(36)],
        "lots still to come by patron, then without one, eighths": [
            patrons.count(patron) / 8 for patron in (*range(5), NONE)
        ],
        **wealth(view, seats),
        **areas(view, colours, there),
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
    name = "cubes of it that lie or stand already: 1, 2 or 3"
    board = Board.bare(season=2).put(0, "a1").give(0, box.TANGERINE)
    board.turn_of(0).answer(kind(Kind.TANGERINE), at("b1"))
    one = observed(MYKERINOS, board.state, 0)[name]
    board.answer(at("b2"))
    two = observed(MYKERINOS, board.state, 0)[name]
    assert (one.tolist(), two.tolist()) == ([1, 0, 0], [0, 1, 0])


def test_nothing_is_called_the_last_action_once_areas_are_inspected() -> None:
    board = Board.dealt(seed=1, players=3).until(Question.INSPECTION)
    fields = observed(MYKERINOS, board.state, board.asked[0])
    assert fields["this action is the last of the season"].tolist() == [0]


def is_not_inspected(view: Any, changed: Any, index: Any) -> bool:
    """Before areas are inspected, what was left of the last one says nothing."""
    return bool(view.moment != Moment.AREA_RANKS)


UNREAD = {
    "moment": Unread("every question has a moment of its own"),
    "seat": Unread("in turns, who is asked; later, nothing"),
    "area": Unread("only counts during an inspection", is_not_inspected),
    "cursor": Unread("only counts during an inspection", is_not_inspected),
    "tilted": Unread(
        "there is no card to tilt", lambda view, changed, index: bool(view.cards[index] == 0)
    ),
    "lots_left": Unread("only counts during an inspection", is_not_inspected),
}


@pytest.mark.parametrize("case", [*cases(MYKERINOS), Case(MYKERINOS, MINI, 1)], ids=str)
def test_everything_that_a_seat_may_know_is_observed(case: Case) -> None:
    check_observed(case, UNREAD)


OF_COLOURS = (
    *("cubes", "points", "rooms", "personal", "neutral_held", "pass_space", "cards", "tilted"),
)


def moved_on(state: Any) -> Any:
    """The same game with every player one seat further on."""
    players = int(state.players)
    moved = MYKERINOS.copy(state)
    for name in OF_COLOURS:
        moved[name][:players] = np.roll(state[name][:players], 1, 0)
    moved.first, moved.seat = (state.first + 1) % players, (state.seat + 1) % players
    moved.pending = sum(
        1 << (seat + 1) % players for seat in range(players) if state.pending >> seat & 1
    )
    return moved


@pytest.mark.parametrize("players", [4, 3, 2])
def test_observations_do_not_depend_on_where_players_sit(players: int) -> None:
    board, dice = Board.dealt(seed=5, players=players), Random(5)
    while not board.over:
        moved = moved_on(board.state)
        for seat in range(players):
            one = observed(MYKERINOS, board.state, seat)
            two = observed(MYKERINOS, moved, (seat + 1) % players)
            assert all((one[name] == two[name]).all() for name in one)
        board.answer(dice.choice(board.choices()))
