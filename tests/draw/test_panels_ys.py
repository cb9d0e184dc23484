"""Majorities and columns of Ys: what is called certain is true in every world."""

from __future__ import annotations

from typing import Any

import pytest

from kerys.facts.panels import Emphasis, Panel
from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.knowledge import peeks
from kerys.games.ys.market import column_strength
from kerys.games.ys.state import owner_of
from kerys.games.ys.tallies import ranked, tally
from kerys.kernel.chance import generator, key_of_seed
from tests.draw.test_ys_positions import game, sampled, view_of
from tests.ys.board import HIDDEN, Board, area, space

pytestmark = pytest.mark.slow

WORLDS = 6
PLACES = {
    **{f"quarter {one}": (area(one, box.HARBOUR), area(one, box.PALACE)) for one in range(1, 5)},
    **{f"line {one}": (space(one, box.BLUE), space(one, box.RED)) for one in range(1, 4)},
    "market": (box.MARKET, box.PLACES - 1),
}
for _quarter in range(1, 5):
    for _area, _word in enumerate(("harbour", "shops", "palace")):
        PLACES[f"{_quarter}-{_word}"] = (area(_quarter, _area),) * 2
"""The first and last place of every majority, listed independently."""


def panel(state: Any, seat: int, name: str) -> Panel:
    return next(one for one in view_of(state, seat).panels() if one.name == name)


def worlds(state: Any, seat: int, number: int = WORLDS) -> list[Any]:
    """Some worlds that a seat can't tell from the true one, which comes first."""
    chance = generator(key_of_seed(f"worlds {seat}"))
    found = [state]
    for _world in range(number):
        world = YS.view(state, seat)
        YS.resample(world, seat, chance)
        found.append(world)
    return found


def token(state: Any, owner: int) -> int:
    return owner if owner < state.players else -1


# --- Majorities ---


def test_a_certain_leader_wins_in_every_world() -> None:
    certain = unsure = 0
    for state, seat in sampled(7):
        possible = worlds(state, seat)
        for row in panel(state, seat, "majorities").rows:
            leader = row.cells[-1]
            if leader.emphasis is None:
                continue
            winners = {
                token(state, int(ranked(world, tally(world, *PLACES[row.name]), 0)))
                for world in possible
            }
            if leader.emphasis == Emphasis.CERTAIN:
                assert winners == {leader.owner}
                certain += 1
            else:
                unsure += 1
            marked = [cell.owner for cell in row.cells[1:-1] if cell.emphasis == leader.emphasis]
            assert marked == [leader.owner]
    assert certain > 500
    assert unsure > 500


def test_what_is_not_called_certain_can_still_change() -> None:
    """With enough worlds, nearly every uncertain lead is lost in one."""
    lost = unsure = 0
    for state, seat in sampled(40):
        possible = worlds(state, seat, 60)
        for row in panel(state, seat, "majorities").rows:
            if row.cells[-1].emphasis == Emphasis.LEADS:
                winners = {
                    int(ranked(world, tally(world, *PLACES[row.name]), 0)) for world in possible
                }
                unsure += 1
                lost += len(winners) > 1
    assert unsure > 50
    assert lost / unsure > 0.9


def test_totals_say_what_is_seen_and_how_many_are_hidden() -> None:
    for state, seat in sampled(17):
        seen = YS.view(state, seat)
        shown = panel(state, seat, "majorities")
        for row in shown.rows:
            if row.cells[-1].text == "scored":
                continue
            first, last = PLACES[row.name]
            for cell in row.cells[1:-1]:
                known = hidden = agents = 0
                for agent in range(int(seen.placed)):
                    whose = token(seen, int(owner_of(seen, int(seen.team[agent]))))
                    if not first <= seen.place[agent] <= last or whose != cell.owner:
                        continue
                    agents += 1
                    if seen.marked[agent]:
                        known += box.MARKED_VALUE
                    elif peeks(seen, seat, agent):
                        known += int(seen.value[agent])
                    else:
                        hidden += 1
                parts = [str(known)] if agents > hidden else []
                parts += [f"{hidden} hidden"] if hidden else []
                assert cell.text == " + ".join(parts)


def test_scored_majorities_bring_nothing_more() -> None:
    met = 0
    for state, seat in sampled(5):
        if state.moment < Moment.QUARTER_OPENS:
            continue
        for row in panel(state, seat, "majorities").rows:
            prize, leader = row.cells[0].text, row.cells[-1]
            assert bool(prize) == (leader.text != "scored"), row.name
            met += leader.text == "scored"
            if row.name.startswith("quarter") and state.question == Question.TAKE_GEM:
                assert (row.name == f"quarter {state.cursor + 1}") <= bool(prize)
    assert met > 100


def duel() -> Board:
    """Four seats in placement; A has an open 2 in the harbour of quarter 1."""
    board = Board.ready(players=4)
    board.state.moment = Moment.TURN_AGENTS
    board.put(0, 2, area(1, box.HARBOUR))
    board.state.behind[0, 2] -= 1
    return board


def hide(board: Board, seat: int, value: int, where: int) -> None:
    board.put(seat, value, where, HIDDEN)
    board.state.behind[seat, value] -= 1


def test_a_hidden_agent_makes_a_lead_unsure_but_not_for_its_owner() -> None:
    board = duel()
    hide(board, 1, 1, area(1, box.HARBOUR))
    cell = panel(board.state, 0, "majorities").cell("1-harbour", "leader")
    assert (cell.owner, cell.emphasis) == (0, Emphasis.LEADS)
    cell = panel(board.state, 1, "majorities").cell("1-harbour", "leader")
    assert (cell.owner, cell.emphasis) == (0, Emphasis.CERTAIN)
    shown = panel(board.state, 0, "majorities").cell("1-harbour", "seat 1")
    assert shown.text == "1 hidden"
    assert shown.title.startswith("With hidden agents: 0 to 4.")


def test_a_lead_is_certain_once_the_values_that_beat_it_were_seen() -> None:
    board = duel()
    hide(board, 1, 1, area(1, box.HARBOUR))
    for value in (3, 3, 3, 4, 4):
        board.put(1, value, area(4, box.PALACE))
        board.state.behind[1, value] -= 1
    for seats, emphasis in (((1, 0, 2, 3), Emphasis.LEADS), ((0, 1, 2, 3), Emphasis.CERTAIN)):
        board.order(*seats)  # the hidden agent may be a 2: then the order cards decide
        cell = panel(board.state, 0, "majorities").cell("1-harbour", "leader")
        assert (cell.owner, cell.emphasis) == (0, emphasis)


@pytest.mark.rule("YS-5.9")
def test_ties_are_broken_by_what_is_public() -> None:
    board = duel()
    board.put(1, 2, area(1, box.HARBOUR))
    for seats, leader in (((0, 1, 2, 3), 0), ((1, 0, 2, 3), 1)):
        board.order(*seats)
        cell = panel(board.state, 2, "majorities").cell("1-harbour", "leader")
        assert (cell.owner, cell.emphasis) == (leader, Emphasis.CERTAIN)
        assert "The tie-break decides between" in cell.title
    board.force(box.INTRIGUER, 0)
    assert panel(board.state, 2, "majorities").cell("1-harbour", "leader").owner == 0


def test_places_in_a_quarter_say_how_many_gems_they_take() -> None:
    board = duel()
    for seat, value in ((1, 4), (2, 1), (3, 0)):
        board.put(seat, value, area(1, box.PALACE))
    shown = panel(board.state, -1, "majorities")
    said = [shown.cell("quarter 1", f"seat {seat}").title for seat in (1, 0, 2, 3)]
    assert said == [
        "Place 1 by what you can see: takes 2 gems.",
        "Place 2 by what you can see: takes 1 gem.",
        "Place 3 by what you can see: takes 1 gem.",
        "Place 4 by what you can see.",
    ]


def test_a_table_that_does_not_show_own_hidden_agents_does_not_count_them_either() -> None:
    met = 0
    for state in game(0, False)[::9]:
        for seat in range(int(state.players)):
            own, watching = (panel(state, eyes, "majorities") for eyes in (seat, -1))
            for row in own.rows:
                cell = own.cell(row.name, f"seat {seat}")
                assert cell.text == watching.cell(row.name, f"seat {seat}").text
                met += "hidden" in cell.text
    assert met > 100


# --- Columns ---


def test_a_certain_place_of_a_column_is_its_place_in_every_world() -> None:
    certain = tied = 0
    for state, seat in sampled(7):
        if state.moment > Moment.MARKET_COLUMNS:
            continue
        possible = worlds(state, seat)
        shown = panel(state, seat, "columns")
        for column in range(box.COLUMNS):
            cell = shown.cell(box.COLOUR_NAMES[column], "place")
            tied += cell.emphasis == Emphasis.TIES
            if cell.emphasis != Emphasis.CERTAIN or column in state.ranking:
                continue
            certain += 1
            for world in possible:
                strengths = [int(column_strength(world, one)) for one in range(box.COLUMNS)]
                own = strengths[column]
                assert strengths.count(own) == 1
                assert int(cell.text) == 1 + sum(one > own for one in strengths)
                step = shown.cell(box.COLOUR_NAMES[column], "step").text
                assert int(step) == box.COLUMN_STEPS[int(cell.text) - 1]
    assert certain > 200
    assert tied > 200


def test_columns_that_are_level_are_no_certain_places_even_if_all_is_known() -> None:
    board = duel()
    board.put(1, 3, space(1, box.BLUE))
    board.put(2, 3, space(1, box.RED))
    shown = panel(board.state, 0, "columns")
    for colour, place in (("blue", "1 to 2"), ("red", "1 to 2"), ("green", "3 to 4")):
        cell = shown.cell(colour, "place")
        assert (cell.text, cell.emphasis) == (place, Emphasis.TIES)
    assert "Player A decides" in shown.note.replace("W" * 24, "Player A")
    board.put(3, 0, space(2, box.RED))
    shown = panel(board.state, 0, "columns")
    places = [shown.cell(colour, "place") for colour in ("red", "blue")]
    assert [(one.text, one.emphasis) for one in places] == [
        ("1", Emphasis.CERTAIN),
        ("2", Emphasis.CERTAIN),
    ]


def test_prices_stay_on_the_track() -> None:
    board = duel()
    board.put(1, 4, space(1, box.BLUE))
    board.state.prices[:] = (14, 8, 2, 1)
    shown = panel(board.state, 0, "columns")
    assert shown.cell("blue", "next").text == "15"
    assert shown.cell("blue", "next").emphasis == Emphasis.CERTAIN
    assert shown.cell("green", "next").text == "9 or 7 or 6"
    assert shown.cell("red", "next").text == "2 or 1"
    assert shown.cell("red", "place").emphasis == Emphasis.TIES
