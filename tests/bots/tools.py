"""Whole games between bots, private ratings, and packages of third-party bots, for the tests."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kerys.bots import Bot, Budget, levels
from kerys.table import Game, new

FEW = Budget(worlds=6)


def play(
    name: str,
    options: Mapping[str, Any],
    bots: Sequence[Bot],
    seed: int = 1,
    budget: Budget = FEW,
) -> Game:
    """Play a game to its end; the table refuses illegal moves."""
    game = new(name, seed=seed, **options)
    rng = random.Random(seed)
    while not game.over:
        seat = game.actors[0]
        game.push(seat, bots[seat].choose(game.view(seat), budget, rng))
    return game


def texts(game: Game, seat: int) -> list[str]:
    """A seat's decisions, as records keep them."""
    return [game.rules.wording.text(move.code) for move in game.moves if move.seat == seat]


@contextmanager
def ratings_in(folder: Path) -> Iterator[Path]:
    """Read and write ratings in a folder, never those of the package."""
    with pytest.MonkeyPatch.context() as patch:
        folder.mkdir(parents=True)
        patch.setattr(levels, "ratings_file", lambda game: folder / f"{game}.json")
        levels.ratings.cache_clear()
        try:
            yield folder
        finally:
            levels.ratings.cache_clear()


def install(folder: Path, module: str, source: str, **points: str) -> None:
    """Put a package into a folder as installers do: a module and its entry points."""
    (folder / f"{module}.py").write_text(source, "utf-8")
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    offered = "".join(f"{name} = {where}\n" for name, where in points.items())
    (about / "entry_points.txt").write_text(f"[kerys.bots]\n{offered}")


def kerys_with(
    packages: Path, *arguments: str, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the `kerys` command with the packages of a folder installed as well."""
    state = str(packages / "state")
    return subprocess.run(
        [sys.executable, "-m", "kerys.cli", *arguments],
        cwd=packages,
        env={**os.environ, "PYTHONPATH": str(packages), "XDG_STATE_HOME": state, "COLUMNS": "200"},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
