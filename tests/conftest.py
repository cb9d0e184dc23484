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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with the tier of its folder."""
    for item in items:
        tier = TIERS.get(item.path.relative_to(FOLDER).parts[0])
        if tier is not None:
            item.add_marker(tier)
