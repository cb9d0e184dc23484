"""A seed can be any text; invalid bytes are refused with a message."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from kerys.cli import main

COMMANDS = (
    "arena ys --bots random,random",
    "corpus make ys --bots random,random --folder new",
    "ladder ys",
    "new ys",
    "play ys",
    "simulate ys",
    "train ys --folder new",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_seed_that_is_no_text_is_refused(command: str) -> None:
    result = CliRunner().invoke(main, [*command.split(), "--seed", "\udcff"])
    assert result.exit_code == 2
    assert "a seed must be valid UTF-8 text" in result.stderr
    assert result.stdout == ""
