"""Real `kerys serve` processes, which can be killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx

from tests.server.live import wait_for
from tests.server.visitor import Visitor

AT_ONCE = (
    "from kerys.server import serving; serving.warm_up = lambda: None;"
    "from kerys.cli import main; main()"
)
"""The command itself, but for the warming up that spares the first visitor a second."""
STARTUP_S = 180.0


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """A server in a process of its own; use it with `with`."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.arguments = arguments
        self.running: subprocess.Popen[str] | None = None
        self.visitors: list[Visitor] = []

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.running = subprocess.Popen(
            [sys.executable, "-c", AT_ONCE, "serve", "--port", str(self.port), *self.arguments],
            cwd=self.folder,
            env={**os.environ, "XDG_DATA_HOME": str(self.folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        wait_for(self._answers, STARTUP_S)

    def _answers(self) -> bool:
        assert self.running is not None
        if self.running.poll() is not None:
            raise AssertionError(self.running.communicate()[0])
        try:
            return httpx.get(f"{self.url}/alive", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """As a power cut would."""
        if self.running is not None:
            self.running.kill()
            self.running.communicate()
            self.running = None

    def visitor(self, **headers: str) -> Visitor:
        """Somebody new with a browser."""
        self.visitors.append(Visitor(self.url, **headers))
        return self.visitors[-1]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for visitor in self.visitors:
            visitor.close()
        self.kill()
