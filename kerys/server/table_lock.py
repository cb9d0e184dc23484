"""A lock for threads and coroutines in one queue; any thread may release it."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager


class TableLock:
    """Held by one at a time, from reading a table to the commit of a decision there.

    The event loop never blocks on it: a coroutine waits without holding up the others.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held = False
        self._line: deque[Future[None]] = deque()

    @property
    def held(self) -> bool:
        """Whether it is held now."""
        return self._held

    def _request(self) -> Future[None] | None:
        """Take the lock if it is free, or else a place in the queue."""
        with self._guard:
            if not self._held:
                self._held = True
                return None
            place: Future[None] = Future()
            self._line.append(place)
            return place

    def take(self) -> bool:
        """Take the lock if it is free; returns whether it was."""
        with self._guard:
            taken = not self._held
            self._held = True
            return taken

    def release(self) -> None:
        """Pass the lock to the next one in the queue."""
        with self._guard:
            while self._line:
                place = self._line.popleft()
                if place.set_running_or_notify_cancel():
                    place.set_result(None)
                    return
            self._held = False

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Wait for the lock in a thread, and release it at the end."""
        place = self._request()
        if place is not None:
            place.result()
        try:
            yield
        finally:
            self.release()

    async def acquire(self) -> None:
        """Wait for the lock in a coroutine, which must release it."""
        place = self._request()
        if place is None:
            return
        try:
            await asyncio.wrap_future(place)
        except asyncio.CancelledError:
            if not place.cancel():  # it was handed over in the same moment
                self.release()
            raise
