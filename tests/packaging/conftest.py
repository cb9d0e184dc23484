"""Kerys as users get it: built once from a copy of the sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import numba
import pytest
from numba.core.caching import UserProvidedCacheLocator

import kerys

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".*_cache", ".git", ".hypothesis", ".venv", "__pycache__", "build", "dist", "site")
NOT_INHERITED = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
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
        make = ("-m", "venv", "--without-pip", str(folder / "venv"))
        subprocess.run([sys.executable, *make], check=True)
        (self.packages,) = (folder / "venv" / "lib").glob("python*/site-packages")

    def install(self, *arguments: str) -> None:
        """Install something with the pip of the tests; modules are compiled once they are used."""
        pip = (sys.executable, "-m", "pip", "--python", str(self.bin / "python"))
        subprocess.run([*pip, "install", "--quiet", "--no-compile", *arguments], check=True)

    def lend_compiled(self) -> None:
        """Copy what is compiled of Kerys here: the same sources give the same code there.

        Numba finds the code of a module by its folder.
        """
        compiled = self.folder / "compiled"
        self.variables["NUMBA_CACHE_DIR"] = str(compiled)
        named = UserProvidedCacheLocator.get_suitable_cache_subpath
        for module in Path(kerys.__file__).parent.rglob("__init__.py"):
            here = Path(numba.config.CACHE_DIR, named(module))
            there = compiled / named(self.packages / module.relative_to(ROOT))
            there.mkdir(parents=True, exist_ok=True)
            for kind in ("nbi", "nbc"):  # the code that an index names must be there
                for path in here.glob(f"*.{kind}"):
                    shutil.copy(path, there)

    def start(
        self, program: str, *arguments: str, typed: str = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment."""
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
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
