"""Kerys as people get it: built once from a copy of the sources."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".*_cache", ".git", ".hypothesis", ".venv", "__pycache__", "build", "dist", "site")
BUILD = "import sys; from setuptools import build_meta; build_meta.build_{kind}(sys.argv[1])"


@dataclass(frozen=True)
class Built:
    """What is uploaded to a package index."""

    sdist: Path
    wheel: Path


def build(kind: str, sources: Path, folder: Path) -> Path:
    """Build a distribution of one kind, and say where it is."""
    program = [sys.executable, "-c", BUILD.format(kind=kind), str(folder)]
    done = subprocess.run(program, cwd=sources, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The source distribution, and the wheel that is built from it and nothing else."""
    folder = tmp_path_factory.mktemp("built")
    for name in ("sdist", "wheel"):
        (folder / name).mkdir()
    copied = folder / "sources"
    shutil.copytree(ROOT, copied, ignore=shutil.ignore_patterns(*LEFT_OUT, "*.egg-info"))
    sdist = build("sdist", copied, folder / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    return Built(sdist, build("wheel", unpacked, folder / "wheel"))
