"""A Kerys site with people and tables, ready to be played, and `kerys serve`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server_load.processes import free_port, running, wait_until_idle, wait_until_it_answers

SEATS = 4
TINY = "tiny"
GUESTS = Path(__file__).parent / "guests"
"""The folder of the tiny game: a package like any other, with its entry point next to it."""
PROFILED = Path(__file__).parent / "profiled.py"


def populate(
    database: str, game: str, groups: int, each: int, *, public: bool = False
) -> list[dict[str, Any]]:
    """Groups of four people, each with a cookie, a key and some tables to play at."""
    sys.path.append(str(GUESTS))
    from kerys.server.new_table import Plan
    from kerys.server.settings import Settings
    from kerys.server.site import open_site

    site = open_site(Settings(database=database))
    plan = Plan(game, ["me"] + ["friend"] * (SEATS - 1), private=not public)
    found: list[dict[str, Any]] = []
    for group in range(groups):
        welcomed = [site.people.welcome(f"Player {group} {seat}") for seat in range(SEATS)]
        people = [person for person, _cookie in welcomed]
        tables = []
        for _table in range(each):
            table_id = site.tables.make(people[0], plan)
            seats = site.tables.look(table_id, people[0]).seats
            for number, person in enumerate(people[1:], 1):
                site.tables.sit_down(person, table_id, number, seats[number].invitation)
            tables.append(table_id)
        secrets = [
            {"cookie": cookie, "key": site.people.make_token(person, "benchmark")}
            for person, cookie in welcomed
        ]
        found.append({"people": secrets, "tables": tables})
    if site.leases is not None:
        site.leases.stop()  # or the server would expect the tables here until the lease expires
    site.database.close()
    return found


@contextmanager
def serving_kerys(
    folder: Path,
    cores: frozenset[int],
    database: str,
    workers: int = 1,
    profile: Path | None = None,
) -> Iterator[tuple[str, int]]:
    """Run `kerys serve`; yields its address and process."""
    log, port = folder / "kerys.txt", free_port()
    url = f"http://127.0.0.1:{port}"
    start = ["-m", "kerys.cli"] if profile is None else ["-P", str(PROFILED), str(profile)]
    command = [sys.executable, *start, "serve", "--db", database, "--port", str(port)]
    if workers > 1:
        command += ["--workers", str(workers)]
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(GUESTS))))
    environment = {
        "XDG_DATA_HOME": str(folder / "data"),
        "PYTHONUNBUFFERED": "1",
        "PYTHONPATH": path,
    }
    with running(command, cores, log, environment) as process:
        wait_until_it_answers(process, f"{url}/alive", log)
        wait_until_idle(process)
        yield url, process.pid
