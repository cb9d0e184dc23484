"""How rule functions become machine code: one decorator, one cache.

Numba looks up a cached function by the timestamp of its own file, so it would keep using the old
code of a callee that was changed in another file. Here the key also holds a digest of all code and
constants that the function is compiled from, in any package.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import event
from numba.core.caching import FunctionCache

from kerys.kernel.compile_progress import report_finished, report_started
from kerys.kernel.digests import digest_of

KEPT_UNUSED_SECONDS = 30 * 24 * 3600
TIDIED_EVERY_SECONDS = 24 * 3600


class DigestCache(FunctionCache):  # type: ignore[misc]  # Numba has no types
    """Numba's cache of one function, which also depends on everything that the function calls."""

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """The key of the machine code."""
        return (*super()._index_key(sig, codegen), digest_of(self._py_func))


class CompileListener(event.Listener):  # type: ignore[misc]
    """Reports which rule functions are compiled rather than loaded."""

    def on_start(self, event: Any) -> None:
        """Compilation of a function starts."""
        if _is_rule(event):
            report_started(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        """Compilation of a function ends or fails."""
        if _is_rule(event):
            report_finished()


def _is_rule(event: Any) -> bool:
    """Whether an event is about one of our functions, not a helper of Numba."""
    return isinstance(getattr(event.data["dispatcher"], "_cache", None), DigestCache)


def rule(function: Any) -> Any:
    """Mark a rule function: plain Python that is also compiled for the CPU and the GPU."""
    return _kept(numba.njit(nogil=True, error_model="numpy")(function), function)


def fast_rule(function: Any) -> Any:
    """Mark a function whose sums of fractions may be added up in any order, which is faster.

    The result then depends on the processor in its last digits; rules never do.
    """
    compiled = numba.njit(nogil=True, error_model="numpy", fastmath={"contract", "nsz", "reassoc"})
    return _kept(compiled(function), function)


def _kept(compiled: Any, function: Any) -> Any:
    """A function whose machine code is kept for other processes."""
    if not numba.config.DISABLE_JIT:
        compiled._cache = DigestCache(function)
    return compiled


def _cache_folder() -> Path:
    """The folder of compiled rules: in the user's cache, or a temporary one if that fails."""
    try:
        home = os.environ.get("XDG_CACHE_HOME")
        base = (Path(home) if home else Path.home() / ".cache") / "kerys" / "compiled"
        folder = base / f"numba-{numba.__version__}-numpy-{np.__version__}"
        folder.mkdir(parents=True, exist_ok=True)
        _tidy(base)
    except (OSError, RuntimeError):
        temporary = Path(tempfile.mkdtemp(prefix="kerys-compiled-"))
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return temporary
    return folder


def _tidy(base: Path) -> None:
    """Once a day, remove compiled code that hasn't been written or read for a while."""
    stamp, now = base / "tidied", time.time()
    if stamp.exists() and now - stamp.stat().st_mtime < TIDIED_EVERY_SECONDS:
        return
    stamp.touch()
    for path in base.rglob("*.nb[ci]"):
        try:
            status = path.stat()
            if now - max(status.st_atime, status.st_mtime) > KEPT_UNUSED_SECONDS:
                path.unlink()
        except FileNotFoundError:
            pass  # another process was quicker


if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(_cache_folder())
event.register("numba:compile", CompileListener())
