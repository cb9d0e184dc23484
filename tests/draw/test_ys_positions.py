"""Positions of Ys for drawing tests, and a check that they are read correctly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from kerys.facts.ys.read import read
from kerys.facts.ys.scene import BLUE_CARD, UNKNOWN
from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.state import owners, team_size
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.play import random_play
from kerys.kernel.seats import NONE
from kerys.table.owners import NEUTRAL
from kerys.table.view import View
from tests.ys.board import Board, area, space

LONG_NAMES = ("W" * 24, "Maximilian von Hohenberg", "漢字" * 12, "a <b> & \"c\" 'd' e f g h")
VARIANTS = tuple(YS.variants)


def view_of(state: Any, seat: int, names: tuple[str, ...] = LONG_NAMES) -> View:
    """What a seat sees of a state."""
    return View(YS, YS.view(state, seat), seat, names[: int(state.players)], 0)


@cache
def game(variant: int, peek_own: bool = True) -> tuple[Any, ...]:
    """Every position of one random game of a variant."""
    state = YS.new(seed=f"drawing {variant}", **VARIANTS[variant], peek_own=peek_own)
    mask = np.zeros(YS.mask_words, np.int64)
    chance = generator(key_of_seed(variant))
    states = [YS.copy(state)]
    while YS.seats(state):
        random_play(YS).decide(state, mask, chance)
        states.append(YS.copy(state))
    return tuple(states)


def sampled(step: int) -> Iterator[tuple[Any, int]]:
    """Positions of all variants, each from the viewpoint of one seat or a spectator."""
    for variant in range(len(VARIANTS)):
        for index, state in enumerate(game(variant)[variant % step :: step]):
            yield state, index % (int(state.players) + 1) - 1


def crowded(place: int, agents: int = box.BOARD_AGENTS) -> Any:
    """A four-player position with many agents in one area, and all else as full as possible."""
    board = Board.ready(players=4, kings_favour=True)
    state = board.state
    for index in range(box.BOARD_AGENTS):
        where = place if index < agents else space(1 + (index - agents) // 4 % 3, index % 4)
        board.put(index % 4, index % 5, where, face=index % 2, marked=index % 7 == 0)
    state.looked[1::4] = 1
    state.closed, state.moment, state.question = place, Moment.TURN_AGENTS, Question.PLACE
    state.round_number, state.turn, state.pending, state.looks = 2, 15, 8, 2
    state.hand[0], state.gems[:], state.points[:] = (1 << 12) - 1, 17, 188
    state.played_by[box.KING] = state.played_by[box.PRINCE] = state.played_by[box.QUEEN] = 1
    state.line_gems[:] = box.WHITE, box.BLUE, box.RED
    for seat in range(4):
        for slot, candidates in enumerate((0b111, 0b11100, 0b1)):
            board.enthrone(seat, slot, 0, candidates)
    state.paired[:] = 1
    return state


AREAS = tuple(area(quarter, kind) for quarter in (1, 3) for kind in range(box.AREAS))


def test_sampled_positions_meet_every_question_and_every_ending() -> None:
    asked = {int(state.question) for variant in range(len(VARIANTS)) for state in game(variant)}
    rare = {Question.HERALD_AGENT, Question.HERALD_PLACE, Question.BANKER_LOWERS}
    rare |= {Question.BANKER_RAISES, Question.REFILL, Question.CAPTAIN_PORTS, Question.QUEEN_AREA}
    assert asked | rare >= set(map(int, Question))
    assert all(game(variant)[-1].moment == Moment.OVER for variant in range(len(VARIANTS)))


def test_agents_behind_a_foreign_screen_are_counted() -> None:
    for state, seat in sampled(5):
        table = read(YS.view(state, seat).tobytes(), seat)
        for player in table.players[: table.seats]:
            assert sum(many for _, many in player.behind) == state.behind[player.owner].sum()
            known = {value: many for value, many in player.behind if value != UNKNOWN}
            truth = state.behind[player.owner] if player.own else state.shown[player.owner]
            assert known == {value: many for value, many in enumerate(truth) if many}


def test_neutral_agents_behind_the_screens_are_counted() -> None:
    for state in game(len(VARIANTS) - 1):
        table = read(YS.view(state, 0).tobytes(), 0)
        for player in table.players[:2]:
            groups = player.neutral_behind or ()
            assert sum(many for _, many in groups) == state.behind[player.owner + 2].sum()
        assert table.players[2].owner == NEUTRAL
    assert sum(team_size(state, 3, value) for value in range(box.VALUES)) == 4


def test_agents_on_the_board_are_read_where_they_stand() -> None:
    for state, seat in sampled(5):
        table = read(YS.view(state, seat).tobytes(), seat)
        for place in range(box.CITY):
            here = [agent for agent in range(int(state.placed)) if state.place[agent] == place]
            assert [one.number - 1 for one in table.city[place]] == here
        for index, one in enumerate(table.market):
            here = [agent for agent in range(int(state.placed)) if state.place[agent] == 12 + index]
            assert ([one.number - 1] if one else []) == here


def test_ships_and_prizes_leave_with_their_quarter() -> None:
    for state, seat in sampled(3):
        table = read(YS.view(state, seat).tobytes(), seat)
        gone = Moment.QUARTER_CLOSES
        for quarter in range(int(state.quarters)):
            scored = state.moment > gone or (
                state.moment >= Moment.QUARTER_OPENS and quarter < state.cursor
            )
            if scored:
                assert table.ships[quarter] is None
                assert table.prizes[quarter] == NONE
            if state.moment < Moment.QUARTER_OPENS:
                ship = table.ships[quarter]
                assert ship is not None
                assert [gem for gem, _ in ship.gems] == list(state.deck[state.ports[quarter]])
                assert sum(many for _, many in ship.gems) == (4 if state.players == 4 else 3)
                assert (table.prizes[quarter] == BLUE_CARD) == (state.round_number == 3)
        assert table.ships[int(state.quarters) :] == (None,) * (4 - int(state.quarters))


def test_gems_left_on_the_ship_are_read_while_a_quarter_is_scored() -> None:
    met = 0
    for state, seat in sampled(1):
        if state.question == Question.TAKE_GEM:
            ship = read(YS.view(state, seat).tobytes(), seat).ships[int(state.cursor)]
            assert ship is not None
            assert not ship.whole
            assert dict(ship.gems) == {
                gem: many for gem, many in enumerate(state.ship_gems) if many
            }
            met += 1
    assert met > 50


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_ranks_are_read_when_the_game_is_over(variant: int) -> None:
    state = game(variant)[-1]
    players = read(YS.view(state, -1).tobytes(), -1).players
    assert [one.rank for one in players] == [YS.rank(state, one) for one in range(owners(state))]
    assert [one.points for one in players] == list(state.points[: len(players)])
