"""A PostgreSQL server for the tests, from the installed binaries, removed when they end."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Self

import psycopg
from psycopg import sql

STARTUP_S = 60.0
ENOUGH_BYTES = 4 * 1024**3
QUICKLY_MADE = ("--no-locale", "--no-sync")
LISTENING = ("listen_addresses=", "max_connections=200")
QUICK = (*LISTENING, "fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Nothing here has to survive a power cut."""


def binaries() -> Path:
    """The folder of `initdb` and `postgres`: in the path, or the newest installed by Debian."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: float(one.parts[-3])
    )
    if not versions:
        raise RuntimeError("the tests need PostgreSQL: apt-get install postgresql")
    return versions[-1].parent


class PostgresServer:
    """A cluster in a temporary folder, reached through a socket in it; use it with `with`."""

    def __init__(self, settings: Sequence[str] = QUICK, disk: str | None = None) -> None:
        self._bin = binaries()
        self._settings = settings
        folder = tempfile.mkdtemp(prefix="kerys-postgres-", dir=disk or _quick_disk())
        self._folder = Path(folder)
        self._as = _somebody_else()
        self._process: subprocess.Popen[bytes] | None = None
        self._names = count(1)

    def __enter__(self) -> Self:
        if self._as:
            os.chown(self._folder, self._as["user"], self._as["group"])
        made = self._run("initdb", "-U", "kerys", "-A", "trust", "-E", "UTF8", *QUICKLY_MADE)
        if made.wait():
            raise RuntimeError(f"initdb: {self.log}")
        self.start()
        return self

    def __exit__(self, *_problem: object) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [word for one in self._settings for word in ("-c", one)]
        started = self._run("postgres", "-k", str(self._folder), *settings)
        self._process = started
        give_up = time.monotonic() + STARTUP_S
        while True:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError as error:
                if started.poll() is not None or time.monotonic() > give_up:
                    raise RuntimeError(f"PostgreSQL does not start: {self.log}") from error
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, whether or not clients are connected."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(STARTUP_S)
            self._process = None

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Run one of the binaries as a user it accepts."""
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(self._bin / program), "-D", str(self._folder / "data"), *arguments],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self._as,
            )

    @property
    def log(self) -> str:
        """The server's log."""
        return (self._folder / "log").read_text(errors="replace")

    @property
    def url(self) -> str:
        """The address of the first database, as `kerys serve --db` expects it."""
        return self._url("postgres")

    def _url(self, database: str) -> str:
        return f"postgresql://kerys@/{database}?host={self._folder}"

    def database(self, template: str = "template1") -> str:
        """The address of a new database, empty or a copy of another."""
        name = f"kerys_{next(self._names)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(
                    sql.Identifier(name), sql.Identifier(template)
                )
            )
        return self._url(name)


def _quick_disk() -> str | None:
    """A folder in memory if there is plenty; otherwise None for the usual one."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > ENOUGH_BYTES
    return str(memory) if roomy and os.access(memory, os.W_OK) else None


def _somebody_else() -> dict[str, Any]:
    """The user to run as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise RuntimeError("there is no user 'postgres' or 'nobody' to run PostgreSQL as")


if __name__ == "__main__":  # used by the set-up: fails without PostgreSQL
    print(binaries())
