"""A plain `pip install` plays whole games; every part that it lacks is refused in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.conftest import ROOT, Built

RECORD = ROOT / "tests/records/mykerinos-2p.kerys"
GAME = """
import random
import kerys
from kerys.bots import Budget, bot_named

game, dice = kerys.new("mykerinos", players=2, seed=7), random.Random(7)
while not game.over:
    seat = game.actors[0]
    bot = bot_named("greedy" if game.ply < 2 else "random")  # the first is slow, interpreted
    game.push(seat, bot.choose(game.view(seat), Budget(worlds=1), dice))
assert game.view(0).svg().startswith("<svg")
game.record().save("whole.kerys")
print(game.scores)
"""
ONE_LINE = "Error: This needs {library}, which is not installed: pip install 'kerys[{extra}]'\n"


class Installed:
    """Kerys in a virtual environment of its own, with what a plain install brings."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        lock = ROOT / "requirements" / "lock.txt"
        self.run("python", "-m", "pip", "install", "--quiet", "--constraint", str(lock), str(wheel))

    def start(
        self, program: str, *arguments: str, typed: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, interpreted, away from the sources."""
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        places = {f"XDG_{kind}_HOME": str(self.folder / kind) for kind in ("DATA", "STATE")}
        return subprocess.run(
            [str(self.bin / program), *arguments],
            cwd=self.folder,
            env={**inherited, **places, "NUMBA_DISABLE_JIT": "1"},
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    def run(self, program: str, *arguments: str, typed: str = "") -> str:
        """What a program prints that ends well."""
        done = self.start(program, *arguments, typed=typed)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Kerys, freshly installed from the wheel alone."""
    return Installed(tmp_path_factory.mktemp("core"), built.wheel)


def test_it_is_the_installed_package_that_is_tested(installed: Installed) -> None:
    found = installed.run("python", "-c", "import kerys; print(kerys.__file__)")
    assert found.startswith(str(installed.folder))


def test_a_whole_game_of_bots_is_played_and_verified(installed: Installed) -> None:
    assert installed.run("python", "-c", GAME).startswith("(")
    assert installed.run("kerys", "verify", "whole.kerys").startswith("True: ")


def test_a_whole_game_is_played_at_the_prompt(installed: Installed) -> None:
    moves = "1\n" * 300
    words = ("play", "mykerinos", "--players", "2", "--bots", "random", "--file", "typed.kerys")
    installed.run("kerys", *words, typed=moves)
    assert installed.run("kerys", "verify", "typed.kerys").startswith("True: ")


def test_every_command_has_its_help(installed: Installed) -> None:
    shown = installed.run("kerys", "--help")
    for command in ("serve", "play", "arena", "corpus", "simulate", "replay"):
        assert f"  {command} " in shown
        assert "Usage: kerys" in installed.run("kerys", command, "--help")


def test_pictures_are_drawn(installed: Installed) -> None:
    installed.run("kerys", "replay", str(RECORD), "--ply", "30", "--png", "moment.png")
    assert (installed.folder / "moment.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("extra", "library", "words"),
    [
        ("serve", "alembic", "serve --demo"),
        ("gpu", "numba_cuda", "simulate ys --games 1 --target gpu"),
        ("plot", "matplotlib", "arena ys --bots random,random --games 2 --plot out.png"),
        ("cluster", "ray", "arena ys --bots random,random --games 2 --cluster auto"),
        ("research", "pyarrow", "corpus make ys --bots random,random --games 1 --folder few"),
    ],
)
def test_a_command_refuses_in_the_line_that_installs_what_it_needs(
    installed: Installed, extra: str, library: str, words: str
) -> None:
    done = installed.start("kerys", *words.split())
    assert done.returncode == 1
    assert done.stderr == ONE_LINE.format(library=library, extra=extra)
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("extra", "program"),
    [
        ("serve", "import kerys.server.app"),
        ("research", "import kerys.research.pettingzoo"),
        ("research", "import kerys.research.gymnasium"),
        ("research", "import kerys.research.openspiel"),
        ("research", "import kerys.research.solving"),
        ("gpu", "import kerys.kernel.gpu"),
        ("gpu", "from kerys.research import Batch; Batch('ys', 1, device='gpu')"),
    ],
)
def test_an_import_refuses_in_the_line_that_installs_what_it_needs(
    installed: Installed, extra: str, program: str
) -> None:
    done = installed.start("python", "-c", program)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("kerys.kernel.extras.MissingExtraError: This needs ")
    assert last.endswith(f"pip install 'kerys[{extra}]'")
