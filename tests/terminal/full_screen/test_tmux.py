"""The full-screen table in a real terminal: whole games, another size, leaving, being killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from kerys.terminal.saves import open_game
from tests.terminal.full_screen.people import SIZES
from tests.terminal.full_screen.tmux import Tmux

NEW = ("--bots", "random,random", "--players", "3", "--names", "Ada", "--file", "game.kerys")


def is_asked(text: str) -> bool:
    """Whether the screen shows choices."""
    return "▸" in text


def can_go_on(text: str) -> bool:
    """Whether Enter does something, or the game is over."""
    return is_asked(text) or "Enter: " in text or "The game is over" in text


@pytest.mark.parametrize(("game", "size"), [("mykerinos", SIZES[0]), ("ys", SIZES[2])])
def test_a_whole_game(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    with Tmux("play", game, *NEW, "--speed", "off", folder=tmp_path, size=size) as terminal:
        terminal.until(is_asked)
        while "The game is over" not in (text := terminal.until(can_go_on)):
            terminal.press("Enter")
            terminal.until(lambda now, before=text: now != before)  # type: ignore[misc]
        terminal.until("1. ")
        terminal.press("Enter", "C-q")
        assert "kerys verify game.kerys" in terminal.until("left with 0").replace("\n", "")
    assert open_game(tmp_path / "game.kerys").game.over


def test_another_size_in_the_middle(tmp_path: Path) -> None:
    with Tmux("play", "ys", *NEW, folder=tmp_path, size=SIZES[1]) as terminal:
        terminal.until(is_asked)
        for wide, high in (*SIZES, (60, 20), SIZES[0]):
            terminal.resize(wide, high)
            terminal.until(lambda text: is_asked(text) and "Quarter" in text)
            lines = terminal.text.rstrip("\n").split("\n")
            assert len(lines) <= high
            assert max(map(len, lines)) <= wide
        terminal.press("C-c")
        terminal.until("left with 0")


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_leaving_with_a_key_and_going_on(tmp_path: Path, game: str) -> None:
    with Tmux("play", game, *NEW, "--speed", "off", folder=tmp_path, size=SIZES[1]) as terminal:
        terminal.until(is_asked)
        terminal.press("Enter", "Enter")
        terminal.until(is_asked)
        terminal.press("C-c")
        text = terminal.until("left with 0")
        assert "kerys play game.kerys" in text.replace("\n", "")
    before = open_game(tmp_path / "game.kerys").game
    with Tmux("play", "game.kerys", "--speed", "off", folder=tmp_path, size=SIZES[0]) as terminal:
        terminal.until(is_asked)
        terminal.press("C-q")
        terminal.until("left with 0")
    assert open_game(tmp_path / "game.kerys").game.moves[: before.ply] == before.moves


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGHUP])
def test_a_killed_terminal_loses_nothing(tmp_path: Path, how: signal.Signals) -> None:
    arguments = ("play", "mykerinos", *NEW, "--speed", "off")
    with Tmux(*arguments, folder=tmp_path, size=SIZES[1]) as terminal:
        terminal.until(is_asked)
        terminal.press("Enter", "Enter")
        terminal.until(lambda _text: open_game(tmp_path / "game.kerys").game.last_of(0) is not None)
        os.kill(terminal.processes[1], how)
        terminal.until("left with")
    again = open_game(tmp_path / "game.kerys").game
    assert again.last_of(0) is not None
    with Tmux("play", "game.kerys", folder=tmp_path, size=SIZES[1]) as terminal:
        terminal.until(is_asked)


def test_the_start_screen_goes_on_with_a_saved_game(tmp_path: Path) -> None:
    with Tmux("play", folder=tmp_path, size=SIZES[1]) as terminal:
        terminal.until("New game of Mykerinos")
        terminal.press("Enter")
        terminal.until("Start the game")
        terminal.press("C-s")
        terminal.until(is_asked)
        terminal.press("C-q")
        terminal.until("Go on with Mykerinos")
        terminal.press("C-q")
        terminal.until("left with 0")
    with Tmux("play", folder=tmp_path, size=SIZES[0]) as terminal:
        terminal.until("Go on with Mykerinos")
        terminal.press("Enter")
        terminal.until(is_asked)
