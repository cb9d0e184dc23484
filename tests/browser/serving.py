"""A site in a process of its own, which tests stop, kill and start again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

STARTUP_S = 240.0
"""The first start of a changed checkout compiles the rules of both games."""
GLANCE_S = 0.1


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`kerys serve` on a port of its own; what it keeps survives its process."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.database = database or f"sqlite:///{folder / 'kerys.db'}"
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.log = folder / f"server-{self.port}.txt"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "kerys.cli", "serve", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--db", self.database],
                cwd=self.folder,
                env={**os.environ, "XDG_DATA_HOME": str(self.folder), "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        give_up = time.monotonic() + STARTUP_S
        while not self._answers():
            assert time.monotonic() < give_up, f"the server does not answer: {self.said()}"

    def _answers(self) -> bool:
        """Whether it is there; looks a moment whether it has ended instead."""
        assert self._process is not None
        try:
            return httpx.get(f"{self.url}/alive").is_success
        except httpx.TransportError:
            pass
        try:
            self._process.wait(GLANCE_S)
        except subprocess.TimeoutExpired:
            return False
        raise AssertionError(f"the server has ended: {self.said()}")

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(60)
            self._process = None

    def stream(self, address: str, headers: dict[str, str]) -> Iterator[dict[str, Any]]:
        """What the API tells, line by line, until it has told all."""
        patience = httpx.Timeout(60)
        with httpx.stream("GET", self.url + address, headers=headers, timeout=patience) as answer:
            answer.raise_for_status()
            for line in answer.iter_lines():
                if line:
                    yield json.loads(line)

    def said(self) -> str:
        """What it has printed so far."""
        return self.log.read_text(errors="replace")
