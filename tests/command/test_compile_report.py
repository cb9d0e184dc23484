"""What a command reports while rules and bots are compiled."""

from __future__ import annotations

import sys

import click
import pytest
from click.testing import CliRunner

from kerys.cli import compile_report
from kerys.cli.common import friendly
from kerys.kernel.compile_progress import report_finished, report_started

LINE = "Compiling rules and bots; this happens only once.\n"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report even the shortest compilation."""
    monkeypatch.setattr(compile_report, "PATIENCE_S", 0.0)


@click.command
@click.option("--functions", type=int, default=0)
@friendly
def compiles(functions: int) -> None:
    """Compiles this many functions and prints a word."""
    for number in range(functions):
        report_started(f"function {number}")
        report_finished()
    click.echo("answer")


def test_elsewhere_than_on_a_terminal_it_is_a_single_line() -> None:
    done = CliRunner().invoke(compiles, ["--functions", "3"])
    assert done.stdout == "answer\n"
    assert done.stderr == LINE


def test_nothing_is_said_where_nothing_compiles() -> None:
    done = CliRunner().invoke(compiles)
    assert (done.stdout, done.stderr) == ("answer\n", "")


def test_what_is_quick_is_not_worth_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_report, "PATIENCE_S", 60.0)
    assert CliRunner().invoke(compiles, ["--functions", "3"]).stderr == ""


def test_on_a_terminal_it_is_one_line_that_changes_and_goes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with compile_report.compile_report():
        for name in ("outer", "inner"):
            report_started(name)
        for _ in range(2):
            report_finished()
    shown = capsys.readouterr().err.split(compile_report.CLEAR_LINE)
    assert shown == [
        "",
        "Compiling rules and bots, only once: 1 function, 0 s",
        "Compiling rules and bots, only once: 2 functions, 0 s",
        "",
    ]
