"""Playing in a real terminal: completion, history, leaving with a key and coming back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kerys.terminal.saves import open_game
from tests.terminal.screen import Screen
from tests.terminal.tools import on_disk

NEW = ("--seed", "7", "--file", "game.kerys")


def question(text: str) -> str:
    """The last question on a screen and everything below it."""
    return re.split(r"\n(?=(?:Round|Season) \d)", text)[-1]


def test_tab_completes_word_by_word_from_a_menu(tmp_path: Path) -> None:
    with Screen("play", "ys", *NEW, folder=tmp_path) as screen:
        screen.prompt()
        screen.press("b")
        screen.until(r"^Player A> b\n +bid\n +board$")
        screen.press("tab")
        screen.until(r"^Player A> bid$")
        screen.press(" 4")
        screen.until(r"^Player A> bid 4\n +4\+0\n +4\+1\n +4\+2\n +4\+3\n +4\+4$")
        screen.press("tab", "tab", "tab")
        screen.until(r"^Player A> bid 4\+2$")
        screen.press("enter")
        screen.prompt()
        assert "You bid 4 and 2: 6." in screen.scrollback
        screen.type("zz")
        screen.press("tab", "!")
        screen.until(r"^Player A> zz!$")
        assert screen.last == "Player A> zz!", "nothing completes what is no move"


def test_arrow_up_brings_back_what_was_typed(tmp_path: Path) -> None:
    with Screen("play", "ys", *NEW, folder=tmp_path) as screen:
        screen.prompt()
        screen.answer("moves 4+4")
        screen.answer("xyzzy")
        screen.press("up", "up")
        screen.until(lambda text: text.endswith("Player A> moves 4+4"))
        screen.press("down")
        screen.until(lambda text: text.endswith("Player A> xyzzy"))


@pytest.mark.parametrize(("game", "key"), [("ys", "ctrl-c"), ("mykerinos", "ctrl-d")])
def test_leaving_in_the_middle_and_coming_back_to_the_very_same_decision(
    game: str, key: str, tmp_path: Path
) -> None:
    with Screen("play", game, *NEW, folder=tmp_path) as screen:
        screen.prompt()
        for _decision in range(3):
            screen.answer("1")
        asked = question(screen.text)
        if key == "ctrl-c":
            screen.type("some half typed li")
        screen.press(key)
        assert screen.ended() == 0
        assert screen.last == "The game is saved. Continue with: kerys play game.kerys"
    left = on_disk(tmp_path)
    ply = open_game(tmp_path / "game.kerys").game.ply
    with Screen("play", "game.kerys", folder=tmp_path) as screen:
        assert question(screen.prompt()) == asked
        screen.press("ctrl-d")
        assert screen.ended() == 0
    assert on_disk(tmp_path) == left
    assert open_game(tmp_path / "game.kerys").game.ply == ply


def test_a_game_without_a_file_goes_to_the_data_folder(tmp_path: Path) -> None:
    with Screen("play", "mykerinos", folder=tmp_path) as screen:
        screen.prompt()
        screen.press("ctrl-d")
        assert screen.ended() == 0
        file = re.search(r"kerys play (\S+)$", screen.text.replace("\n", ""))
    assert file is not None
    assert Path(file[1]).parent == tmp_path / "kerys"
    assert re.fullmatch(r"mykerinos-\d{8}-\d{6}\.kerys", Path(file[1]).name)
    assert open_game(Path(file[1])).game.name == "mykerinos"


def test_a_narrow_terminal_does_not_crash(tmp_path: Path) -> None:
    with Screen("play", "ys", *NEW, folder=tmp_path, columns=30, lines=10) as screen:
        screen.prompt()
        screen.answer("1")
        screen.press("ctrl-c")
        assert screen.ended() == 0
