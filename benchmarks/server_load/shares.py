"""Shares of a core: processes that never get more of the CPU, by Linux's control groups."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

OLD, NEW = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
PERIOD_US = 10_000
"""Over how long a share is counted: short, so that nobody waits long for the next turn."""


def _root() -> Path | None:
    """The folder for groups of ours; None where groups can't limit the CPU."""
    if (OLD / "cpu.cfs_quota_us").exists() or (OLD / "cgroup.procs").exists():
        return OLD
    controllers = NEW / "cgroup.subtree_control"
    if controllers.exists() and "cpu" in controllers.read_text().split():
        return NEW
    return None


def can_share() -> bool:
    """Whether this system lets us give out shares."""
    root = _root()
    return root is not None and os.access(root, os.W_OK)


@contextmanager
def sharing(processes: Sequence[int], share: float) -> Iterator[None]:
    """Each process, with all its threads, gets at most this share of a core; until they end."""
    root = _root()
    assert root is not None
    groups = []
    try:
        for process in processes:
            group = root / f"kerys-benchmark-{os.getpid()}-{process}"
            group.mkdir()
            groups.append(group)
            _limit(group, round(share * PERIOD_US))
            (group / "cgroup.procs").write_text(str(process))
        yield
    finally:
        for group in groups:
            for one in (group / "cgroup.procs").read_text().split():
                (root / "cgroup.procs").write_text(one)
            group.rmdir()


def _limit(group: Path, quota_us: int) -> None:
    """So many microseconds of every period."""
    if (group / "cpu.max").exists():
        (group / "cpu.max").write_text(f"{quota_us} {PERIOD_US}")
    else:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (group / "cpu.cfs_quota_us").write_text(str(quota_us))
