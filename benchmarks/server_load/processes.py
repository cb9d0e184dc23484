"""Processes on their own cores, and the CPU time and memory they use."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

STARTUP_S = 600.0
"""Long, since the first start of a changed checkout compiles the rules of both games."""
STOPPING_S = 10.0
GLANCE_S = 0.05
QUIET_S, IDLE = 2.0, 0.05
"""How long a process must use at most which share of a core to count as idle."""
PROC = Path("/proc")
CPU = Path("/sys/devices/system/cpu")
BOTS = ("bot_process", "bot_worker", "kerys-bot")
"""Words in the command lines of bot processes, which don't count as the server."""


class BenchmarkError(Exception):
    """Something is missing or went wrong; the message says what."""


@dataclass(frozen=True)
class Cores:
    """The cores of the server and the driver; empty to leave it to the system."""

    server: frozenset[int] = frozenset()
    driver: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    share: float = 0.0
    """The largest share of a core for each server process; 0 for no limit."""

    @property
    def note(self) -> str:
        """A note for the reader of the report."""
        if self.share:
            return f"each worker gets {self.share:.0%} of a core"
        if not self.server:
            return "this system can't pin processes to cores"
        said = f"server on {_listed(self.server)}, driver on {_listed(self.driver)}"
        shared = self.server & self.driver
        return f"{said} (NOT ENOUGH CORES: they share {_listed(shared)})" if shared else said

    @property
    def of_others(self) -> str:
        """Where everything else runs."""
        if self.share:
            return "what is left"
        return _listed(self.others) if self.others else "any (NOT ENOUGH CORES for one of its own)"


def split_cores(servers: int = 1) -> Cores:
    """Some cores for the server and another for the driver, as far as available."""
    if not hasattr(os, "sched_getaffinity"):
        return Cores()
    ours = sorted(os.sched_getaffinity(0), key=lambda core: (_threads_before(core), core))
    driver = ours[servers : servers + 1] or ours[-1:]
    return Cores(frozenset(ours[:servers]), frozenset(driver), frozenset(ours[servers + 1 :]))


def _threads_before(core: int) -> int:
    """How many threads of the same physical core precede this one; they share it."""
    listed = CPU / f"cpu{core}" / "topology" / "thread_siblings_list"
    try:
        siblings = listed.read_text().strip()
    except OSError:
        return 0
    first, *others = (int(one) for one in siblings.replace("-", ",").split(","))
    if "-" in siblings:
        return core - first
    return [first, *others].index(core)


def _listed(cores: frozenset[int]) -> str:
    word = "core" if len(cores) == 1 else "cores"
    return f"{word} {', '.join(str(one) for one in sorted(cores))}"


@contextmanager
def on_cores(cores: frozenset[int]) -> Iterator[None]:
    """Run everything started inside on these cores, with all its threads."""
    if not cores:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def running(
    command: Sequence[str],
    cores: frozenset[int],
    log: Path,
    environment: Mapping[str, str] | None = None,
    *,
    talks: bool = False,
) -> Iterator[subprocess.Popen[str]]:
    """A process in its own group, all of which is ended on exit."""
    with log.open("ab") as errors, on_cores(cores):
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
            stdout=subprocess.PIPE if talks else errors,
            stderr=errors,
            text=True,
            env={**os.environ, **(environment or {})},
            cwd=log.parent,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    """Ask the process to end, then kill it."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
        except ProcessLookupError:
            break
        try:
            process.wait(STOPPING_S)
        except subprocess.TimeoutExpired:
            continue
    process.wait(STOPPING_S)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()


def free_port() -> int:
    """An unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_it_answers(process: subprocess.Popen[str], url: str, log: Path) -> None:
    """Wait for a server; raise an error if it ends instead."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    give_up = time.monotonic() + STARTUP_S
    while time.monotonic() < give_up:
        if process.poll() is not None:
            raise BenchmarkError(f"the server has ended: {said_in(log)}")
        try:
            with direct.open(url, timeout=STOPPING_S):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(GLANCE_S)
    raise BenchmarkError(f"the server does not answer at {url}: {said_in(log)}")


def wait_until_idle(process: subprocess.Popen[str]) -> None:
    """Wait until a server has finished starting up, including its bots."""
    before = sum(cpu_seconds(_family(process.pid)).values())
    for _glance in range(round(STARTUP_S / QUIET_S)):
        time.sleep(QUIET_S)
        now = sum(cpu_seconds(_family(process.pid)).values())
        if now - before < IDLE * QUIET_S:
            return
        before = now
    raise BenchmarkError("the server is still busy with its start")


def said_in(log: Path) -> str:
    """The end of a process's output."""
    return log.read_text(errors="replace")[-2000:].strip() or "it says nothing"


# --- What a server uses ------------------------------------------------------------------------


def members(root: int) -> list[int]:
    """A process and its descendants, without bot processes."""
    return [one for one in _family(root) if not _is_bot(one)]


def _family(root: int) -> list[int]:
    """A process and all its descendants."""
    parents: dict[int, list[int]] = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            parent = int(_stat(int(folder.name))[1])
        except OSError:
            continue
        parents.setdefault(parent, []).append(int(folder.name))
    found, left = [], [root]
    while left:
        one = left.pop()
        found.append(one)
        left.extend(parents.get(one, []))
    return found


def _stat(process: int) -> list[str]:
    """The fields of `/proc/ID/stat` after the name."""
    return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()


def _is_bot(process: int) -> bool:
    try:
        words = (PROC / str(process) / "cmdline").read_bytes().decode(errors="replace")
        words += (PROC / str(process) / "comm").read_text()
    except OSError:
        return False
    return any(word in words for word in BOTS)


def cpu_seconds(processes: Sequence[int]) -> dict[int, float]:
    """The CPU time that each process has used so far, in user mode and in the kernel."""
    found = {}
    for one in processes:
        try:
            fields = _stat(one)
        except OSError:
            continue
        found[one] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def memory_bytes(processes: Sequence[int]) -> int:
    """The memory they use (PSS: shared pages count once)."""
    total = 0
    for one in processes:
        try:
            lines = (PROC / str(one) / "smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return total
