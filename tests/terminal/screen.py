"""A real pseudo-terminal with a screen that tests can read."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pexpect
import pyte

PATIENCE = 60.0
"""Seconds after which an unchanged screen counts as a failure; passing tests never wait."""
KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "tab": "\t",
    "enter": "\r",
    "escape": "\x1b",
    "ctrl-c": "\x03",
    "ctrl-d": "\x04",
    "ctrl-u": "\x15",
}


class _Answering(pyte.HistoryScreen):
    """A screen with scrollback that also answers terminal queries."""

    def __init__(self, columns: int, lines: int, answer: Callable[[str], Any]) -> None:
        super().__init__(columns, lines, history=10_000)
        self.answer = answer

    def write_process_input(self, data: str) -> None:
        """Answer a query, such as the cursor position."""
        self.answer(data)


class Screen:
    """The `kerys` command in its own terminal."""

    def __init__(
        self, *arguments: str | Path, folder: Path, columns: int = 100, lines: int = 50
    ) -> None:
        environment = {**os.environ, "TERM": "xterm"}
        for size in ("COLUMNS", "LINES"):
            environment.pop(size, None)
        if "play" in arguments:
            environment["NUMBA_DISABLE_JIT"] = "1"  # a few decisions are quicker interpreted
        with warnings.catch_warnings():
            # Newer Pythons warn about forking when a test runner has threads.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.child = pexpect.spawn(
                sys.executable,
                ["-m", "kerys.cli", *map(str, arguments)],
                cwd=str(folder),
                env=environment,
                dimensions=(lines, columns),
                echo=False,
            )
        self.child.delaybeforesend = None
        self.screen = _Answering(columns, lines, self.child.send)
        self.stream = pyte.ByteStream(self.screen)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            self.child.wait()
        self.child.close(force=True)

    @property
    def text(self) -> str:
        """The text on the screen now."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def scrollback(self) -> str:
        """The scrollback and the screen itself."""
        above = [
            "".join(line[column].data for column in range(self.screen.columns)).rstrip()
            for line in self.screen.history.top
        ]
        return "\n".join([*above, self.text])

    @property
    def last(self) -> str:
        """The last line that isn't empty."""
        return self.text.rsplit("\n", 1)[-1]

    def press(self, *keys: str) -> None:
        """Press keys by their names, or type a text."""
        for key in keys:
            self.child.send(KEYS.get(key, key))

    def until(self, wanted: str | Callable[[str], bool], patience: float = PATIENCE) -> str:
        """Read until the screen matches a pattern or a condition."""
        fits = wanted if callable(wanted) else lambda text: bool(re.search(wanted, text, re.M))
        deadline = time.monotonic() + patience
        while not fits(self.text):
            try:
                self.stream.feed(self.child.read_nonblocking(65536, deadline - time.monotonic()))
            except (pexpect.EOF, pexpect.TIMEOUT) as error:
                raise AssertionError(f"never seen: {wanted}\n{self.text}") from error
        return self.text

    def prompt(self, name: str = "Player A") -> str:
        """Read until a player is asked and nothing is typed yet."""
        self.until(lambda text: text.rsplit("\n", 1)[-1] == f"{name}>")
        return self.text

    def answer(self, line: str, name: str = "Player A") -> str:
        """Type a line at the prompt and read until the next one."""
        self.type(line, name)
        typed = f"{name}> {line}"
        before = self.scrollback.count(typed)
        self.press("enter")
        self.until(
            lambda text: (
                text.rsplit("\n", 1)[-1] == f"{name}>" and self.scrollback.count(typed) >= before
            )
        )
        return self.text

    def type(self, line: str, name: str = "Player A") -> None:
        """Type a line at the prompt, and see it there."""
        self.press(line)
        self.until(lambda text: text.rsplit("\n", 1)[-1] == f"{name}> {line}")

    def kill(self) -> None:
        """Kill the process."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()

    def ended(self) -> int:
        """Read until the process ends; returns its exit code."""
        while True:
            try:
                self.stream.feed(self.child.read_nonblocking(65536, PATIENCE))
            except pexpect.EOF:
                break
        self.child.wait()
        return int(self.child.exitstatus)
