"""Third-party bots: found in installed packages, and named when they fail."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.bots.tools import install, kerys_with

THEIRS = '''
import random

from kerys.bots import Bot, Budget


class First(Bot):
    """The first of what is legal."""

    about = "takes what is listed first"
    budget = Budget(milliseconds=50)

    def choose(self, view, budget, rng):
        return view.legal[0]


class Counting(First):
    """Raises at its second decision."""

    asked = 0

    def choose(self, view, budget, rng):
        self.asked += 1
        if self.asked == 2:
            raise ZeroDivisionError("lost count")
        return view.legal[0]


def made(name="made by a function"):
    bot = First()
    bot.about = name
    return bot
'''


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with installed packages of bots, good and bad ones."""
    folder = tmp_path_factory.mktemp("packages")
    install(
        folder,
        "theirs",
        THEIRS,
        theirs="theirs:First",
        made="theirs:made",
        counting="theirs:Counting",
        random="theirs:First",
        expert="theirs:First",
    )
    install(
        folder,
        "broken",
        "raise RuntimeError('out of order')\n",
        broken="broken:Bot",
    )
    install(
        folder,
        "wrong",
        "class Person:\n    pass\n",
        person="wrong:Person",
        missing="wrong:Missing",
        nowhere="nowhere:Bot",
    )
    return folder


def test_they_are_listed_with_what_they_do_or_why_they_cannot(packages: Path) -> None:
    done = kerys_with(packages, "bots")
    assert (done.returncode, done.stderr) == (0, "")
    own, guests = done.stdout.split("From other packages:\n")
    parts = re.split(r"^  (?=\S)", guests, flags=re.MULTILINE)[1:]
    told = dict(" ".join(part.split()).split(maxsplit=1) for part in parts)
    assert set(told) == {"theirs", "made", "counting", "broken", "person", "missing", "nowhere"}
    assert told["theirs"] == "takes what is listed first"
    assert told["made"] == "made by a function"
    assert "cannot be created" in told["broken"]
    assert "out of order" in told["broken"]
    assert told["person"] == "The bot 'person' (wrong:Person) is not a kerys.bots.Bot."
    assert "Missing" in told["missing"]
    assert "nowhere" in told["nowhere"]
    assert "takes what is listed first" not in own, "names of Kerys are not given away"


LEAVING = {
    "leaves": ("import sys\nsys.exit('closed today')\n", "SystemExit('closed today')"),
    "dies": ("import os\nos._exit(4)\n", "lost its process (exit status 4)"),
}
UNTYPABLE = ("a,b", "c@5", "two words", "x" * 39)


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with packages that exit the program, or have unusable names or descriptions."""
    folder = tmp_path_factory.mktemp("strange")
    for module, (source, _problem) in LEAVING.items():
        install(folder, module, source, **{module: f"{module}:Bot"})
    told = THEIRS.replace('"takes what is listed first"', 'f"one line,\\n\\x1b[1mthen another"')
    names = dict.fromkeys((*UNTYPABLE, "wordy"), "wordy:First")
    install(folder, "wordy", told, **names)
    return folder


def test_none_of_them_ends_or_breaks_the_list(strange: Path) -> None:
    done = kerys_with(strange, "bots", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = {one["name"]: one for one in json.loads(done.stdout)["bots"] if one["kind"] == "guest"}
    assert set(told) == {*LEAVING, *UNTYPABLE, "wordy"}
    for name, (_source, problem) in LEAVING.items():
        error = told[name]["error"]
        assert f"The bot '{name}' ({name}:Bot) cannot be created: {problem}" in error
    for name in UNTYPABLE:
        error = told[name]["error"]
        assert f"The bot '{name}' (wordy:First) cannot be chosen: a name is one" in error
    assert (told["wordy"]["error"], told["wordy"]["about"]) == (None, "one line, [1mthen another")
    listed = " ".join(kerys_with(strange, "bots").stdout.split())
    for one in told.values():
        assert " ".join([one["name"], *(one["error"] or one["about"]).split()]) in listed


def test_what_cannot_be_chosen_is_not_offered(strange: Path) -> None:
    done = kerys_with(strange, "arena", "ys", "--bots", "nobody,random")
    assert done.returncode == 2
    words = " ".join(done.stderr.split())
    assert "wordy" in words
    assert not any(name in words for name in UNTYPABLE)
    refused = kerys_with(strange, "play", "ys", "--bots", "two words")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "cannot be chosen" in refused.stderr


def test_they_play_in_tournaments(packages: Path) -> None:
    command = ("arena", "mykerinos", "--bots", "theirs,made@3w,random", "--games", "3", "--json")
    done = kerys_with(packages, *command)
    assert done.returncode == 0, done.stderr
    rows = {row["name"]: row for row in json.loads(done.stdout)["bots"]}
    assert set(rows) == {"theirs", "made@3w", "random"}
    assert all(row["faults"] == 0 and row["games"] == 3 for row in rows.values())


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("broken", "The bot 'broken' (broken:Bot) cannot be created: RuntimeError('out of order')"),
        ("person", "The bot 'person' (wrong:Person) is not a kerys.bots.Bot."),
    ],
)
@pytest.mark.parametrize(
    "command",
    [("arena", "mykerinos", "--games", "2", "--bots", "random,{}"), ("play", "ys", "--bots", "{}")],
    ids=["arena", "play"],
)
def test_one_that_cannot_be_made_is_refused_with_the_reason(
    command: tuple[str, ...], name: str, problem: str, packages: Path
) -> None:
    done = kerys_with(packages, *(word.format(name) for word in command))
    assert done.returncode == 1
    assert done.stdout == ""
    assert " ".join(done.stderr.split()) == f"Error: {problem}"


def test_at_a_table_one_that_fails_is_named_and_the_game_goes_on(packages: Path) -> None:
    command = ("play", "mykerinos", "--players", "2", "--bots", "counting", "--seed", "7")
    done = kerys_with(packages, *command, "--file", "game.kerys", stdin="1\n" * 400)
    assert done.returncode == 0
    assert "The record is game.kerys" in done.stdout
    assert done.stderr.count("the bot counting in seat 1 raised") == 1
    assert "lost count" in done.stderr
    assert "Traceback" not in done.stderr
    assert "bot 1: counting" in (packages / "game.kerys").read_text()
