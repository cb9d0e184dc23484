"""`kerys serve` in its own process, which tests visit, stop, kill and restart."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

import httpx

COMMAND = ("-m", "kerys.cli")
AT_ONCE = (
    "-c",
    "from kerys.server import run; run.warm_up = lambda site: None\n"
    "from kerys.cli import main; main()",
)
"""The command without the warm-up, which saves the first visitor a second."""
STARTUP_S = 240.0
"""Long, since the first start of a changed checkout compiles the rules of both games."""
STOPPING_S = 60.0
GLANCE_S = 0.1
PORTS = 10_000, 32_000


def free_port() -> int:
    """An unused port that no connection gets, so that it is still free after a restart."""
    while True:
        port = random.randrange(*PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Process:
    """A server on its own port; its data survives it. Use it with `with`."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        program: tuple[str, ...] = COMMAND,
        python: str = sys.executable,
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.log = folder / f"server-{self.port}.txt"
        self._command = [python, *program, "serve", *arguments, "--port", str(self.port)]
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                self._command,
                cwd=self.folder,
                # Not the folder itself: a folder `kerys` in it would shadow the package.
                env={
                    **os.environ,
                    "XDG_DATA_HOME": str(self.folder / "data"),
                    "PYTHONUNBUFFERED": "1",
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        give_up = time.monotonic() + STARTUP_S
        while not self._answers():
            assert time.monotonic() < give_up, f"the server does not answer: {self.said()}"

    def _answers(self) -> bool:
        """Whether it answers; waits a moment to see whether it has ended instead."""
        assert self._running is not None
        try:
            # Without certificates, which take far longer to load than the answer takes.
            return httpx.get(f"{self.url}/alive", trust_env=False, verify=False).is_success
        except httpx.TransportError:
            pass
        try:
            self._running.wait(GLANCE_S)
        except subprocess.TimeoutExpired:
            return False
        raise AssertionError(f"the server has ended: {self.said()}")

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._running is not None
        return self._running.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Stop it with a signal, like Ctrl-C or a service manager; returns the exit status."""
        return self._end(how)

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        if self._running is None:
            return 0
        self._running.send_signal(how)
        status = self._running.wait(STOPPING_S)
        self._running = None
        return status

    def said(self) -> str:
        """Its output so far."""
        return self.log.read_text(errors="replace")

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_problem: object) -> None:
        self.kill()
