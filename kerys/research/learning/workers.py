"""Threads that share work on many rows; PyTorch itself uses one thread.

PyTorch's own threads wait for each other in every operation, actively: where cores are shared with
other programs, two of them can be many times slower than one.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from kerys.kernel.extras import extra

with extra("learn"):
    import torch
    from torch import Tensor

Found = TypeVar("Found")
LEAST_ROWS = 64
"""Fewer rows than this aren't worth a thread."""


class Workers:
    """A number of threads, this one included."""

    def __init__(self, threads: int) -> None:
        torch.set_num_threads(1)
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def each(self, work: Callable[[Tensor], Found], rows: Tensor) -> list[Found]:
        """Do some work on parts of the rows, all at once; what each part found, in order."""
        parts = rows.tensor_split(max(1, min(self.threads, len(rows) // LEAST_ROWS)))
        waiting = [self.pool.submit(work, part) for part in parts[1:] if self.pool]
        return [work(parts[0]), *(one.result() for one in waiting)]
