"""Bots in separate processes: what is passed to them, and what happens when they fail or die."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numba
import pytest

from kerys import Game, View, new
from kerys.bots import BotError, level_names
from kerys.kernel.compile_progress import announced
from kerys.server import bot_processes, run
from kerys.server.bot_processes import BotProcesses, Stopped, Thinker
from kerys.server.bot_workers import BotWorkers
from kerys.server.new_table import Plan
from kerys.server.site import Site
from kerys.study.review.errand import come_last
from tests.server import odd_bots
from tests.server.live import wait_for
from tests.server.odd_bots import thinking_in
from tests.server.test_processes import key_of
from tests.server.tools import guests, log_of, moves_of, row_of
from tests.server.visitor import TIMEOUT_S, Visitor
from tests.serving import Process


@pytest.fixture(scope="module")
def thoughts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which slow bots leave notes; processes started now know the odd bots."""
    thoughts = tmp_path_factory.mktemp("thoughts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(odd_bots.FOLDER, str(thoughts))
        patch.setattr(bot_processes, "BEGIN", odd_bots.BEGIN)
        yield thoughts


@pytest.fixture
def folder(thoughts: Path) -> Path:
    """The same folder without notes, so that the next slow bot is slow."""
    for note in thoughts.iterdir():
        note.unlink()
    return thoughts


@pytest.fixture(scope="module")
def processes(thoughts: Path) -> Iterator[BotProcesses]:
    """Two processes, for all tests that don't stop them."""
    processes = BotProcesses(2)
    yield processes
    processes.stop()


@pytest.fixture
def others(folder: Path) -> Iterator[BotProcesses]:
    """Two processes for this test alone, not started yet."""
    processes = BotProcesses(2)
    yield processes
    processes.stop()


@pytest.fixture
def game() -> Game:
    return new("mykerinos", seed=1)


@pytest.fixture
def view(game: Game) -> View:
    """The view of a seat that is asked."""
    return game.view(game.actors[0])


def legal(view: View) -> set[int]:
    return {action.code for action in view.legal}


def is_running(pid: int) -> bool:
    """Whether a process exists, even as a zombie."""
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


class Thought(threading.Thread):
    """Asks a bot in the background."""

    def __init__(self, processes: BotProcesses, name: str, view: View) -> None:
        super().__init__()
        self.asked = processes, name, view
        self.code: int | None = None
        self.stopped = False
        self.start()

    def run(self) -> None:
        processes, name, view = self.asked
        try:
            self.code = processes.choose(name, view)
        except Stopped:
            self.stopped = True


@pytest.mark.parametrize("forks", [True, False])
def test_every_level_decides_in_a_process(forks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_processes, "FORKS", forks)
    processes = BotProcesses(1)
    try:
        processes.prepare()
        for game in (new("mykerinos", seed=1), new("ys", seed=1)):
            view = game.view(game.actors[0])
            for name in level_names():
                assert processes.choose(name, view) in legal(view)
    finally:
        processes.stop()


def test_a_process_is_told_what_the_seat_may_know_and_no_more(
    game: Game, view: View, processes: BotProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    ask = Thinker.ask

    def listen(self: Thinker, request: bytes) -> Any:
        sent.append(request)
        return ask(self, request)

    monkeypatch.setattr(Thinker, "ask", listen)
    processes.choose("journeyman", view)
    (request,) = sent
    truth = game.before(game.ply)
    assert truth.tobytes() != view.state.tobytes() == game.rules.view(truth, view.seat).tobytes()
    assert truth.tobytes() not in request
    name, seen, _seed = pickle.loads(request)
    assert (name, seen.seat, seen.names) == ("journeyman", view.seat, view.names)
    assert seen.state.tobytes() == view.state.tobytes()


def test_processes_come_second_and_leave_it_to_the_site_when_to_stop(
    view: View, processes: BotProcesses, folder: Path
) -> None:
    thought = Thought(processes, "slow", view)
    pids = wait_for(lambda: thinking_in(folder))
    assert [os.getpriority(os.PRIO_PROCESS, pid) for pid in pids] == [
        os.getpriority(os.PRIO_PROCESS, 0) + 5
    ] * 2
    for pid in pids:
        os.kill(pid, signal.SIGINT)
        os.kill(pid, signal.SIGTERM)
    assert processes.choose("beginner", view) in legal(view)
    assert all(map(is_running, pids))
    os.kill(pids[0], signal.SIGKILL)
    thought.join()


def test_a_bot_that_raises_is_reported_and_a_stand_in_moves(
    view: View, processes: BotProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    assert processes.choose("raising", view) in legal(view)
    (said,) = caplog.records
    assert (said.name, said.levelname) == ("kerys.bots", "WARNING")
    assert "the bot raising in seat" in said.getMessage()
    assert "ValueError('this one is odd'); a stand-in moves" in said.getMessage()


def test_what_is_raised_there_is_raised_here(view: View, processes: BotProcesses) -> None:
    with pytest.raises(BotError, match="no bot 'nobody'") as raised:
        processes.choose("nobody", view)
    assert "Traceback" in raised.value.__notes__[0]
    with pytest.raises(RuntimeError, match="OddError"):
        processes.choose("unmade", view)
    assert processes.choose("beginner", view) in legal(view), "the process is still there"


def test_what_is_compiled_there_is_reported_here(
    others: BotProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache is empty, and stopping doesn't wait for the compilation."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    heard: list[str] = []

    def prepare() -> None:
        with pytest.raises(Stopped):
            others.prepare()

    with announced(lambda progress: heard.append(progress.function)):
        preparing = threading.Thread(target=prepare)
        preparing.start()
        wait_for(lambda: heard)
        others.stop()
        preparing.join()


def test_a_process_that_is_killed_is_replaced_and_the_thought_begins_again(
    view: View, processes: BotProcesses, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    thought = Thought(processes, "slow", view)
    thinking, original = wait_for(lambda: thinking_in(folder))
    os.kill(thinking, signal.SIGKILL)
    thought.join()
    assert thought.code in legal(view)
    assert caplog.messages == [f"the bot slow in seat {view.seat} lost its process"]
    assert is_running(original)
    wait_for(lambda: not is_running(thinking))


def test_a_process_that_hangs_is_replaced(
    view: View,
    processes: BotProcesses,
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    processes.prepare()
    monkeypatch.setattr(bot_processes, "PATIENCE_S", 5.0)
    assert processes.choose("slow", view) in legal(view)
    assert f"the bot slow in seat {view.seat} lost its process" in caplog.messages
    thinking, _original = thinking_in(folder)
    wait_for(lambda: not is_running(thinking))


def test_the_process_that_others_are_forked_from_is_replaced_too(
    view: View, others: BotProcesses, folder: Path
) -> None:
    thought = Thought(others, "slow", view)
    thinking, original = wait_for(lambda: thinking_in(folder))
    os.kill(original, signal.SIGKILL)
    os.waitid(os.P_PID, original, os.WEXITED | os.WNOWAIT)
    assert is_running(thinking)
    assert others.choose("beginner", view) in legal(view)
    thought.join()
    assert thought.code in legal(view)
    wait_for(lambda: not is_running(thinking))


def test_a_bot_that_costs_process_after_process_is_replaced_by_a_stand_in(
    view: View, processes: BotProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    assert processes.choose("deadly", view) in legal(view)
    lost = f"the bot deadly in seat {view.seat} lost its process"
    moves = f"a stand-in moves for the bot deadly in seat {view.seat}"
    assert caplog.messages == [lost, lost, lost, moves]


def test_processes_that_cannot_be_started_are_an_error_and_no_stand_in_moves(
    view: View, others: BotProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_processes, "BEGIN", "raise SystemExit")
    with pytest.raises(ChildProcessError, match="before it was ready"):
        others.choose("beginner", view)
    monkeypatch.setattr(bot_processes, "BEGIN", odd_bots.BEGIN)
    assert others.choose("beginner", view) in legal(view)


def test_stopping_waits_for_no_thought(view: View, others: BotProcesses, folder: Path) -> None:
    thoughts = [Thought(others, "slow", view)]
    pids = wait_for(lambda: thinking_in(folder))
    thoughts += [Thought(others, "beginner", view) for _ in range(3)]
    stopping = threading.Thread(target=others.stop, daemon=True)
    stopping.start()
    wait_for(lambda: not stopping.is_alive())
    for thought in thoughts:
        thought.join()
    assert thoughts[0].stopped
    wait_for(lambda: not any(map(is_running, pids)))
    with pytest.raises(Stopped):
        others.choose("beginner", view)
    others.stop()


def test_other_work_comes_last_and_keeps_no_bot_waiting(view: View, others: BotProcesses) -> None:
    """Both processes of bots are free, and stopping doesn't wait for the work."""
    stopped = threading.Event()

    def work() -> None:
        with pytest.raises(Stopped):
            others.work(partial(time.sleep, 600))
        stopped.set()

    others.work(come_last)
    assert others.work(partial(os.nice, 0)) == 19
    with pytest.raises(ZeroDivisionError):
        others.work(partial(divmod, 1, 0))
    working = threading.Thread(target=work)
    working.start()
    assert others.choose("beginner", view) in legal(view)
    assert not stopped.is_set()
    others.stop()
    working.join()
    assert stopped.is_set()


# --- A site ---------------------------------------------------------------------------------------


def test_a_game_goes_on_when_a_bot_is_killed_in_mid_thought(site: Site, folder: Path) -> None:
    (host,) = guests(site, "Ann")
    workers = BotWorkers(site.authority, 1)
    workers.start()
    table_id = site.tables.make(host, Plan("mykerinos", ["grandmaster", "grandmaster"]))
    thinking, _original = wait_for(lambda: thinking_in(folder))
    assert moves_of(site.authority, table_id) == 0
    os.kill(thinking, signal.SIGKILL)
    wait_for(lambda: moves_of(site.authority, table_id) > 2)
    workers.stop()
    assert {event.made_by for event in log_of(site.database, table_id)} == {"bot"}


def test_a_bot_that_is_stopped_in_mid_thought_leaves_its_table_to_others(
    site: Site, folder: Path
) -> None:
    (host,) = guests(site, "Ann")
    workers = BotWorkers(site.authority, 1)
    workers.start()
    table_id = site.tables.make(host, Plan("mykerinos", ["grandmaster", "grandmaster"]))
    wait_for(lambda: thinking_in(folder))
    workers.stop()
    assert row_of(site.database, table_id).events == 0
    assert [table.id for table in workers._idle()] == [table_id]


def test_everything_is_warmed_up_whatever_one_game_does(
    site: Site, processes: BotProcesses, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def show(game: Game, seen: View) -> None:
        shown.append(game.rules.name)
        if game.rules.name == "mykerinos":
            raise ValueError

    monkeypatch.setattr(run, "_show", show)
    monkeypatch.setattr(site.bot_workers, "processes", processes)
    run.warm_up(site)
    assert (shown[0], shown[-1]) == ("mykerinos", "ys")
    assert len(shown) > 2, "from the first decision to the end"
    monkeypatch.setattr(bot_processes, "BEGIN", "raise SystemExit")
    assert processes.choose("beginner", view) in legal(view), "in a process that was started"


ODD = (
    "-c",
    "from tests.server import odd_bots; from kerys.server import bot_processes, run\n"
    "bot_processes.BEGIN = odd_bots.BEGIN; run.warm_up = lambda site: None\n"
    "from kerys.cli import main; main()",
)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_its_site(how: signal.Signals, tmp_path: Path, folder: Path) -> None:
    """However the site ends, even while a bot thinks, nothing is left behind."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
        patch.setenv("TMPDIR", str(temporary))
        url = f"sqlite:///{tmp_path / 'kerys.db'}"
        with Process(tmp_path, "--db", url, program=ODD) as server:
            visitor = Visitor(server.url)
            plan = {"game": "mykerinos", "seats": ["grandmaster", "grandmaster"]}
            key = key_of(visitor, "Ann")
            visitor.close()
            made = httpx.post(
                f"{server.url}/api/tables",
                json=plan,
                headers=key,
                trust_env=False,
                timeout=TIMEOUT_S,
            )
            assert made.is_success
            pids = wait_for(lambda: thinking_in(folder))
            server.stop(how)
            wait_for(lambda: not any(map(is_running, pids)))
            said = server.said().splitlines()
    assert said == [f"Kerys is at {server.url} - stop it with Ctrl-C."]
    assert list(temporary.iterdir()) == []
