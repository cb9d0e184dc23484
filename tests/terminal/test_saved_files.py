"""The two files of a running game: what the open one reveals, what the sealed one is for."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.table.errors import RecordError
from kerys.table.game import Game, new
from kerys.table.record import load, record_of
from kerys.terminal.saves import Saved, open_game
from tests.terminal.tools import RECORDS, Done, finished, kerys_command, on_disk, running, sealed_of


def refused(path: Path) -> Done:
    """Check that opening a game fails with a message and changes nothing on disk."""
    before = on_disk(path.parent)
    done = kerys_command("play", path, lines=["1"])
    assert done.code == 1, done.output[-300:]
    assert done.output.startswith("Error: ")
    assert on_disk(path.parent) == before
    return done


# --- Public content --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_open_file_has_no_key_no_salt_and_no_seed(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    secret = running(path, game, moves=8).game.secret
    assert secret is not None
    text = path.read_text("utf-8")
    assert load(path).status == "running"
    assert load(path).secret is None
    assert "key:" not in text
    assert "salt:" not in text
    for hidden in (secret.key, secret.salt):
        assert hidden.hex() not in text
        assert hidden.hex() in sealed_of(path).read_text("utf-8")


def outcomes(table: Game, seat: int, codes: list[int]) -> dict[bytes, dict[bytes, int]]:
    """Answers grouped by what a spectator sees after them, then by the true state."""
    found: dict[bytes, dict[bytes, int]] = defaultdict(dict)
    for code in codes:
        table.push(seat, code)
        if not table.over:
            truth = table.before(table.ply).tobytes()
            found[table.view(SPECTATOR).state.tobytes()][truth] = code
        table.pop()
    return found


def files_after(table: Game, seat: int, code: int, path: Path) -> tuple[bytes, bytes]:
    """The open and the sealed file after an answer."""
    for file in (path, sealed_of(path)):
        file.unlink(missing_ok=True)
    table.push(seat, code)
    Saved(table, ("",) * table.players, path).save()
    table.pop()
    return path.read_bytes(), sealed_of(path).read_bytes()


def test_the_open_file_tells_no_more_than_a_spectator_sees(tmp_path: Path) -> None:
    """Different answers that look the same to a spectator leave the same file."""
    rng = random.Random(1)
    table = new("ys", seed=1, players=3)
    pairs = 0
    while not table.over:
        seat = rng.choice(table.actors)
        codes = [action.code for action in table.legal(seat)]
        tried = rng.sample(codes, min(8, len(codes))) if rng.random() < 0.4 else []
        for alike in outcomes(table, seat, tried).values():
            files = [files_after(table, seat, code, tmp_path / "game") for code in alike.values()]
            assert len({told for told, _sealed in files}) == 1
            assert len({sealed for _told, sealed in files}) == len(files)
            pairs += len(files) - 1
        table.push(seat, rng.choice(codes))
    assert pairs > 30


def test_sealed_bids_are_question_marks_until_all_are_revealed(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    table = new("ys", seed=1, players=3)
    saved = Saved(table, ("", "", ""), path)
    for number, seat in enumerate((2, 0, 1), 1):
        table.push(seat, "bid 4+2")
        saved.save()
        expected = "bid ?" if number < 3 else "bid 4+2"
        assert [text for _seat, text in load(path).decisions] == [expected] * number


def test_a_hidden_agent_stays_a_question_mark_after_its_placement(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path, moves=8)
    texts = [text.split() for _seat, text in load(path).decisions]
    hidden = [words for words in texts if "hidden" in words]
    assert hidden
    assert all(words[:3] == ["place", "?", "hidden"] for words in hidden)
    truth = [text.split() for _seat, text in load(sealed_of(path)).decisions]
    assert all(words[1].isdigit() for words in truth if "hidden" in words)


def test_json_of_a_running_game_tells_no_more_than_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path, moves=8)
    found = json.loads(kerys_command("show", path, "--json").output)
    assert not {"key", "salt", "deal", "scores", "ranks"} & set(found)
    texts = [(one["seat"], one["text"]) for one in found["decisions"]]
    assert tuple(texts) == load(path).decisions


# --- Resuming --------------------------------------------------------------------------------


def test_without_its_seal_a_game_cannot_go_on(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path)
    sealed_of(path).unlink()
    assert "game.kerys.sealed is missing" in refused(path).words
    assert kerys_command("replay", path).code == 1
    assert kerys_command("show", path).code == 0


def test_the_sealed_file_itself_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path)
    done = refused(sealed_of(path))
    assert "open game.kerys" in done.words
    for command in ("show", "replay"):
        done = kerys_command(command, sealed_of(path))
        assert (done.code, "sealed part of a running game" in done.words) == (1, True)
    assert kerys_command("show", sealed_of(path), "--json").code == 1


def test_the_seal_of_another_game_is_refused(tmp_path: Path) -> None:
    path, other = tmp_path / "game.kerys", tmp_path / "other.kerys"
    running(path)
    running(other, seed="another")
    sealed_of(path).write_bytes(sealed_of(other).read_bytes())
    assert "the sealed part of another game" in refused(path).words


@pytest.mark.parametrize("options", [{"players": 4}, {"names": ["Eve"]}, {"express": True}])
def test_the_seal_of_another_game_from_the_same_seed_is_refused(
    options: dict[str, Any], tmp_path: Path
) -> None:
    """The same seed gives the same key, so the commitment alone doesn't tell them apart."""
    path, other = tmp_path / "game.kerys", tmp_path / "other.kerys"
    running(path)
    running(other, **options)
    sealed_of(path).write_bytes(sealed_of(other).read_bytes())
    refused(path)


def test_an_older_seal_of_the_same_game_is_refused(tmp_path: Path) -> None:
    """A backup of one file only must not silently undo decisions."""
    path = tmp_path / "game.kerys"
    running(path, moves=2)
    older = sealed_of(path).read_bytes()
    kerys_command("play", path, lines=["1", "1", "1"])
    sealed_of(path).write_bytes(older)
    refused(path)


def test_a_seal_that_is_one_save_ahead_is_the_truth(tmp_path: Path) -> None:
    """As after a crash between the two writes."""
    path = tmp_path / "game.kerys"
    running(path, moves=2)
    older = path.read_bytes()
    kerys_command("play", path, lines=["1"])
    ahead = open_game(path).game.ply
    path.write_bytes(older)
    assert open_game(path).game.ply == ahead


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"\xff\xfe", b"kerys record 1\n", b"{}", b"status: sealed\n" * 1000]
)
def test_a_seal_that_is_no_record_is_refused_by_name(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path)
    sealed_of(path).write_bytes(content)
    assert "game.kerys.sealed" in refused(path).words


def test_a_folder_in_place_of_the_seal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path)
    sealed_of(path).unlink()
    sealed_of(path).mkdir()
    assert "can't be read" in refused(path).words


def test_the_open_file_in_place_of_the_seal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path)
    sealed_of(path).write_bytes(path.read_bytes())
    refused(path)


def test_a_seal_that_was_cut_off_anywhere_is_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path, "mykerinos")
    whole = sealed_of(path).read_bytes()
    lines = whole.splitlines(keepends=True)
    sealed_of(path).write_bytes(b"")
    assert "game.kerys.sealed: the file is empty" in refused(path).words
    for number in range(1, len(lines)):
        sealed_of(path).write_bytes(b"".join(lines[:number]))
        assert "game.kerys.sealed, line " in refused(path).words
    for end in range(len(whole) - 12, len(whole)):
        sealed_of(path).write_bytes(whole[:end])
        assert "game.kerys.sealed, line " in refused(path).words


def edited(line: str) -> list[str]:
    """A few ways in which someone could change a line."""
    versions = {line.replace("open", "hidden"), line.replace("a", "b"), f"{line} x"}
    versions |= {line.replace(str(digit), str((digit + 1) % 10)) for digit in range(10)}
    return sorted(versions - {line})


@pytest.mark.parametrize("which", ["open", "sealed"])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_opened_agrees_with_the_file_that_all_may_read(
    game: str, which: str, tmp_path: Path
) -> None:
    """If a line of either file changes, opening fails, or the game agrees with the open file."""
    path = tmp_path / "game.kerys"
    running(path, game, moves=4)
    file = path if which == "open" else sealed_of(path)
    whole = file.read_text("utf-8")
    lines = whole.splitlines()
    accepted = []
    for number, line in enumerate(lines):
        for other in edited(line):
            file.write_text("\n".join([*lines[:number], other, *lines[number + 1 :]]) + "\n")
            with suppress(RecordError):
                opened = open_game(path)
                if record_of(opened.game, SPECTATOR, opened.bots) != load(path):
                    accepted.append(other)
    assert accepted == []


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("nobody", "There is no bot 'nobody'; there are beginner"),
        ("oracle", "'oracle' cheats: it is for measurements"),
    ],
)
def test_a_bot_that_cannot_play_here_is_named(bot: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path)
    for file in (path, sealed_of(path)):
        record = load(file)
        replace(record, bots=("", bot, *record.bots[2:])).save(file)
    assert words in refused(path).words


# --- A finished game -------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_shows_its_end(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    finished(path, game)
    before = on_disk(tmp_path)
    done = kerys_command("play", path, lines=["1"])
    assert done.code == 0
    assert re.search("The game is won by|You win the game", done.output)
    assert "Player A>" not in done.output
    assert done.output.endswith(f"The record is {path}; verify it with: kerys verify {path}\n")
    assert on_disk(tmp_path) == before


def test_a_record_in_json_is_shown_and_stays_json(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(kerys_command("show", RECORDS / "mykerinos-2p.kerys", "--json").output)
    before = on_disk(tmp_path)
    assert kerys_command("play", path).code == 0
    assert on_disk(tmp_path) == before
