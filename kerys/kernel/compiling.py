"""How rule functions become machine code: one decorator, one cache.

Numba keys a cached function on the time stamp of its own file only, so a caller would go on
using the old code of a callee that was changed in another file. The cache therefore lives in
a folder named after the contents of all rule sources: a changed rule is a new folder.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_UNUSED_SECONDS = 14 * 24 * 3600


def _fingerprint() -> str:
    """A digest of every source that can end up in compiled rules, and of the compiler."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for room in ("kernel", "games"):
        for path in sorted((PACKAGE / room).rglob("*.py")):
            if path.parent.name == "wording":
                continue  # what a game says in words is never compiled
            digest.update(str(path.relative_to(PACKAGE)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """The folder of compiled rules: in the user's cache, or a passing one where that fails."""
    try:
        home = os.environ.get("XDG_CACHE_HOME")
        base = (Path(home) if home else Path.home() / ".cache") / "kerys" / "compiled"
        folder = base / _fingerprint()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for old in base.iterdir():
            if time.time() - old.stat().st_mtime > KEPT_UNUSED_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
    except (OSError, RuntimeError):
        passing = Path(tempfile.mkdtemp(prefix="kerys-compiled-"))
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        return passing
    return folder


if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(_cache_folder())


def is_cold() -> bool:
    """Whether nothing is compiled yet, so that a first use will take its time."""
    if numba.config.DISABLE_JIT:
        return False
    return not any(Path(numba.config.CACHE_DIR).rglob("*.nbc"))


def rule(function: Any) -> Any:
    """Mark a rule function: plain Python that is also compiled for the CPU and the GPU."""
    return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
