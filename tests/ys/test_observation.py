"""What `observe` tells a seat of Ys, computed independently from the view alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.kernel.seats import NONE
from tests.contract.observing import check_fields, observed, one_of
from tests.ys.board import Board
from tests.ys.conservation import team_in_box

LASTING = (box.CARDINAL, box.ILLUSIONIST, box.INTRIGUER, box.MERCHANT, box.SPY)


def seen_order(players: int, seat: int) -> list[int | None]:
    """The owners in the order in which a seat sees them, with the neutral after the players."""
    order: list[int | None] = [(seat + step) % players for step in range(players)]
    return (order + ([2] if players == 2 else []) + [None, None])[:4]


def counts(values: Any) -> list[int]:
    found = Counter(int(value) for value in values)
    return [found[value] for value in range(box.VALUES)]


def whereabouts_unknown(view: Any, team: int, held: bool) -> list[int]:
    """How many agents of a team may be behind the screen or hidden, by value."""
    rest = Counter(team_in_box(view, team))
    rest.subtract(int(value) for value in view.front[team] if value != NONE)
    rest.subtract(int(value) for value in view.value[view.team == team] if value != NONE)
    known = view.behind[team] if held else view.shown[team]
    return [rest[value] - int(known[value]) for value in range(box.VALUES)]


def owner(view: Any, agent: int) -> int:
    return min(int(view.team[agent]), 2) if view.players == 2 else int(view.team[agent])


def agent_value(view: Any, agent: int) -> int | None:
    if view.marked[agent]:
        return box.MARKED_VALUE
    return int(view.value[agent]) if view.value[agent] != NONE else None


def stand(view: Any, order: list[int | None]) -> dict[str, Any]:
    cards = view.order[: view.players].tolist()
    return {
        "players: 2, 3 or 4": one_of(3, view.players - 2),
        "quarter 4 in use, King's Favour, Ys Express, strong neutral": [
            *(view.quarters == 4, view.kings_favour, view.express, view.strong_neutral)
        ],
        "round": one_of(4, view.round_number),
        "moment": one_of(len(Moment), view.moment),
        "question": one_of(len(Question), view.question),
        "placement turns finished, sixteenths": view.turn / 16,
        "faces already used this turn: open, hidden": [view.faces & 1, view.faces >> 1 & 1],
        "places of the next order already chosen": (view.picks != NONE).astype(int),
        "owner owes an answer": [
            one is not None and one < view.players and view.pending >> one & 1 for one in order
        ],
        "order card of each owner": [
            one_of(4, cards.index(one) if one in cards else None) for one in order
        ],
        "points of each owner, hundreds": [0 if o is None else view.points[o] / 100 for o in order],
        "gems of each owner by colour, tens": [
            np.zeros(5) if one is None else view.gems[one] / 10 for one in order
        ],
        "price of each colour, from -1 to 1": (view.prices - 8) / 7,
    }


def agents(view: Any, seat: int, order: list[int | None]) -> dict[str, Any]:
    players = int(view.players)
    known, unknown = np.zeros((24, 4)), np.zeros((24, 4))
    each = np.zeros((box.AGENTS, 3))
    for agent in map(int, np.flatnonzero(view.place != NONE)):
        number, value = order.index(owner(view, agent)), agent_value(view, agent)
        each[agent] = [(number + 1) / 4, (view.place[agent] + 1) / 25, 0]
        if value is not None:
            each[agent, 2] = (value + 1) / 6
        if view.place[agent] < box.PLACES:
            (unknown if value is None else known)[view.place[agent], number] += (
                1 if value is None else value
            )
    held = [seat, seat + 2] if players == 2 else [seat]
    teams = [(seat + step) % players for step in range(players)]
    teams += [2 + team for team in teams] if players == 2 else []
    fronts = []
    for one in order:
        front = [] if one is None or one >= players else [v for v in view.front[one] if v != NONE]
        fronts += [*counts(front), sum(map(int, front)) / 10]
    just = view.just_placed.tolist()
    return {
        "agents behind the own screen by value": view.behind[seat],
        "neutral agents behind the own screen by value": view.behind[seat + 2]
        if players == 2
        else np.zeros(5),
        "agents of each team that may be anywhere, by value": [
            whereabouts_unknown(view, team, team in held) for team in teams
        ]
        + [[0] * 5] * (4 - len(teams)),
        "front of each owner by value, and its sum in tens": fronts,
        "known total on each place by owner": known,
        "agents of unknown value on each place by owner": unknown,
        "each agent: owner, place, value, 0 for none or unknown": each,
        "agents just placed": [number in just for number in range(box.BOARD_AGENTS)],
        "possible values of each throne agent": [
            [view.candidates[agent] >> value & 1 for value in range(5)]
            for agent in range(box.BOARD_AGENTS, box.AGENTS)
        ],
    }


def prizes(view: Any) -> dict[str, Any]:
    ships, palaces = np.zeros((4, 6)), np.zeros((4, 16))
    for quarter in range(view.quarters):
        large, *small = view.deck[view.ports[quarter]].tolist()
        for gem in (large, *small, *([large] if view.players == 4 else [])):
            ships[quarter, gem] += 1
        card = view.round_number * view.quarters + quarter
        palaces[quarter, 15 if view.round_number == 3 else view.characters[card]] = 1
    lines = [one_of(5, 4 if gem == box.WHITE else gem) for gem in view.line_gems.tolist()]
    ranking = view.ranking.tolist()
    return {
        "area closed by the Queen": one_of(12, view.closed),
        "gems of the ship in each port by colour": ships,
        "gems left of the ship that is scored": view.ship_gems,
        "prize of each palace: a character or a blue card": palaces,
        "gem on each line: a colour or white": lines,
        "place of each column, as far as settled": [
            one_of(4, ranking.index(column) if column in ranking else None) for column in range(4)
        ],
    }


def cards(view: Any, order: list[int | None]) -> dict[str, Any]:
    players = [one if one is not None and one < view.players else None for one in order]
    hands = [
        [
            0 if one is None else (view.hand[one] >> card & 1) + (view.won[one] >> card & 1) / 2
            for card in range(15)
        ]
        for one in players
    ]
    second = view.card != NONE and view.chosen != NONE
    on_board = second and view.card in (box.HERALD, box.MAGICIAN)
    colour = int(view.chosen) // (2 if view.card == box.BANKER else 1)
    return {
        "hand of each owner; half for cards won this round": hands,
        "cards played this round by owner, halves": [
            0 if one is None else view.cards_played[one] / 2 for one in players
        ],
        "owner of each lasting effect: Cardinal, Illusionist, Intriguer, Merchant, Spy": [
            [one is not None and view.played_by[card] == one for one in players] for card in LASTING
        ],
        "looks left, thirds": view.looks / 3,
        "character being carried out": one_of(15, view.card),
        "place of the agent chosen first": one_of(
            25, view.place[view.chosen] if on_board else None
        ),
        "colour chosen first, or price moved first": one_of(
            6, colour if second and not on_board else None
        ),
    }


@pytest.mark.parametrize("variant", YS.variants, ids=str)
def test_every_field_says_what_the_view_shows(variant: dict[str, Any]) -> None:
    board = Board.dealt(seed=3, **variant)
    players = int(board.state.players)
    asked = set()
    while not board.over:
        seat = board.asked[0]
        card = [action for action in board.choices(seat) if 1 <= action <= 15]
        asked.add(board.question)
        for one in {seat, (seat + 1) % players}:
            view, order = YS.view(board.state, one), seen_order(players, one)
            parts = (stand(view, order), agents(view, one, order), prizes(view), cards(view, order))
            check_fields(YS, board.state, one, {k: v for part in parts for k, v in part.items()})
        if card:
            YS.apply(board.state, seat, card[0])
        else:
            board.random()
    assert len(asked) > 10


def test_who_has_no_seat_observes_no_screen() -> None:
    """With two players, number 2 is the neutral; it and a spectator see only what is public."""
    board = Board.dealt(seed=3, players=2).until(Question.PLACE_NEUTRAL)
    for nobody in (-1, 2, 3):
        fields = observed(YS, board.state, nobody)
        assert not fields["agents behind the own screen by value"].any()
        assert not fields["neutral agents behind the own screen by value"].any()
        view = observed(YS, YS.view(board.state, nobody), nobody)
        assert all((fields[name] == view[name]).all() for name in fields)
