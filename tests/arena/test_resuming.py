"""Interrupted tournaments resume where they stopped."""

from __future__ import annotations

import errno
import fcntl
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from kerys.bots.arena import (
    Deal,
    StateFile,
    Tournament,
    TournamentError,
    executors,
    locking,
    play_all,
)
from kerys.bots.arena.deal import play_deal
from tests.arena.tools import found, outcome, run_arena, tournament

BOTS = tournament("random", "random", "random")


def interrupted_after(deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate Ctrl-C after this many deals."""
    left = iter(range(deals))

    def play(tournament: Tournament, number: int) -> Deal:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return play_deal(tournament, number)

    monkeypatch.setattr(executors, "play_deal", play)


def test_going_on_gives_what_an_uninterrupted_run_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = outcome(play_all(BOTS, 5, cores=1))
    file = tmp_path / "state.jsonl"
    for deals in (2, 1):
        with monkeypatch.context() as patch:
            interrupted_after(deals, patch)
            with pytest.raises(KeyboardInterrupt):
                play_all(BOTS, 5, cores=1, state=StateFile(file, BOTS))
    assert len(file.read_text().splitlines()) == 1 + 3
    steps: list[int] = []
    finished = play_all(BOTS, 5, cores=1, state=StateFile(file, BOTS), progress=steps.append)
    assert steps == [3, 1, 1]
    assert outcome(finished) == whole
    assert outcome(list(StateFile(file, BOTS).read().values())) == whole


def test_a_longer_tournament_begins_with_what_a_shorter_one_played(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"
    play_all(BOTS, 2, cores=1, state=StateFile(file, BOTS))
    longer = play_all(BOTS, 4, cores=1, state=StateFile(file, BOTS))
    assert outcome(longer) == outcome(play_all(BOTS, 4, cores=1))
    shorter = play_all(BOTS, 1, cores=1, state=StateFile(file, BOTS))
    assert outcome(shorter) == outcome(longer[:1])


def test_a_line_cut_short_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"
    whole = outcome(play_all(BOTS, 3, cores=1, state=StateFile(file, BOTS)))
    text = file.read_bytes()
    ends = [place for place, byte in enumerate(text) if byte == ord("\n")]
    for length in (3, ends[0], ends[0] + 1, ends[1] + 20, ends[2] - 1, len(text) - 1):
        file.write_bytes(text[:length])
        assert outcome(play_all(BOTS, 3, cores=1, state=StateFile(file, BOTS))) == whole
        assert len(file.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (tournament("random", "random", "random", seed="1"), "seed"),
        (tournament("random", "random", "greedy"), "bots"),
        (tournament("random", "random"), "options, bots"),
        (tournament("random", "random", "random", game="ys"), "game"),
        (Tournament("mykerinos", {"players": 3}, ("random",) * 3), "budget"),
    ],
)
def test_a_file_of_other_settings_is_refused(
    other: Tournament, differs: str, tmp_path: Path
) -> None:
    file = tmp_path / "state.jsonl"
    play_all(BOTS, 1, cores=1, state=StateFile(file, BOTS))
    before = file.read_bytes()
    with pytest.raises(TournamentError, match=f"another tournament, which differs in {differs}"):
        play_all(other, 1, cores=1, state=StateFile(file, other))
    assert file.read_bytes() == before


def test_a_file_of_other_bots_of_the_same_name_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"
    play_all(BOTS, 1, cores=1, state=StateFile(file, BOTS))
    header, rest = file.read_text().split("\n", 1)
    settings: dict[str, Any] = json.loads(header)
    for changed in ({"sources": "changed"}, {"kerys arena": 3}):
        file.write_text(json.dumps(settings | changed) + "\n" + rest)
        with pytest.raises(TournamentError, match="different versions of the bots or rules"):
            StateFile(file, BOTS).read()


@pytest.mark.parametrize("text", ["my notes", "my notes\n", "[1]\n", '{"a": 1}\n{}\n'])
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    with pytest.raises(TournamentError, match="isn't a tournament file"):
        play_all(BOTS, 1, cores=1, state=StateFile(file, BOTS))
    assert file.read_text() == text


def test_a_spoilt_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"
    play_all(BOTS, 2, cores=1, state=StateFile(file, BOTS))
    lines = file.read_text().splitlines()
    whole = json.loads(lines[1])
    first, *others = whole["games"]
    endless = [{**first, "scores": [float("inf"), 0, 0]}, *others]
    games = ([], others, endless, *([{**first, name: [1]}, *others] for name in first))
    told = [json.dumps({**whole, "games": some}) for some in games]
    habits: tuple[Any, ...] = (
        [],
        {"random": []},
        {"random": {"bid": 1}},
        {"random": {"bid": [1, 2, 3]}},
    )
    told += [json.dumps({**whole, "habits": some}) for some in habits]
    for spoilt in ("", "{}", "nonsense", *told):
        file.write_text("\n".join([lines[0], spoilt, lines[2]]) + "\n")
        with pytest.raises(TournamentError, match="line 2: this isn't a deal"):
            StateFile(file, BOTS).read()


def test_the_same_command_goes_on_after_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("--bots", "random,random", "--games", "8", "--worlds", "1", "--json")
    whole = found(run_arena(*command))
    with monkeypatch.context() as patch:
        interrupted_after(3, patch)
        stopped = run_arena(*command)
    assert stopped.exit_code == 130
    assert stopped.stdout == ""
    assert "run the same command to resume" in stopped.stderr
    kept = list((tmp_path / "state").rglob("*.jsonl"))
    assert len(kept) == 1
    again = run_arena(*command)
    assert "which holds 3 deals." in again.stderr
    assert found(again) == whole
    assert not kept[0].exists(), "a file that nobody asked for goes in the end"


def test_a_shorter_run_leaves_what_is_kept_of_a_longer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("--bots", "random,random", "--worlds", "1", "--json", "--games")
    with monkeypatch.context() as patch:
        interrupted_after(3, patch)
        run_arena(*command, "8")
    assert found(run_arena(*command, "4"))["deals"] == 2
    (kept,) = (tmp_path / "state").rglob("*.jsonl")
    assert "which holds 3 deals." in run_arena(*command, "8").stderr
    assert not kept.exists()


def test_what_ctrl_c_leaves_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.jsonl"
    interrupted_after(0, monkeypatch)
    for arguments in ((), ("--file", str(file))):
        stopped = run_arena("--bots", "random,random", "--games", "4", *arguments)
        assert stopped.exit_code == 130
        assert "Stopped before the first deal was finished: nothing was kept." in stopped.stderr
        assert "are kept in" not in stopped.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_an_empty_file_that_was_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine"
    file.touch()
    interrupted_after(0, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        play_all(BOTS, 1, cores=1, state=StateFile(file, BOTS))
    assert file.read_bytes() == b""


# --- Two runs at once --------------------------------------------------------------------------


ELSEWHERE = "is already running"


def test_a_second_run_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"

    def another(played: int) -> None:
        before = file.read_bytes()
        with pytest.raises(TournamentError, match=ELSEWHERE):
            play_all(BOTS, 3, cores=1, state=StateFile(file, BOTS))
        assert file.read_bytes() == before

    finished = play_all(BOTS, 3, cores=1, state=StateFile(file, BOTS), progress=another)
    assert outcome(list(StateFile(file, BOTS).read().values())) == outcome(finished)


def test_the_same_command_in_another_process_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"
    with running_long(file) as running:
        words = command_for(file, games=100_000)
        second = subprocess.run(words, capture_output=True, text=True, check=False)
        assert running.poll() is None
        running.kill()
        heard_to_the_end(running)
    assert second.returncode == 1
    assert ELSEWHERE in second.stderr
    assert "Traceback" not in second.stderr
    assert_nothing_is_lost(file)


def test_a_run_that_ends_does_not_take_its_file_from_under_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first run removes its file after the second has opened it but before it has the lock."""
    file = tmp_path / "state.jsonl"
    first, second, third = (StateFile(file, BOTS) for _run in range(3))
    lock = locking._lock
    with ExitStack() as ends:
        ends.enter_context(first.held())
        first.add(play_deal(BOTS, 0))

        def late(opened: BinaryIO, path: Path) -> None:
            if first.file is not None:
                first.remove()
                ends.close()
            lock(opened, path)

        monkeypatch.setattr(locking, "_lock", late)
        with second.held():
            assert second.read() == {}
            second.add(play_deal(BOTS, 1))
            assert list(StateFile(file, BOTS).read()) == [1], "it is where everyone finds it"
            with pytest.raises(TournamentError, match=ELSEWHERE), third.held():
                pass
    assert list(StateFile(file, BOTS).read()) == [1]


def test_only_its_own_file_is_removed(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"
    first, second = StateFile(file, BOTS), StateFile(file, BOTS)
    with first.held():
        first.add(play_deal(BOTS, 0))
        file.unlink()  # as a user might
        with second.held():
            second.add(play_deal(BOTS, 1))
            first.remove()
    assert list(StateFile(file, BOTS).read()) == [1]


def test_a_disk_that_knows_no_locks_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(file: object, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", unable)
    with pytest.raises(TournamentError, match=r"cannot be locked .* \(No locks available\)"):
        play_all(BOTS, 1, cores=1, state=StateFile(tmp_path / "state.jsonl", BOTS))


def test_a_process_that_dies_is_told_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"
    killed: list[int] = []

    def kill_one(played: int) -> None:
        if played and not killed:  # deals finished by then are still reported
            killed.append(multiprocessing.active_children()[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    with pytest.raises(TournamentError, match="Run the same command to resume"):
        play_all(BOTS, 200, cores=2, state=StateFile(file, BOTS), progress=kill_one)
    deals = len(StateFile(file, BOTS).read()) + 1
    finished = play_all(BOTS, deals, cores=1, state=StateFile(file, BOTS))
    assert outcome(finished) == outcome(play_all(BOTS, deals, cores=1))


HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
PROGRAM = (sys.executable, "-c", f"{HEARS}; from kerys.cli.arena import arena; arena()")


def command_for(file: Path, *, games: int) -> list[str]:
    """`kerys arena` on two cores, with a state file."""
    words = ("ys", "--bots", "random,random", "--cores", "2", "--games", str(games), "--json")
    return [*PROGRAM, *words, "--file", str(file)]


@contextmanager
def running_long(file: Path) -> Iterator[subprocess.Popen[str]]:
    """A long tournament in its own process group, after its first deals."""
    running = subprocess.Popen(
        command_for(file, games=100_000), stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        while not file.exists() or file.read_bytes().count(b"\n") < 3:
            assert running.poll() is None
            time.sleep(0.05)
        yield running
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def heard_to_the_end(running: subprocess.Popen[str]) -> str:
    """The error output, read until all of the command's processes have ended."""
    return running.communicate(timeout=60)[1]


def assert_nothing_is_lost(file: Path) -> None:
    """Check that finished deals are kept, and that the same command resumes with them."""
    deals = file.read_bytes().count(b"\n") - 1
    again = command_for(file, games=2 * deals + 2)
    done = subprocess.run(again, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["deals"] == deals + 1


def test_ctrl_c_stops_all_processes_at_once(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"
    with running_long(file) as running:
        os.killpg(running.pid, signal.SIGINT)
        said = heard_to_the_end(running)
    assert running.returncode == 130
    assert "run the same command to resume" in said
    assert "Traceback" not in said
    assert_nothing_is_lost(file)


def test_no_process_outlives_a_tournament_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "state.jsonl"
    with running_long(file) as running:
        running.kill()
        heard_to_the_end(running)
    assert_nothing_is_lost(file)
