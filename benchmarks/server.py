"""The server compared with that of boardgame.io, in one run.

python benchmarks/server.py [--quick] [--json] [--only peer|api|game|pages|watchers|workers]

One driver plays at many tables of four: at full speed, where players move at once, and at a human
pace, where they think for about five seconds. The server runs on one core, the driver on another.
The driver moves for a seat only after the seat was told that it is its turn; a move that is
refused, or that one of the four never hears of, ends the run with an error.

boardgame.io 0.50.2 comes from npm and keeps everything in memory; Kerys keeps everything on disk.
To compare them, "peer" and "api" play the same tiny game for four: play a card from a secret hand,
draw another, forever. "game" plays the real games through the same API: any legal move of Mykerinos
or Ys, and the same people at a new table when a game is over. So each of its moves is more work,
and some of the measured time goes into new tables.

"API": four programs, each with a WebSocket. "Pages": four browsers at the real game, each with an
event stream, and forms for decisions. "Watchers": 2,000 people who watch 20 tables of the real game
at a human pace. "Workers": one process and several with the tiny game and one PostgreSQL, each
process on its own core, twice each. If there are too few cores for that, each gets a quarter of a
core, so that enough is left for the driver and for PostgreSQL; and what counts is how many moves
the workers make for the same CPU time, since the rest of the machine is shared.

Needs Linux to measure CPU and memory, Node with npm, and PostgreSQL for "workers".
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from server_load import report
from server_load.driver import Measured, allow_many_connections, drive
from server_load.kerys_site import SEATS, TINY, populate, serving_kerys
from server_load.peer import serving_peer, versions
from server_load.processes import BenchmarkError, Cores, members, on_cores, said_in, split_cores
from server_load.report import API, GAME, PAGES, PEER, PLAY, WATCHERS, WORKERS, Run
from server_load.shares import can_share, sharing

CONTENDER = {"peer": PEER, "api": API, "game": GAME, "pages": PAGES}
PARTS = (*CONTENDER, WATCHERS, WORKERS)
PLAYERS = {PEER: "boardgame", API: "api", GAME: "api", PAGES: "pages"}
PACE_S = 5.0
WARMUP_S = 3.0
TABLES, SECONDS = (50, 200), 15.0
QUICK_TABLES, QUICK_SECONDS = (50,), 5.0
MANY, WATCHED_TABLES = 2000, 20
SHARE = 0.25
MOVES_PER_S, MOVES_PER_GAME = 3000, 60
"""For estimating how many tables to create in advance; more are created when needed."""
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Load:
    """The load that the driver puts on a server."""

    tables: int
    seconds: float
    pace_s: float = 0.0
    watchers: int = 0
    slower: float = 1.0
    """How many times slower the server is than with a whole core."""

    @property
    def warmup_s(self) -> float:
        """The time until all tables are in memory and out of step with each other."""
        return self.slower * (self.pace_s or WARMUP_S)

    @property
    def games(self) -> int:
        """How many games one group of people may play during the run."""
        moves = (self.warmup_s + self.seconds) * MOVES_PER_S
        return 1 if self.pace_s else 1 + math.ceil(moves / self.tables / MOVES_PER_GAME)

    @property
    def plan(self) -> dict[str, Any]:
        """The plan for the driver."""
        return {
            "pace_s": self.pace_s,
            "warmup_s": self.warmup_s,
            "seconds": self.seconds,
            "watchers": self.watchers,
        }

    def __str__(self) -> str:
        pace = f"paced {self.pace_s:g} s" if self.pace_s else "full speed"
        watched = f", {self.watchers:,} watchers" if self.watchers else ""
        return f"{self.tables} tables, {pace}{watched}"


class Bench:
    """Measures one contender after the other, each with its own server and tables."""

    def __init__(self, game: str, database: str, out: TextIO) -> None:
        self.game = game
        self.database = database
        """Where Kerys keeps its data; empty for a new file in each run."""
        self.out = out
        self.runs: list[Run] = []
        self.share = 0.0
        """Each worker's share of a core if there are too few cores; 0 for a whole one."""

    def measure(self, part: str, contender: str, load: Load, workers: int = 1) -> None:
        """Run one measurement for the report."""
        cores = split_cores(workers)
        if part == WORKERS and self.share:
            cores = Cores(share=self.share)
        found, kept = self._measured(contender, load, cores, workers)
        note = f"{cores.note}, PostgreSQL on {cores.of_others}" if part == WORKERS else cores.note
        where = load.tables, load.pace_s, load.watchers, workers, kept, note
        self.runs.append(Run(part, contender, self._game(contender), *where, found, cores.share))

    def _game(self, contender: str) -> str:
        """The game to play: the tiny game where both servers are compared."""
        return TINY if contender in (PEER, API) else self.game

    def _measured(
        self,
        contender: str,
        load: Load,
        cores: Cores,
        workers: int = 1,
        profile: Path | None = None,
    ) -> tuple[Measured, str]:
        """Run one measurement; returns the result and where the server kept its data."""
        workers_said = f", {workers} workers" if workers > 1 else ""
        print(f"{contender}: {load}{workers_said} ...", file=self.out, end=" ", flush=True)
        with tempfile.TemporaryDirectory(prefix="kerys-benchmark-") as name:
            folder = Path(name)
            if contender == PEER:
                kept, found = "memory", self._peer(load, folder, cores)
            else:
                kept = self.database or f"sqlite:///{folder / 'kerys.db'}"
                found = self._kerys(contender, load, folder, cores, kept, workers, profile)
        told = f", p99 {found.told_ms.p99:.1f} ms" if found.told_ms else ""
        print(f"{found.moves_per_s:,.0f} moves/s{told}", file=self.out, flush=True)
        return found, kept.partition(":")[0]

    def _peer(self, load: Load, folder: Path, cores: Cores) -> Measured:
        with serving_peer(folder, cores.server) as (addresses, process):
            plan = {**load.plan, **addresses, "players": "boardgame", "tables": load.tables}
            with _explained(folder / "peer.txt"):
                return drive(plan, process, folder, cores.driver)

    def _kerys(
        self,
        contender: str,
        load: Load,
        folder: Path,
        cores: Cores,
        database: str,
        workers: int,
        profile: Path | None,
    ) -> Measured:
        game = self._game(contender)
        games = 1 if game == TINY else load.games
        groups = populate(database, game, load.tables, games, public=load.watchers > 0)
        with serving_kerys(folder, cores.server, database, workers, profile) as (url, process):
            plan = {
                **load.plan,
                "url": url,
                "players": PLAYERS[contender],
                "watching": "pages",
                "game": game,
                "groups": groups,
            }
            with _explained(folder / "kerys.txt"), ExitStack() as held:
                if cores.share:
                    ours = members(process)[1:] if workers > 1 else [process]
                    held.enter_context(sharing(ours, cores.share))
                return drive(plan, process, folder, cores.driver, profiled=profile is not None)

    def profile(self, contender: str, load: Load) -> str:
        """Profile where the time goes."""
        with tempfile.TemporaryDirectory(prefix="kerys-profile-") as folder:
            file = Path(folder) / "profile.json"
            found = self._measured(contender, load, split_cores(), profile=file)[0]
            give_up = time.monotonic() + load.seconds
            while not file.exists() and time.monotonic() < give_up:
                time.sleep(0.05)
            if not file.exists():
                raise BenchmarkError("the server has written no profile")
            return report.profile(json.loads(file.read_text()), found.moves)


@contextmanager
def _explained(log: Path) -> Iterator[None]:
    """Add the server's output to an error."""
    try:
        yield
    except BenchmarkError as error:
        raise BenchmarkError(f"{error}\nThe server: {said_in(log)}") from error


def play(bench: Bench, parts: Sequence[str], asked: argparse.Namespace) -> None:
    """Run the requested parts."""
    players = [CONTENDER[part] for part in parts if part in CONTENDER]
    for tables in asked.tables:
        loads = [Load(tables, asked.seconds)]
        if not asked.quick:
            loads.append(Load(tables, 2 * asked.seconds, PACE_S))
        for load in loads:
            for contender in players:
                bench.measure(PLAY, contender, load)
    if WATCHERS in parts:
        load = Load(WATCHED_TABLES, 2 * asked.seconds, PACE_S, MANY)
        for contender in (PEER, GAME):
            bench.measure(WATCHERS, contender, load)
    if WORKERS in parts:
        with _shared_database(bench, split_cores(asked.workers)):
            load = Load(max(asked.tables), asked.seconds)
            if not split_cores(asked.workers).others and can_share():
                bench.share, load = SHARE, replace(load, slower=1 / SHARE)
            for workers in (1, asked.workers, asked.workers, 1):  # as the machine's pace may drift
                bench.measure(WORKERS, API, load, workers)


@contextmanager
def _shared_database(bench: Bench, cores: Cores) -> Iterator[None]:
    """A new PostgreSQL server, on separate cores if there are any left; or that of `--db`."""
    before = bench.database
    with ExitStack() as held:
        if not before.startswith("postgresql:"):
            sys.path.append(str(ROOT))
            from tests.server.postgres import LISTENING, PostgresServer

            try:
                with on_cores(cores.others):
                    server = held.enter_context(PostgresServer(LISTENING, tempfile.gettempdir()))
            except RuntimeError as error:
                raise BenchmarkError(f"'workers' needs PostgreSQL: {error}") from error
            bench.database = server.database()
        try:
            yield
        finally:
            bench.database = before


def main() -> None:
    """Measure and print."""
    asked = arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    bench = Bench(asked.game, asked.db, sys.stderr)
    parts = asked.only or (PARTS[:3] if asked.quick else PARTS)
    wants_profile = asked.profile and not asked.json
    try:
        allow_many_connections()
        compared = {"python": platform.python_version(), **versions()}
        play(bench, parts, asked)
        profiled = [CONTENDER[part] for part in ("game", "pages") if part in parts]
        profiles = {
            contender: bench.profile(contender, Load(max(asked.tables), asked.seconds))
            for contender in (profiled if wants_profile else [])
        }
    except BenchmarkError as error:
        sys.exit(f"server.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    if asked.json:
        print(json.dumps(report.plain(bench.runs, compared), indent=2))
        return
    show(bench.runs, compared, profiles)


def show(runs: Sequence[Run], compared: dict[str, str], profiles: dict[str, str]) -> None:
    """Print the report for people."""
    print("versions:", ", ".join(f"{one} {number}" for one, number in compared.items()))
    print(f"{runs[0].cores}; {SEATS} players a table\n")
    print(report.table(runs))
    found = report.targets(runs)
    if found:
        print(f"\n{report.list_targets(found)}")
    for remark in report.remarks(runs):
        print(f"\nNote: {remark}.")
    for contender, text in profiles.items():
        print(f"\n{contender}, where the time goes:\n\n{text}")


def arguments() -> argparse.Namespace:
    """The command-line arguments."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="50 tables for some seconds")
    parser.add_argument("--json", action="store_true", help="print one object, and no profile")
    parser.add_argument("--tables", type=_at_least_one, nargs="+", help="default: 50 and 200")
    parser.add_argument("--seconds", type=_seconds, help="for each run; twice that when paced")
    parser.add_argument(
        "--game", choices=("mykerinos", "ys"), default="mykerinos", help="the real one"
    )
    parser.add_argument("--db", default="", help="sqlite:///FILE or postgresql://... for Kerys")
    parser.add_argument("--workers", type=_several, default=2, help="compared with one")
    parser.add_argument("--only", action="append", choices=PARTS, help="only this; repeatable")
    parser.add_argument("--profile", action=argparse.BooleanOptionalAction, default=None)
    asked = parser.parse_args()
    if asked.db and not asked.db.startswith(("sqlite:///", "postgresql://")):
        parser.error(f"--db is sqlite:///FILE or postgresql://..., not '{asked.db}'")
    asked.tables = asked.tables or (QUICK_TABLES if asked.quick else TABLES)
    asked.seconds = asked.seconds or (QUICK_SECONDS if asked.quick else SECONDS)
    if asked.profile is None:
        asked.profile = not (asked.quick or asked.only)
    return asked


def _at_least_one(text: str) -> int:
    return _number(text, 1)


def _several(text: str) -> int:
    return _number(text, 2)


def _number(text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"'{text}' isn't a number from {least} on")
    return int(text)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 1 <= found < math.inf:
        raise argparse.ArgumentTypeError(f"'{text}' isn't a number of seconds from 1 on")
    return found


if __name__ == "__main__":
    main()
