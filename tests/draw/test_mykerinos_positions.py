"""The positions used to test Mykerinos drawings: whole games, node by node."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos.actions import KIND, Kind, Question
from kerys.kernel.chance import generator, key_of_seed
from kerys.table.view import View

NAMES = ("Anna", "Bela", "Chloe", "Dora")
LONG_NAMES = (
    "W" * 24,
    "Maximilian Montgomery-Mm",
    "\u65e5\u672c\u8a9e" * 8,
    "& <b> \"quoted\" 'name' >",
)


@cache
def nodes(players: int, seed: int) -> tuple[Any, ...]:
    """Every state of a random game in which nobody passes while another action is possible."""
    state = MYKERINOS.new(seed=seed, players=players)
    rng = np.random.default_rng(seed)
    found = [MYKERINOS.copy(state)]
    while seats := MYKERINOS.seats(state):
        choices = MYKERINOS.choices(state, seats[0])
        busy = [one for one in choices if one != KIND + Kind.PASS]
        if busy and state.personal[seats[0]] > 1:
            choices = busy
        MYKERINOS.apply(state, seats[0], int(rng.choice(choices)))
        found.append(MYKERINOS.copy(state))
    return tuple(found)


@cache
def games() -> tuple[Any, ...]:
    """The states of one game for each number of players."""
    return tuple(state for players in (2, 3, 4) for state in nodes(players, players))


def view_of(state: Any, seat: int = -1, names: tuple[str, ...] = NAMES) -> View:
    """What a seat sees of a state."""
    return View(MYKERINOS, MYKERINOS.view(state, seat), seat, names[: int(state.players)], 0)


def another_world(state: Any, seat: int) -> Any:
    """A state that looks the same to a seat, with different lots to come."""
    world = MYKERINOS.view(state, seat)
    MYKERINOS.resample(world, seat, generator(key_of_seed("another world")))
    return world


def test_the_games_reach_every_question_and_the_end() -> None:
    asked = {Question(int(state.question)) for state in games()}
    assert asked == set(Question)
    assert {int(state.season) for state in games()} == {0, 1, 2, 3}
