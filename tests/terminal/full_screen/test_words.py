"""The keys at the bottom of every screen are named in the current language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.widgets import Footer

from kerys.locale import speaking
from kerys.terminal.replay import Replay
from kerys.terminal.screen.app import KerysApp
from kerys.terminal.screen.keys import KeyScreen
from kerys.terminal.screen.replay import ReplayScreen
from kerys.terminal.screen.start import JoinScreen, NewGameScreen, StartScreen
from kerys.terminal.screen.table import TableScreen
from tests.table.languages import CLOSE, OPEN, PSEUDO, teach, widened
from tests.terminal.full_screen.people import new_game, seated

WIDE = (200, 50)


@pytest.fixture(autouse=True)
def _taught(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    teach(monkeypatch)
    with speaking(PSEUDO):
        yield


def labels(app: KerysApp) -> list[str]:
    """What the footer shows."""
    return [str(one.render()) for one in app.screen.query_one(Footer).children]


def check_labels(app: KerysApp, *known: str) -> None:
    """Check that the footer shows only translated labels, and these among them."""
    found = labels(app)
    for label in found:
        assert OPEN in label
        assert label.rstrip().endswith(CLOSE)
    for word in known:
        assert any(widened(word) in label for label in found), word


@pytest.mark.parametrize(
    ("screen", "word"),
    [
        (StartScreen, "Leave"),
        (lambda: NewGameScreen("ys"), "Start"),
        (JoinScreen, "Back"),
    ],
)
def test_before_a_game(screen: Callable[[], KeyScreen], word: str) -> None:
    async def visit() -> None:
        app = KerysApp()
        async with app.run_test(size=WIDE) as pilot:
            await app.push_screen(screen())
            await pilot.pause()
            check_labels(app, word, "Light or dark")

    asyncio.run(visit())


def test_at_a_table_and_in_a_replay(tmp_path: Path) -> None:
    saved = new_game(tmp_path, "mykerinos", ["random", "random"])

    async def visit() -> None:
        async with seated(saved, WIDE) as ada:
            await ada.until_asked()
            assert isinstance(ada.app.screen, TableScreen)
            await ada.until(lambda: labels(ada.app), "the footer")
            check_labels(ada.app, "Rules", "Undo", "Choose", "Leave")
            await ada.app.push_screen(ReplayScreen(Replay(saved, None, 0)))
            await ada.until(lambda: labels(ada.app), "the footer")
            check_labels(ada.app, "Viewpoint", "Try a line")

    asyncio.run(visit())


def test_a_replay_has_its_keys_while_its_widgets_come_and_go(tmp_path: Path) -> None:
    """The footer asks for them whenever it is drawn."""
    saved = new_game(tmp_path, "mykerinos", ["random", "random"])
    assert ReplayScreen(Replay(saved, None, 0)).check_action("eyes", ())
