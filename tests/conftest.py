"""The tiers of the tests: `make quick` leaves out what is marked here, `make test` runs all.

A folder is marked as a whole; a module or a test of a quick folder marks itself if it is slow.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from kerys.cli import compile_report

# What is compiled depends on which tests ran before: commands in this process do not mention it.
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
