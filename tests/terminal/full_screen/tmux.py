"""`kerys` in a real terminal: a tmux server of its own, whose screen tests read."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

PATIENCE = 90.0
"""Seconds after which an unchanged screen counts as a failure; passing tests never wait."""


class Tmux:
    """A command in a window of tmux."""

    def __init__(self, *arguments: str | Path, folder: Path, size: tuple[int, int]) -> None:
        self._held = tempfile.TemporaryDirectory(prefix="kerys-tmux-")
        self._socket = Path(self._held.name) / "socket"  # the path of a socket must be short
        command = shlex.join([sys.executable, "-m", "kerys.cli", *map(str, arguments)])
        environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "KERYS_LANG": "en"}
        for name in ("COLUMNS", "LINES", "NO_COLOR", "TMUX"):
            environment.pop(name, None)
        wide, high = map(str, size)
        self._tmux(
            *("-f", "/dev/null", "new-session", "-d", "-x", wide, "-y", high, "-c", str(folder)),
            f"{command}; echo left with $?; exec sleep 1000",
            environment=environment,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self._tmux("kill-server")
        self._held.cleanup()

    def _tmux(self, *arguments: str, environment: dict[str, str] | None = None) -> str:
        """Run a command of tmux."""
        done = subprocess.run(
            ["tmux", "-S", str(self._socket), *arguments],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    @property
    def text(self) -> str:
        """What is on the screen."""
        return self._tmux("capture-pane", "-p")

    @property
    def processes(self) -> list[int]:
        """The processes that run in the window, the shell first."""
        shell = int(self._tmux("list-panes", "-F", "#{pane_pid}"))
        children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        return [shell, *map(int, children)]

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names for them."""
        self._tmux("send-keys", *keys)

    def resize(self, wide: int, high: int) -> None:
        """Give the window another size."""
        self._tmux("resize-window", "-x", str(wide), "-y", str(high))

    def until(self, come_true: Callable[[str], object] | str) -> str:
        """Wait until the screen shows something; returns the screen."""
        last, changed = "", time.monotonic()
        while True:
            text = self.text
            if come_true in text if isinstance(come_true, str) else come_true(text):
                return text
            if text != last:
                last, changed = text, time.monotonic()
            if time.monotonic() - changed > PATIENCE:
                raise AssertionError(f"not on the screen: {come_true}\n{text}")
            time.sleep(0.02)
