"""boardgame.io from npm, in its own folder, and its server with the tiny game."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server_load.processes import BenchmarkError, free_port, running, wait_until_it_answers

SCRIPTS = Path(__file__).parent / "javascript"
PINNED = ("package.json", "package-lock.json")
LEAST_NODE = 18


def node() -> str:
    """The path of Node."""
    found = shutil.which("node")
    if found is None:
        raise BenchmarkError(
            f"there is no 'node': boardgame.io and the driver need Node {LEAST_NODE} or newer "
            "with npm (https://nodejs.org)"
        )
    number = re.match(r"(\d+)\.", node_version(found))
    if number is None or int(number[1]) < LEAST_NODE:
        raise BenchmarkError(
            f"Node {LEAST_NODE} or newer is needed; {found} is {node_version(found)}"
        )
    return found


def node_version(program: str) -> str:
    """A version like 20.1.0."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    return said.stdout.strip().removeprefix("v")


def packages() -> Path:
    """The folder with the pinned packages, installed once in the user's cache."""
    digest = hashlib.sha256(b"".join((SCRIPTS / one).read_bytes() for one in PINNED))
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "kerys" / "benchmarks" / f"npm-{digest.hexdigest()[:12]}"
    done = folder / "installed"
    if not done.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise BenchmarkError("there is no 'npm', which installs boardgame.io")
        folder.mkdir(parents=True, exist_ok=True)
        for one in PINNED:
            shutil.copyfile(SCRIPTS / one, folder / one)
        made = subprocess.run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise BenchmarkError(f"npm can't install boardgame.io: {made.stderr.strip()[-2000:]}")
        done.touch()
    return folder / "node_modules"


def versions() -> dict[str, str]:
    """The versions compared, for the report."""
    package = json.loads((packages() / "boardgame.io" / "package.json").read_text())
    return {"node": node_version(node()), "boardgame.io": package["version"]}


@contextmanager
def serving_peer(folder: Path, cores: frozenset[int]) -> Iterator[tuple[dict[str, str], int]]:
    """Run the server of boardgame.io; yields its address, its lobby's address and its process."""
    log, ports = folder / "peer.txt", [free_port(), free_port()]
    url, lobby = (f"http://127.0.0.1:{port}" for port in ports)
    command = [node(), str(SCRIPTS / "peer.js"), *map(str, ports)]
    environment = {"NODE_ENV": "production", "NODE_PATH": str(packages())}
    with running(command, cores, log, environment) as process:
        for one in (lobby, url):
            wait_until_it_answers(process, f"{one}/games", log)
        yield {"url": url, "lobby": lobby}, process.pid
        complaint = re.search(r"^ERROR:.*", log.read_text(errors="replace"), re.MULTILINE)
        if complaint:
            raise BenchmarkError(f"boardgame.io complains: {complaint[0]}")
