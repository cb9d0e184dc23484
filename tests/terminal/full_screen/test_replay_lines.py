"""Lines in the full-screen replay: tried, kept with a comment, found again, removed, played on."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from kerys.table.record import load
from kerys.terminal.library import saved_games
from kerys.terminal.local import LocalSitting
from kerys.terminal.replay import Replay
from kerys.terminal.saves import open_game
from kerys.terminal.screen.app import KerysApp
from kerys.terminal.screen.choices import Choices
from kerys.terminal.screen.replay import ReplayScreen
from kerys.terminal.screen.table import TableScreen
from tests.terminal.tools import RECORDS

Keys = Callable[[ReplayScreen, Pilot[Any]], Awaitable[None]]
AT = 10


@pytest.fixture(params=["ys-2p", "mykerinos-3p"])
def file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A finished game."""
    target = tmp_path / "game.kerys"
    shutil.copy(RECORDS / f"{request.param}.kerys", target)
    return target


def watch(file: Path, keys: Keys) -> None:
    """Do something in the replay of a file, from a ply on."""

    async def run() -> None:
        app = KerysApp(replay=Replay(open_game(file), None, AT), speed="off")
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            await keys(screen, pilot)

    asyncio.run(run())


async def attempt(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
    """Make a decision that wasn't made in the game."""
    assert screen.line is not None
    game, choices = screen.line.game, screen.query_one(Choices)
    ply, played = game.ply, screen.replay.game.move_at(game.ply)
    seat, made = game.actors[0], (played.seat, played.code)
    other = next(one for one in game.legal(seat)[::-1] if (seat, one.code) != made)
    choices.post_message(Choices.Confirmed(other.text))
    await pilot.pause()
    assert screen.line.game.ply > ply


async def keep(screen: ReplayScreen, pilot: Pilot[Any], comment: str) -> None:
    """Keep the line with a comment."""
    await pilot.press("f6")
    typed = screen.query_one("#typed", Input)
    assert typed.has_focus
    await pilot.press(*("space" if one == " " else one for one in comment), "enter")
    await pilot.pause()
    assert not typed.display


def test_a_line_is_tried_kept_found_again_and_removed(file: Path) -> None:
    before = file.read_bytes()

    async def keys(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("f5")
        await attempt(screen, pilot)
        assert screen.line is not None
        end = screen.line.game.ply
        await keep(screen, pilot, "s q also")
        assert [one.comment for one in load(file).variations] == ["s q also"]
        await pilot.press("f5")
        assert screen.line is None
        await pilot.press("home", "f7")
        assert screen.line is not None
        assert screen.replay.ply == screen.line.left_at
        for _step in range(end):
            await pilot.press("right")
        assert screen.line.game.ply == end
        await pilot.press("left")
        assert screen.line.game.ply == end - 1
        await pilot.press("delete")
        assert load(file).variations, "asked first"
        await pilot.press("delete")
        await pilot.pause()
        assert screen.line is None
        assert file.read_bytes() == before
        await pilot.press("f7")
        assert screen.line is None

    watch(file, keys)


def test_a_comment_can_be_left_and_nothing_is_kept(file: Path) -> None:
    before = file.read_bytes()

    async def keys(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("f6")
        assert not screen.query_one("#typed", Input).display, "there is nothing to keep"
        await pilot.press("f5")
        await attempt(screen, pilot)
        await pilot.press("f6", "x", "escape")
        assert not screen.query_one("#typed", Input).display
        await pilot.press("left")
        assert file.read_bytes() == before

    watch(file, keys)


def test_a_line_that_cannot_be_written_is_not_lost(file: Path) -> None:
    async def keys(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("f5")
        await attempt(screen, pilot)
        file.unlink()
        await keep(screen, pilot, "x")
        assert screen.line is not None
        assert screen.line.begun
        assert screen.app._notifications

    watch(file, keys)


def test_a_game_goes_on_against_bots_in_a_new_file(file: Path) -> None:
    before = file.read_bytes()

    async def keys(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("f8")
        await pilot.pause()
        app = screen.app
        assert isinstance(app.screen, TableScreen)
        sitting = app.screen.sitting
        assert isinstance(sitting, LocalSitting)
        moves = screen.replay.game.moves[:AT]
        assert sitting.game.moves[:AT] == moves
        assert len(sitting.saved.people) == 1

    watch(file, keys)
    assert file.read_bytes() == before
    [one] = saved_games()
    assert one.record.status == "running"


def test_a_decision_is_judged(file: Path) -> None:
    async def keys(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        for press in ((), ("f5",)):
            await pilot.press(*press)
            if press:
                await attempt(screen, pilot)
            await pilot.press("f9")
            await screen.workers.wait_for_complete()
            await pilot.pause()
            said = [one.message.split(":")[0] for one in screen.app._notifications]
            assert said[-1] in ("best", "good", "inaccuracy", "mistake", "blunder"), said
        await pilot.press("f5", "home", "f9")
        await pilot.pause()
        assert "no decision to judge" in [one.message for one in screen.app._notifications][-1]

    watch(file, keys)


def test_nobody_plays_on_after_the_end(file: Path) -> None:
    async def keys(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("end", "f8")
        await pilot.pause()
        assert screen.app.screen is screen
        assert screen.app._notifications

    watch(file, keys)
    assert not saved_games()
