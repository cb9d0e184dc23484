"""The short text of a view: a whole table and its question fit on a terminal of 24 lines."""

from __future__ import annotations

import random
import re
import sys
from textwrap import wrap

import pytest

from kerys.draw.columns import columns_of
from kerys.draw.ys.text_compact import NUMBERED
from kerys.facts.mykerinos.read import read as read_mykerinos
from kerys.facts.mykerinos.words import lot_words
from kerys.facts.ys.words import CHARACTER_WORDS, GEM_LETTERS
from kerys.games import GAMES
from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.kernel.bits import has
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.contract import SPECTATOR
from kerys.kernel.seats import NONE
from kerys.table.commitment import secret_of_seed
from kerys.table.game import dealt, new
from kerys.table.owners import NEUTRAL, seat_letter
from kerys.table.view import View
from tests.contract.tiny import TINY
from tests.draw import test_mykerinos_positions as mykerinos
from tests.draw import test_ys_positions as ys
from tests.records.wanted import variants

LINES, COLUMNS = 24, 80


def compact(view: View, width: int = COLUMNS) -> str:
    return view.text(width=width, compact=True)


def check_size(view: View, width: int = COLUMNS) -> None:
    """The table and the question below it fit, with nothing cut off at the edge."""
    lines = compact(view, width).splitlines()
    asked = wrap(f"{view.heading()}. {view.question()}", width)
    assert len(lines) + len(asked) <= LINES, compact(view, width)
    for line in lines:
        assert columns_of(line) <= width, line
        assert line == line.rstrip()


@pytest.mark.parametrize("file", variants())
def test_table_and_question_fit_on_the_screen_through_a_whole_game(file: str) -> None:
    name, options = variants()[file]
    chance = random.Random(file)
    game = new(name, seed=file, **options)
    while not game.over:
        seat = chance.choice(game.actors)
        check_size(game.view(seat))
        game.push(seat, chance.choice(game.legal(seat)))
    check_size(game.view(0))
    check_size(game.view(SPECTATOR))
    check_size(game.open_view(SPECTATOR))


@pytest.mark.parametrize("name", GAMES)
def test_the_small_games_fit_too(name: str) -> None:
    game = new(name, seed=1, players=2, mini=True)
    while not game.over:
        check_size(game.view(game.actors[0]))
        game.push(game.actors[0], game.legal(game.actors[0])[0])
    check_size(game.view(0))


def test_names_of_any_length_and_letters_stay_within_the_width() -> None:
    views = [ys.view_of(state, seat) for state, seat in ys.sampled(40)]
    views += [mykerinos.view_of(one, 0, mykerinos.LONG_NAMES) for one in mykerinos.games()[::40]]
    for view in views:
        for width in (80, 100):
            assert max(map(columns_of, compact(view, width).splitlines())) <= width


def test_a_narrow_terminal_gets_the_long_text() -> None:
    for name in ("ys", "mykerinos"):
        view = new(name, seed=1).view(0)
        assert compact(view, 60) == view.text(width=60)
        assert compact(view, 80) != view.text(width=80)


def test_a_game_without_a_short_text_shows_the_long_one() -> None:
    view = dealt(TINY, TINY.configure(players=2), secret_of_seed("1")).view(0)
    assert compact(view) == view.text(width=COLUMNS)


# --- Ys ----------------------------------------------------------------------------------------


def test_every_agent_of_ys_is_there_with_its_owner() -> None:
    for state, seat in ys.sampled(15):
        view = ys.view_of(state, seat)
        if view.over:
            continue
        board = compact(view).split("  Player")[0].split()
        for owner in range(YS.owners(state)):
            letter = seat_letter(owner if owner < state.players else NEUTRAL)
            agents = re.compile(rf"(\d+:)?{letter}[(\d]")
            shown = sum(1 + word.count(",") for word in board if agents.match(word))
            teams = [
                min(int(state.team[agent]), int(state.players))
                for agent in range(int(state.placed))
                if state.place[agent] != NONE
            ]
            assert shown == teams.count(owner), compact(view)


def test_agents_have_their_numbers_where_an_answer_needs_them() -> None:
    seen = 0
    for state, _seat in ys.sampled(1):
        if int(state.question) in NUMBERED and int(state.pending):
            view = ys.view_of(state, int(state.pending).bit_length() - 1)
            words = compact(view).split()
            for text in view.legal_texts():
                if text.startswith("agent "):
                    number = text.removeprefix("agent ")
                    assert any(word.startswith(f"{number}:") for word in words)
                    seen += 1
    assert seen


def test_prices_gems_points_and_characters_of_ys_are_there() -> None:
    for state, seat in ys.sampled(20):
        view = ys.view_of(state, seat, ("Ada", "Ben", "Cid", "Dan"))
        written = compact(view)
        rows = written.splitlines()
        if not view.over:
            prices = zip(("Blue", "Green", "Yellow", "Red"), state.prices, strict=False)
            assert all(f"{colour} at {price}" in written for colour, price in prices)
        head = next(index for index, row in enumerate(rows) if row.startswith("  Player"))
        assert rows[head].split()[-box.OWNED_COLOURS :] == list(GEM_LETTERS[: box.OWNED_COLOURS])
        for owner in range(int(state.players)):
            row = rows[head + 1 + owner].lstrip("> ")
            assert row.startswith(f"{seat_letter(owner)} {view.names[owner]} ")
            gems = " ".join(map(str, state.gems[owner][: box.OWNED_COLOURS]))
            assert f" {state.points[owner]} " in row
            assert gems in " ".join(row.split())
            for card in range(box.CHARACTERS):
                if has(state.hand[owner], card) or has(state.won[owner], card):
                    assert CHARACTER_WORDS[card] in written


def test_worlds_of_ys_that_look_alike_are_written_alike() -> None:
    chance = generator(key_of_seed("another world"))
    for state, seat in ys.sampled(25):
        view = ys.view_of(state, seat)
        world = YS.copy(view.state)
        YS.resample(world, seat, chance)
        written = compact(view)
        sys.modules["kerys.draw.ys.text_compact"]._written.cache_clear()
        assert compact(ys.view_of(world, seat)) == written


# --- Mykerinos ---------------------------------------------------------------------------------


def test_every_cube_and_pyramid_of_mykerinos_is_there() -> None:
    for state in mykerinos.games()[::3]:
        view = mykerinos.view_of(state)
        if view.over:
            continue
        scene = read_mykerinos(view)
        rows = [line.rpartition("|")[0] for line in compact(view).splitlines() if "|" in line]
        board = "".join(rows)
        for colour, owner in enumerate(scene.owners):
            lying = sum(area.cubes[colour].bit_count() for area in scene.areas)
            assert board.count(seat_letter(owner)) == lying
        assert board.count("^") == sum(area.pyramids.bit_count() for area in scene.areas)


def test_lots_museum_and_players_of_mykerinos_are_there() -> None:
    for state in mykerinos.games()[::9]:
        view = mykerinos.view_of(state, 0)
        scene, written = read_mykerinos(view), compact(view)
        if not scene.over:
            lots = [lot for area in scene.areas for lot in area.lots if lot is not None]
            assert all(lot_words(lot) in written for lot in lots)
            assert all(f"{room}-room" in written for room in (2, 3, 5))
        for one in scene.players:
            row = next(
                line
                for line in written.splitlines()
                if line.lstrip("> ").startswith(f"{seat_letter(one.seat)}  {one.name}")
            )
            assert row.startswith(">") == one.asked
            assert f" {one.personal} " in f"{row} "
            assert (", you" in row) == (one.mine and not scene.over)


def test_lots_to_come_cannot_be_told_from_the_short_text() -> None:
    for state in mykerinos.games()[::9]:
        other = mykerinos.another_world(state, 0)
        assert compact(mykerinos.view_of(state, 0)) == compact(mykerinos.view_of(other, 0))
