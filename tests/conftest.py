"""The tiers of the tests: `make quick` skips the tests marked here, `make test` runs all.

Whole folders are marked here; slow modules and tests in quick folders mark themselves.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from kerys.cli import compile_report

# Which code is compiled depends on earlier tests: commands in this process don't mention it.
compile_report.PATIENCE_S = math.inf

FOLDER = Path(__file__).parent
TIERS = {
    "arena": pytest.mark.slow,
    "bots": pytest.mark.slow,
    "browser": pytest.mark.serving,
    "command": pytest.mark.slow,
    "docs": pytest.mark.slow,
    "packaging": pytest.mark.slow,
    "research": pytest.mark.slow,
    "server": pytest.mark.serving,
    "terminal": pytest.mark.slow,
}
LONGEST = (
    "contract/test_targets.py",
    "docs/test_pages.py",
    "docs/test_help.py",
    "study/puzzles/test_maker.py",
    "study/review/test_review.py",
)
"""Modules with the longest single tests. They come first, so that in the end no process is busy
with one of them while the others have nothing left to do."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with the tier of its folder, and move the longest to the front."""
    for item in items:
        tier = TIERS.get(item.path.relative_to(FOLDER).parts[0])
        if tier is not None:
            item.add_marker(tier)
    items.sort(key=lambda item: item.path.relative_to(FOLDER).as_posix() not in LONGEST)
