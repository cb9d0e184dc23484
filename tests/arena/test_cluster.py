"""The same tournament on a Ray cluster."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kerys.bots.arena import TournamentError, play_all
from kerys.bots.arena.cluster import play_deal_there
from kerys.cli.arena import arena
from tests.arena.tools import outcome, tournament

ROOT = Path(__file__).parents[2]
BOTS = tournament("greedy", "random", "random", game="ys")
DEALS = 16
needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="needs pip install 'kerys[cluster]'"
)


def in_a_process(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own: Ray is at home there."""
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


@needs_ray
def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    done = in_a_process("-m", "tests.arena.on_ray", str(DEALS), str(tmp_path))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["workers"] == 1, "one of two was killed"
    assert found["steps"] == [0] + [1] * DEALS, "every deal came back once"
    lost = {note.stem.split()[-1] for note in tmp_path.glob("*.begun")}
    played = {note.stem.split()[-1] for note in tmp_path.glob("*.done")}
    assert lost, "a deal was cut off"
    assert lost <= played, "and played again"
    here = outcome(play_all(BOTS, DEALS, cores=1))
    assert found["deals"] == json.loads(json.dumps(here))


@needs_ray
@pytest.mark.parametrize("address", ["localhost:1", "ray://localhost:1", "nonsense"])
def test_a_cluster_that_is_not_there_is_named(address: str) -> None:
    program = "from kerys.cli.arena import arena; arena()"
    words = ("ys", "--bots", "random,random", "--games", "2", "--cluster", address)
    done = in_a_process("-c", program, *words)
    assert done.returncode == 1
    assert f"There is no Ray cluster at {address}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_machine_with_other_sources_is_refused() -> None:
    with pytest.raises(TournamentError, match="other versions of the bots or rules"):
        play_deal_there(BOTS, 0, "others")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    words = ["ys", "--bots", "random,random", "--games", "2", "--cluster", "auto"]
    result = CliRunner().invoke(arena, words)
    assert result.exit_code == 1
    assert "pip install 'kerys[cluster]'" in result.stderr
