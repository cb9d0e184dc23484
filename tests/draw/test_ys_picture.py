"""The pictures of Ys: well formed, complete, with a name on everything choosable."""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

import pytest

from kerys.draw.measure import width_of
from kerys.draw.palette import COLOURS
from kerys.draw.ys import svg, svg_geometry, svg_ground
from kerys.facts.ys.read import read
from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import PRICE, Moment, Question
from kerys.games.ys.knowledge import peeks
from kerys.games.ys.prices import price_moves
from kerys.games.ys.state import open_places
from kerys.games.ys.wording.notation import agent_text, place_text, text, texts
from kerys.kernel.bits import has
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.seats import NONE
from kerys.table.owners import NEUTRAL, seat_letter
from kerys.table.png import png
from tests.draw.test_ys_positions import AREAS, VARIANTS, crowded, game, sampled, view_of

pytestmark = pytest.mark.slow

WIDTHS = (1200, 360)
SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element
SPOT = re.compile(r'<g class="spot( lit)?" data-name="([^"]*)"')
PLAIN_CLASSES = {"b", "none", "mid", "end", "spot", "touch", "caption", "kerys"}
FRAME = re.compile(r"M[-\d. ]+h([\d.]+)a([\d.]+) .*?v([\d.]+)a")


def names_in(drawing: str, lit: bool = False) -> list[str]:
    """The names in a drawing; with `lit`, only the highlighted ones."""
    return [name for shines, name in SPOT.findall(drawing) if shines or not lit]


def expected_names(state: Any, seat: int) -> set[str]:
    """Everything on the table of a state that the notation can name."""
    names = {place_text(place) for place in range(box.PLACES) if has(open_places(state), place)}
    names |= {agent_text(one) for one in range(box.AGENTS) if state.place[one] != NONE}
    names |= {text(PRICE + move) for move in range(8) if has(price_moves(state), move)}
    names |= {f"order {card + 1}" for card in range(int(state.players))}
    if state.question == Question.TAKE_GEM:
        held = state.ship_gems
    elif state.question == Question.ALCHEMIST_GIVES:
        held = state.gems[YS.seats(state)[0]]
    else:
        held = (1,) * box.COLOURS
    names |= {box.COLOUR_NAMES[colour] for colour, many in enumerate(held) if many}
    if state.moment == Moment.OVER:
        # The result replaces the market and the order cards.
        names -= {place_text(place) for place in range(box.CITY, box.PLACES)}
        names -= {*box.COLOUR_NAMES, *(f"order {card + 1}" for card in range(box.SEATS))}
    for card, name in enumerate(box.CHARACTER_NAMES):
        if any(has(state.hand[owner], card) for owner in range(int(state.players))):
            names.add(f"play {name}")
    scene = read(state.tobytes(), seat)
    names |= {f"ship {port + 1}" for port, ship in enumerate(scene.ships) if ship is not None}
    if seat >= 0:
        names |= {f"front {value}" for value in state.front[seat] if value != NONE}
        names |= {str(value) for value, many in enumerate(state.behind[seat]) if many}
    return names


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_position_is_drawn_well_formed_and_completely_named(variant: int) -> None:
    for index, state in enumerate(game(variant)):
        seats = int(state.players)
        eyes = range(-1, seats) if index % 16 == 0 else (index % (seats + 1) - 1,)
        for seat in eyes:
            for width in WIDTHS if index % 4 == 0 else (WIDTHS[index % 2],):
                drawing = svg(view_of(state, seat), width=width, theme=None)
                expat.ParserCreate().Parse(drawing, True)
                assert Counter(names_in(drawing)) == Counter(expected_names(state, seat))


def test_every_name_is_a_move_or_the_words_that_tell_moves_apart() -> None:
    words = {word for move in texts() for word in re.split(r"[ +]", move) if not word.isalpha()}
    words |= {f"ship {quarter + 1}" for quarter in range(box.QUARTERS)}
    words |= {f"front {value}" for value in range(box.VALUES)}
    for state, seat in sampled(20):
        assert set(names_in(svg(view_of(state, seat)))) <= {*texts(), *words}


# --- Highlights --------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_named_things_and_no_others_are_lit_up(width: int) -> None:
    for state, seat in sampled(40):
        dark = svg(view_of(state, seat), width=width, theme=None)
        chosen = sorted(expected_names(state, seat))[::3]
        drawing = svg(view_of(state, seat), width=width, theme=None, lit=chosen)
        assert sorted(names_in(drawing, lit=True)) == chosen
        assert names_in(dark, lit=True) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_picked_stands_out_where_it_may_be_picked(width: int) -> None:
    for state, seat in sampled(20):
        view, names = view_of(state, seat), sorted(expected_names(state, seat))
        lit, picked = names[::2], names[::3]
        drawing = svg(view, width=width, theme=None, lit=lit, picked=picked)
        found = re.findall(r'class="spot lit picked" data-name="([^"]*)"', drawing)
        assert sorted(found) == sorted({*lit} & {*picked})
        plain = drawing.replace("spot lit picked", "spot lit")
        assert plain == svg(view, width=width, theme=None, lit=lit), "nothing else changes"


def test_what_is_not_on_the_table_is_not_lit_up() -> None:
    view = view_of(game(0)[0], 0)
    assert svg(view, lit=("agent 32", "nonsense", "4-harbour ")) == svg(view)


# --- What is hidden ----------------------------------------------------------------------------


def agent_values(drawing: str) -> dict[str, str]:
    """The label of every agent in a drawing."""
    found = {}
    for spot in ElementTree.fromstring(drawing).iter(f"{SVG}g"):
        name = spot.get("data-name", "")
        if name.startswith(("agent", "throne")):
            found[name] = next(spot.iter(f"{SVG}text")).text or ""
    return found


@pytest.mark.parametrize("peek_own", [True, False])
@pytest.mark.parametrize("variant", [1, 4, 12])
def test_an_agent_shows_its_value_to_those_who_may_see_it(variant: int, peek_own: bool) -> None:
    hidden = 0
    for index, state in enumerate(game(variant, peek_own)[::3]):
        seat = index % (int(state.players) + 1) - 1
        shown = agent_values(svg(view_of(state, seat), theme=None, width=WIDTHS[index % 2]))
        for agent in range(box.AGENTS):
            if state.place[agent] == NONE:
                continue
            if peeks(state, seat, agent):
                assert shown[agent_text(agent)] == str(state.value[agent])
            else:
                candidates = [str(one) for one in range(5) if has(state.candidates[agent], one)]
                possible = "?" if len(candidates) == 5 else "".join(candidates)
                assert shown[agent_text(agent)].replace("/", "") == possible
                hidden += 1
    assert hidden > 100


@pytest.mark.parametrize("width", WIDTHS)
def test_worlds_that_look_alike_are_drawn_alike(width: int) -> None:
    chance = generator(key_of_seed("another world"))
    for state, seat in sampled(25):
        view = view_of(state, seat)
        world = YS.copy(view.state)
        YS.resample(world, seat, chance)
        drawing = svg(view, width=width)
        sys.modules["kerys.draw.ys.svg"]._drawing.cache_clear()
        assert svg(view_of(world, seat), width=width) == drawing


# --- What is shown -----------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_agents_stand_inside_their_area(width: int) -> None:
    for state, seat in sampled(30):
        picture = ElementTree.fromstring(svg(view_of(state, seat), width=width, theme=None))
        for spot in picture.iter(f"{SVG}g"):
            if spot.get("data-name") in {place_text(place) for place in range(box.PLACES)}:
                inside = {
                    one.get("data-name")
                    for one in spot.iter(f"{SVG}g")
                    if one.get("data-name", "").startswith("agent")
                }
                assert inside == {
                    agent_text(agent)
                    for agent in range(int(state.placed))
                    if state.place[agent] != NONE
                    and place_text(int(state.place[agent])) == spot.get("data-name")
                }


def test_captions_name_owner_and_number() -> None:
    for state, seat in sampled(40):
        drawing = svg(view_of(state, seat), theme=None)
        for agent in range(int(state.placed)):
            if state.place[agent] != NONE:
                team = int(state.team[agent])
                letter = seat_letter(team if team < state.players else NEUTRAL)
                assert f">{letter}{agent + 1}</text>" in drawing


def test_scores_gems_and_prizes_are_written_out() -> None:
    for state, seat in sampled(30):
        drawing = svg(view_of(state, seat), theme=None)
        for owner in range(YS.owners(state)):
            assert f'class="f-ink b end">{state.points[owner]}</text>' in drawing
        gems = Counter(int(many) for many in state.gems[: YS.owners(state)].flatten())
        for many, times in gems.items():
            look = "f-ink b" if many else "f-muted"
            assert drawing.count(f'font-size="12" class="{look}">{many}</text>') >= times


@pytest.mark.parametrize("quarters", range(1, box.QUARTERS + 1))
def test_the_ground_of_the_city_takes_little_text(quarters: int) -> None:
    drawn = svg_ground.ground(quarters)
    assert len(drawn) < 25_000
    assert " id=" not in drawn, "two drawings may share a page"


# --- Appearance --------------------------------------------------------------------------------


def test_colours_come_from_the_palette_only() -> None:
    for width in WIDTHS:
        for state, seat in sampled(40):
            drawing = svg(view_of(state, seat), width=width, theme=None)
            assert not re.search(r'\b(style|fill|stroke|color)="', drawing)
            used = {
                name for names in re.findall(r'class="([^"]*)"', drawing) for name in names.split()
            }
            colours = {f"{way}-{name}" for way in "fs" for name in COLOURS}
            assert used <= colours | PLAIN_CLASSES


def test_on_a_phone_everything_can_be_touched_and_read() -> None:
    for state in (*(state for state, _ in sampled(60)), crowded(AREAS[0])):
        drawing = svg(view_of(state, 0), width=360, theme=None)
        assert 'viewBox="0 0 360 ' in drawing
        assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', drawing)) >= 9
        touched = re.findall(r'class="touch none" pointer-events="all" d="([^"]*)"', drawing)
        for outline in touched:
            found = FRAME.match(outline)
            assert found
            across, turn, down = map(float, found.groups())
            assert min(across, down) + 2 * turn >= 24


def test_the_sizes_of_both_pages() -> None:
    for state in (game(0)[0], game(12)[-1], crowded(AREAS[2])):
        found = re.search(r'viewBox="0 0 1200 (\d+)', svg(view_of(state, 0), width=720))
        assert found
        assert 800 <= int(found[1]) <= 940
        assert 'viewBox="0 0 360 ' in svg(view_of(state, 0), width=719)


def texts_with_room(
    one: Element, x: float, room: tuple[float, float]
) -> Iterator[tuple[str, float, float, tuple[float, float]]]:
    """Every text with its start and end, and the box that it must stay inside."""
    moved = re.match(r"translate\(([-\d.]+)", one.get("transform", ""))
    x += float(moved[1]) if moved else 0
    boxes = [child for child in one if child.tag == f"{SVG}rect"]
    if boxes:
        left = x + float(boxes[0].get("x", 0))
        room = (left, left + float(boxes[0].get("width", 0)))
    for child in one:
        if child.tag == f"{SVG}text" and child.text:
            wide = width_of(child.text, float(child.get("font-size", 0)))
            anchors = {"mid": 0.5, "end": 1.0}
            look = child.get("class", "").split()
            shift = sum(anchors.get(name, 0) for name in look) * wide
            start = x + float(child.get("x", 0)) - shift
            yield child.text, start, start + wide, room
        yield from texts_with_room(child, x, room)


@pytest.mark.parametrize("width", WIDTHS)
def test_words_keep_to_their_boxes_even_with_long_names(width: int) -> None:
    states = [state for state, _ in sampled(45)]
    for state in (*states, crowded(AREAS[1])):
        picture = ElementTree.fromstring(svg(view_of(state, 1), width=width, theme=None))
        for words, left, right, room in texts_with_room(picture, 0, (0, width)):
            assert room[0] - 1 <= left, words
            assert right <= room[1] + 1, words


@pytest.mark.parametrize("area", range(box.AREAS))
def test_any_number_of_agents_finds_room_in_an_area(area: int) -> None:
    inner, outer = svg_geometry.BANDS[area]
    for agents in range(1, box.BOARD_AGENTS + 1):
        radius, points = svg_geometry.standing(area, agents)
        assert len(points) == agents
        for index, (x, y) in enumerate(points):
            assert inner + radius <= math.hypot(x, y) <= outer - radius
            assert min(x, y) >= svg_geometry.STREET + radius
            for other in points[:index]:
                apart = math.dist((x, y), other)
                assert apart >= svg_geometry.CELL * radius - 0.01, (agents, index)


@pytest.mark.parametrize("area", range(box.AREAS))
def test_tokens_are_large_where_few_agents_stand(area: int) -> None:
    """Up to two agents are 36 pixels wide, rim included, if the drawing is 900 pixels wide."""
    for agents in range(1, 3):
        radius, _points = svg_geometry.standing(area, agents)
        assert radius * 2.16 * 900 / 1200 >= 36


def test_captions_are_hidden_until_a_page_asks_for_them() -> None:
    drawing = svg(view_of(crowded(AREAS[0]), 0), theme="light")
    assert 'class="caption ' in drawing
    assert ".caption{display:none" in drawing
    assert ".captions .caption{display:inline}" in drawing


@pytest.mark.parametrize("place", AREAS)
def test_a_crowd_in_one_area_is_drawn_whole(place: int) -> None:
    state = crowded(place)
    for width in WIDTHS:
        drawing = svg(view_of(state, 0), width=width, theme="light")
        assert Counter(names_in(drawing)) == Counter(expected_names(state, 0))


def test_drawings_can_be_made_into_pictures() -> None:
    for theme in ("light", "dark"):
        drawing = svg(view_of(crowded(AREAS[0], 9), 0), theme=theme)
        assert png(drawing, 600).startswith(b"\x89PNG")
