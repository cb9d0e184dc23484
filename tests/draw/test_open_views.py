"""With all screens down: drawings show the truth, and say that the screens are down."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from kerys.facts.ys.characters import ASIDE, GONE, TO_COME, UNSEEN, whereabouts
from kerys.facts.ys.read import read
from kerys.facts.ys.words import character_word
from kerys.games.ys.components import CHARACTERS, ROUNDS
from kerys.kernel.contract import SPECTATOR
from kerys.table.game import Game
from kerys.table.record import load
from kerys.table.view import View

RECORDS = Path(__file__).parents[1] / "records"
TITLE = re.compile("<title>(.*?)</title>")
YS = ("ys-4p-quarters4", "ys-3p-quarters3-kingsfavour", "ys-2p")
ALL = (*YS, "mykerinos-3p")


@cache
def replayed(name: str) -> Game:
    """A finished game."""
    return load(RECORDS / f"{name}.kerys").replay()


def places(view: View) -> tuple[tuple[int, int], ...]:
    """Where the characters are, according to a view."""
    return whereabouts(read(view.state.tobytes(), view.seat, view.open))


@pytest.mark.parametrize("name", YS)
def test_no_character_is_gone_that_was_not_out_yet(name: str) -> None:
    game = replayed(name)
    seen: set[int] = set()
    for ply in range(game.ply + 1):
        view = game.open_view(SPECTATOR, ply)
        quarters, turned = int(view.state.quarters), int(view.state.round_number) + 1
        dealt = view.state.characters.tolist()
        seen |= set(dealt[: min(turned, ROUNDS - 1) * quarters])
        found = places(view)
        assert all(found[card][0] != UNSEEN for card in range(CHARACTERS))
        for place, card in enumerate(dealt):
            where, comes = found[card]
            if card in seen:
                assert where not in (TO_COME, ASIDE)
            elif place < (ROUNDS - 1) * quarters:
                assert (where, comes) == (TO_COME, place // quarters)
            else:
                assert where == ASIDE


@pytest.mark.parametrize("name", YS)
def test_eyes_that_look_from_outside_see_no_character_to_come(name: str) -> None:
    game = replayed(name)
    for seat in (SPECTATOR, 0):
        for ply in range(0, game.ply + 1, 9):
            count = Counter(where for where, _who in places(game.view(seat, ply)))
            truth = Counter(where for where, _who in places(game.open_view(SPECTATOR, ply)))
            assert count[TO_COME] == count[ASIDE] == 0
            assert count[UNSEEN] == truth[TO_COME] + truth[ASIDE]
            assert count[GONE] == truth[GONE]


@pytest.mark.parametrize("width", [1200, 360])
def test_the_picture_says_in_which_round_a_character_comes(width: int) -> None:
    game = replayed("ys-4p-quarters4")
    drawn = game.open_view(SPECTATOR, 0).svg(width=width)
    assert drawn.count("in round 2") == drawn.count("in round 3") == 4
    assert drawn.count(">set aside<") == 3
    assert ">gone<" not in drawn
    assert "in round" not in game.view(SPECTATOR, 0).svg(width=width)


def test_the_text_lists_what_is_to_come() -> None:
    game = replayed("ys-4p-quarters4")
    written = " ".join(game.open_view(SPECTATOR, 0).text().split())
    assert "Gone:" not in written
    assert "Not seen yet" not in written
    card = int(game.open_view(SPECTATOR, 0).state.characters[4])
    assert f"{character_word(card)} (2)" in written.split("Still to come, by round:")[1]
    aside = int(game.open_view(SPECTATOR, 0).state.characters[12])
    assert character_word(aside) in written.split("Set aside:")[1]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("width", [1200, 360])
def test_drawings_say_whose_eyes_these_are(name: str, width: int) -> None:
    game = replayed(name)
    for ply in (0, game.ply // 2, game.ply):
        opened, watched = game.open_view(SPECTATOR, ply), game.view(SPECTATOR, ply)
        (title,) = TITLE.findall(opened.svg(width=width))[:1]
        assert "all screens down" in title.lower()
        assert "spectator" not in opened.svg(width=width) + opened.text()
        assert "all screens down" in opened.text().lower()
        assert "spectator" in watched.svg(width=width)
        assert "screens down" not in watched.svg(width=width) + watched.text()
        own = game.view(1, ply).svg(width=width)
        assert "spectator" not in own
        assert game.names[1] in TITLE.findall(own)[0]
