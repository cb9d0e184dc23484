"""Where games are saved and resumed, and which arguments are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from kerys.games import GAMES
from kerys.table.record import load
from tests.terminal.tools import kerys_command, refused, running


@pytest.mark.parametrize("command", ["play", "new"])
@pytest.mark.parametrize("game", GAMES)
def test_a_file_that_is_there_is_never_written_over(
    command: str, game: str, tmp_path: Path
) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    where = ["--file", file] if command == "play" else [file]
    assert "precious.txt already exists" in refused(tmp_path, command, game, *where)


@pytest.mark.parametrize("command", ["play", "new"])
def test_the_seal_of_another_game_is_never_written_over(command: str, tmp_path: Path) -> None:
    """Its record may have been mailed; without the seal, that game could not continue."""
    file = tmp_path / "game.kerys"
    running(file)
    file.unlink()
    where = ["--file", file] if command == "play" else [file]
    refused(tmp_path, command, "ys", *where)


def test_folders_that_do_not_exist_are_made(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "game.kerys"
    assert kerys_command("play", "ys", "--file", file).code == 0
    assert load(file).status == "running"
    assert kerys_command("new", "ys", tmp_path / "c" / "game.kerys").code == 0


@pytest.mark.parametrize("file", ["/dev/null/game.kerys", "/proc/game.kerys"])
@pytest.mark.parametrize("command", ["play", "new"])
def test_a_place_that_cannot_hold_files_is_refused(command: str, file: str, tmp_path: Path) -> None:
    refused(tmp_path, command, "ys", *(["--file", file] if command == "play" else [file]))


@pytest.mark.parametrize(
    "options",
    [
        ["--players", "4"],
        ["--seat", "0"],
        ["--bots", "random"],
        ["--names", "Ann"],
        ["--seed", "7"],
        ["--option", "express"],
        ["--option", "ships=x.toml"],
        ["--option", "lots=x.toml"],
        ["--file", "other.kerys"],
    ],
)
def test_a_saved_game_takes_no_options(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path, moves=1)
    words = refused(tmp_path, "play", path, *options, code=2)
    assert f"A saved game already has its options: omit {options[0]}." in words


@pytest.mark.parametrize("options", [[], ["--players", "3"]], ids=["alone", "with options"])
@pytest.mark.parametrize("word", ["chess", "nowhere.kerys", "\u2603 s"])
def test_a_word_that_is_no_game_and_no_file_is_called_that(
    word: str, options: list[str], tmp_path: Path
) -> None:
    """Whatever the options, the error is about the word."""
    words = refused(tmp_path, "play", word, *options, code=2)
    assert f"'{word}' is neither a game (mykerinos, ys) nor a file." in words


@pytest.mark.parametrize("file", [Path(__file__), Path(__file__).parent, Path("/dev/null")])
def test_a_file_that_is_no_record_is_called_that(file: Path, tmp_path: Path) -> None:
    for command in ("play", "replay", "show", "verify"):
        done = kerys_command(command, file)
        assert done.code in (1, 2)
        assert "Error: " in done.output
