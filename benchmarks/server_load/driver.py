"""The driver, a Node program: it plays at all tables of one server and measures."""

from __future__ import annotations

import json
import os
import resource
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from server_load.peer import SCRIPTS, node, packages
from server_load.processes import (
    BenchmarkError,
    cpu_seconds,
    members,
    memory_bytes,
    running,
    said_in,
)


@dataclass(frozen=True)
class Waits:
    """Waiting times in milliseconds."""

    count: int
    p50: float
    p99: float
    most: float


@dataclass(frozen=True)
class Measured:
    """The results of one run."""

    seconds: float
    moves: int
    moves_per_s: float
    told_ms: Waits | None
    """From sending a move until another player at the table has it."""
    answered_ms: Waits | None
    """From sending a move until it is acknowledged."""
    watched_ms: Waits | None
    """From sending a move until a watcher has it."""
    bytes_per_viewer: float
    """What the server sends to a player for each move at their table."""
    bytes_per_watcher: float
    merged: int
    """How many moves a player was told about together with a later one."""
    tables_made: int
    """Tables that the driver had to create because the prepared ones were used up."""
    driver_busy: float
    """The share of its core that the driver used; near 1, the driver limits the speed."""
    server_busy: float
    """The CPU time that the server got; below 1 at full speed, it waits for the disk or for other
    processes on the same core."""
    cpu_ms_per_move: float
    cpu_by_process: tuple[float, ...]
    """The share of that time that each server process used, busiest first."""
    memory_seated: int
    memory_watched: int
    memory_at_end: int


def allow_many_connections() -> None:
    """Raise the limit on connections for child processes as far as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def drive(
    plan: dict[str, Any],
    server: int,
    folder: Path,
    cores: frozenset[int],
    *,
    profiled: bool = False,
) -> Measured:
    """Let the driver carry out a plan on a server, and monitor the server's process meanwhile."""
    log = folder / "driver.txt"
    command = [node(), str(SCRIPTS / "driver.js")]
    environment = {"NODE_PATH": str(packages())}
    memory: dict[str, int] = {}
    cpu: dict[str, dict[int, float]] = {}
    with running(command, cores, log, environment, talks=True) as driver:
        assert driver.stdin is not None
        assert driver.stdout is not None
        _tell(driver.stdin, json.dumps(plan))
        for step in _steps(driver.stdout, log):
            event = step["event"]
            if event in ("seated", "watched"):
                memory[event] = memory_bytes(members(server))
                _tell(driver.stdin, "on")
            elif event in ("begin", "end"):
                cpu[event] = cpu_seconds(members(server))
                if profiled:
                    os.kill(server, signal.SIGUSR1 if event == "begin" else signal.SIGUSR2)
            elif event == "result":
                memory["at_end"] = memory_bytes(members(server))
                used = [spent - cpu["begin"].get(one, 0.0) for one, spent in cpu["end"].items()]
                return _measured(step["result"], used, memory)
    raise BenchmarkError(f"the driver has ended too early: {said_in(log)}")


def _tell(stream: IO[str], line: str) -> None:
    stream.write(line + "\n")
    stream.flush()


def _steps(lines: IO[str], log: Path) -> Iterator[dict[str, Any]]:
    """The driver's reports; a failure raises an error."""
    for line in lines:
        step = json.loads(line)
        if step["event"] == "failed":
            raise BenchmarkError(f"the driver: {step['why']}")
        yield step
    raise BenchmarkError(f"the driver has ended: {said_in(log)}")


def _measured(result: dict[str, Any], used: Sequence[float], memory: dict[str, int]) -> Measured:
    if result["moves"] == 0:
        raise BenchmarkError("no move was acknowledged while it was measured")
    cpu_s = sum(used)
    waits = {
        name: None if result[name] is None else Waits(**result[name])
        for name in ("told_ms", "answered_ms", "watched_ms")
    }
    return Measured(
        **{**result, **waits},
        server_busy=cpu_s / result["seconds"],
        cpu_ms_per_move=1000 * cpu_s / result["moves"],
        cpu_by_process=tuple(sorted((one / cpu_s for one in used if cpu_s), reverse=True)),
        memory_seated=memory["seated"],
        memory_watched=memory["watched"],
        memory_at_end=memory["at_end"],
    )
