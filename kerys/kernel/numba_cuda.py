"""Numba's `cuda`, for whichever NumPy is installed.

Imported only where it is used: it needs numba-cuda and a device, or the CUDA simulator.
"""

from __future__ import annotations

import numpy as np

from kerys.kernel.extras import extra

# numba-cuda 0.30 looks these names up when imported; NumPy 2.5 no longer has them.
for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):
        setattr(np, _old, getattr(np, _new))

with extra("gpu"):
    import numba_cuda  # noqa: F401  # Numba's own CUDA target is no longer developed
from numba import cuda

__all__ = ["cuda"]
