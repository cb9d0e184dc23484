"""The manners of the command line: JSON, exit codes, closed pipes, and completion in a shell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from kerys.bots import bot_names, level_names
from kerys.bots.levels import LEVELS, ratings
from kerys.bots.registry import BOTS
from kerys.cli import main
from kerys.cli.completion import BOT_NAMES
from kerys.draw.columns import columns_of
from kerys.games import GAMES
from kerys.table import rulebook
from kerys.table.record import load
from tests.records.wanted import FOLDER

ONE = FOLDER / "ys-2p.kerys"


def kerys(*arguments: str | Path, **environment: str) -> Result:
    done = CliRunner(env=environment).invoke(main, list(map(str, arguments)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


# --- JSON --------------------------------------------------------------------------------------


def test_bots_as_json_name_kind_and_strength() -> None:
    found = {one["name"]: one for one in json.loads(kerys("bots", "--json").stdout)["bots"]}
    assert set(bot_names()) <= set(found)
    keys = {"name", "kind", "about", "cheats", "error", "ratings", "worlds"}
    assert all(set(one) == keys for one in found.values())
    assert [name for name, one in found.items() if one["kind"] == "level"] == list(level_names())
    assert [name for name, one in found.items() if one["cheats"]] == [
        "oracle",
        "learned-oracle",
    ]
    for game in GAMES:
        rated = {
            name: one["ratings"][game] for name, one in found.items() if game in one["ratings"]
        }
        assert rated == {name: vars(one) for name, one in ratings(game).items()}
        thinking = {level.name: level.worlds(game) for level in LEVELS if level.milliseconds}
        assert thinking == {
            name: one["worlds"][game] for name, one in found.items() if one["worlds"]
        }


def test_rules_as_json_are_the_rules() -> None:
    one = json.loads(kerys("rules", "ys-5.3", "--json").stdout)
    assert [rule["id"] for rule in one["rules"]] == ["YS-5.3"]
    rule = rulebook.look_up("YS-5.3", rulebook.tests_folder())
    assert one["rules"][0] == {
        "id": rule.id,
        "text": rule.text,
        "code": rule.code,
        "tests": rule.tests,
    }
    every = json.loads(kerys("rules", "--json").stdout)
    assert [rule["id"] for rule in every["rules"]] == list(rulebook.statements())
    assert "missing" not in every


def test_rules_checked_as_json_name_what_is_missing() -> None:
    done = kerys("rules", "--check", "--quiet", "--json")
    found = json.loads(done.stdout)
    assert [rule["id"] for rule in found["rules"]] == found["missing"]
    assert done.exit_code == (1 if found["missing"] else 0)


def test_verify_as_json_gives_what_is_proven_or_why_nothing_is(tmp_path: Path) -> None:
    record = load(ONE)
    done = kerys("verify", ONE, "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == {
        "verified": True,
        "game": "ys",
        "commitment": record.commitment,
        "decisions": len(record.decisions),
        "scores": list(record.scores),
        "ranks": list(record.ranks),
    }
    wrong = tmp_path / "wrong.kerys"
    wrong.write_text(ONE.read_text("utf-8").replace("decisions: ", "decisions: 9"), "utf-8")
    for arguments in ([wrong], [ONE, "--commitment", "0" * 64]):
        done = kerys("verify", *arguments, "--json")
        found = json.loads(done.stdout)
        assert (done.exit_code, found["verified"], done.stderr) == (1, False, "")
        assert found["error"]
        assert set(found) == {"verified", "error"}


# --- Exit codes --------------------------------------------------------------------------------


WRONG_USE = [
    ("play", "ys", "--bots", "nobody"),
    ("play", "ys", "--bots", "oracle"),
    ("play", "ys", "--seat", "9"),
    ("play", "ys", "--players", "9"),
    ("play", "ys", "--names", "a,b,c,d,e"),
    ("play", "ys", "--option", "volcano"),
    ("play", "ys", "--option", "ships=nowhere.toml"),
    ("play", "ys", "--file", "nofolder/game.kerys"),
    ("play", "ys", "--file", "there.kerys"),
    ("play", "nowhere.kerys"),
    ("play", "--seed", "1"),
    ("join", "nowhere"),
    ("new", "ys", "nofolder/game.kerys"),
    ("new", "ys", "there.kerys"),
    ("new", "chess", "game.kerys"),
    ("verify", "nowhere.kerys"),
    ("show", "nowhere.kerys"),
    ("replay", "nowhere.kerys"),
    ("replay", ONE, "--ply", "9999"),
    ("replay", ONE, "--seat", "9"),
    ("replay", ONE, "--svg", "nofolder/moment.svg"),
    ("replay", ONE, "--png", "nofolder/moment.png"),
    ("review", "nowhere.kerys"),
    ("review", ONE, "--seat", "9"),
    ("review", ONE, "--level", "endless"),
    ("review", ONE, "--html", "nofolder/review.html"),
    ("train", "ys", "--widths", "wide"),
    ("train", "ys", "--folder", "new", "--export", "nofolder/ys.npz"),
    ("train", "ys", "--folder", "new", "--plot", "nofolder/ys.png"),
    ("train", "ys", "--folder", "new", "--config", "nowhere.toml"),
    ("train", "ys", "--folder", "new", "--widths", "4096x4096"),
    ("arena", "ys", "--bots", "random,nobody,random"),
    ("arena", "ys", "--bots", ","),
    ("arena", "ys", "--bots", "random@0,random,random"),
    ("arena", "ys", "--bots", "random@9999999999999,random,random"),
    ("arena", "ys", "--bots", "random,random", "--file", "nofolder/arena.jsonl"),
    ("arena", "ys", "--bots", "random,random", "--plot", "nofolder/arena.png"),
    ("ladder", "ys", "--docs", "nofolder"),
    ("corpus", "make", "ys", "--bots", "random,random", "--folder", "nofolder/corpus"),
    ("corpus", "make", "ys", "--bots", "random,random", "--folder", "full", "--games", "1"),
    ("tune", "ys", "--out", "nofolder/weights.toml"),
    ("fit", "mykerinos"),
    ("guide", "ys", "nonsense"),
    ("learn", "ys", "nonsense"),
    ("learn", "--file", "nowhere.toml"),
    ("puzzles", "chess"),
    ("puzzles", "check", "nowhere.jsonl"),
    ("puzzles", "make", "ys", "--number", "1", "--out", "nofolder/mine.jsonl"),
    ("puzzles", "make", "ys", "--number", "1", "--out", "there.kerys"),
    ("puzzles", "make", "mykerinos", "--number", "1", "--out", "mine.jsonl", "--from", ONE),
    ("rules", "YS-99.9"),
    ("simulate", "ys", "--option", "volcano"),
    ("serve", "--db", "kerys.db"),
    ("serve", "--db", "sqlite:///nofolder/kerys.db"),
    ("serve", "--db", "sqlite:///"),
    ("serve", "--url", "kerys.example"),
]


@pytest.mark.parametrize("arguments", WRONG_USE, ids=lambda one: " ".join(map(str, one[:4])))
def test_wrong_use_is_exit_code_2_and_creates_nothing(
    arguments: tuple[str | Path, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    (tmp_path / "there.kerys").write_text("something")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "something").touch()
    before = sorted(tmp_path.rglob("*"))
    done = kerys(*arguments, XDG_DATA_HOME=str(data), XDG_STATE_HOME=str(data))
    assert done.exit_code == 2, done.output
    assert "Error: " in done.stderr
    assert done.stdout == ""
    left = [one for one in sorted(tmp_path.rglob("*")) if data not in (one, *one.parents)]
    assert left == before
    if any("nofolder" in str(word) for word in arguments):
        assert "nofolder" in done.stderr.replace("\n", "")


def test_what_fails_at_work_is_exit_code_1(tmp_path: Path) -> None:
    cut = tmp_path / "cut.kerys"
    cut.write_bytes(ONE.read_bytes()[:300])
    for command in ("verify", "show", "replay", "review", "play"):
        assert kerys(command, cut).exit_code == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", str(FOLDER / "ys-4p-quarters4.kerys")),
        ("rules",),
        ("--help",),
        ("play", "--help"),
        ("bots", "--json"),
        ("guide", "ys"),
    ],
    ids=" ".join,
)
def test_a_reader_that_has_seen_enough_is_no_failure(arguments: tuple[str, ...]) -> None:
    """As in `kerys show FILE | head -1`: the exit code is that of the command itself."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "kerys.cli", *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


# --- Width -------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [60, 80])
def test_the_list_of_bots_keeps_to_the_width(columns: int) -> None:
    shown = kerys("bots", COLUMNS=str(columns)).stdout
    assert max(map(columns_of, shown.splitlines())) <= columns
    assert all(f"\n  {name} " in shown for name in BOTS)


# --- Completion --------------------------------------------------------------------------------


def completed(*words: str) -> list[str]:
    """What a shell offers for the last word."""
    shell = ShellComplete(main, {}, "kerys", "_KERYS_COMPLETE")
    return [one.value for one in shell.get_completions(list(words[:-1]), words[-1])]


def test_the_shell_completes_games_and_bots() -> None:
    assert tuple(BOTS) == BOT_NAMES
    assert completed("learn", "m") == ["mykerinos"]
    assert completed("play", "y") == ["ys"]
    assert completed("puzzles", "m") == ["make", "mykerinos"]
    assert completed("arena", "ys", "--bots", "gr") == ["grandmaster", "greedy"]
    assert completed("play", "ys", "--bots", "random,ex") == ["random,expert"]
    assert completed("corpus", "make", "ys", "--bots", "jour") == ["journeyman"]


def test_the_shell_completes_saved_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data" / "kerys"
    data.mkdir(parents=True)
    (tmp_path / "friday.kerys").touch()
    (tmp_path / "friday.kerys.sealed").touch()
    (tmp_path / "other.txt").touch()
    (data / "ys-1.kerys").touch()
    every = ["data/", "friday.kerys", str(data / "ys-1.kerys")]
    for command in ("verify", "show", "replay", "review"):
        assert completed(command, "") == every
    assert completed("play", "") == ["mykerinos", "ys", *every]
    assert completed("replay", "fr") == ["friday.kerys"]
    assert completed("play", "data/k") == ["data/kerys/"]
    assert completed("play", "data/kerys/") == ["data/kerys/ys-1.kerys"]
    assert completed("play", "nowhere/") == []


def test_completion_comes_without_the_compiler(tmp_path: Path) -> None:
    """A shell waits for it at every press of the key."""
    program = (
        "import sys\n"
        "from kerys.cli import main\n"
        "try:\n    main(prog_name='kerys')\n"
        "except SystemExit:\n    pass\n"
        "slow = ('numba', 'numpy', 'prompt_toolkit', 'rich', 'textual')\n"
        "print([name for name in slow if name in sys.modules])\n"
    )
    for words in ("kerys play ys --bots ex", "kerys play fri", "kerys replay fri", "kerys le"):
        asked = {"_KERYS_COMPLETE": "bash_complete", "COMP_WORDS": words}
        asked["COMP_CWORD"] = str(len(words.split()) - 1)
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={**os.environ, **asked},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == "[]", done.stdout


def test_the_script_for_the_shell_is_there() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from kerys.cli import main; main(prog_name='kerys')"],
        env={**os.environ, "_KERYS_COMPLETE": "zsh_source"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_KERYS_COMPLETE" in done.stdout


def test_every_command_is_spoken_for() -> None:
    assert isinstance(main, click.Group)
    assert {one[0] for one in WRONG_USE} >= set(main.commands) - {"bots", "games"}
