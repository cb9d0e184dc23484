"""The lock of a table: threads and coroutines wait for it in one queue."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from kerys.server.table_lock import TableLock
from tests.server.live import DEADLINE_S


def waiting(lock: TableLock, number: int) -> Callable[[], bool]:
    """Whether this many are waiting for a lock."""
    return lambda: len(lock._line) == number


async def until(look: Callable[[], bool]) -> None:
    """Wait in a coroutine until a condition holds."""
    async with asyncio.timeout(DEADLINE_S):
        while not look():
            await asyncio.sleep(0)


def test_threads_and_coroutines_get_it_in_the_order_in_which_they_came() -> None:
    lock, came = TableLock(), list[int]()

    def in_thread(number: int) -> None:
        with lock.holding():
            came.append(number)

    async def in_loop(number: int) -> None:
        await lock.acquire()
        came.append(number)
        lock.release()

    async def come() -> None:
        await lock.acquire()
        threads, tasks = [], []
        for number in range(6):
            if number % 2:
                threads.append(threading.Thread(target=in_thread, args=(number,)))
                threads[-1].start()
            else:
                tasks.append(asyncio.create_task(in_loop(number)))
            await until(waiting(lock, number + 1))
        lock.release()
        await asyncio.gather(*tasks)
        for thread in threads:
            await asyncio.to_thread(thread.join)

    asyncio.run(come())
    assert came == list(range(6))
    assert not lock.held


def test_who_gives_up_waiting_is_passed_over() -> None:
    lock = TableLock()

    async def come() -> None:
        await lock.acquire()
        impatient, patient = (asyncio.create_task(lock.acquire()) for _ in range(2))
        await until(waiting(lock, 2))
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
        lock.release()
        await patient
        assert lock.held
        lock.release()

    asyncio.run(come())
    assert not lock.held


def test_who_gives_up_in_the_moment_of_the_hand_over_passes_it_on() -> None:
    lock = TableLock()

    async def come() -> None:
        await lock.acquire()
        impatient, patient = (asyncio.create_task(lock.acquire()) for _ in range(2))
        await until(waiting(lock, 2))
        lock.release()  # for the first one, which is cancelled before it can notice
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
        await patient
        lock.release()

    asyncio.run(come())
    assert not lock.held


def test_a_thread_holds_it_alone_and_releases_it_after_an_error() -> None:
    lock, inside, together = TableLock(), list[int](), set[int]()

    def come(number: int) -> None:
        for _ in range(100):
            with lock.holding():
                inside.append(number)
                time.sleep(0)  # lets others run
                together.add(len(inside))
                inside.remove(number)

    threads = [threading.Thread(target=come, args=(one,)) for one in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == {1}
    with pytest.raises(ZeroDivisionError), lock.holding():
        len(inside) // 0
    assert not lock.held
