"""A plain `pip install` plays whole games; every missing extra is reported in one line."""

from __future__ import annotations

import pytest

from tests.packaging.conftest import ROOT, Built, Environment

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


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Kerys, freshly installed from the wheel alone. It runs interpreted."""
    found = Environment(tmp_path_factory.mktemp("core"), NUMBA_DISABLE_JIT="1")
    found.install("--constraint", str(ROOT / "requirements" / "lock.txt"), str(built.wheel))
    return found


def test_it_is_the_installed_package_that_is_tested(installed: Environment) -> None:
    found = installed.run("python", "-c", "import kerys; print(kerys.__file__)")
    assert found.startswith(str(installed.folder))


def test_a_whole_game_of_bots_is_played_and_verified(installed: Environment) -> None:
    assert installed.run("python", "-c", GAME).startswith("(")
    assert installed.run("kerys", "verify", "whole.kerys").startswith("Verified: ")


def test_a_whole_game_is_played_at_the_prompt(installed: Environment) -> None:
    moves = "1\n" * 300
    words = ("play", "mykerinos", "--players", "2", "--bots", "random", "--file", "typed.kerys")
    installed.run("kerys", *words, typed=moves)
    assert installed.run("kerys", "verify", "typed.kerys").startswith("Verified: ")


def test_every_command_has_its_help(installed: Environment) -> None:
    shown = installed.run("kerys", "--help")
    for command in ("serve", "play", "arena", "corpus", "simulate", "replay"):
        assert f"  {command} " in shown
        assert "Usage: kerys" in installed.run("kerys", command, "--help")


def test_pictures_are_drawn(installed: Environment) -> None:
    installed.run("kerys", "replay", str(RECORD), "--ply", "30", "--png", "moment.png")
    assert (installed.folder / "moment.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("extra", "library", "words"),
    [
        ("serve", "alembic", "serve --demo"),
        ("serve", "httpx", "join http://127.0.0.1/t/abc"),
        ("gpu", "numba_cuda", "simulate ys --games 1 --target gpu"),
        ("plot", "matplotlib", "arena ys --bots random,random --games 2 --plot out.png"),
        ("cluster", "ray", "arena ys --bots random,random --games 2 --cluster auto"),
        ("research", "pyarrow", "corpus make ys --bots random,random --games 1 --folder few"),
    ],
)
def test_a_command_refuses_in_the_line_that_installs_what_it_needs(
    installed: Environment, extra: str, library: str, words: str
) -> None:
    done = installed.start("kerys", *words.split())
    assert done.returncode == 1
    assert done.stderr == ONE_LINE.format(library=library, extra=extra)
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("extra", "program"),
    [
        ("serve", "import kerys.server.app"),
        ("serve", "import kerys.terminal.remote"),
        ("research", "import kerys.research.pettingzoo"),
        ("research", "import kerys.research.gymnasium"),
        ("research", "import kerys.research.openspiel"),
        ("research", "import kerys.research.solving"),
        ("gpu", "import kerys.kernel.gpu"),
        ("gpu", "from kerys.research import Batch; Batch('ys', 1, device='gpu')"),
    ],
)
def test_an_import_refuses_in_the_line_that_installs_what_it_needs(
    installed: Environment, extra: str, program: str
) -> None:
    done = installed.start("python", "-c", program)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("kerys.kernel.extras.MissingExtraError: This needs ")
    assert last.endswith(f"pip install 'kerys[{extra}]'")
