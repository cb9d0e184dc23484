"""The bot on the page about bots is a package of about thirty lines that plays everywhere."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kerys.bots import Budget
from kerys.games import GAMES
from kerys.table import new
from tests.bots.tools import install, kerys_with
from tests.docs.pages import ROOT, blocks

PAGE = ROOT / "docs" / "bots.md"
EXAMPLE = blocks(PAGE, "python")[0]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the bot of the page is installed as its `pyproject.toml` says."""
    folder = tmp_path_factory.mktemp("packages")
    project = tomllib.loads(blocks(PAGE, "toml")[0])
    (module,) = project["tool"]["setuptools"]["py-modules"]
    install(folder, module, EXAMPLE, **project["project"]["entry-points"]["kerys.bots"])
    compile_what_it_calls()
    return folder


def compile_what_it_calls() -> None:
    """Compile once, so that the process of each command doesn't have to."""
    scope: dict[str, Any] = {}
    exec(EXAMPLE, scope)
    for name in GAMES:
        game = new(name, seed=1)
        view = game.view(game.actors[0])
        assert scope["Dreamer"]().choose(view, Budget(worlds=1), random.Random(1)) in view.legal


def test_the_example_is_short() -> None:
    assert len([line for line in EXAMPLE.splitlines() if line.strip()]) <= 36


def test_the_commands_that_need_it_run_where_it_is_installed(packages: Path) -> None:
    first, *lines = [line for block in blocks(PAGE, "shell") for line in block.splitlines()]
    assert first == "pip install ."
    assert len(lines) == 3
    for line in lines:
        program, *arguments = line.split()
        assert program == "kerys"
        done = kerys_with(packages, *arguments)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        assert "dreamer" in done.stdout.lower(), line
        assert "stand-in" not in done.stdout + done.stderr, line


def test_it_plays_whole_games_without_a_fault_and_better_than_chance(packages: Path) -> None:
    command = ("arena", "mykerinos", "--bots", "dreamer,random", "--games", "4", "--worlds", "2")
    results = [json.loads(kerys_with(packages, *command, "--json").stdout) for _time in range(2)]
    dreamer, other = results[0]["bots"]
    assert (dreamer["faults"], other["faults"]) == (0, 0)
    assert dreamer["share"] > 0.5
    assert dreamer["score"] == results[1]["bots"][0]["score"], "with worlds it is repeatable"
    assert other["score"] == results[1]["bots"][1]["score"]
