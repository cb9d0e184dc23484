"""Portraits and their cards: one for each character, small, in known colours, inside their box."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType
from xml.etree import ElementTree

import pytest

from kerys.draw.measure import width_of
from kerys.draw.mykerinos import svg_portraits as of_mykerinos
from kerys.draw.palette import COLOURS, THEMES, Theme, style_sheet
from kerys.draw.portraits import BOX
from kerys.draw.ys import svg_portraits as of_ys
from kerys.facts.mykerinos.words import patron_word
from kerys.facts.ys.scene import BLUE_CARD
from kerys.facts.ys.words import character_word
from kerys.games.mykerinos.components import PATRONS
from kerys.games.ys.components import CHARACTERS, KING, KING_POINTS

LONGEST = 3200
"""The largest size of a portrait in bytes: every drawing that shows it contains it."""
EVERYBODY = [(of_ys, character) for character in range(CHARACTERS + 1)]
EVERYBODY += [(of_mykerinos, patron) for patron in range(PATRONS)]
NAMES: dict[ModuleType, Callable[[int], str]] = {of_ys: character_word, of_mykerinos: patron_word}
SIZES = ((60, 84), (90, 120), (120, 180), (160, 240), (200, 64), (280, 80))
KNOWN = {f"{kind}-{name}" for kind in "fs" for name in COLOURS} | {"none", "bare", "b", "mid"}
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")

everybody = pytest.mark.parametrize(
    ("module", "number"), EVERYBODY, ids=[NAMES[module](number) for module, number in EVERYBODY]
)


def parsed(drawing: str) -> ElementTree.Element:
    """The elements of a piece of a drawing."""
    return ElementTree.fromstring(f"<svg>{drawing}</svg>")


def texts(drawing: str) -> list[str]:
    """The text of a drawing, line by line."""
    return [one.text or "" for one in parsed(drawing).iter("text")]


def test_everybody_has_a_portrait_of_their_own() -> None:
    assert set(of_ys.DRAWN) == set(range(CHARACTERS)) | {BLUE_CARD}
    assert set(of_mykerinos.DRAWN) == set(range(PATRONS))
    assert len({module.portrait(number) for module, number in EVERYBODY}) == len(EVERYBODY)


@everybody
def test_a_portrait_is_small(module: ModuleType, number: int) -> None:
    assert len(module.portrait(number).encode()) <= LONGEST


@everybody
def test_only_the_style_sheet_knows_colours(module: ModuleType, number: int) -> None:
    for one in parsed(module.portrait(number) + module.card(number, 120, 180)).iter():
        assert not {"fill", "stroke", "style", "id"} & set(one.attrib)
        assert set(one.get("class", "").split()) <= KNOWN


@pytest.mark.parametrize("theme", THEMES)
def test_every_style_sheet_has_the_classes_of_the_portraits(theme: Theme) -> None:
    sheet = style_sheet(theme)
    for module, number in EVERYBODY:
        for one in parsed(module.portrait(number)).iter():
            assert all(f".{name}{{" in sheet for name in one.get("class", "").split())


@everybody
def test_a_portrait_stays_near_its_box(module: ModuleType, number: int) -> None:
    for one in parsed(module.portrait(number)).iter():
        for name in ("d", "cx", "cy", "r"):
            assert all(abs(float(far)) <= BOX / 2 for far in NUMBER.findall(one.get(name, "")))


@pytest.mark.parametrize(("width", "height"), SIZES)
@everybody
def test_a_card_names_its_figure_in_words_that_fit(
    module: ModuleType, number: int, width: int, height: int
) -> None:
    drawing = module.card(number, width, height)
    assert module.portrait(number) in drawing
    assert NAMES[module](number) in texts(drawing)
    for one in parsed(drawing).iter("text"):
        size, x, y = (float(one.get(name, "0")) for name in ("font-size", "x", "y"))
        long = width_of(one.text or "", size)
        half = long / 2 if "mid" in one.get("class", "").split() else long
        inside_a_mark = len(one.text or "") == 1
        assert inside_a_mark or (size >= 9 and x + half <= width and size * 0.7 <= y <= height)


@everybody
def test_a_large_card_says_what_its_figure_does(module: ModuleType, number: int) -> None:
    deck = of_ys.effects() if module is of_ys else of_mykerinos.powers()
    assert deck[number] in " ".join(texts(module.card(number, 160, 240)))
    assert deck[number] in " ".join(texts(module.card(number, 280, 80)))


def test_the_points_of_a_card_are_those_of_the_rules() -> None:
    assert str(KING_POINTS) in of_ys.effects()[KING]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_cards_of_a_size_have_portraits_of_a_size(width: int, height: int) -> None:
    for module in (of_ys, of_mykerinos):
        places = set()
        for one, number in EVERYBODY:
            if one is module:
                card = parsed(module.card(number, width, height))
                places |= {found for g in card if "scale" in (found := g.get("transform", ""))}
        assert len(places) == 1
