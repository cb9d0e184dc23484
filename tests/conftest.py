"""For all tests."""

from __future__ import annotations

import math

from kerys.cli import compile_report

# What is compiled depends on which tests ran before: commands in this process do not mention it.
compile_report.PATIENCE_S = math.inf
