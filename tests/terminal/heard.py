"""What the prompt prints between one line and the next."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from kerys.terminal.saves import Saved
from tests.terminal.tools import Answer, Script, play


class Heard:
    """The output between one prompt and the next."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.said: list[str] = []

    def __call__(self, _prompt: str) -> None:
        self.said.append(self.capsys.readouterr().out)


def answers(
    saved: Saved, lines: Iterable[str | Answer], heard: Heard, after: Iterable[str | Answer] = ()
) -> list[str]:
    """The answer to each line, typed at the first prompt after some moves."""
    opening, asked = list(after), list(lines)
    heard.said.clear()
    play(saved, Script([*opening, *asked], before=heard))
    heard("")
    return heard.said[len(opening) + 1 :][: len(asked)]
