"""What a view of Ys leaves open, counted: against every single world, and against `resample`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from kerys.facts.ys import unknowns
from kerys.facts.ys.read import AGENT_NAMES
from kerys.games.ys.actions import Question
from kerys.games.ys.components import AGENTS, CHARACTER_NAMES, FRONT, VALUES
from kerys.games.ys.state import holder_of, team_size, teams
from kerys.kernel.contract import SPECTATOR
from kerys.kernel.seats import NONE
from kerys.study.beliefs.sampling import imagine
from kerys.table import new
from kerys.table.unknowns import Unknown
from kerys.table.view import View
from tests.contract.subjects import case_name
from tests.study.beliefs.fit import UNLIKELY, surprise
from tests.table.tools import REAL_CASES, Case, nodes, options_of, start, whole_game

CASES = [case for case in REAL_CASES if case[0] == "ys"]
FAVOUR = next(case for case in CASES if options_of(case)["kings_favour"])
STEP = 11
MOST_AGENTS = 6
"""Teams with more unseen agents have too many worlds to list."""
WORLDS = 3000


def views(case: Case, seed: int = 5, step: int = STEP) -> Iterator[View]:
    """Some positions of a random game, from the viewpoints of seats and of a spectator."""
    for game in nodes(start(case, seed), random.Random(seed)):
        if game.ply % step == 0:
            yield game.view(game.ply // step % (game.players + 1) - 1)


def chances(unknown: Unknown) -> dict[str, float]:
    """The possible values of an unknown."""
    assert unknown.chances is not None
    assert sum(unknown.chances) == pytest.approx(1)
    return dict(zip([one.name for one in unknown.values], unknown.chances, strict=True))


class Team:
    """A team as a view shows it, read without the code under test."""

    def __init__(self, view: View, team: int) -> None:
        self.state, self.team = view.state, team
        state = view.state
        of_team = [one for one in range(AGENTS) if state.team[one] == team]
        self.unseen = [one for one in of_team if state.value[one] == NONE]
        seen = [int(state.value[one]) for one in of_team if state.value[one] != NONE]
        seen += [int(one) for one in state.front[team, :FRONT] if one != NONE]
        self.pool = [
            int(team_size(state, team, value)) - seen.count(value) - int(state.shown[team, value])
            for value in range(VALUES)
        ]
        self.secret = team < state.players and state.question in (
            Question.BID,
            Question.THRONE_AGENT,
        )
        self.pending = bool(int(state.pending) >> team & 1)

    def worlds(self) -> Iterator[tuple[dict[int, int], list[int], list[str], float]]:
        """Every world, one by one: the agents, the screen, and the possible answers."""
        for values in product(range(VALUES), repeat=len(self.unseen)):
            agents = dict(zip(self.unseen, values, strict=True))
            behind = [many - values.count(one) for one, many in enumerate(self.pool)]
            if min(behind) < 0 or not self._fits(agents):
                continue
            behind = [
                many + int(self.state.shown[self.team, one]) for one, many in enumerate(behind)
            ]
            asked = self.state.question == Question.REFILL and self.pending
            if asked and sum(many > 0 for many in behind) < 2:
                continue
            answers = self._answers(behind) if self.secret else []
            sealed = bool(answers) and not self.pending
            yield agents, behind, answers, len(answers) if sealed else 1

    def _fits(self, agents: dict[int, int]) -> bool:
        """Whether values agree with what everyone could deduce about throne agents."""
        if any(not int(self.state.candidates[one]) >> value & 1 for one, value in agents.items()):
            return False
        throne = [AGENT_NAMES.index(f"throne {self.team}.{slot}") for slot in (1, 2)]
        values = [agents.get(one, int(self.state.value[one])) for one in throne]
        return not self.state.paired[self.team] or values[0] != values[1]

    def _answers(self, behind: list[int]) -> list[str]:
        """The bids with these agents, or the values that can be sent to the throne room."""
        if self.state.question == Question.THRONE_AGENT:
            return sorted({str(one) for one in self.state.front[self.team, :FRONT]})
        return [
            f"{high}+{low}"
            for high in range(VALUES)
            for low in range(high + 1)
            if behind[low] > (high == low) and behind[high] > 0
        ]


def listed(view: View, team: int) -> dict[str, dict[str, float]]:
    """The chances of everything about a team, from a list of all its worlds."""
    read = Team(view, team)
    found: dict[str, dict[str, float]] = {AGENT_NAMES[one]: {} for one in read.unseen}
    secret = f"bid of {team}" if view.state.question == Question.BID else f"sent by {team}"

    def add(name: str, value: str, weight: float) -> None:
        table = found.setdefault(name, {})
        table[value] = table.get(value, 0.0) + weight

    for agents, behind, answers, weight in read.worlds():
        for agent, value in agents.items():
            add(AGENT_NAMES[agent], str(value), weight)
        top = [str(value) for value in range(VALUES) if behind[value]]
        add(f"behind {team}", top[-1] if top else "nobody", weight)
        for answer in answers:
            add(secret, answer, weight / len(answers))
    return {
        name: {value: one / sum(table.values()) for value, one in table.items()}
        for name, table in found.items()
    }


def compare(view: View) -> int:
    """Compare everything about other teams with a list of all their worlds."""
    made, compared = {one.name: one for one in unknowns(view)}, 0
    for team in range(int(teams(view.state))):
        if int(holder_of(view.state, team)) == view.seat:
            continue
        if len(Team(view, team).unseen) > MOST_AGENTS:
            continue
        for name, wanted in listed(view, team).items():
            if name.startswith("behind") and (len(wanted) == 1 or team >= view.players):
                assert name not in made
                continue
            found = {value: one for value, one in chances(made[name]).items() if one > 0}
            assert found == pytest.approx(wanted), (view, name)
            compared += len(wanted)
    return compared


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_counts_agree_with_a_list_of_all_worlds(case: Case) -> None:
    assert sum(map(compare, views(case))) > 100


@pytest.mark.parametrize("question", [Question.BID, Question.THRONE_AGENT, Question.REFILL])
def test_counts_agree_while_others_answer(question: Question) -> None:
    """Sealed and pending answers, and a refill that tells something about the screen."""
    compared = 0
    for seed in range(12):
        for game in nodes(start(FAVOUR, seed), random.Random(seed)):
            if game.view(SPECTATOR).state.question == question:
                others = [seat for seat in range(game.players) if seat not in game.actors]
                compared += sum(compare(game.view(seat)) for seat in (SPECTATOR, *others[:1]))
    assert compared > 50


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_resampled_worlds_have_the_counted_frequencies(case: Case) -> None:
    surprises = []
    for view in views(case, seed=8, step=23):
        worlds = imagine(view, WORLDS, bots=False)
        for unknown in unknowns(view):
            assert unknown.chances is not None
            found = np.bincount(unknown.read(worlds), minlength=len(unknown.values))
            surprises.append(surprise(found.tolist(), unknown.chances))
    assert len(surprises) > 20
    assert max(surprises) < UNLIKELY


def test_chances_that_are_slightly_wrong_do_not_fit() -> None:
    """A tenth more of one value, and what drawing single agents instead of worlds would give."""
    view = next(view for view in views(("ys", 0)) if len(hidden(view)) > 2)
    worlds, unknown = imagine(view, WORLDS, bots=False), hidden(view)[0]
    assert unknown.chances is not None
    found = np.bincount(unknown.read(worlds), minlength=VALUES).tolist()
    assert surprise(found, unknown.chances) < UNLIKELY
    wrong = np.array(unknown.chances)
    wrong[np.argmax(wrong)] += 0.1
    assert surprise(found, tuple(wrong / wrong.sum())) > UNLIKELY
    team = int(view.state.team[AGENT_NAMES.index(unknown.name)])
    pool = np.array(Team(view, team).pool)
    assert surprise(found, tuple(pool / pool.sum())) > UNLIKELY


def hidden(view: View) -> list[Unknown]:
    """The hidden agents of a view."""
    return [one for one in unknowns(view) if one.name in AGENT_NAMES]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_all_unseen_agents_are_listed_and_no_others(case: Case) -> None:
    seen = 0
    for view in views(case):
        wanted = [AGENT_NAMES[one] for one in np.flatnonzero(view.state.value == NONE)]
        there = [name for name in wanted if view.state.team[AGENT_NAMES.index(name)] != NONE]
        assert sorted(one.name for one in hidden(view)) == sorted(there)
        seen += len(there)
    assert seen > 20


def test_a_bid_that_is_still_to_be_made_counts_like_any_bid() -> None:
    game = new("ys", players=4, seed=1)
    game.push(1, "bid 4+3")
    made = {one.name: chances(one) for one in unknowns(game.view(0))}
    pairs = [f"{high}+{low}" for high in range(VALUES) for low in range(high + 1)]
    for seat in (1, 2, 3):
        bids = made[f"bid of {seat}"]
        assert list(bids) == pairs
        assert [bids[pair] for pair in pairs if pair != "2+2"] == pytest.approx([1 / 14] * 14)
        assert bids["2+2"] == 0, "there is only one 2"
    assert "bid of 0" not in made


def test_characters_come_next_or_later_or_never() -> None:
    view = new("ys", players=4, seed=1).view(0)
    made = {one.name: one for one in unknowns(view)}
    assert chances(made["characters"]) == pytest.approx(
        {"round 2": 4 / 11, "round 3": 4 / 11, "never": 3 / 11}
    )
    up = {f"character {CHARACTER_NAMES[one]}" for one in view.state.characters[:4]}
    assert not up & set(made["characters"].things)
    assert len(made["characters"].things) == 11


def ship(large: str, *small: str) -> dict[str, Any]:
    return {"large": large, "small": list(small)}


def test_the_next_ship_is_counted_even_when_a_new_pile_is_made() -> None:
    """Express without its white ships: here 7 are left, and each round needs 5."""
    ships = [ship("blue", "red", "green")] * 3 + [ship("red", "green", "yellow")] * 4
    ships += [ship("green", "white", "red")] * 17
    labels, surprises = set(), []
    game = new("ys", players=4, seed=2, express=True, ships=ships)
    for one in nodes(game, random.Random(2)):
        if one.ply % 17:
            continue
        view = one.view(0)
        worlds = imagine(view, WORLDS, bots=False)
        for unknown in unknowns(view):
            if unknown.name.startswith("ships"):
                assert unknown.chances is not None
                labels.add(unknown.label)
                found = np.bincount(unknown.read(worlds), minlength=len(unknown.values))
                surprises.append(surprise(found.tolist(), unknown.chances))
    assert labels == {"The next ship: its large gem"}
    assert len(surprises) > 4
    assert max(surprises) < UNLIKELY


def test_nothing_is_unknown_once_all_is_shown() -> None:
    game = whole_game(CASES[0], 1)
    assert unknowns(game.view(SPECTATOR, 40))
    assert unknowns(game.open_view(SPECTATOR, 40)) == ()
    assert unknowns(game.view(0)) == ()
