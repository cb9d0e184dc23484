"""Summaries of rounds: they add up, and reveal no more than the views of their reader."""

from __future__ import annotations

import random
from functools import cache

import pytest

from kerys.games.ys.actions import Question
from kerys.kernel.contract import SPECTATOR
from kerys.table import Game, GameError
from kerys.table.owners import NEUTRAL
from kerys.table.summary import Gain, Summary, rounds_over, summary, summary_title
from tests.contract.subjects import case_name
from tests.server.alike import with_other_lots
from tests.table.tools import (
    REAL_CASES,
    Case,
    choose,
    kernel_of,
    start,
    state_of,
    walk,
    watchers,
    whole_game,
)
from tests.table.worlds import same_looking, seen

ROUNDS = 4


@cache
def finished(case: Case) -> Game:
    """A whole game, which no test changes."""
    return whole_game(case, 3)


def summaries(game: Game, seat: int) -> list[Summary]:
    """All rounds of a game."""
    return [summary(game, seat, number) for number in range(1, rounds_over(game.view(seat)) + 1)]


def row_of(found: Summary, owner: int) -> Gain:
    """The row of a seat, or of the neutral party."""
    return next(row for row in found.rows if row.owner == owner)


def owner_of(game: Game, number: int) -> int:
    """The seat with this number, or the neutral party."""
    return number if number < game.players else NEUTRAL


# --- They add up ---


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_the_points_of_the_rounds_add_up_to_the_final_scores(case: Case) -> None:
    game = finished(case)
    for seat in watchers(game):
        told = summaries(game, seat)
        assert len(told) == ROUNDS
        scores = [0] * len(game.scores)
        for found in told:
            assert len(found.rows) == len(scores)
            for number, before in enumerate(scores):
                row = row_of(found, owner_of(game, number))
                assert row.total == before + row.points
                assert len(row.cells) == len(found.columns)
                assert all(part.points > 0 for part in row.parts)
                scores[number] = row.total
        assert tuple(scores) == game.scores


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_the_scores_after_a_round_are_those_with_which_the_next_begins(case: Case) -> None:
    game = finished(case)
    for number, found in enumerate(summaries(game, 0)[:-1], 1):
        ply = next(at for at in range(game.ply) if rounds_over(game.view(0, at)) == number)
        for owner, points in enumerate(game.view(0, ply).scores):
            assert row_of(found, owner_of(game, owner)).total == points


@pytest.mark.parametrize("case", [one for one in REAL_CASES if one[0] == "ys"], ids=case_name)
def test_gems_add_up_to_those_at_the_end(case: Case) -> None:
    game = finished(case)
    gems = game.before(game.ply).gems
    told = summaries(game, SPECTATOR)
    column = told[0].columns.index("Gems")
    for number in range(len(game.scores)):
        cells = [row_of(found, owner_of(game, number)).cells[column] for found in told]
        counts = [int(item.text.split()[0].replace("−", "-")) for cell in cells for item in cell]  # noqa: RUF001
        assert sum(counts) == gems[number].sum()


def test_every_area_and_line_of_ys_has_at_most_one_winner_in_a_round() -> None:
    for found in summaries(finished(("ys", 0)), SPECTATOR):
        won = [item.text for row in found.rows for item in row.cells[0]]
        assert len(won) == len(set(won)) > 5


def test_lots_of_mykerinos_bring_the_points_that_stand_on_them() -> None:
    for found in summaries(finished(("mykerinos", 0)), SPECTATOR):
        lots = found.columns.index("Lots")
        for row in found.rows:
            values = [
                int(word)
                for item in row.cells[lots]
                for word in item.text.split()[-1:]
                if word.isdigit()
            ]
            assert sum(values) == sum(part.points for part in row.parts if part.word == "lots")


# --- What they say ---


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_the_heading_says_who_leads_and_the_first_row_is_theirs(case: Case) -> None:
    game = finished(case)
    for seat in watchers(game):
        told = summaries(game, seat)
        for number, found in enumerate(told, 1):
            assert found.title.endswith(f" {number}")
            assert found.heading.endswith(".")
            best = max(row.total for row in found.rows)
            leaders = [row.name for row in found.rows if row.total == best]
            assert found.rows[0].total == best
            if 1 < len(leaders) == len(found.rows):
                continue
            assert all(name in found.heading for name in leaders[:1]), (found.heading, leaders)
            names = {row.name for row in found.rows}
            assert ("You" in names) == (seat != SPECTATOR)
        assert "the game" in told[-1].heading.lower()


def test_a_new_leader_takes_the_lead_and_an_old_one_stays_ahead() -> None:
    headings = [
        found.heading for seed in range(4) for found in summaries(whole_game(("ys", 0), seed), 0)
    ]
    assert any(one.endswith("takes the lead.") for one in headings)
    assert any("stays ahead, by" in one for one in headings)
    assert any("You " in one for one in headings)


@pytest.mark.parametrize("number", [-1, 0, 1, 5])
def test_a_round_that_is_not_over_has_no_summary(number: int) -> None:
    game = start(("ys", 0))
    assert rounds_over(game.view(0)) == 0
    assert summary_title(game.name, rounds_over(game.view(0))) == ""
    with pytest.raises(GameError, match=str(number)):
        summary(game, 0, number)


def test_games_without_summaries_have_no_rounds() -> None:
    game = whole_game(("tiny", 0), 1)
    assert rounds_over(game.view(0)) == 0
    with pytest.raises(GameError):
        summary(game, 0, 1)


# --- Secrets ---


@pytest.mark.parametrize("watcher", [SPECTATOR, 0])
def test_rounds_that_look_alike_are_summed_up_alike(watcher: int) -> None:
    """The others send different agents to the throne room, where they stay hidden."""
    compared = 0
    for seed in range(3):
        one, other, differences = throne_twins(seed, watcher)
        told = summaries(one, watcher)
        assert told == summaries(other, watcher)
        compared += differences * len(told)
    assert compared


def throne_twins(seed: int, watcher: int) -> tuple[Game, Game, int]:
    """Two games that differ only in agents sent to the throne room, and how often they differ."""
    case = next(one for one in REAL_CASES if kings_favour(one))
    rng, differences = random.Random(seed), 0
    one, other = start(case, seed), start(case, seed)
    while not one.over and rounds_over(one.view(watcher)) < ROUNDS // 2:
        seat, code = choose(one, rng)
        wanted = seen(one.rules, state_of(one), seat, code, watcher)
        possible = same_looking(one.rules, state_of(other), seat, watcher, wanted)
        thrones = state_of(one).question == Question.THRONE_AGENT and seat != watcher
        others = [found for found in possible if thrones and found != code]
        if not others and code not in possible:
            break
        differences += bool(others)
        one.push(seat, code)
        other.push(seat, rng.choice(others or [code]))
    return one, other, differences


def kings_favour(case: Case) -> bool:
    """Whether agents are sent to the throne room."""
    return bool(kernel_of(case).variants[case[1]].get("kings_favour"))


def test_lots_to_come_change_no_summary() -> None:
    game = walk(
        start(("mykerinos", 0), 2), random.Random(2), lambda now: rounds_over(now.view(0)) == 2
    )
    other = with_other_lots(game)
    assert state_of(game).tobytes() != state_of(other).tobytes()
    assert summaries(game, 0) == summaries(other, 0)
