"""Digests of batches with random play, to compare devices and guard reproducibility."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from kerys.research import Batch

SMALL_BLOCKS = "from kerys.kernel import gpu; gpu.THREADS_PER_BLOCK = 2"
"""Run this first under the CUDA simulator, which starts a Python thread for every simulated thread,
even those without a row. It makes more blocks, one of which isn't full."""


def on_host(array: Any) -> Any:
    """An array from any device, in ordinary memory."""
    return np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)


def digest(
    game: str, rows: int, steps: int, device: Any = "cpu", states: bool = True, **options: Any
) -> str:
    """Everything that a batch shows, step by step, and its true states at the end."""
    batch = Batch(game, rows, device=device, seed="digest", **options)
    found = hashlib.sha256()
    for step in range(steps + 1):
        if step:
            batch.step(batch.sample())
        for array in (batch.seats, batch.masks, batch.observations, batch.rewards, batch.done):
            found.update(on_host(array).tobytes())
        found.update(on_host(batch.scores).tobytes() + batch.numbers.tobytes())
    if states:
        found.update(on_host(batch.states).tobytes())
    return found.hexdigest()


def study_digest(game: str, rows: int, steps: int, device: Any = "cpu", **options: Any) -> str:
    """Everything that a batch shows when its states are kept, copied, imagined and put back."""
    batch = Batch(game, rows, device=device, seed="study", **options)
    found = hashlib.sha256()

    def note() -> None:
        for array in (batch.states, batch.seats, batch.masks, batch.observations, batch.rewards):
            found.update(on_host(array).tobytes())

    found.update(on_host(batch.sample(np.arange(rows) != 1)).tobytes())
    for seat in range(batch.players):
        found.update(on_host(batch.observe(seat)).tobytes())
    for _ in range(steps):
        batch.step(batch.sample())
    kept = batch.get_states()
    seats = np.arange(rows) % batch.players
    found.update(on_host(batch.observe(seats)).tobytes())
    batch.resample(seats)
    note()
    found.update(on_host(batch.observe_all()).tobytes())
    batch.fork([0, rows - 1], [rows - 1, 0])
    note()
    batch.step(batch.sample())
    note()
    batch.set_states(kept)
    note()
    batch.set_states(batch.states)
    note()
    return found.hexdigest()
