"""The start screen: going on, new games with levels and variants, joining, replays."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Select

import kerys
from kerys.bots.evaluators import Effort
from kerys.terminal.folders import data_folder
from kerys.terminal.library import saved_games
from kerys.terminal.saves import Saved, open_game
from kerys.terminal.screen.app import KerysApp
from kerys.terminal.screen.cards import Rows
from kerys.terminal.screen.replay import ReplayScreen
from kerys.terminal.screen.review import ReviewScreen, reviewer_of
from kerys.terminal.screen.start import JoinScreen, NewGameScreen, StartScreen
from kerys.terminal.screen.table import TableScreen
from tests.server.live import DEADLINE_S

Visit = Callable[[KerysApp, Pilot[Any]], Awaitable[None]]


def visit(keys: Visit, size: tuple[int, int] = (100, 30)) -> None:
    """Do something from the start screen on."""

    async def run() -> None:
        app = KerysApp()
        async with app.run_test(size=size) as pilot:
            await keys(app, pilot)

    asyncio.run(run())


def saved_game(game: str, plies: int) -> Saved:
    """A game that was played for a while."""
    played, rng = kerys.new(game, players=3, seed="start"), random.Random(5)
    while not played.over and played.ply < plies:
        seat = played.actors[0]
        played.push(seat, rng.choice(played.view(seat).legal))
    data_folder().mkdir(exist_ok=True)
    saved = Saved(played, ("", "random", "random"), data_folder() / f"{game}-{plies}.kerys")
    saved.save()
    return saved


def ids(menu: OptionList) -> list[str]:
    """What the menu offers."""
    options = [menu.get_option_at_index(at) for at in range(menu.option_count)]
    return [str(one.id) for one in options if one.id]


async def choose(app: KerysApp, pilot: Pilot[Any], name: str) -> None:
    """Choose from the menu."""
    menu = app.screen.query_one(OptionList)
    menu.highlighted = menu.get_option_index(name)
    await pilot.press("enter")
    await pilot.pause()


def test_it_offers_new_games_lessons_and_tables_elsewhere() -> None:
    async def keys(app: KerysApp, pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, StartScreen)
        offered = ids(app.screen.query_one(OptionList))
        assert offered == ["new mykerinos", "new ys", "learn mykerinos", "learn ys", "join"]

    visit(keys)


def test_running_games_come_first_and_finished_ones_last() -> None:
    saved_game("ys", 30)
    saved_game("mykerinos", 9999)
    (data_folder() / "broken.kerys").write_text("not a record")

    async def keys(app: KerysApp, pilot: Pilot[Any]) -> None:
        menu = app.screen.query_one(OptionList)
        offered = ids(menu)
        lines = [str(menu.get_option(one).prompt) for one in (offered[0], offered[-1])]
        assert lines[0].startswith("Go on with Ys: Player A, Player B, Player C, Round 1")
        assert lines[1].startswith("Replay Mykerinos: ")
        await choose(app, pilot, offered[0])
        assert isinstance(app.screen, TableScreen)
        assert app.screen.sitting.view.ply >= 30

    visit(keys)


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
def test_a_new_game_has_the_chosen_players_levels_and_variants(size: tuple[int, int]) -> None:
    async def keys(app: KerysApp, pilot: Pilot[Any]) -> None:
        await choose(app, pilot, "new ys")
        assert isinstance(app.screen, NewGameScreen)
        app.screen.query_one("#name", Input).value = "Ada"
        app.screen.query_one("#players", Select).value = 3
        app.screen.query_one("#bot-1", Select).value = "beginner"
        app.screen.query_one("#bot-2", Select).value = "apprentice"
        app.screen.query_one("#set-express", Select).value = True
        await pilot.pause()
        assert not app.screen.query_one("#row-3").display
        assert not app.screen.query_one("#switch-strong_neutral").display
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)

    visit(keys, size)
    (found,) = saved_games()
    assert found.record.bots == ("", "beginner", "apprentice")
    assert found.record.names[0] == "Ada"
    assert found.record.options["express"] is True


def test_a_bad_name_is_refused_and_nothing_is_made() -> None:
    async def keys(app: KerysApp, pilot: Pilot[Any]) -> None:
        await choose(app, pilot, "new mykerinos")
        app.screen.query_one("#name", Input).value = ""
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert isinstance(app.screen, NewGameScreen)
        assert app._notifications

    visit(keys)
    assert not saved_games()


def test_a_bad_link_is_refused() -> None:
    async def keys(app: KerysApp, pilot: Pilot[Any]) -> None:
        await choose(app, pilot, "join")
        assert isinstance(app.screen, JoinScreen)
        app.screen.query_one("#link", Input).value = "nowhere"
        await pilot.click("#join")
        await pilot.pause()
        assert isinstance(app.screen, JoinScreen)
        assert app._notifications

    visit(keys)


def test_a_finished_game_is_replayed_with_film_jumps_eyes_and_variations(tmp_path: Path) -> None:
    saved = saved_game("mykerinos", 9999)

    async def keys(app: KerysApp, pilot: Pilot[Any]) -> None:
        await choose(app, pilot, ids(app.screen.query_one(OptionList))[-1])
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        replay = screen.replay
        assert replay.ply == 0
        await pilot.press("right", "right", "left")
        assert replay.ply == 1
        await pilot.press("pagedown")
        assert replay.view().round_name() == "Season 2"
        assert saved.game.view(kerys.SPECTATOR, replay.ply - 1).round_name() == "Season 1"
        await pilot.press("pageup")
        assert replay.ply == 0
        eyes = replay.seat
        await pilot.press("f2")
        assert replay.seat != eyes
        screen.speed = "fast"
        await pilot.press("space")
        for _once in range(500):
            if replay.ply > 1:
                break
            await pilot.pause(0.02)
        await pilot.press("space")
        at = replay.ply
        assert at > 1
        await pilot.press("f5")
        assert screen.line is not None
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert screen.line.game.ply > at
        await pilot.press("left")
        assert screen.line.game.ply >= at
        await pilot.press("f5")
        assert screen.line is None
        assert saved.game.over
        await pilot.press("end")
        assert replay.ply == saved.game.ply

    visit(keys)


def test_moves_of_a_running_game_cannot_be_tried_in_its_replay() -> None:
    saved = saved_game("ys", 20)

    async def keys(app: KerysApp, pilot: Pilot[Any]) -> None:
        app.look_again(saved)
        await pilot.pause()
        await pilot.press("f5")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.line is None
        assert screen.replay.viewpoints == [0, kerys.SPECTATOR], "bots' screens stay up"

    visit(keys)


def test_a_finished_game_is_reviewed() -> None:
    saved_game("mykerinos", 10)
    saved_game("mykerinos", 10_000)

    async def keys(app: KerysApp, pilot: Pilot[Any]) -> None:
        menu = app.screen.query_one(OptionList)
        games = saved_games()
        running = next(number for number, one in enumerate(games) if not one.over)
        finished = next(number for number, one in enumerate(games) if one.over)
        menu.highlighted = menu.get_option_index(f"game {running}")
        await pilot.press("r")
        assert isinstance(app.screen, StartScreen), "a running game can't be reviewed"
        menu.highlighted = menu.get_option_index(f"game {finished}")
        reviewer = reviewer_of(open_game(games[finished].path))
        assert reviewer.seats == (0,), "that of the person"
        reviewer.effort = Effort(tree=2, compared=2, others_tree=2, others_compared=2, foreseen=1)
        app.push_screen(ReviewScreen(reviewer))
        await pilot.pause()
        rows = app.screen.query_one(Rows)
        async with asyncio.timeout(DEADLINE_S):
            while "Luck and skill" not in rows.text:
                await pilot.pause(0.1)
        assert "Accuracy" in rows.text
        assert "Turning points" in rows.text
        await pilot.press("escape")
        menu.highlighted = menu.get_option_index(f"game {finished}")
        await pilot.press("r")
        assert isinstance(app.screen, ReviewScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, StartScreen)

    visit(keys)
