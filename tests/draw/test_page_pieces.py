"""What pages show of a game: the board as a picture and the rest as HTML, for every viewer."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

import kerys
from kerys.draw.faces import face
from kerys.draw.palette import COLOURS
from kerys.games import GAMES
from kerys.server.art import art
from kerys.table.view import View

ART = "/art/game.svg?1"
OURS = ("mykerinos", "ys")
VARIANTS = [(name, number) for name in OURS for number in range(len(GAMES[name].variants))]
SINGLE = ("br", "path", "rect", "circle", "use")
NAME = re.compile(r'data-name="([^"]*)"')


@cache
def positions(name: str, number: int) -> tuple[View, ...]:
    """A random game to its end, seen from each seat in turn."""
    game = kerys.new(name, seed=number, **_options(name, number))
    dice = random.Random(number)
    found = []
    while not game.over:
        found.append(game.view(game.ply % (game.players + 1) - 1))
        seat = dice.choice(game.actors)
        game.push(seat, dice.choice(game.view(seat).legal))
    return (*found, *(game.view(seat) for seat in range(-1, game.players)))


def _options(name: str, number: int) -> dict[str, Any]:
    return dict(GAMES[name].variants[number])


def shown(view: View, narrow: bool) -> str:
    """Everything that a page shows of the game."""
    return "".join((*view.board_pieces(narrow=narrow), *view.side_pieces(art=ART)))


class Balance(HTMLParser):
    """Checks that every element is closed, in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in SINGLE:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_a_page_names_what_the_whole_drawing_names(name: str, number: int) -> None:
    for index, view in enumerate(positions(name, number)):
        if index % 3 and not view.over:
            continue
        whole = set(NAME.findall(view.svg(theme=None)))
        for narrow in (False, True):
            assert set(NAME.findall(shown(view, narrow))) == whole


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_a_page_is_well_formed(name: str, number: int) -> None:
    for view in positions(name, number)[::7]:
        balance = Balance()
        balance.feed(shown(view, False))
        assert not balance.open


@pytest.mark.parametrize("name", OURS)
def test_worlds_that_look_alike_are_shown_alike(name: str) -> None:
    for number in range(len(GAMES[name].variants)):
        for view in positions(name, number)[5::11]:
            if view.seat < 0 or view.over:
                continue
            other = view.resample(view.ply).view(view.seat)
            assert shown(other, False) == shown(view, False)


@pytest.mark.parametrize("name", OURS)
def test_what_may_be_chosen_is_lit_up_beside_the_board_too(name: str) -> None:
    for view in positions(name, 0)[::10]:
        chosen = sorted(set(NAME.findall("".join(view.side_pieces(art=ART)))))[::2]
        lit = "".join(view.side_pieces(art=ART, lit=chosen))
        found = re.findall(r'class="spot lit" data-name="([^"]*)"', lit)
        assert sorted(set(found)) == chosen


def portraits_in(html: str) -> Iterator[str]:
    """The names of the portraits that a page uses from the art file."""
    yield from re.findall(rf'href="{re.escape(ART)}#([^"]*)"', html)


@pytest.mark.parametrize("name", OURS)
def test_every_portrait_of_a_page_is_in_the_file_of_its_game(name: str) -> None:
    file = ElementTree.fromstring(art(name))
    held = {one.get("id") for one in file}
    wanted = {found for view in positions(name, 0) for found in portraits_in(shown(view, False))}
    assert wanted
    assert wanted <= held


@pytest.mark.parametrize("name", OURS)
def test_the_colours_of_portraits_are_those_of_the_page(name: str) -> None:
    file = art(name)
    assert "class=" not in file
    assert set(re.findall(r"var\(--(\w+)\)", file)) <= set(COLOURS)


def test_a_game_without_a_page_of_its_own_shows_its_whole_drawing() -> None:
    view = positions("ys", 0)[0]
    generic = View(view.rules, view.state, view.seat, view.names, view.ply)
    generic._drawing = lambda: kerys.table.view.DRAWINGS["generic"]  # type: ignore[method-assign]
    assert "".join(generic.board_pieces()) == generic.svg(width=1200, theme=None)
    assert generic.side_pieces(art=ART) == ()


@pytest.mark.parametrize("name", OURS)
def test_seats_of_bots_have_faces(name: str) -> None:
    view = positions(name, len(GAMES[name].variants) - 1)[0]
    bare = "".join(view.side_pieces(art=ART))
    shown = "".join(view.side_pieces(art=ART, faces=(1,)))
    assert 'class="face"' not in bare
    assert shown.count('class="face"') == 1
    assert face(view.names[1]) in shown
