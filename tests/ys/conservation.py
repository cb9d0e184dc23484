"""Checks that no agents or gems are lost or created."""

from __future__ import annotations

from typing import Any

from kerys.games.ys import components as box
from kerys.kernel.seats import NONE

TEAM = [0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4]
EXPRESS_TEAM = [0, 0, 1, 1, 2, 3, 3, 4, 4]
MINI_TEAM = [1, 1, 1, 4, 4]
NEUTRAL, STRONG_NEUTRAL = [0, 1, 2, 4], [0, 1, 3, 4]


def team_in_box(state: Any, team: int) -> list[int]:
    """The values a team must have, including extra 2s of King's Favour."""
    if state.mini:
        return MINI_TEAM
    if team >= state.players:
        return STRONG_NEUTRAL if state.strong_neutral else NEUTRAL
    throned = sum(int(state.team[agent]) == team for agent in range(box.BOARD_AGENTS, box.AGENTS))
    return sorted([*(EXPRESS_TEAM if state.express else TEAM), *[2] * throned])


def team_on_table(state: Any, team: int) -> list[int]:
    """A team's values behind and in front of the screen, on the board and in the throne room."""
    values = [value for value in range(box.VALUES) for _ in range(state.behind[team, value])]
    values += [int(value) for value in state.front[team] if value != NONE]
    values += [
        int(state.value[agent])
        for agent in range(box.AGENTS)
        if state.place[agent] != NONE and state.team[agent] == team
    ]
    return sorted(values)


def check_agents_and_gems(state: Any) -> None:
    """Fails if an agent or a gem is in an impossible place."""
    players = int(state.players)
    for team in range(4 if players == 2 and not state.mini else players):
        assert team_on_table(state, team) == team_in_box(state, team), f"agents of team {team}"
    market = [int(place) for place in state.place if box.MARKET <= place < box.PLACES]
    assert len(market) == len(set(market)), "two agents on one market space"
    assert (state.gems >= 0).all()
    assert (state.ship_gems >= 0).all()
    assert int(state.gems.sum()) <= most_gems(state)
    assert all(box.LOWEST_PRICE <= price <= box.HIGHEST_PRICE for price in state.prices)


def most_gems(state: Any) -> int:
    """The most gems that can be in play by now.

    A quarter gives the gems of its ship, a black one and, in round 4 or to the neutral, one for
    the palace; the market gives one per line; the Jeweler two in the whole game.
    """
    players, rounds = int(state.players), int(state.round_number) + 1
    of_ship, lines = (4, 3) if players == 4 else (3, 2)
    palaces = rounds if players == 2 else int(rounds == box.ROUNDS)
    quarters = int(state.quarters)
    return rounds * (quarters * (of_ship + 1) + lines) + quarters * palaces + box.JEWELER_GEMS
