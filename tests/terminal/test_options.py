"""Setting up a game on the command line: seats, names, options, files, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kerys.table.record import load
from tests.terminal.tools import (
    RECORDS,
    Done,
    Script,
    at_random,
    forever,
    kerys_command,
    on_disk,
    play,
    refused,
    running,
    sealed_of,
    started,
)

R = "random"


def begun(folder: Path, *arguments: str | Path) -> Done:
    """A game that was started and left at once."""
    done = kerys_command("play", *arguments, "--file", folder / "game.kerys")
    assert done.code == 0, done.output[-300:]
    return done


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "nobody"], "There is no bot 'nobody'; there are beginner"),
        (["--bots", "random,nobody"], "There is no bot 'nobody'"),
        (["--bots", "random,random,random,random"], "at most 3 bots."),
        (["--seat", "4"], "There is no seat 4; seats are numbered from 0 to 3."),
        (["--seat", "-1"], "There is no seat -1"),
        (["--names", "Ann,Bob"], "Give 1 name"),
        (["--names", ""], "name"),
        (["--names", "Ann,,Bob", "--bots", "random,random"], "name"),
        (["--names", "x" * 41], "at most 40 characters"),
        (["--names", "A\nB"], "one line"),
        (["--players", "1"], "2, 3 or 4 players, not 1"),
        (["--players", "5"], "2, 3 or 4 players, not 5"),
        (["--option", "volcano"], "no option 'volcano'"),
        (["--option", "express=maybe"], "on or off"),
        (["--option", "quarters=3"], "has 4 quarters"),
        (["--option", ""], "no option ''"),
        (["--option", "ships=nowhere.toml"], "cannot read the ship file"),
        (["--option", "ships=."], "cannot read the ship file"),
        (["--option", "lots=nowhere.toml"], "Ys has no option 'lots'"),
    ],
)
@pytest.mark.parametrize("command", ["play", "new"])
def test_bad_options_get_a_sentence_and_leave_no_file(
    command: str, arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.kerys"
    where = ["--file", file] if command == "play" else [file]
    assert sentence in refused(tmp_path, command, "ys", *where, *arguments, code=2)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seat", "x"],
        ["--players", "many"],
        ["--option", "players=3"],
        ["--ships", "a.toml"],
        ["--nonsense"],
        ["too", "many"],
        [],
    ],
)
def test_wrong_usage_is_exit_code_2(arguments: list[str], tmp_path: Path) -> None:
    words = ["ys", *arguments] if arguments else []
    refused(tmp_path, "play", *words, code=2)


# --- Options of the game ---------------------------------------------------------------------


def test_options_are_in_the_record(tmp_path: Path) -> None:
    words = ("kings-favour", "express=yes", "peek_own=no", "quarters=3")
    options = [part for word in words for part in ("--option", word)]
    begun(tmp_path, "ys", "--players", "3", *options)
    assert load(tmp_path / "game.kerys").options == {
        "players": 3,
        "quarters": 3,
        "kings_favour": True,
        "express": True,
        "strong_neutral": False,
        "peek_own": False,
    }


SHIPS = '[[ship]]\nlarge = "blue"\nsmall = ["blue", "blue"]\n\n' * 24
LOTS = (
    "".join(
        f'[[lot]]\npatron = "{patron}"\nvalue = 2\npyramids = [1]\n\n'
        for patron in ("violet", "lemon", "brown", "blackmore", "tangerine")
        for _number in range(7)
    )
    + "[[lot]]\nvalue = 5\npyramids = []\n"
)


@pytest.mark.parametrize(
    ("game", "option", "text"), [("ys", "ships", SHIPS), ("mykerinos", "lots", LOTS)]
)
def test_ones_own_cards_are_embedded_and_outlive_their_file(
    game: str, option: str, text: str, tmp_path: Path
) -> None:
    toml = tmp_path / "own.toml"
    toml.write_text(text)
    path = tmp_path / "game.kerys"
    arguments = ("--option", f"{option}={toml}", "--players", "3", "--seed", "7", "--file", path)
    assert kerys_command("play", game, *arguments, lines=["1", "1"]).code == 0
    toml.unlink()
    embedded = load(path).options[option]
    assert len(embedded) == (24 if game == "ys" else 36)
    for _sitting in range(200):
        if not sealed_of(path).exists():
            break
        assert kerys_command("play", path, lines=["1"] * 40).code == 0
    assert kerys_command("verify", path).code == 0
    assert load(path).options[option] == embedded
    deal = json.loads(kerys_command("show", path, "--json").output)["deal"]
    if game == "ys":
        assert "red" not in json.dumps(deal["ships"])
    assert kerys_command("replay", path, "--ply", "3").code == 0


def test_a_broken_file_of_ones_own_names_the_line(tmp_path: Path) -> None:
    toml = tmp_path / "own.toml"
    toml.write_text(SHIPS.replace('"blue"\n', '"white"\n', 1))
    file = tmp_path / "game.kerys"
    ships = ("--option", f"ships={toml}")
    assert "line 2" in refused(tmp_path, "play", "ys", *ships, "--file", file, code=2)
    toml.write_bytes(b"\xff\xfe\x00")
    refused(tmp_path, "new", "ys", file, *ships, code=2)


# --- Seeds -----------------------------------------------------------------------------------


def test_a_seed_of_the_command_line_deals_what_it_deals_elsewhere(tmp_path: Path) -> None:
    begun(tmp_path, "ys", "--seed", "7")
    saved = started(tmp_path / "other.kerys", players=4, seed="7")
    assert saved.game.commitment == load(tmp_path / "game.kerys").commitment


def test_with_fewer_bots_people_play_the_rest(tmp_path: Path) -> None:
    for bots in (0, 1):
        path = tmp_path / f"{bots}.kerys"
        saved = started(path, "mykerinos", players=3, bots=bots, seat=1)
        play(saved, Script(forever(at_random(bots))))
        assert saved.game.over
        assert load(path).bots.count(R) == bots


def test_a_record_between_bots_plays_itself(tmp_path: Path) -> None:
    """Nobody is asked, and the result is shown."""
    path = tmp_path / "game.kerys"
    running(path, "mykerinos")
    for file in (path, sealed_of(path)):
        record = load(file)
        replace(record, bots=("random", *record.bots[1:])).save(file)
    done = kerys_command("play", path)
    assert (done.code, "verify it with" in done.output) == (0, True)
    assert kerys_command("verify", path).code == 0
    assert on_disk(tmp_path).keys() == {"game.kerys"}


def test_records_of_the_corpus_are_not_changed_by_looking_at_them() -> None:
    path = RECORDS / "ys-3p-quarters3.kerys"
    before = path.read_bytes(), path.stat().st_mtime_ns
    for command in ("show", "verify", "replay"):
        assert kerys_command(command, path).code == 0
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
