"""Commands that serve until they are stopped: started, visited, stopped."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from tests.server.postgres import PostgresServer

PATIENCE_S = 180.0


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def site(arguments: list[str], folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A site that answers, on a port of its own, with its data in a folder."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "kerys.cli", *arguments, "--port", str(port)],
        cwd=folder,
        env={**os.environ, "XDG_DATA_HOME": str(folder / "data")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(process, url)
        yield url, process
    finally:
        process.kill()
        process.communicate()


def _wait(process: subprocess.Popen[str], url: str) -> None:
    """Until it answers, or has ended."""
    end = time.monotonic() + PATIENCE_S
    while process.poll() is None:
        try:
            httpx.get(f"{url}/alive").raise_for_status()
        except httpx.TransportError:
            assert time.monotonic() < end, "the site does not answer"
            time.sleep(0.1)
        else:
            return


def serve(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Start what a page says, look at its first page, and stop it as a person would."""
    with ExitStack() as stack:
        if "--db" in arguments:
            given = arguments.index("--db") + 1
            assert arguments[given].startswith("postgresql://")
            arguments[given] = stack.enter_context(PostgresServer()).url
        url, process = stack.enter_context(site(arguments, folder))
        if process.poll() is None:
            assert "Kerys" in httpx.get(url).raise_for_status().text
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)
