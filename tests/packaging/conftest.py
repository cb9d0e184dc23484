"""Kerys as users get it: built once from a copy of the sources."""

from __future__ import annotations

import os
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


class Environment:
    """A fresh virtual environment, away from the sources."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        self.variables = variables
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)

    def install(self, *arguments: str) -> None:
        """Install something with pip."""
        self.run("python", "-m", "pip", "install", "--quiet", *arguments)

    def start(
        self, program: str, *arguments: str, typed: str = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment."""
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        places = {f"XDG_{kind}_HOME": str(self.folder / kind) for kind in ("DATA", "STATE")}
        return subprocess.run(
            [str(self.bin / program), *arguments],
            cwd=self.folder,
            env={**inherited, **places, **self.variables, **variables},
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    def run(self, program: str, *arguments: str, typed: str = "", **variables: str) -> str:
        """The output of a program that must succeed."""
        done = self.start(program, *arguments, typed=typed, **variables)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout


def build(kind: str, sources: Path, folder: Path) -> Path:
    """Build a distribution of one kind; returns its path."""
    program = [sys.executable, "-c", BUILD.format(kind=kind), str(folder)]
    done = subprocess.run(program, cwd=sources, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The source distribution, and the wheel built only from it."""
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
