"""`kerys review`, and `kerys replay --judge`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kerys.bots.evaluators import Effort
from tests.records.wanted import FOLDER
from tests.terminal.tools import kerys_command, running

RECORD = FOLDER / "ys-3p-quarters3-express.kerys"


@pytest.fixture(autouse=True)
def hardly_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words matter here, not how right they are."""
    monkeypatch.setattr(Effort, "times", lambda _effort, _factor: Effort(8, 4, 4, 4, 2))


def test_a_review_as_text_and_as_a_report(tmp_path: Path) -> None:
    html = tmp_path / "report.html"
    done = kerys_command("review", RECORD, "--seat", "0", "--all", "--html", html)
    assert done.code == 0, done.output
    for title in ("Accuracy", "Turning points", "Decisions", "Luck and skill", "What was hidden"):
        assert title in done.output
    assert " → " in done.output
    assert str(html) in done.output
    report = html.read_text("utf-8")
    assert report.startswith("<!doctype html>")
    for title in ("Turning points", "Decisions of Player A", "Luck and skill"):
        assert title in report


def test_a_review_for_programs_is_the_same_with_the_same_seed() -> None:
    arguments = ("review", RECORD, "--seat", "1", "--level", "quick", "--json", "--seed", "3")
    first, second = (kerys_command(*arguments) for _time in range(2))
    assert first.code == 0
    found = json.loads(first.output[first.output.index("{") :])
    assert found == json.loads(second.output[second.output.index("{") :])
    assert {one["seat"] for one in found["judgements"]} == {1}
    parts = found["players"][1]["luck_and_skill"]
    assert parts["luck"] == pytest.approx(parts["deal"] + parts["revealed"])
    assert parts["revealed_error"] > 0


def test_a_running_game_is_not_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "running.kerys"
    running(file)
    done = kerys_command("review", file)
    assert done.code == 1
    assert "Only a finished game can be reviewed" in done.words
    done = kerys_command("replay", file, "--judge")
    assert done.code == 2
    assert "once the game is over" in done.words


def test_a_decision_of_a_game_or_of_a_line_is_judged() -> None:
    done = kerys_command("replay", RECORD, "--ply", "9", "--judge")
    assert done.code == 0
    verdict = done.output.rstrip().splitlines()[-1].split(": ")[2]
    assert verdict in ("best", "good", "inaccuracy", "mistake", "blunder")
    record = FOLDER / "mykerinos-3p.kerys"
    done = kerys_command("replay", record, "--ply", "30", "--line", "pass", "--judge")
    assert done.code == 0
    assert "Pass" in done.output.rstrip().splitlines()[-1]
    done = kerys_command("replay", RECORD, "--ply", "0", "--judge")
    assert done.code == 2
    assert "no decision to judge" in done.words
