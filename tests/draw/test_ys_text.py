"""The plain text of a view of Ys: it keeps to its width and contains what the picture shows."""

from __future__ import annotations

import sys

import pytest

from kerys.draw.columns import columns_of, cut
from kerys.draw.ys import text
from kerys.draw.ys.text_lines import heading, items, padded
from kerys.facts.ys.words import CHARACTER_WORDS, COLOUR_WORDS
from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.knowledge import peeks
from kerys.kernel.bits import has
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.seats import NONE
from kerys.table.owners import NEUTRAL, seat_letter
from tests.draw.test_ys_positions import AREAS, VARIANTS, crowded, game, sampled, view_of


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_no_line_is_longer_than_the_width(variant: int) -> None:
    for index, state in enumerate(game(variant)[variant % 2 :: 2]):
        seat = index % (int(state.players) + 1) - 1
        width = (80, 100, 132)[index % 3]
        for line in text(view_of(state, seat), width=width).splitlines():
            assert columns_of(line) <= width
            assert line == line.rstrip()


def test_a_crowd_in_one_area_is_wrapped() -> None:
    for place in AREAS:
        written = text(view_of(crowded(place), -1), width=80)
        assert max(map(columns_of, written.splitlines())) <= 80
        assert all(f"{number}:" in written for number in range(1, box.BOARD_AGENTS + 1))


def test_every_agent_is_written_with_what_is_known_of_it() -> None:
    for state, seat in sampled(12):
        written = text(view_of(state, seat)).split()
        for agent in range(int(state.placed)):
            if state.place[agent] == NONE:
                continue
            team = int(state.team[agent])
            letter = seat_letter(team if team < state.players else NEUTRAL)
            said = [word for word in written if word.startswith(f"{agent + 1}:{letter}")]
            assert said
            known = str(state.value[agent]) if peeks(state, seat, agent) else "?"
            if not state.hidden[agent]:
                assert any(word.startswith(f"{agent + 1}:{letter}{known}") for word in said)
            elif known != "?" or state.candidates[agent] == box.ANY_VALUE:
                assert any(f"({known}" in word for word in said)
            assert not state.marked[agent] or any("*" in word for word in said)


def test_every_player_is_written_with_points_gems_and_characters() -> None:
    for state, seat in sampled(15):
        view = view_of(state, seat)
        written = " ".join(text(view).split())
        for owner in range(YS.owners(state)):
            points = int(state.points[owner])
            assert f"{points} point{'' if points == 1 else 's'} " in written
            gems = zip(COLOUR_WORDS, state.gems[owner], strict=False)
            assert ", ".join(f"{word} {many}" for word, many in gems) in written
        for card in range(box.CHARACTERS):
            for owner in range(int(state.players)):
                if has(state.hand[owner], card) or has(state.won[owner], card):
                    assert f"{CHARACTER_WORDS[card]} ({seat_letter(owner)})" in written
        assert all(f" {price}" in written for price in state.prices)


def test_worlds_that_look_alike_are_written_alike() -> None:
    chance = generator(key_of_seed("another world"))
    for state, seat in sampled(25):
        view = view_of(state, seat)
        world = YS.copy(view.state)
        YS.resample(world, seat, chance)
        written = text(view)
        sys.modules["kerys.draw.ys.text"]._written.cache_clear()
        assert text(view_of(world, seat)) == written


def test_the_end_names_the_winner() -> None:
    names = ("Ada", "Ben", "Cid", "Dan")
    for variant in range(len(VARIANTS)):
        state = game(variant)[-1]
        top = text(view_of(state, -1, names)).splitlines()[1]
        winners = [seat for seat in range(int(state.players)) if YS.rank(state, seat) == 1]
        assert all(names[seat] in top for seat in winners)
        assert winners or top.startswith("The neutral merchant is first")


def test_lines_of_text() -> None:
    assert cut("harbour", 7) == "harbour"
    assert cut("harbour", 6) == "har..."
    assert padded("漢字", 6) == "漢字  "
    assert padded("harbour", 7) == "har... "
    assert columns_of(heading("City", 20)) == 20
    assert items("Gems: ", ["one", "two", "three"], ", ", 16) == ["Gems: one, two,", "      three"]
    assert items("", ["a" * 30], " ", 10) == ["aaaaaaa..."]
