"""The pictures of Mykerinos: well formed, complete, with a name on everything choosable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from kerys.draw.measure import width_of
from kerys.draw.mykerinos import svg
from kerys.draw.palette import COLOURS
from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.components import COLUMNS, ROOMS
from kerys.games.mykerinos.region import LOW_SPACES
from kerys.games.mykerinos.wording.notation import room_text, space_text, text, texts
from kerys.table.owners import NEUTRAL, seat_letter
from kerys.table.png import png
from tests.draw.test_mykerinos_positions import LONG_NAMES, another_world, games, view_of

pytestmark = pytest.mark.slow

WIDTHS = (1200, 360)
SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


def drawn(state: Any, seat: int = -1, width: int = 1200, **how: Any) -> Element:
    """The picture of a state, parsed."""
    return ElementTree.fromstring(svg(view_of(state, seat), width=width, theme=None, **how))


def classes(one: Element) -> list[str]:
    return one.get("class", "").split()


def spots(picture: Element) -> list[Element]:
    return [one for one in picture.iter(f"{SVG}g") if "data-name" in one.attrib]


def owner_of(state: Any, colour: int) -> int:
    return NEUTRAL if state.players == 2 and colour == 2 else colour


def expected_cubes(state: Any) -> dict[str, str]:
    """The letter of each cube, by space or room."""
    cubes = {}
    for colour in range(4):
        letter = seat_letter(owner_of(state, colour))
        board = int(state.cubes[colour, 0]) | int(state.cubes[colour, 1]) << LOW_SPACES
        for space in range(board.bit_length()):
            if board >> space & 1:
                cubes[space_text(space)] = letter
        for room in range(ROOMS):
            if int(state.rooms[colour]) >> room & 1:
                cubes[room_text(room)] = letter
    return cubes


def expected_names(state: Any) -> set[str]:
    """Everything in a position that the notation can name."""
    names = {room_text(room) for room in range(ROOMS)}
    if state.moment == Moment.OVER:
        return names
    rows = 9 if state.season == 3 else 6
    names |= {space_text(space) for space in range(rows * COLUMNS)}
    if state.moment >= Moment.AREA_OPENS:
        names |= {f"lot {side}" for at, side in ((1, "left"), (2, "right")) if state.lots_left & at}
    return names


def choices(state: Any) -> list[str]:
    """The legal answers of the seat that is asked."""
    asked = MYKERINOS.seats(state)
    return [text(action) for action in MYKERINOS.choices(state, asked[0])] if asked else []


@pytest.mark.parametrize("width", WIDTHS)
def test_every_nameable_thing_is_drawn_once_and_what_may_be_chosen_is_lit(width: int) -> None:
    for ply, state in enumerate(games()):
        seat = ply % (int(state.players) + 1) - 1
        picture = drawn(state, seat, width, lit=choices(state))
        found = Counter(one.attrib["data-name"] for one in spots(picture))
        assert set(found) == expected_names(state)
        assert set(found.values()) == {1}
        assert set(found) <= set(texts())
        lit = {one.attrib["data-name"]: one for one in spots(picture) if "lit" in classes(one)}
        assert set(lit) == set(choices(state)) & set(found)
        for one in lit.values():
            assert any("touch" in classes(inside) for inside in one)


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_picked_stands_out_where_it_may_be_picked(width: int) -> None:
    for state in games()[::7]:
        lit = choices(state)
        picked = [*lit[::2], *sorted(expected_names(state) - set(lit))[:3]]
        picture = drawn(state, width=width, lit=lit, picked=picked)
        found = {one.attrib["data-name"] for one in spots(picture) if "picked" in classes(one)}
        assert found == {*lit} & {*picked} & expected_names(state)


@pytest.mark.parametrize("width", WIDTHS)
def test_cubes_and_pyramids_are_where_they_are(width: int) -> None:
    for state in games()[::3]:
        cubes, pyramids = {}, 0
        for spot in spots(drawn(state, width=width)):
            for group in spot.iter(f"{SVG}g"):
                if "cube" in classes(group):
                    cubes[spot.attrib["data-name"]] = "".join(group.itertext())
                pyramids += "pyramid" in classes(group)
        assert cubes == expected_cubes(state)
        if state.moment != Moment.OVER:
            standing = sum(int(word).bit_count() for word in state.pyramids)
            assert pyramids == standing


def test_all_seats_see_the_same_table() -> None:
    for state in games()[::11]:
        pictures = [drawn(state, seat) for seat in range(-1, int(state.players))]
        tables = {
            tuple(ElementTree.tostring(one) for one in spots(picture)) for picture in pictures
        }
        assert len(tables) == 1


def test_lots_wear_their_patron_and_points() -> None:
    for state in games()[::5]:
        if state.moment == Moment.OVER:
            continue
        shown = int(state.shown)
        laid = 12 if state.season == 3 else 8
        lots = list(range(shown - laid, shown))
        if state.moment >= Moment.AREA_OPENS:
            now = shown - laid + 2 * int(state.area)
            left = [now + side for side in range(2) if state.lots_left >> side & 1]
            lots = [*left, *range(now + 2, shown)]
        expected = Counter(
            (int(state.lot_patrons[card]), int(state.lot_values[card]))
            for card in (state.pile[lot] for lot in lots)
        )
        names = ("Violet", "Lemon", "Brown", "Blackmore", "Tangerine", "no patron")
        found = Counter(one.text for one in drawn(state).iter(f"{SVG}title"))
        for (patron, value), number in expected.items():
            assert found[f"{names[patron]} {value}" if value else names[patron]] == number
        assert found.total() == expected.total() + 1, "and the title of the drawing"


@pytest.mark.parametrize("width", WIDTHS)
def test_colours_are_classes_that_the_style_sheet_knows(width: int) -> None:
    known = {f"{kind}-{name}" for kind in "fs" for name in COLOURS}
    for state in games()[::17]:
        for one in drawn(state, width=width, lit=choices(state)).iter():
            assert not {"fill", "stroke", "style"} & set(one.attrib)
            assert {name for name in classes(one) if name[:2] in ("f-", "s-")} <= known


def test_no_words_are_too_small_on_a_phone() -> None:
    for state in games()[::7]:
        for one in drawn(state, width=360, lit=choices(state)).iter():
            assert float(one.get("font-size", "9")) >= 9


def texts_in(group: Element, x: float = 0) -> Iterator[tuple[float, Element]]:
    """Every text in a panel, with the position of its group."""
    for child in group:
        move = child.get("transform", "")
        along = float(move[10:].split(" ")[0]) if move.startswith("translate(") else 0.0
        if child.tag == f"{SVG}text":
            yield x, child
        else:
            yield from texts_in(child, x + along)


def extent(place: float, one: Element) -> tuple[float, float]:
    """Roughly where a text starts and ends."""
    size = float(one.attrib["font-size"])
    width = width_of(one.text or "", size)
    for behind in one:
        width += float(behind.get("dx", "0"))
        width += width_of(behind.text or "", float(behind.get("font-size", size)))
    start = place + float(one.attrib["x"])
    if "mid" in classes(one):
        start -= width / 2
    elif "end" in classes(one):
        start -= width
    return start, start + width


@pytest.mark.parametrize("width", WIDTHS)
def test_words_stay_on_their_panels(width: int) -> None:
    for ply, state in enumerate(games()[::4]):
        view = view_of(state, ply % int(state.players), LONG_NAMES)
        picture = ElementTree.fromstring(svg(view, width=width, theme=None))
        panels = [one for one in picture if one.tag == f"{SVG}g"]
        assert len(panels) >= 4
        for panel in panels:
            edge = float(panel[0].attrib["width"])
            for place, one in texts_in(panel):
                start, end = extent(place, one)
                assert start >= 0, "".join(one.itertext())
                assert end <= edge + 1, "".join(one.itertext())


def test_lots_to_come_cannot_be_told_from_the_picture() -> None:
    for state in games()[::9]:
        other = another_world(state, 0)
        assert MYKERINOS.view(state, 0).tobytes() == MYKERINOS.view(other, 0).tobytes()
        assert svg(view_of(state, 0)) == svg(view_of(other, 0))
        unredacted = view_of(state, 0)
        unredacted.state = state
        assert svg(unredacted) == svg(view_of(state, 0))


def test_the_layouts_have_the_widths_of_a_page_and_a_phone() -> None:
    state = games()[0]
    for width, expected in ((1200, "1200"), (720, "1200"), (719, "360"), (360, "360")):
        assert drawn(state, width=width).attrib["viewBox"].split()[2] == expected


def test_a_theme_brings_its_style_sheet_and_none_does_not() -> None:
    view = view_of(games()[0])
    assert "<style>" not in svg(view, theme=None)
    assert "prefers-color-scheme" in svg(view)
    assert svg(view, theme="dark") != svg(view, theme="light")
    assert png(svg(view, theme="dark"), 360).startswith(b"\x89PNG")


def test_the_title_says_which_season_it_is_and_who_is_looking() -> None:
    state = games()[0]
    titles = [drawn(state, seat).findtext(f"{SVG}title") for seat in (-1, 1)]
    assert titles == [
        "Mykerinos. Season 1 of 4. Digging. Seen by a spectator.",
        "Mykerinos. Season 1 of 4. Digging. Seen by Bela.",
    ]


def test_names_that_light_up_nothing_are_ignored() -> None:
    view = view_of(games()[0])
    assert svg(view, lit=("pass", "violet place", "no such name")) == svg(view)
