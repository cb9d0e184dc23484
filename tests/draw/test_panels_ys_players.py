"""Points, screens and characters of Ys: bounds that hold in all worlds, and are tight."""

from __future__ import annotations

from ast import literal_eval

import pytest

from kerys.facts.panels import Emphasis
from kerys.facts.ys.scene import BLUE_CARD
from kerys.facts.ys.unseen import unseen_of
from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.ending import end_game, throne_points
from kerys.games.ys.state import holder_of, teams
from kerys.games.ys.wording.explanations import EFFECTS
from tests.draw.test_panels_ys import panel, worlds
from tests.draw.test_ys_positions import VARIANTS, game, sampled, view_of
from tests.ys.board import Board
from tests.ys.worlds import team_worlds

pytestmark = pytest.mark.slow

# --- Points ---


def test_the_projection_is_what_the_end_would_bring_now() -> None:
    counted = 0
    for state, seat in sampled(6):
        shown = panel(state, seat, "projection")
        if state.moment == Moment.OVER:
            continue
        ended = YS.copy(state)
        end_game(ended)
        for owner, row in enumerate(shown.rows):
            truth = int(ended.points[owner])
            total = int(shown.cell(row.name, "total").text)
            if not state.kings_favour:
                assert total == truth
                continue
            throne = shown.cell(row.name, "throne")
            brings = int(throne_points(state, owner))
            if throne.emphasis == Emphasis.CERTAIN:
                assert (total, int(throne.text)) == (truth, brings)
                counted += state.round_number > 0
            else:
                low, _, high = throne.text.partition(" to ")
                assert int(low) <= brings <= int(high or low)
                assert total == truth - brings
    assert counted


def test_the_throne_room_is_open_only_as_far_as_it_is_unknown() -> None:
    """Every bound on the points is reached in some world, so the bounds are tight."""
    reached = 0
    for state, seat in sampled(45):
        if not state.kings_favour or state.round_number == 0:
            continue
        shown = panel(state, seat, "projection")
        possible = worlds(state, seat, 200)
        for owner, row in enumerate(shown.rows):
            low, _, high = shown.cell(row.name, "throne").text.partition(" to ")
            found = {int(throne_points(world, owner)) for world in possible}
            assert min(found) >= int(low)
            assert max(found) <= int(high or low)
            reached += (min(found), max(found)) == (int(low), int(high or low))
    assert reached > 50


# --- Screens ---


def test_agents_behind_screens_are_within_what_is_said() -> None:
    opened = 0
    for state, seat in sampled(7):
        shown = panel(state, seat, "screens")
        names = {row.name for row in shown.rows}
        for team in range(int(teams(state))):
            holder = int(holder_of(state, team))
            name = f"seat {holder}" + (" neutral" if team != holder else "")
            assert (name in names) == (holder != seat)
            if holder == seat:
                continue
            assert int(shown.cell(name, "behind").text) == state.behind[team].sum()
            for world in worlds(state, seat):
                for value in range(box.VALUES):
                    cell = shown.cell(name, f"value {value}")
                    low, _, high = cell.text.partition(" to ")
                    assert int(low) <= world.behind[team, value] <= int(high or low)
                    assert (cell.emphasis == Emphasis.CERTAIN) == (not high)
                    opened += bool(high)
    assert opened > 500


def test_bounds_are_those_of_all_worlds_there_are() -> None:
    """Counted by brute force from the specification, without the engine's counting."""
    checked = 0
    for state, seat in sampled(9):
        seen = YS.view(state, seat)
        for team in range(int(teams(state))):
            unseen = unseen_of(seen, seat, team)
            if holder_of(state, team) == seat or not 1 <= len(unseen.agents) <= 3:
                continue
            if state.paired[team] or state.question == Question.REFILL:
                continue
            own = [one for one in range(box.AGENTS) if state.team[one] == team]
            candidates = {
                one: {value for value in range(5) if int(state.candidates[one]) >> value & 1}
                for one in unseen.agents
            }
            found = [
                literal_eval(key.decode()) for key in team_worlds(seen, seat, team, candidates)
            ]
            for value in range(box.VALUES):
                behind = [screen[value] for _values, screen, _sealed in found]
                assert unseen.span_behind(value) == (min(behind), max(behind))
            some = sorted(unseen.agents)[::2]
            sums = [sum(values[own.index(one)] for one in some) for values, _, _ in found]
            assert unseen.span(some) == (min(sums), max(sums))
            checked += 1
    assert checked > 30


def test_when_all_screens_are_down_everything_is_certain() -> None:
    state = game(0)[120]
    view = view_of(state, 0)
    view.state, view.open = YS.copy(state), True
    panels = {one.name: one for one in view.panels()}
    for row in panels["screens"].rows:
        assert all(cell.emphasis == Emphasis.CERTAIN for cell in row.cells[-box.VALUES :])
    leaders = [row.cells[-1] for row in panels["majorities"].rows]
    assert {cell.emphasis for cell in leaders} <= {Emphasis.CERTAIN, None}


# --- Characters ---


def test_a_character_can_be_played_now_if_and_only_if_that_is_legal() -> None:
    met = 0
    for variant in range(len(VARIANTS)):
        for ply, state in enumerate(game(variant)):
            if state.question != Question.PLAY_CARD and ply % 20:
                continue
            for seat in YS.seats(state):
                shown = panel(state, seat, "characters")
                offered = {action.text for action in view_of(state, seat).legal}
                for row in shown.rows:
                    can = row.owner == seat and shown.cell(row.name, "now").text == "yes"
                    assert can == (f"play {row.name}" in offered)
                    met += can
    assert met > 50


def test_characters_of_all_players_and_palaces_are_told_with_own_ones_first() -> None:
    board = Board.ready(players=4, kings_favour=True)
    board.give(2, box.SPY, box.MAGICIAN)
    board.give(0, box.QUEEN)
    board.state.won[1] = 1 << box.BANKER
    board.state.cards_played[0] = 2
    board.force(box.MERCHANT, 3)
    for quarter, card in enumerate((box.KING, box.PRINCE, box.HERALD, box.CAPTAIN), 1):
        board.prize(quarter, card)
    shown = panel(board.state, 2, "characters")
    names = [row.name for row in shown.rows]
    assert names == [
        *("spy", "magician", "queen", "banker", "merchant"),
        *("king", "prince", "herald", "captain"),
    ]
    said = [shown.cell(name, "now").text for name in names]
    assert said == ["no", "no", "no", "next round", "in force", *["to be won"] * 4]
    assert shown.cell("queen", "now").title == "Two characters were played this round."
    assert "throne room" in shown.cell("magician", "effect").text
    assert shown.cell("king", "effect").text == "Brings 5 points."
    assert shown.cell("merchant", "effect").text.startswith("All shops pay 5 points")
    assert shown.cell("herald", "where").text == "Palace 3"


def test_blue_cards_are_told_in_the_last_round_and_nothing_at_the_end() -> None:
    last = [state for state in game(0) if state.round_number == 3]
    assert panel(last[0], 0, "characters").cell("blue card", "where").text == "Palace 1, 2, 3, 4"
    assert panel(last[-1], 0, "characters").rows == ()


def test_every_character_has_a_text() -> None:
    assert set(EFFECTS) == {*range(box.CHARACTERS), BLUE_CARD}
