"""Asking the master on the full screen."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Static

from kerys.terminal.screen.advice_card import AdviceCard
from kerys.terminal.screen.spans import Spans
from tests.terminal.full_screen.people import Player, new_game, play


def test_an_answer_is_a_card_that_fills_in_a_move(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random"])

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        ply = saved.game.ply
        await ada.pilot.press("f6")
        await ada.until(lambda: isinstance(ada.app.screen, AdviceCard), "the answer")
        card = ada.app.screen
        assert isinstance(card, AdviceCard)
        await ada.until(lambda: any(one.text for one in card.query(Spans)), "its text")
        assert "What the master would do:" in card.query_one("#rows", Spans).text
        ada.shot("ask")
        await ada.pilot.press("1")
        await ada.until(lambda: ada.choices.chooser and ada.choices.chooser.move, "a move")
        assert saved.game.ply == ply, "nothing is decided"
        where = str(ada.table.query_one("#where", Static).content)
        assert "Ada asked the master (2 of 3 left)." in where
        assert saved.asks_left(ada.table.sitting.view.seat) == 2

    play(saved, (100, 30), keys)


def test_without_an_agreement_there_is_no_key_for_it(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random"])
    saved.agree(0)

    async def keys(ada: Player) -> None:
        await ada.until_asked()
        assert "f6" not in ada.table.active_bindings

    play(saved, (100, 30), keys)
