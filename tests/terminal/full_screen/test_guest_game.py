"""The full screen with a game of another package, which brings no drawing, panels or lessons."""

from __future__ import annotations

import asyncio
from importlib import import_module
from pathlib import Path

import pytest
from textual.widgets import OptionList, Select

from kerys.terminal.screen.app import KerysApp
from kerys.terminal.screen.cards import Card
from kerys.terminal.screen.replay import ReplayScreen
from kerys.terminal.screen.spans import Spans
from tests.contract.offering import offer
from tests.terminal.full_screen.people import SIZES, Player, new_game, play

EXAMPLE = Path(__file__).parents[3] / "examples" / "liars-dice"
DICE = "liars_dice"
NARROW, USUAL, WIDE = SIZES


@pytest.fixture(autouse=True)
def _offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    offer(monkeypatch, import_module(DICE).LIARS_DICE)


@pytest.mark.parametrize("size", SIZES)
def test_position_players_and_choices_are_in_view(tmp_path: Path, size: tuple[int, int]) -> None:
    saved = new_game(tmp_path, DICE, ["random"] * 5)

    async def keys(ada: Player) -> None:
        await ada.decide()
        await ada.until_asked()
        await ada.pilot.pause()
        ada.shot(f"{DICE}-{size[0]}")
        board = ada.table.query_one("#board", Spans)
        view = saved.game.view(0)
        assert "under the cup" in board.text
        assert board.size.height >= len(board.text.splitlines())
        assert view.heading() not in board.text, "it is above the board"
        assert view.question() not in board.text, "it is above the choices"
        assert ada.choices.region.height >= 3
        if size == NARROW:
            await ada.pilot.press("f2")
        players = ada.text("page" if size == NARROW else "players")
        for name, points in zip(view.names, view.scores, strict=True):
            assert f"{name} {points} point" in players
        assert not ada.table.query_one("#panels").display
        side = ada.table.query_one("#side").region
        assert size == NARROW or side.right == ada.table.region.right, "no room for no panels"

    play(saved, size, keys)


def test_a_whole_game_and_its_replay(tmp_path: Path) -> None:
    saved = new_game(tmp_path, DICE, ["random", "random"], dice_each=3)

    async def keys(ada: Player) -> None:
        while not saved.game.over:
            await ada.decide()
        await ada.until(lambda: "The game is over" in ada.text("board"), "the result")
        assert "█" in ada.text("board")
        ada.app.look_again(saved)
        await ada.pilot.pause()
        screen = ada.app.screen
        assert isinstance(screen, ReplayScreen)
        await ada.pilot.press("right", "right")
        assert screen.replay.ply == 2
        assert "under the cup" in screen.query_one("#board", Spans).text

    play(saved, USUAL, keys)


def test_without_a_guide_the_card_says_what_the_game_is_about(tmp_path: Path) -> None:
    saved = new_game(tmp_path, DICE, ["random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        await ada.pilot.press("f1")
        await ada.until(lambda: isinstance(ada.app.screen, Card), "the card")
        rows = ada.app.screen.query_one("#rows", Spans)
        await ada.until(lambda: "Call the liar" in rows.text, "what the game is about")

    play(saved, USUAL, keys)


def test_the_start_screen_offers_it_with_its_variants_but_no_lessons() -> None:
    async def visit() -> None:
        app = KerysApp()
        async with app.run_test(size=USUAL) as pilot:
            menu = app.screen.query_one(OptionList)
            options = [menu.get_option_at_index(at) for at in range(menu.option_count)]
            offered = [str(one.id) for one in options]
            assert f"new {DICE}" in offered
            assert "learn ys" in offered
            assert f"learn {DICE}" not in offered
            menu.highlighted = menu.get_option_index(f"new {DICE}")
            await pilot.press("enter")
            await pilot.pause()
            assert app.screen.query_one("#set-dice_each", Select).value == 5
            assert app.screen.query_one("#players", Select).value == 6

    asyncio.run(visit())
