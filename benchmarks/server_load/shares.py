"""Shares of a core: limits the CPU of processes with Linux control groups."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

OLD, NEW = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
PERIOD_US = 10_000
"""The period of a share: short, so that no process waits long for its next turn."""


def _root() -> Path | None:
    """The folder for our control groups; None if they can't limit the CPU."""
    if (OLD / "cpu.cfs_quota_us").exists() or (OLD / "cgroup.procs").exists():
        return OLD
    controllers = NEW / "cgroup.subtree_control"
    if controllers.exists() and "cpu" in controllers.read_text().split():
        return NEW
    return None


def can_share() -> bool:
    """Whether this system supports shares."""
    root = _root()
    return root is not None and os.access(root, os.W_OK)


@contextmanager
def sharing(processes: Sequence[int], share: float) -> Iterator[None]:
    """Limit each process, with all its threads, to this share of a core."""
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
    """Set the quota in microseconds per period."""
    if (group / "cpu.max").exists():
        (group / "cpu.max").write_text(f"{quota_us} {PERIOD_US}")
    else:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (group / "cpu.cfs_quota_us").write_text(str(quota_us))
