"""The benchmark's page reports what was measured and keeps the other device's table."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from kerys.games import GAMES
from tests.docs.pages import ROOT


def load_benchmark() -> Any:
    """The benchmark, which is a script and not in a package."""
    found = spec_from_file_location("research_benchmark", ROOT / "benchmarks/research.py")
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    sys.modules[module.__name__] = module
    found.loader.exec_module(module)
    return module


benchmark = load_benchmark()
Speed = benchmark.Speed


def test_the_page_keeps_a_table_for_each_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "machine", lambda device: f"a machine for the {device}")
    page = tmp_path / "speed.md"
    for device, speed in (("gpu", 9e6), ("cpu", 1e6), ("cpu", 2e6)):
        speeds = {
            "kerys ys": Speed(speed, speed / 2),
            "kerys mykerinos": Speed(2 * speed, speed),
            "pgx go_9x9": Speed(1e4, 5e3),
        }
        benchmark.write_page(page, device, benchmark.table(speeds, device, 64))
    written = page.read_text("utf-8")
    assert written.count("## On the CPU") == written.count("## On the GPU") == 1
    assert "| kerys ys | 9,000,000 |  |  |" in written
    assert "| kerys ys | 2,000,000 | 1,000,000 |  |  |" in written
    assert "| pgx go_9x9 | 10,000 | 5,000 | 200.0 | 400.0 |" in written
    assert "1,000,000 | 500,000" not in written, "older numbers of the same device give way"
    assert "a machine for the gpu; 64 games at once; Python 3" in written


@pytest.mark.parametrize("game", GAMES)
def test_contenders_of_ours_make_the_decisions_they_count(game: str) -> None:
    assert benchmark.kerys_batch(game, 32, "cpu")() == 32 * benchmark.STEPS
    assert benchmark.kerys_pettingzoo(game)() > 20
