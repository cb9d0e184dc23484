"""How rule functions become machine code: one decorator, one cache.

Numba keys a cached function on the time stamp of its own file only, so a caller would go on
using the old code of a callee that was changed in another file. The cache therefore lives in
a folder named after the contents of all rule sources: a changed rule is a new folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

# numba-cuda 0.30 looks these names up when imported; NumPy 2.5 no longer has them.
for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):
        setattr(np, _old, getattr(np, _new))

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_UNUSED_SECONDS = 14 * 24 * 3600


def _fingerprint() -> str:
    """A digest of every source that can end up in compiled rules, and of the compiler."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for room in ("kernel", "games"):
        for path in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(str(path.relative_to(PACKAGE)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """The folder of compiled rules: the user's cache, or a private one where that is read-only."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kerys" / "compiled"
    folder = base / _fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="kerys-compiled-"))
    for old in base.iterdir():
        if old.is_dir() and time.time() - old.stat().st_mtime > KEPT_UNUSED_SECONDS:
            shutil.rmtree(old, ignore_errors=True)
    return folder


if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(_cache_folder())


def rule(function: Any) -> Any:
    """Mark a rule function: plain Python that is also compiled for the CPU and the GPU."""
    return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
