"""`kerys new`, `verify` and `show`: their output for good files and bad ones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kerys.games import GAMES
from kerys.table.record import load
from kerys.table.record_json import schema
from kerys.terminal.saves import open_game
from tests.terminal.tools import (
    RECORDS,
    Script,
    at_random,
    forever,
    kerys_command,
    on_disk,
    play,
    running,
    sealed_of,
)

FILES = sorted(RECORDS.glob("*.kerys"))
ONE = RECORDS / "ys-2p.kerys"


# --- new -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_new_deals_and_prints_a_commitment_that_the_end_proves(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    done = kerys_command("new", game, path, "--players", "3", "--bots", "random,random")
    assert done.code == 0
    dealt, commitment = done.output.splitlines()
    assert dealt == f"Dealt into {path}. Play it with: kerys play {path}"
    digest = re.fullmatch(r"Commitment of the deal: ([0-9a-f]{64})", commitment)
    assert digest is not None
    assert load(path).decisions == load(sealed_of(path)).decisions == ()
    play(open_game(path), Script(forever(at_random(0))))
    assert kerys_command("verify", path, "--commitment", f" {digest[1].upper()} ").code == 0
    wrong = kerys_command("verify", path, "--commitment", "0" * 64)
    assert wrong.code == 1
    assert f"This record's commitment is {digest[1]}, not the one you noted." in wrong.words


@pytest.mark.parametrize("game", ["Chess", "", "ys.kerys"])
def test_new_knows_only_its_games(game: str, tmp_path: Path) -> None:
    done = kerys_command("new", game, tmp_path / "game.kerys")
    assert done.code == 2
    assert "'mykerinos', 'ys'" in done.words
    assert on_disk(tmp_path) == {}


def test_new_does_not_play(tmp_path: Path) -> None:
    done = kerys_command("new", "ys", tmp_path / "game.kerys", lines=["1"] * 10)
    assert ">" not in done.output
    assert open_game(tmp_path / "game.kerys").game.ply == 0


# --- verify ----------------------------------------------------------------------------------


def test_verify_says_what_it_has_proven() -> None:
    record = load(ONE)
    done = kerys_command("verify", ONE)
    assert done.code == 0
    assert done.output == (
        f"Verified: the deal matches its commitment, and {len(record.decisions)} decisions lead to "
        f"{', '.join(map(str, record.scores))}.\n"
    )


def test_a_running_game_proves_nothing_yet(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path)
    for file in (path, sealed_of(path)):
        done = kerys_command("verify", file)
        assert done.code == 1
        assert "Only the record of a finished game can be verified." in done.words


def changed(line: str) -> str:
    """A line with its last digit or letter changed."""
    last = line[-1]
    if last.isdigit():
        return line[:-1] + str((int(last) + 1) % 10)
    return line[:-1] + ("a" if last != "a" else "b")


@pytest.mark.parametrize("path", [ONE, RECORDS / "mykerinos-2p.kerys"], ids=lambda path: path.stem)
def test_a_record_that_was_edited_is_refused_with_its_line(path: Path, tmp_path: Path) -> None:
    """Every header line except names, which aren't proved; every decision made impossible."""
    lines = path.read_text("utf-8").splitlines()
    file = tmp_path / "edited.kerys"
    header = lines.index("")
    for number, line in enumerate(lines):
        if not line or line.startswith("seat "):
            continue
        other = changed(line) if number < header else f"{number - header}. 0 surrender"
        file.write_text("\n".join([*lines[:number], other, *lines[number + 1 :]]) + "\n")
        done = kerys_command("verify", file)
        assert done.code == 1, line
        where = re.search(r"edited\.kerys, line (\d+): ", done.words)
        assert where is not None, done.output
        if number > header:
            assert int(where[1]) == number + 1


def test_a_decision_that_was_not_possible_is_named_with_its_reason(tmp_path: Path) -> None:
    lines = ONE.read_text("utf-8").splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith("3. 0 order"))
    lines[number] = "3. 1 order 2"
    file = tmp_path / "edited.kerys"
    file.write_text("\n".join(lines) + "\n")
    done = kerys_command("verify", file)
    assert f"edited.kerys, line {number + 1}: It isn't Player B's turn" in done.words


@pytest.mark.parametrize("command", ["verify", "show", "replay", "play"])
@pytest.mark.parametrize("end", [0, 1, 200, -1])
def test_a_record_that_was_cut_off_is_refused_everywhere(
    command: str, end: int, tmp_path: Path
) -> None:
    file = tmp_path / "cut.kerys"
    file.write_bytes(ONE.read_bytes()[:end])
    done = kerys_command(command, file)
    assert done.code == 1
    assert re.search(r"cut\.kerys, line \d+: " if end else r"cut\.kerys: .* empty", done.words)


# --- show ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES[::4], ids=lambda path: path.stem)
def test_show_tells_who_played_how_it_ended_and_the_story(path: Path) -> None:
    record = load(path)
    done = kerys_command("show", path)
    assert done.code == 0
    for seat, name in enumerate(record.names):
        line = rf"^seat {seat} +{name} +{record.scores[seat]} points?, rank {record.ranks[seat]}$"
        assert re.search(line, done.output, re.MULTILINE)
    if len(record.scores) > len(record.names):
        assert re.search(rf"^neutral +{record.scores[-1]} points?", done.output, re.MULTILINE)
    assert re.search(rf"^commitment +{record.commitment}$", done.output, re.MULTILINE)
    assert "The game is won by" in done.output.splitlines()[-1]


def test_show_of_a_running_game_keeps_its_secrets(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path, moves=8)
    done = kerys_command("show", path)
    assert done.code == 0
    assert done.output.endswith("hidden values are shown as question marks.\n")
    told = re.findall(r"^ *\d+\. .*: (.+)$", done.output, re.MULTILINE)
    assert tuple(told) == tuple(text for _seat, text in load(path).decisions)
    assert any("?" in text for text in told)


@pytest.mark.parametrize("path", FILES[::4], ids=lambda path: path.stem)
def test_json_fits_the_schema_and_is_the_same_record(path: Path, tmp_path: Path) -> None:
    done = kerys_command("show", path, "--json")
    assert done.code == 0
    found = json.loads(done.output)
    Draft202012Validator(schema()).validate(found)
    assert (found["scores"], found["ranks"]) == (
        list(load(path).scores),
        list(load(path).ranks),
    )
    other = tmp_path / "same.json"
    other.write_text(done.output, "utf-8")
    assert load(other) == load(path)
    assert kerys_command("verify", other).code == 0


@pytest.mark.parametrize("game", GAMES)
def test_json_of_a_running_game_fits_the_schema_too(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path, game)
    found = json.loads(kerys_command("show", path, "--json").output)
    Draft202012Validator(schema()).validate(found)
    assert found["status"] == "running"


def test_output_that_nobody_reads_to_its_end_is_no_error() -> None:
    """As in `kerys show FILE | head -1`."""
    command = [sys.executable, "-m", "kerys.cli", "show", str(FILES[-1])]
    done = subprocess.run(
        ["sh", "-c", '"$@" | head -c 1', "sh", *command], capture_output=True, check=False
    )
    assert len(done.stdout) == 1
    assert done.stderr == b""


def test_output_to_a_full_disk_is_no_traceback() -> None:
    command = [sys.executable, "-m", "kerys.cli", "show", str(ONE)]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"No space left on device" in done.stderr


@pytest.mark.parametrize("command", ["show", "verify", "replay"])
def test_a_file_that_is_not_there_is_named(command: str, tmp_path: Path) -> None:
    done = kerys_command(command, tmp_path / "nowhere.kerys")
    assert done.code == 2
    assert "nowhere.kerys' does not exist" in done.words
