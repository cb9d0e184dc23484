"""Every command's help has an example, and its examples run."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from kerys.cli import main
from tests.docs.pages import ROOT, run

EXAMPLE_SITE = "https://kerys.example.org"


def examples(command: str) -> list[str]:
    """The example lines of a command's help."""
    shown = CliRunner().invoke(main, [command, "--help"], terminal_width=200).output
    return re.findall(r"^ +(kerys .+)$", shown, re.MULTILINE)


@pytest.mark.parametrize("command", sorted(main.commands))
def test_examples_of_help_run(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    shutil.copy(ROOT / "tests/records/ys-4p-quarters4.kerys", tmp_path / "friday.kerys")
    found = examples(command)
    assert found, f"the help of {command} has no example"
    for example in found:
        # At an example of a site, only the options can be tried.
        done = run(f"{example} --help" if EXAMPLE_SITE in example else example, tmp_path)
        assert done.returncode == 0, f"{example}\n{done.stderr}"
        assert done.stdout


def test_every_option_is_explained() -> None:
    for name, command in main.commands.items():
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert getattr(parameter, "help", None), f"{name} {parameter.name}"
