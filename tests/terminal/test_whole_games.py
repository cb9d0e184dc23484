"""Whole games at the prompt: by numbers, by texts, and with every other command."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kerys.games import GAMES
from kerys.table.record import load
from kerys.terminal.saves import open_game
from kerys.terminal.session import standings
from tests.records import wanted
from tests.records.wanted import variants
from tests.terminal.tools import (
    COMMANDS,
    Answer,
    Script,
    at_random,
    forever,
    kerys_command,
    kerys_process,
    on_disk,
    play,
    sealed_of,
    started,
)

NONSENSE = (
    "",
    "   ",
    "0",
    "99999",
    "-1",
    "+1",
    "1.",
    "\u0661",
    "\u00b2",
    "nonsense",
    "help me",
    "HELP",
    "moves",
    "moves open",
    "moves there is no such word",
    "bid",
    "bid 9+9",
    "place 3 open nowhere",
    "e4 e5 Nf3",
    "\t",
    "\x1b[2J",
    "\x00",
    "{0}",
    "%s",
    "caf\u00e9 \U0001f3b2",
    "a" * 5000,
    "board",
    "log",
    "save",
    "Board games",
    "undo",
)


def by_number(seed: int) -> Answer:
    """The number of a random legal move."""
    rng = random.Random(f"numbers {seed}")
    return lambda moves: str(rng.randrange(len(moves)) + 1)


def mixed(seed: int) -> Iterator[str | Answer]:
    """Moves by number and text, and between them everything that isn't a move."""
    rng = random.Random(f"mixed {seed}")
    answers = (by_number(seed), at_random(seed))
    yield from COMMANDS[:-1]
    while True:
        yield from rng.sample(NONSENSE, rng.choice((0, 0, 0, 1, 2)))
        yield rng.choice(answers)


def check_finished(path: Path) -> None:
    """Check that the game is over, its record is valid, and no other file is left."""
    done = kerys_command("verify", path)
    assert (done.code, done.output.split(":")[0]) == (0, "Verified"), done.output
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("file", variants())
def test_every_variant_is_played_to_its_end(file: str, tmp_path: Path) -> None:
    name, options = variants()[file]
    path = tmp_path / "game.kerys"
    saved = started(path, name, **options)
    answer = by_number(1) if len(file) % 2 else at_random(1)
    play(saved, Script(forever(answer)))
    assert saved.game.over
    assert load(path).bots == ("", *["random"] * (options["players"] - 1))
    check_finished(path)


@pytest.mark.parametrize("game", GAMES)
def test_everything_else_that_can_be_typed_does_no_harm(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    saved = started(path, game, seat=1)
    play(saved, Script(mixed(2)))
    assert saved.game.over
    check_finished(path)


def lines_of(game: str, how: Iterable[str | Answer], path: Path, options: Mapping[str, Any]) -> str:
    """The lines that a script typed in a whole game, to be piped in again."""
    script = Script(how)
    saved = started(path, game, seed="7", **options)
    play(saved, script)
    assert saved.game.over
    return "".join(f"{line}\n" for line in script.typed)


@pytest.mark.parametrize(
    ("game", "arguments", "how"),
    [
        ("ys", ["--players", "3", "--bots", "random,random"], lambda: forever(by_number(3))),
        ("mykerinos", ["--players", "3", "--bots", "random,random"], lambda: mixed(3)),
    ],
    ids=["numbers", "mixed"],
)
def test_a_pipe_plays_a_whole_game_and_the_seed_repeats_it(
    game: str, arguments: list[str], how: Any, tmp_path: Path
) -> None:
    """The same lines give the same bytes in this process and in a separate one."""
    here, there = tmp_path / "here" / "game.kerys", tmp_path / "there" / "game.kerys"
    for file in (here, there):
        file.parent.mkdir()
    text = lines_of(game, how(), here, {})
    done = kerys_process(
        "play", game, *arguments, "--seed", "7", "--file", there, stdin=text.encode()
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"kerys verify" in done.stdout
    assert there.read_bytes() == here.read_bytes()
    assert not sealed_of(there).exists()
    check_finished(there)


def test_a_pipe_in_this_process_shows_each_line_after_its_prompt(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    arguments = ("play", "ys", "--seed", "7", "--bots", "random,random,random", "--file", path)
    done = kerys_command(*arguments, lines=["bid 4+2", "nonsense"])
    assert done.code == 0
    assert re.findall(r"^Player A> (.*)$", done.output, re.MULTILINE) == ["bid 4+2", "nonsense", ""]
    assert "'nonsense' isn't a move. Nearest: " in done.output
    assert done.output.endswith(f"The game is saved. Continue with: kerys play {path}\n")
    assert load(path).status == "running"
    assert load(path).decisions[-1][1] != "bid 4+2", "bots answer after the person"


def test_another_seed_is_another_game(tmp_path: Path) -> None:
    for seed in ("7", "8"):
        arguments = ("ys", "--seed", seed, "--bots", "random,random,random")
        kerys_command(*("play", *arguments, "--file", tmp_path / seed), lines=["bid 4+2", "quit"])
    one, other = load(tmp_path / "7"), load(tmp_path / "8")
    assert one.commitment != other.commitment
    assert one.decisions != other.decisions


def test_without_a_seed_no_two_deals_are_the_same(tmp_path: Path) -> None:
    for name in ("a", "b"):
        kerys_command("play", "ys", "--file", tmp_path / name)
    assert load(tmp_path / "a").commitment != load(tmp_path / "b").commitment


@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_left_and_taken_up_again_and_again(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    assert kerys_command("play", game, "--seed", "7", "--file", path).code == 0
    sittings = 0
    while load(path).status == "running":
        before = open_game(path).game.moves
        done = kerys_command("play", path, lines=["1"] * (1 + sittings % 4))
        assert done.code == 0, done.output
        assert open_game(path).game.moves[: len(before)] == before
        sittings += 1
        assert sittings < 200
    assert sittings > 10
    check_finished(path)


def test_files_of_a_running_game_are_the_record_and_its_seal(tmp_path: Path) -> None:
    kerys_command("play", "ys", "--file", tmp_path / "game.kerys")
    assert set(on_disk(tmp_path)) == {"game.kerys", "game.kerys.sealed"}


def test_two_people_of_one_name_have_their_own_points() -> None:
    played = load(Path(wanted.__file__).with_name("mykerinos-4p.kerys"))
    game = replace(played, names=("Ann",) * len(played.names)).replay()
    places = zip(game.player_ranks, game.scores, strict=False)
    assert len(set(game.scores)) > 1
    assert [(rank, points) for rank, _name, points in standings(game)] == sorted(places)
    assert {name for _rank, name, _points in standings(game)} == {"Ann"}
