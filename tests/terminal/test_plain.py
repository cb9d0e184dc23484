"""When the terminal prints lines only."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kerys.terminal.prompt import Lines, asker, is_plain


@contextmanager
def terminal(*streams: str) -> Iterator[None]:
    """A real terminal in place of some standard streams."""
    above, below = os.openpty()
    with pytest.MonkeyPatch.context() as patched, os.fdopen(below, "r+b", buffering=0) as device:
        for stream in ("stdin", "stdout"):
            if stream in streams:
                patched.setattr(sys, stream, device)
        yield
    os.close(above)


def test_a_terminal_shows_more_than_lines_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with terminal("stdin", "stdout"):
        found = is_plain(False), is_plain(True)
    assert found == (False, True)


@pytest.mark.parametrize("term", ["dumb", "", None])
def test_a_terminal_that_can_do_no_more_gets_lines(
    term: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if term is None:
        monkeypatch.delenv("TERM", raising=False)
    else:
        monkeypatch.setenv("TERM", term)
    with terminal("stdin", "stdout"):
        found = is_plain(False)
    assert found


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_pipe_gets_lines(stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If only one end is a terminal, nobody is at it."""
    monkeypatch.setenv("TERM", "xterm")
    with terminal(stream):
        found = is_plain(False), asker()
    assert found[0]
    assert isinstance(found[1], Lines)


def test_no_input_at_all_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert is_plain(False)
