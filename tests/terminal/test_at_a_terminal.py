"""Playing in a real terminal: completion, history, leaving with a key and coming back."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect
import pytest

from kerys.table.record import load
from kerys.terminal.saves import open_game
from kerys.terminal.seats import DEFAULT_BOT as D
from tests.terminal.screen import PATIENCE, Screen
from tests.terminal.test_hot_seat import HOT
from tests.terminal.tools import on_disk

LINES = 50
NEW = ("--plain", "--seed", "7", "--file", "game.kerys")


def question(text: str) -> str:
    """The last question on a screen and everything below it."""
    return re.split(r"\n(?=(?:Round|Season) \d)", text)[-1]


def test_tab_completes_word_by_word_from_a_menu(tmp_path: Path) -> None:
    with Screen("learn", "ys", "captain", folder=tmp_path) as screen:
        screen.until(r"^>$")
        screen.press("s")
        screen.until(r"^> s\n +skip$")
        screen.press("\x7f", "p")
        screen.until(r"^> p\n +play$")
        screen.press("tab", " ")
        screen.until(r"^> play *\n +captain$")
        screen.press("tab", "enter")
        screen.until(r"^> play captain$")
        screen.press("quit", "enter")
        assert screen.ended() == 0


def test_in_line_mode_tab_completes_and_nothing_else_is_drawn(tmp_path: Path) -> None:
    with Screen("play", "ys", *NEW, folder=tmp_path) as screen:
        screen.prompt()
        screen.type("bi")
        screen.press("tab")
        screen.until(r"^Player A> bid$")
        screen.press(" 3+", "tab", "3")
        screen.until(r"^Player A> bid 3\+3$")
        screen.press("enter")
        screen.prompt()
        assert "You bid 3 and 3: 6." in screen.scrollback
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
    with Screen("play", "game.kerys", "--plain", folder=tmp_path) as screen:
        assert question(screen.prompt()) == asked
        screen.press("ctrl-d")
        assert screen.ended() == 0
    assert on_disk(tmp_path) == left
    assert open_game(tmp_path / "game.kerys").game.ply == ply


def test_a_game_without_a_file_goes_to_the_data_folder(tmp_path: Path) -> None:
    with Screen("play", "mykerinos", "--plain", folder=tmp_path) as screen:
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


def test_seats_without_a_bot_are_asked_about(tmp_path: Path) -> None:
    for answer, who in (("bots", ("", "random", D, D)), ("people", ("", "random", "", ""))):
        file = f"{answer}.kerys"
        words = ("play", "ys", "--plain", "--bots", "random", "--file", file)
        with Screen(*words, folder=tmp_path) as screen:
            screen.until("Seats left over: C, D. Are they for people at this keyboard or for bots?")
            screen.press(answer, "enter")
            if answer == "bots":
                screen.prompt()
            else:
                screen.until("Player A, press Enter")
            screen.press("ctrl-d")
            assert screen.ended() == 0
        assert load(tmp_path / file).bots == who


def test_nothing_is_asked_about_seats_that_are_taken(tmp_path: Path) -> None:
    names = ("--players", "3", "--bots", "random", "--names", "Ann,Bob")
    with Screen("play", "ys", *names, *NEW, folder=tmp_path) as screen:
        screen.until("Ann, press Enter")
        assert "left over" not in screen.scrollback
        screen.press("ctrl-d")
        assert screen.ended() == 0


def test_a_dumb_terminal_gets_no_control_sequences(tmp_path: Path) -> None:
    environment = {**os.environ, "TERM": "dumb", "NUMBA_DISABLE_JIT": "1"}
    words = ["-m", "kerys.cli", "play", "ys", *HOT]
    child = pexpect.spawn(sys.executable, words, cwd=tmp_path, env=environment, timeout=PATIENCE)
    shown = b""
    for prompt, line in ((b"looking. ", ""), (b"Ann> ", "bid 4+2"), (b"looking. ", "")):
        child.expect_exact(prompt)
        shown += child.before
        child.sendline(line)
    child.expect_exact(b"Bob> ")
    shown += child.before
    child.sendline("quit")
    child.expect(pexpect.EOF)
    shown += child.before
    assert child.wait() == 0
    assert b"\x1b" not in shown
    after = shown.split(b"bid 4+2\r\n")[-1]
    assert after.startswith(b"\r\n" * LINES), "Bob sees nothing of what Ann typed"
