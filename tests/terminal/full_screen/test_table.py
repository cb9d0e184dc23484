"""The full-screen table: whole games, sizes, choosing on the board, undo, films and cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, Static

from kerys.draw.chart import BLOCKS
from kerys.terminal.saves import open_game
from kerys.terminal.screen.cards import Card, HandOver
from kerys.terminal.screen.spans import Spans
from tests.terminal.full_screen.people import SIZES, Player, new_game, play

GAMES = ("mykerinos", "ys")
USUAL = (100, 30)


@pytest.mark.parametrize(
    ("game", "size"), [("mykerinos", SIZES[0]), ("ys", SIZES[1]), ("mykerinos", SIZES[2])]
)
def test_a_whole_game_with_bots(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    saved = new_game(tmp_path, game, ["random", "random"])

    async def keys(ada: Player) -> None:
        while not saved.game.over:
            await ada.decide()
        await ada.until(lambda: "The game is over" in ada.text("board"), "the result")
        assert "1. " in ada.text("board")
        assert "█" in ada.text("board"), "bars show where the points come from"
        ada.shot(f"{game}-end-{size[0]}")

    play(saved, size, keys)
    assert open_game(saved.path).game.scores == saved.game.scores


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_needed_to_decide_is_in_view(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    saved = new_game(tmp_path, game, ["random", "random", "random"])

    async def keys(ada: Player) -> None:
        for _decision in range(3):
            await ada.until_asked()
            for name in ("board", "choices", "page", "tabs"):
                shown = ada.table.query_one(f"#{name}")
                assert shown.region.height >= 1, name
                assert ada.table.region.contains_region(shown.region), name
                wide = max(map(len, ada.text(name).split("\n")))
                if name != "tabs":
                    assert wide <= shown.region.width, name
            assert ada.choices.region.height >= 3
            if size == USUAL:
                assert ada.table.query_one("#players").region.height > 8
                assert ada.table.query_one("#log").region.height > 1
            assert str(ada.table.query_one("#question", Static).content)
            await ada.decide()
        await ada.until_asked()
        ada.shot(f"{game}-{size[0]}")

    play(saved, size, keys)


@pytest.mark.parametrize("game", GAMES)
def test_a_new_size_in_the_middle_keeps_the_picks(tmp_path: Path, game: str) -> None:
    saved = new_game(tmp_path, game, ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        await ada.pilot.press("enter")
        assert ada.choices.chooser is not None
        picked = ada.choices.chooser.picked
        for size in (*SIZES, (60, 20), USUAL):
            await ada.pilot.resize_terminal(*size)
            await ada.pilot.pause()
            assert ada.choices.chooser.picked == picked
            assert ada.table.has_class("wide") == (size == SIZES[2])
            assert ada.table.has_class("narrow") == (size[0] < USUAL[0])
        await ada.decide()

    play(saved, USUAL, keys)


def test_a_board_that_is_too_high_can_be_scrolled_with_keys(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        await ada.pilot.pause()
        board = ada.table.query_one("#board", Spans)
        assert len(board.text.splitlines()) > board.size.height
        await ada.pilot.press("pageup", "pagedown")
        assert board.scroll_offset.y == board.max_scroll_y > 0
        await ada.pilot.press("pageup")
        assert board.scroll_offset.y == 0

    play(saved, SIZES[0], keys)


def test_a_click_on_the_board_lays_a_cube(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        chooser = ada.choices.chooser
        assert chooser is not None
        board = ada.table.query_one("#board", Spans)
        free = sorted(name for name in chooser.lit if len(name) == 2 and name[1].isdigit())
        board.post_message(Spans.Pressed(board, free[0]))
        await ada.until(lambda: chooser.move, "a move")
        assert chooser.move == f"place {free[0]}"
        await ada.pilot.press("escape")
        assert not chooser.move
        board.post_message(Spans.Pressed(board, free[0]))
        await ada.until(lambda: chooser.move, "a move")
        await ada.pilot.press("enter")
        await ada.until(lambda: saved.game.last_of(0) is not None, "the decision")
        assert ada.saved.game.story(0)

    play(saved, USUAL, keys)


def test_a_bid_is_picked_taken_back_and_sealed(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "ys", ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        chooser, legal = ada.choices.chooser, saved.game.view(0).legal_texts()
        assert chooser is not None
        await ada.pilot.press("down", "enter")
        assert chooser.move in legal
        assert "Enter: " in ada.text("choices")
        await ada.pilot.press("escape")
        assert not chooser.move
        await ada.pilot.press("enter", "enter")
        await ada.until(lambda: saved.game.last_of(0) is not None, "the bid")

    play(saved, USUAL, keys)


def test_a_decision_is_taken_back(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        ada.choices.press("place")
        await ada.pilot.press("enter")
        await ada.until(lambda: saved.game.last_of(0) is not None, "the decision")
        assert ada.table.sitting.may_undo
        await ada.pilot.press("ctrl+z")
        await ada.until(lambda: saved.game.last_of(0) is None, "the undo")
        await ada.until_asked()
        assert open_game(saved.path).game.ply == saved.game.ply

    play(saved, USUAL, keys)


def test_a_move_can_be_typed_and_a_refusal_says_why(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        await ada.pilot.press("colon")
        assert ada.table.query_one("#typed", Input).has_focus
        await ada.pilot.press(*"nonsense", "enter")
        await ada.until(lambda: ada.app._notifications, "a refusal")
        assert saved.game.last_of(0) is None
        await ada.pilot.press("colon", *"pass", "enter")
        await ada.until(lambda: saved.game.last_of(0) is not None, "the move")

    play(saved, USUAL, keys)


def test_a_film_shows_moments_and_can_be_skipped(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "ys", ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        ada.table.speed = "slow"
        ada.choices.press(saved.game.view(0).legal[0].text)
        await ada.pilot.press("enter")
        await ada.until(lambda: ada.table._filming, "the film")
        said = str(ada.table.query_one("#question", Static).content)
        assert said
        assert ada.choices.chooser is None, "nothing is asked during a film"
        await ada.until(
            lambda: saved.game.view(0).legal or saved.game.actors == (0,), "the next question"
        )
        while ada.choices.chooser is None:
            await ada.pilot.press("space")
            await ada.pilot.pause(0.02)

    play(saved, USUAL, keys)


def test_a_round_is_summed_up(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random", "random"])

    async def keys(ada: Player) -> None:
        shown = ""
        while not shown and not saved.game.over:
            await ada.pilot.press("enter")
            if isinstance(ada.app.screen, Card):
                shown = await ada.card()
        assert "Summary of season 1" in shown
        ada.shot("summary")
        assert all(name in shown for name in saved.game.names[1:])
        await ada.pilot.press("enter")
        assert not isinstance(ada.app.screen, Card)

    play(saved, USUAL, keys)


def test_two_people_at_one_keyboard_never_see_each_others_screens(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "ys", ["random", "random"])
    saved.bots = "", "", "random"

    async def keys(ada: Player) -> None:
        for seat in range(2):
            await ada.until(lambda: isinstance(ada.app.screen, HandOver), "the change of players")
            assert not any(map(ada.text, ("board", "players", "page", "log")))
            await ada.pilot.press("enter")
            await ada.until_asked()
            assert ada.table.sitting.view.seat == seat
            ada.choices.press(saved.game.view(seat).legal[0].text)
            await ada.pilot.press("enter")

    play(saved, USUAL, keys)


def test_the_guide_explains_the_open_question(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "ys", ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        await ada.pilot.press("f1")
        assert "bid" in await ada.card()
        await ada.pilot.press("escape")
        board = ada.table.query_one("#board", Spans)
        board.post_message(Spans.Pointed(board, "2-harbour"))
        info = ada.table.query_one("#info", Static)
        await ada.until(lambda: "black gem" in str(info.content), "the explanation")
        board.post_message(Spans.Pointed(board, "nowhere"))
        await ada.until(lambda: not str(info.content), "no explanation of anything else")

    play(saved, USUAL, keys)


def test_pages_are_turned_by_key_and_click(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "ys", ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        assert "Majorities" in ada.text("page")
        await ada.pilot.press("f2")
        assert ada.text("page").startswith("Prices")
        await ada.pilot.press("shift+f2")
        assert "Majorities" in ada.text("page")
        tabs = ada.table.query_one("#tabs", Spans)
        tabs.post_message(Spans.Pressed(tabs, "page projection"))
        await ada.until(lambda: "Points if the game ended now" in ada.text("page"), "the page")
        await ada.pilot.press("f4")
        assert ada.app.theme == "kerys-light"

    play(saved, USUAL, keys)


def test_beliefs_are_a_page_and_charts_explain_what_is_hidden(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random", "random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        tabs = ada.table.query_one("#tabs", Spans)
        tabs.post_message(Spans.Pressed(tabs, "page beliefs"))
        await ada.until(lambda: "What you can't see" in ada.text("page"), "the page")
        assert "Each lot to" in ada.text("page")
        assert any(block in ada.text("page") for block in BLOCKS)
        shown = ada.text("tabs").index("Beliefs") + len("Beliefs")
        assert shown <= tabs.region.width, "the current page is in view, however many there are"
        ada.shot("mykerinos-beliefs")
        players, info = ada.table.query_one("#players", Spans), ada.table.query_one("#info", Static)
        players.post_message(Spans.Pointed(players, "lots to come"))
        wanted = "28 lots to come. Each lot to come: its patron: V"
        await ada.until(lambda: wanted in str(info.content), "the explanation")

    play(saved, USUAL, keys)


def test_leaving_loses_nothing(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random", "random"])

    async def keys(ada: Player) -> None:
        for _decision in range(4):
            await ada.decide()
        await ada.until_asked()
        await ada.pilot.press("ctrl+c")

    play(saved, USUAL, keys)
    again = open_game(saved.path)
    assert again.game.ply == saved.game.ply

    async def go_on(ada: Player) -> None:
        await ada.until_asked()
        assert ada.text("page")
        await ada.decide()

    play(again, SIZES[0], go_on)
    assert again.game.ply > saved.game.ply
