"""The same tournament on a Ray cluster."""

from __future__ import annotations

import importlib.util
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from click.testing import CliRunner

from kerys.bots.arena import TournamentError, cluster, play_all
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
    """Run Python in a separate process, so that Ray starts fresh."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
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


@needs_ray
def test_a_port_that_is_not_of_ray_is_given_up_in_time() -> None:
    """The port accepts connections but never responds."""
    hurried = "from kerys.bots.arena import cluster; cluster.DEADLINE_SECONDS = 2"
    program = f"{hurried}; from kerys.cli.arena import arena; arena()"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        words = ("ys", "--bots", "random,random", "--games", "2", "--cluster", address)
        done = in_a_process("-c", program, *words)
    assert done.returncode == 1
    said = " ".join(done.stderr.split())
    assert said.startswith(f"Error: There is no Ray cluster at {address}"), "and no line of a log"
    assert "didn't answer as Ray within 2 s" in said


# --- Joining, with a stand-in for Ray ----------------------------------------------------------


class RayTroubleError(Exception):
    """The base class of Ray's own errors."""


class StandIn(ModuleType):
    """Records the cluster it is asked to join, and fails on request."""

    def __init__(self, problem: Exception | None = None) -> None:
        super().__init__("ray")
        self.exceptions = SimpleNamespace(RayError=RayTroubleError)
        self.problem = problem
        self.joined: list[str | None] = []

    def init(self, address: str | None, **how: object) -> None:
        self.joined.append(address)
        if self.problem is not None:
            raise self.problem


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of an open port; joining the cluster succeeds at once."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(cluster, "TRIAL_JOIN", "")
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


def test_a_cluster_is_joined_once_the_rehearsal_went_well(listening: str) -> None:
    ray = StandIn()
    cluster._join(ray, listening)
    assert ray.joined == [listening]


def test_why_a_cluster_cannot_be_joined_is_told(
    listening: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "TRIAL_JOIN", "print('Version mismatch'); raise SystemExit(1)")
    ray = StandIn()
    with pytest.raises(TournamentError, match=f"no Ray cluster at {listening}.*Version mismatch"):
        cluster._join(ray, listening)
    assert ray.joined == []


@pytest.mark.parametrize(
    "problem",
    [RuntimeError("Version mismatch"), ConnectionError("gone"), RayTroubleError("no such node")],
)
def test_what_fails_after_the_rehearsal_is_told_too(listening: str, problem: Exception) -> None:
    with pytest.raises(TournamentError, match=f"no Ray cluster at {listening}.*{problem}"):
        cluster._join(StandIn(problem), listening)


def test_auto_takes_the_cluster_of_the_surroundings_after_a_look_at_it(
    listening: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = StandIn()
    cluster._join(ray, cluster.AUTO)
    monkeypatch.setenv("RAY_ADDRESS", listening)
    cluster._join(ray, cluster.AUTO)
    assert ray.joined == [None, None], "Ray itself knows which"
    monkeypatch.setenv("RAY_ADDRESS", "nonsense")
    with pytest.raises(TournamentError, match="no Ray cluster at nonsense"):
        cluster._join(ray, cluster.AUTO)


@pytest.mark.parametrize("address", ["nonsense", ":6379", "localhost:", "localhost:ray"])
def test_an_address_has_a_host_and_a_port(address: str) -> None:
    with pytest.raises(TournamentError, match=r"an address must look like HOST:PORT"):
        cluster._join(StandIn(), address)


def test_a_port_that_cannot_be_is_told() -> None:
    with pytest.raises(TournamentError, match="no Ray cluster at localhost:99999"):
        cluster._join(StandIn(), "localhost:99999")


def test_a_machine_with_other_sources_is_refused() -> None:
    with pytest.raises(TournamentError, match="different versions of the bots or rules"):
        play_deal_there(BOTS, 0, "others")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    words = ["ys", "--bots", "random,random", "--games", "2", "--cluster", "auto"]
    result = CliRunner().invoke(arena, words)
    assert result.exit_code == 1
    assert "pip install 'kerys[cluster]'" in result.stderr
