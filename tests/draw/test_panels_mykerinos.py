"""The panels of Mykerinos: leads, uses, points, cubes and lots agree with the rules."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from kerys.facts.panels import Emphasis, Panel
from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.ending import end_game, rank
from kerys.games.mykerinos.inspection import ranked
from kerys.games.mykerinos.state import cards_ready, colours, common_reserve, cubes_in_area
from kerys.kernel.seats import NONE
from tests.draw.test_mykerinos_positions import games, view_of


def panel(state: Any, name: str, seat: int = -1) -> Panel:
    return next(one for one in view_of(state, seat).panels() if one.name == name)


def token(state: Any, colour: int) -> int:
    return colour if colour < state.players else -1


def pass_orders(state: Any, area: int) -> list[Any]:
    """The state at the inspection of an area, for every order in which the others can pass."""
    waiting = [one for one in range(int(state.players)) if state.pass_space[one] == NONE]
    free = [one for one in range(int(colours(state))) if one not in state.pass_space]
    found = []
    for spaces in permutations(free, len(waiting)):
        ended = MYKERINOS.copy(state)
        ended.area = area
        for seat, space in zip(waiting, spaces, strict=True):
            ended.pass_space[seat] = space
        found.append(ended)
    return found


@pytest.mark.rule("MY-4.2", "MY-4.3")
def test_first_and_second_are_those_of_every_way_to_pass_and_ties_are_open() -> None:
    met: Counter[Emphasis | None] = Counter()
    for state in games()[::4]:
        if state.moment == Moment.OVER:
            continue
        digging = state.moment < Moment.AREA_OPENS
        for area, row in enumerate(panel(state, "majorities").rows):
            if not digging and area < state.area:
                assert row.cells[-2].text == "inspected"
                continue
            orders = pass_orders(state, area)
            for place, cell in enumerate(row.cells[-2:]):
                found = {int(ranked(ended, place)) for ended in orders}
                met[cell.emphasis] += 1
                if cell.emphasis is None:
                    assert found == {NONE}
                elif cell.emphasis != Emphasis.TIES:
                    assert {token(state, one) for one in found} == {cell.owner}
                    assert cell.emphasis == (Emphasis.LEADS if digging else Emphasis.CERTAIN)
                else:
                    names = {view_of(state).names[one] for one in found if one < state.players}
                    assert digging
                    assert names <= set(cell.text.split(", "))
    assert min(met[one] for one in (None, Emphasis.LEADS, Emphasis.CERTAIN, Emphasis.TIES)) > 20


def test_cubes_and_lots_of_areas_are_told() -> None:
    for state in games()[::9]:
        if state.moment >= Moment.AREA_OPENS:
            continue
        first = int(state.shown) - int(box.SEASON_LOTS[state.season])
        for area, row in enumerate(panel(state, "majorities").rows):
            numbers = [int(cell.text or 0) for cell in row.cells[1:-2]]
            cubes = [int(cubes_in_area(state, one, area)) for one in range(int(colours(state)))]
            assert numbers == cubes
            cards = state.pile[first + 2 * area : first + 2 * area + 2]
            patrons = [int(state.lot_patrons[card]) for card in cards]
            words = ["no patron" if one == NONE else box.PATRON_NAMES[one] for one in patrons]
            said = row.cells[0].text.lower().split(", ")
            assert all(text.startswith(word) for text, word in zip(said, words, strict=True))


def test_uses_left_are_the_cards_that_are_not_tilted() -> None:
    used = 0
    for state in games()[::5]:
        shown = panel(state, "patrons")
        for patron, name in enumerate(box.PATRON_NAMES):
            for seat in range(int(state.players)):
                cards = int(state.cards[seat, patron])
                ready = int(cards_ready(state, seat, patron))
                said = shown.cell(name, f"seat {seat}").text
                assert said == (f"{ready} of {cards}" if cards else "")
                used += ready < cards
    assert used > 20


def test_the_power_of_a_patron_is_told_in_full() -> None:
    shown = panel(games()[0], "patrons")
    assert shown.cell("lemon", "power").text == "on a pyramid"
    assert shown.cell("lemon", "power").title == (
        "Lemon: lay one cube on a pyramid. "
        "Lemon: lay two cubes in a chain, one of them on a pyramid."
    )


def test_the_projection_is_what_the_end_would_bring_now() -> None:
    for state in games()[::5]:
        ended = MYKERINOS.copy(state)
        if state.moment != Moment.OVER:
            end_game(ended)
        shown = panel(state, "projection")
        for seat, row in enumerate(shown.rows):
            assert int(shown.cell(row.name, "total").text) == ended.points[seat]
            assert int(shown.cell(row.name, "place").text) == rank(ended, seat)
            *parts, total, _place = (int(cell.text) for cell in row.cells)
            assert sum(parts) == total


def test_cubes_are_all_accounted_for() -> None:
    for state in games()[::7]:
        shown = panel(state, "cubes")
        assert len(shown.rows) == colours(state)
        for colour, row in enumerate(shown.rows):
            places = [shown.cell(row.name, one).text for one in ("region", "museum", "common")]
            held = "personal" if colour < state.players else "neutral"
            assert sum(int(one or 0) for one in (*places, shown.cell(row.name, held).text)) == 25
            assert int(places[-1]) == common_reserve(state, colour)


def test_lots_to_come_are_all_that_is_hidden_and_all_that_is_told_of_it() -> None:
    for state in games()[::11]:
        shown = panel(state, "lots")
        hidden = Counter(
            (int(state.lot_patrons[card]), int(state.lot_values[card]))
            for card in state.pile[int(state.shown) :]
        )
        for patron in (*range(box.PATRONS), NONE):
            name = "no patron" if patron == NONE else box.PATRON_NAMES[patron]
            for value in (0, 2, 3, 5):
                said = shown.cell(name, f"value {value}").text
                assert int(said or 0) == hidden[patron, value]
        assert shown.note.startswith(f"{hidden.total()} lots" if hidden else "All lots are laid")
