"""Where games are saved and resumed, and which arguments are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from kerys.games import GAMES
from kerys.table.record import load
from tests.terminal.heard import Heard, answers
from tests.terminal.tools import kerys_command, on_disk, refused, running, started


@pytest.mark.parametrize("command", ["play", "new"])
@pytest.mark.parametrize("game", GAMES)
def test_a_file_that_is_there_is_never_written_over(
    command: str, game: str, tmp_path: Path
) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    where = ["--file", file] if command == "play" else [file]
    assert "precious.txt already exists" in refused(tmp_path, command, game, *where, code=2)


@pytest.mark.parametrize("command", ["play", "new"])
def test_the_seal_of_another_game_is_never_written_over(command: str, tmp_path: Path) -> None:
    """Its record may have been mailed; without the seal, that game could not continue."""
    file = tmp_path / "game.kerys"
    running(file)
    file.unlink()
    where = ["--file", file] if command == "play" else [file]
    refused(tmp_path, command, "ys", *where, code=2)


@pytest.mark.parametrize("command", ["play", "new"])
def test_a_folder_that_does_not_exist_is_named_and_not_made(command: str, tmp_path: Path) -> None:
    file = tmp_path / "typo" / "game.kerys"
    where = ["--file", file] if command == "play" else [file]
    words = refused(tmp_path, command, "ys", *where, code=2)
    assert f"There is no folder {file.parent}." in words
    assert not file.parent.exists()


def test_save_does_not_make_folders_either(tmp_path: Path, heard: Heard) -> None:
    saved = started(tmp_path / "game.kerys")
    said = answers(saved, [f"save {tmp_path}/typo/game.kerys"], heard)[0]
    assert said.startswith("There is no folder")
    assert set(on_disk(tmp_path)) == {"game.kerys", "game.kerys.sealed"}


def test_the_data_folder_is_made(tmp_path: Path) -> None:
    assert kerys_command("play", "ys", XDG_DATA_HOME=str(tmp_path / "a" / "b")).code == 0
    (file,) = (tmp_path / "a" / "b" / "kerys").glob("*.kerys")
    assert load(file).status == "running"


@pytest.mark.parametrize(("file", "code"), [("/dev/null/game.kerys", 2), ("/proc/game.kerys", 1)])
@pytest.mark.parametrize("command", ["play", "new"])
def test_a_place_that_cannot_hold_files_is_refused(
    command: str, file: str, code: int, tmp_path: Path
) -> None:
    where = ["--file", file] if command == "play" else [file]
    refused(tmp_path, command, "ys", *where, code=code)


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
