"""The plain form of a position: it matches the schema and the views, and reveals nothing more."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kerys.games.ys.actions import Question
from kerys.kernel.contract import SPECTATOR
from kerys.kernel.wording import Plain
from kerys.table import Game
from kerys.table.owners import SEAT_LETTERS
from tests.contract.subjects import CASES, SUBJECTS, case_name
from tests.table.tools import Case, nodes, start, state_of, walk, watchers, whole_game
from tests.table.worlds import another_world

NEUTRAL_CASE = next(
    number for name, number in CASES if "strong_neutral=False" in case_name((name, number))
)
PLAIN_TYPES = (str, int, bool, type(None))


def check_plain(value: Any) -> None:
    """Check that there are only names, numbers, words and lists of them, and no NumPy types."""
    if type(value) is dict:
        assert all(type(name) is str for name in value)
        for one in value.values():
            check_plain(one)
    elif type(value) is list:
        for one in value:
            check_plain(one)
    else:
        assert type(value) in PLAIN_TYPES, value


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_every_view_is_plain_and_keeps_the_schema(case: Case) -> None:
    schema = SUBJECTS[case[0]].game.wording.schema["position"]
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    rng, game = random.Random(1), start(case, 1)
    for node in nodes(game, rng):
        for seat in (SPECTATOR, *node.actors[:1]) if rng.random() < 0.15 else ():
            found = node.view(seat).plain()
            check_plain(found)
            validator.validate(found)
            assert json.loads(json.dumps(found)) == found
    for view in (game.view(0), game.open_view(0), game.open_view(0, game.ply // 2)):
        validator.validate(view.plain())


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_worlds_that_look_alike_have_one_plain_form(case: Case) -> None:
    rng = random.Random(2)
    for game in nodes(start(case, 2), rng):
        if rng.random() < 0.1:
            for watcher in watchers(game):
                other = Game(game.rules, another_world(game, watcher, game.ply), game.names)
                assert other.view(watcher).plain() == game.view(watcher).plain()


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_points_and_ranks_are_those_of_the_game(case: Case) -> None:
    game = whole_game(case, 3)
    players = game.view(SPECTATOR).plain()["players"]
    assert [one["points"] for one in players] == list(game.scores[: game.players])
    if "rank" in players[0]:
        assert [one["rank"] for one in players] == list(game.ranks[: game.players])


def placing(**options: Any) -> Game:
    """A game of Ys in which someone is about to place an agent."""
    game = start(("ys", 0), 1, **options)
    return walk(game, random.Random(1), lambda one: state_of(one).question == Question.PLACE)


def hidden_agents(view: Plain) -> list[int | None]:
    return [agent["value"] for agent in view["agents"] if agent["face"] == "hidden"]


@pytest.mark.rule("YS-R4")
def test_a_hidden_agent_is_shown_to_its_owner_alone() -> None:
    game = placing()
    seat = game.actors[0]
    game.push(seat, "place 3 hidden 2-harbour")
    agent = game.view(seat).plain()["agents"][-1]
    assert agent["place"] == "2-harbour"
    assert (agent["owner"], agent["value"], agent["agent"]) == (seat, 3, 1)
    for other in {*watchers(game)} - {seat}:
        assert hidden_agents(game.view(other).plain()) == [None]


@pytest.mark.rule("YS-4.7", "YS-P18")
def test_without_peeking_a_hidden_agent_is_not_shown_to_its_owner_again() -> None:
    game = placing(peek_own=False)
    seat = game.actors[0]
    game.push(seat, "place 3 hidden 2-harbour")
    assert int(game.view(seat).state.value[0]) == 3, "the seat knows it"
    assert hidden_agents(game.view(seat).plain()) == [None]
    assert f"1:{SEAT_LETTERS[seat]}(?)" in game.view(seat).text()


@pytest.mark.rule("YS-11.4", "YS-P31")
def test_hidden_neutral_agents_are_not_shown_to_the_seat_that_placed_them() -> None:
    rng, remembered = random.Random(6), 0
    for game in nodes(start(("ys", NEUTRAL_CASE), 6), rng):
        for seat in range(game.players):
            view = game.view(seat)
            for agent in view.plain()["agents"]:
                unknown = len(agent["possible_values"]) > 1 and seat not in agent["seen_by"]
                if agent["owner"] == game.players and agent["face"] == "hidden" and unknown:
                    assert agent["value"] is None
                    remembered += int(view.state.value[agent["agent"] - 1]) >= 0
    assert remembered, "no seat knew more than its table shows"


def test_sealed_bids_are_in_the_view_of_their_bidder_alone() -> None:
    game = start(("ys", 0))
    game.push(0, "bid 4+2")
    assert game.view(0).plain()["players"][0]["sealed"] == [4, 2]
    assert game.view(1).plain()["players"][0]["sealed"] is None
    assert game.view(1).plain()["asked"] == [1, 2, 3]


@pytest.mark.parametrize("case", [case for case in CASES if case[0] == "ys"], ids=case_name)
def test_agents_of_a_team_always_add_up(case: Case) -> None:
    """Front, screen and board add up to a whole team, from every viewpoint."""
    rng = random.Random(4)
    size = 9 if "express=True" in case_name(case) else 11
    for game in nodes(start(case, 4), rng):
        for watcher in watchers(game) if rng.random() < 0.05 else ():
            found = game.view(watcher).plain()
            for player in found["players"]:
                on_board = [
                    agent
                    for agent in found["agents"]
                    if agent["owner"] == player["owner"] and "agent" in agent
                ]
                assert len(player["front"] + player["behind"] + on_board) == size


@pytest.mark.rule("MY-1.2")
def test_cubes_of_a_player_always_add_up() -> None:
    rng = random.Random(5)
    for game in nodes(start(("mykerinos", 0), 5), rng):
        found = game.view(SPECTATOR).plain()
        for player in [*found["players"], *([found["neutral"]] if found["neutral"] else [])]:
            rooms = [room for room in found["museum"] if room["owner"] == player["owner"]]
            total = len(player["cubes"]) + len(rooms) + player["common_reserve"]
            held = [one["neutral_cubes"] for one in found["players"]]
            total += player["personal_reserve"] if "personal_reserve" in player else sum(held)
            assert total == 25
