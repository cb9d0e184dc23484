"""`kerys tune`: results are never lost, and the target file is checked before the work starts."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import numpy as np
import pytest
from click import Command
from click.testing import CliRunner, Result

from kerys.bots.evaluators import EVALUATORS, weights_of
from kerys.bots.training import checkout, fitting, tuning
from kerys.bots.training.tuning import Generation, Match
from kerys.cli.bots import fit, tune
from kerys.games import GAMES

GENERATIONS = 3


def run_tune(*arguments: str) -> Result:
    """`kerys tune`, in this process."""
    return CliRunner().invoke(tune, ["mykerinos", "--deals", "1", *arguments])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tuning with a clock that ticks twice per generation and candidates that are all equal."""
    ticks = iter(range(1000))
    monkeypatch.setattr(tuning, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    monkeypatch.setattr(Match, "fitness", lambda match, one, others, deals: 0.0)


def stopped_at(generation: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate Ctrl-C during a generation."""
    played = iter(range(10_000))

    def fitness(match: Match, one: object, others: object, deals: range) -> float:
        if next(played) >= (generation - 1) * tuning.CANDIDATES:
            raise KeyboardInterrupt
        return 0.0

    monkeypatch.setattr(Match, "fitness", fitness)


def kept_in(file: Path) -> list[float]:
    """The weights in a file, by name."""
    found = tomllib.loads(file.read_text())
    assert tuple(found) == EVALUATORS["mykerinos"].names
    return list(found.values())


def test_a_real_generation_gives_other_weights_of_the_same_names(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    result = run_tune("--seconds", "1", "--out", str(file))
    assert result.exit_code == 0, result.output
    assert f"Written: {file}" in result.stdout
    assert not np.allclose(kept_in(file), weights_of("mykerinos"))


@pytest.mark.usefixtures("quick")
def test_weights_that_are_fitted_are_not_tuned() -> None:
    before, fitted = weights_of("ys"), EVALUATORS["ys"].fitted
    found = tuning.tune(GAMES["ys"], 5.0)
    assert np.allclose(found[-fitted:], before[-fitted:], rtol=1e-12)
    assert not np.any(found[:-fitted] == before[:-fitted])


@pytest.mark.usefixtures("quick")
def test_every_generation_is_written_before_the_next_one_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("what was there")
    given, seen = [], []
    better = tuning.tune

    def watched(
        game: object, seconds: float, seed: int, deals: int, report: Callable[[Generation], None]
    ) -> object:
        def told(found: Generation) -> None:
            report(found)
            given.append(found.weights)
            seen.append(kept_in(file))

        return better(GAMES["mykerinos"], seconds, seed, deals, told)

    monkeypatch.setattr(tuning, "tune", watched)
    assert run_tune("--seconds", "7", "--out", str(file)).exit_code == 0
    assert len(seen) >= GENERATIONS
    assert np.allclose(seen, given, atol=1e-4)
    assert len({tuple(weights) for weights in seen}) == len(seen)
    assert [path.name for path in tmp_path.iterdir()] == ["weights.toml"]


@pytest.mark.usefixtures("quick")
def test_ctrl_c_keeps_the_best_so_far_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, whole = tmp_path / "weights.toml", tmp_path / "whole.toml"
    with monkeypatch.context() as patch:
        stopped_at(GENERATIONS, patch)
        result = run_tune("--seconds", "900", "--out", str(file))
    assert result.exit_code == 130
    assert f"after generation {GENERATIONS - 1}, are in {file}" in result.stderr
    assert "Written" not in result.stdout
    generations = result.stderr.count("generation ") - 1
    assert generations == GENERATIONS - 1
    run_tune("--seconds", str(2 * generations), "--out", str(whole))
    assert kept_in(file) == kept_in(whole)


@pytest.mark.usefixtures("quick")
def test_ctrl_c_in_the_first_generation_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("what was there")
    stopped_at(1, monkeypatch)
    result = run_tune("--seconds", "900", "--out", str(file))
    assert result.exit_code == 130
    assert "nothing was written" in result.stderr
    assert file.read_text() == "what was there"


def test_candidates_that_nobody_waits_for_end_early() -> None:
    stop = Event()
    stop.set()
    weights = weights_of("mykerinos")
    assert Match(GAMES["mykerinos"], stop).fitness(weights, weights, range(10**9)) == 0.0


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("nowhere/weights.toml", "Can't write to"),
        ("taken/weights.toml", "Can't write to"),
        ("pipe", "isn't a regular file"),
        ("kept", "isn't writable"),
    ],
)
def test_a_target_that_cannot_be_written_is_refused_before_anything_is_played(
    out: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*arguments: object) -> None:
        raise AssertionError("tuned all the same")

    monkeypatch.setattr(tuning, "tune", never)
    (tmp_path / "taken").touch()
    (tmp_path / "kept").touch()
    os.mkfifo(tmp_path / "pipe")
    closed = (tmp_path / "kept", os.W_OK)
    monkeypatch.setattr(os, "access", lambda path, mode: (Path(path), mode) != closed)
    result = run_tune("--out", str(tmp_path / out))
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.usefixtures("quick")
def test_a_link_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "weights.toml", tmp_path / "link.toml"
    link.symlink_to(file)
    assert run_tune("--seconds", "2", "--out", str(link)).exit_code == 0
    assert link.is_symlink()
    assert kept_in(file)


@pytest.mark.usefixtures("quick")
def test_without_a_target_the_weights_in_use_are_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tuning.weights_file("mykerinos")
    before, target = own.read_bytes(), tmp_path / "weights.toml"
    monkeypatch.setattr(tuning, "weights_file", lambda game: target)
    assert run_tune("--seconds", "2").exit_code == 0
    assert kept_in(target)
    assert own.read_bytes() == before, "those of the package stay as they are"


# --- Installed packages stay unchanged ---


def test_a_checkout_is_known_by_the_project_file_of_kerys(tmp_path: Path) -> None:
    package = tmp_path / "kerys"
    assert not checkout.in_checkout(package)
    for text, known in (
        ('[project]\nname = "kerys"\n', True),
        ('[project]\nname = "another"\n', False),
        ("[tool]\n", False),
        ("no toml", False),
    ):
        (tmp_path / "pyproject.toml").write_text(text)
        assert checkout.in_checkout(package) is known
    assert checkout.in_checkout(), "the tests run from the source tree"


@pytest.mark.parametrize("command", [tune, fit])
def test_an_installed_package_is_refused_as_a_target_before_anything_is_played(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*arguments: object) -> None:
        raise AssertionError("worked all the same")

    monkeypatch.setattr(checkout, "in_checkout", lambda: False)
    monkeypatch.setattr(tuning, "tune", never)
    monkeypatch.setattr(fitting, "played", never)
    result = CliRunner().invoke(command, ["ys"])
    assert result.exit_code == 2
    assert result.stderr.endswith(
        "Error: Weights of an installed Kerys can't be replaced: name a file with --out FILE.\n"
    )
    assert tuning.target_of("ys", tmp_path / "weights.toml") == tmp_path / "weights.toml"
