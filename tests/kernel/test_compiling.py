"""The cache of compiled code, and what is reported during compilation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kerys.kernel import compiling
from kerys.kernel.compile_progress import Progress, announced, report_finished, report_started

CALLER = """
from kerys.kernel.compiling import rule
from callee import told

@rule
def ask(number):
    return told(number)
"""
CALLEE = """
from kerys.kernel.compiling import rule
TABLE = {table}

@rule
def told(number):
    return number + TABLE[0] + {literal}
"""
PROGRAM = """
import json
from kerys.kernel.compile_progress import announced
heard = []
with announced(heard.append):
    from caller import ask
    found = ask(1)
print(json.dumps([found, [one.function for one in heard]]))
"""


@pytest.fixture
def ask(tmp_path: Path) -> Any:
    """Run a compiled function in a new process; returns its result and what was compiled."""

    def run(table: str, literal: int) -> Any:
        (tmp_path / "caller.py").write_text(CALLER)
        os.utime(tmp_path / "caller.py", (1, 1))  # the caller never changes
        (tmp_path / "callee.py").write_text(CALLEE.format(table=table, literal=literal))
        path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")}
        environment.pop("NUMBA_CACHE_DIR", None)
        done = subprocess.run(
            [sys.executable, "-B", "-c", PROGRAM],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_a_changed_callee_in_another_file_is_never_taken_from_the_cache(ask: Any) -> None:
    assert ask("(10, 0)", 100) == [111, ["ask", "told", ""]]
    assert ask("(10, 0)", 100) == [111, []]
    assert ask("(10, 0)", 200)[0] == 211
    assert ask("(20, 0)", 200)[0] == 221


def test_listeners_hear_of_each_function_and_of_the_end() -> None:
    heard: list[Progress] = []
    with announced(heard.append):
        report_started("outer")
        report_started("inner")
        report_finished()
        report_finished()
        report_started("next")
        report_finished()
    report_started("later")
    report_finished()
    told = [(one.functions, one.function) for one in heard]
    assert told == [(1, "outer"), (2, "inner"), (2, ""), (3, "next"), (3, "")]
    assert all(one.seconds >= 0 for one in heard)


def test_a_listener_who_comes_late_hears_only_of_what_begins_then() -> None:
    heard: list[Progress] = []
    report_started("before")
    with announced(heard.append):
        report_finished()
        assert heard == []
        report_started("after")
        report_finished()
    assert [one.function for one in heard] == ["after", ""]


def test_code_that_nobody_uses_any_more_is_removed_once_a_day(tmp_path: Path) -> None:
    old, new = tmp_path / "1" / "old.nbc", tmp_path / "1" / "new.nbi"
    old.parent.mkdir()
    for path in (old, new):
        path.touch()
    long_ago = time.time() - 2 * compiling.KEPT_UNUSED_SECONDS
    os.utime(old, (long_ago, long_ago))
    compiling._tidy(tmp_path)
    assert not old.exists()
    assert new.exists()
    os.utime(new, (long_ago, long_ago))
    compiling._tidy(tmp_path)
    assert new.exists()
