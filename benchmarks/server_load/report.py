"""The report: a table of all contenders, the targets, and where the time goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from server_load.driver import Measured, Waits

PEER, API, GAME, PAGES = "boardgame.io", "Kerys, API", "Kerys, API, real game", "Kerys, pages"
CONTENDERS = (PEER, API, GAME, PAGES)
PLAY, WATCHERS, WORKERS = "play", "watchers", "workers"
MOST_PACED_MS = 30.0
MOST_CPU_MS = {API: 1.0, GAME: 1.0, PAGES: 5.0}
MOST_BYTES = 3_000
MOST_MEMORY = 1024**3
LINES = 20
"""How many functions a profile lists."""


@dataclass(frozen=True)
class Run:
    """One measurement."""

    part: str
    """What it was for: to compare servers, to serve watchers, to compare workers on their own
    cores, or their cost on the same core."""
    contender: str
    game: str
    tables: int
    pace_s: float
    """How long people think; 0 if everyone plays as fast as possible."""
    watchers: int
    workers: int
    database: str
    cores: str
    found: Measured
    share: float = 0.0
    """Each worker's share of a core; 0 for a whole one."""


@dataclass(frozen=True)
class Target:
    """A target, and whether it was met."""

    wanted: str
    found: str
    reached: bool


def table(runs: Sequence[Run]) -> str:
    """All contenders side by side, in Markdown."""
    lines = [["", *CONTENDERS]]
    for tables, pace in sorted({(run.tables, run.pace_s) for run in _played(runs)}):
        here = [run for run in _played(runs) if (run.tables, run.pace_s) == (tables, pace)]
        if pace:
            said = f"others told, p50 / p99, {tables} tables paced like people ({pace:g} s)"
            lines.append(_row(said, here, lambda found: _waits(found.told_ms)))
            continue
        said = f"{tables} tables at full speed"
        more: list[tuple[str, Callable[[Measured], str]]] = [
            (f"acknowledged moves a second, {said}", lambda found: f"{found.moves_per_s:,.0f}"),
            (f"others told, p50 / p99, {said}", lambda found: _waits(found.told_ms)),
            (f"mover answered, p50 / p99, {said}", lambda found: _waits(found.answered_ms)),
            (f"CPU a move in the server, {said}", lambda found: f"{found.cpu_ms_per_move:.2f} ms"),
            (
                f"share of its core that the server got, {said}",
                lambda found: f"{found.server_busy:.0%}",
            ),
            (f"bytes a viewer a move, {said}", lambda found: f"{found.bytes_per_viewer:,.0f}"),
        ]
        lines += [_row(one, here, show) for one, show in more]
    watched = [run for run in runs if run.part == WATCHERS]
    for number in sorted({run.watchers for run in watched}):
        here = [run for run in watched if run.watchers == number]
        lines.append(_row(f"memory with {number:,} watchers (before they came)", here, _memory))
        shown = f"watchers told, p50 / p99, {number:,} of them"
        lines.append(_row(shown, here, lambda found: _waits(found.watched_ms)))
        bytes_row = "bytes a watcher a move"
        lines.append(_row(bytes_row, here, lambda found: f"{found.bytes_per_watcher:,.0f}"))
    lines.insert(1, ["---", *["---:"] * len(CONTENDERS)])
    said = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n\n".join(filter(None, (said if len(lines) > 2 else "", _of_workers(runs))))


def _played(runs: Sequence[Run]) -> list[Run]:
    """The runs that compare servers."""
    return [run for run in runs if run.part == PLAY]


def _row(name: str, runs: Sequence[Run], show: Callable[[Measured], str]) -> list[str]:
    found = {run.contender: show(run.found) for run in runs}
    return [name, *(found.get(one, "-") for one in CONTENDERS)]


def _waits(waits: Waits | None) -> str:
    return "-" if waits is None else f"{waits.p50:.1f} / {waits.p99:.1f} ms"


def _memory(found: Measured) -> str:
    return f"{found.memory_watched / 2**20:,.0f} ({found.memory_seated / 2**20:,.0f}) MiB"


def _of_workers(runs: Sequence[Run]) -> str:
    """One worker compared with several, with PostgreSQL."""
    lines = []
    for run in runs:
        if run.part == WORKERS:
            shares = ", ".join(f"{one:.0%}" for one in run.found.cpu_by_process if one >= 0.005)
            lines.append(
                f"- {_workers(run.workers)} and PostgreSQL, {run.tables} tables: "
                f"{run.found.moves_per_s:,.0f} moves a second, {run.found.cpu_ms_per_move:.3f} ms "
                f"of CPU a move, by process {shares} ({run.cores})"
            )
    return "\n".join(lines)


def _workers(number: int) -> str:
    return f"{number} worker{'s' if number > 1 else ''}"


# --- Targets -----------------------------------------------------------------------------------


def targets(runs: Sequence[Run]) -> list[Target]:
    """All targets that apply to these runs."""
    found: list[Target] = []
    full = [run for run in _played(runs) if not run.pace_s]
    most = max((run.tables for run in full), default=0)
    for tables in sorted({run.tables for run in full}):
        here = {run.contender: run.found for run in full if run.tables == tables}
        if PEER in here and API in here:
            if tables == most:
                found.append(_as_many_moves(tables, here[API], here[PEER]))
            found.append(_as_soon(tables, here[API], here[PEER]))
    for run in _played(runs):
        if run.pace_s and run.contender != PEER and run.found.told_ms is not None:
            told = f"{run.found.told_ms.p99:.1f} ms"
            wanted = f"{run.contender}: others told within {MOST_PACED_MS:g} ms (p99), paced"
            reached = run.found.told_ms.p99 <= MOST_PACED_MS
            found.append(Target(f"{wanted}, {run.tables} tables", told, reached))
    for run in full:
        if run.contender in MOST_CPU_MS and run.tables == most:
            found += _light(run)
    for run in runs:
        if run.part == WATCHERS and run.contender != PEER:
            used = run.found.memory_watched
            wanted = f"{run.watchers:,} watchers within 1 GiB"
            found.append(Target(wanted, f"{used / 2**20:,.0f} MiB", used <= MOST_MEMORY))
    return found + _of_two(runs)


def _as_many_moves(tables: int, ours: Measured, theirs: Measured) -> Target:
    ratio = ours.moves_per_s / theirs.moves_per_s
    wanted = f"{API}, {tables} tables: as many moves a second as {PEER}"
    return Target(wanted, f"{ratio:.2f} times as many", ratio >= 1)


def _as_soon(tables: int, ours: Measured, theirs: Measured) -> Target:
    assert ours.told_ms is not None
    assert theirs.told_ms is not None
    ratio = ours.told_ms.p99 / theirs.told_ms.p99
    wanted = f"{API}, {tables} tables at full speed: others told as soon as by {PEER} (p99)"
    return Target(wanted, f"{ratio:.2f} times as long", ratio <= 1)


def _light(run: Run) -> list[Target]:
    cpu, most_cpu = run.found.cpu_ms_per_move, MOST_CPU_MS[run.contender]
    sent = run.found.bytes_per_viewer
    return [
        Target(f"{run.contender}: {most_cpu:g} ms of CPU a move", f"{cpu:.2f}", cpu <= most_cpu),
        Target(
            f"{run.contender}: {MOST_BYTES:,} bytes a viewer a move",
            f"{sent:,.0f}",
            sent <= MOST_BYTES,
        ),
    ]


def _of_two(runs: Sequence[Run]) -> list[Target]:
    """The number of moves should grow with the number of workers; in tenths, as runs differ."""
    shared = [run for run in runs if run.part == WORKERS]
    alone = [run for run in shared if run.workers == 1]
    found = []
    for workers in sorted({run.workers for run in shared if run.workers > 1}):
        several = [run for run in shared if run.workers == workers]
        if not alone:
            continue
        in_time = _mean(several, "moves_per_s") / _mean(alone, "moves_per_s")
        for_cpu = workers * _mean(alone, "cpu_ms_per_move") / _mean(several, "cpu_ms_per_move")
        ratio = for_cpu if several[0].share else in_time
        wanted = f"{workers} workers make {workers} times the moves of one"
        said = (
            f"{for_cpu:.2f} times for the same CPU a worker, {in_time:.2f} times in the same time"
        )
        found.append(Target(wanted, said, ratio >= workers))
    return found


def _mean(runs: Sequence[Run], what: str) -> float:
    """The mean of a measurement."""
    return sum(float(getattr(run.found, what)) for run in runs) / len(runs)


def list_targets(found: Sequence[Target]) -> str:
    """All targets, in Markdown."""
    lines = ["| target | found | |", "| --- | ---: | --- |"]
    for one in found:
        lines.append(
            f"| {one.wanted} | {one.found} | {'reached' if one.reached else 'NOT REACHED'} |"
        )
    return "\n".join(lines)


# --- Everything else ---------------------------------------------------------------------------


def remarks(runs: Sequence[Run]) -> list[str]:
    """What a reader should know before trusting the numbers."""
    found = []
    for run in runs:
        where = f"{run.contender}, {run.tables} tables"
        if run.found.driver_busy > 0.9:
            found.append(f"{where}: the driver used {run.found.driver_busy:.0%} of its core")
        if run.found.tables_made:
            found.append(f"{where}: {run.found.tables_made} tables were made while it ran")
        if run.found.merged:
            found.append(f"{where}: {run.found.merged} moves were told together with a later one")
        if "NOT ENOUGH" in run.cores:
            found.append(f"{where}: {run.cores}")
    return found


def profile(found: dict[str, Any], moves: int) -> str:
    """Where the time goes, by function."""
    ours = {name: seconds for name, seconds in found["within"].items() if name.startswith("kerys.")}
    parts = []
    for title, times in (("in the function itself", found["own"]), ("with what it calls", ours)):
        ranked = sorted(times.items(), key=lambda one: -one[1])[:LINES]
        lines = [f"| function, CPU {title} | share | ms a move |", "| --- | ---: | ---: |"]
        for name, seconds in ranked:
            share = seconds / found["seconds"]
            lines.append(f"| {name} | {share:.1%} | {1000 * seconds / moves:.3f} |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def plain(runs: Sequence[Run], versions: dict[str, str]) -> dict[str, Any]:
    """Everything as one object; the top-level names are from the largest run at full speed."""
    full = [run for run in _played(runs) if not run.pace_s]
    found: dict[str, Any] = {}
    for name, contender in (("kerys", API), ("peer", PEER), ("game", GAME), ("pages", PAGES)):
        mine = [run for run in full if run.contender == contender]
        if mine:
            best = max(mine, key=lambda run: run.tables).found
            found[f"{name}_moves_per_s"] = best.moves_per_s
            found[f"{name}_cpu_ms_per_move"] = best.cpu_ms_per_move
            found[f"{name}_p50_ms"] = best.told_ms.p50 if best.told_ms else None
            found[f"{name}_p99_ms"] = best.told_ms.p99 if best.told_ms else None
            found[f"{name}_bytes_per_viewer"] = best.bytes_per_viewer
    return {
        **found,
        "versions": versions,
        "targets": [asdict(one) for one in targets(runs)],
        "remarks": remarks(runs),
        "runs": [asdict(run) for run in runs],
    }
