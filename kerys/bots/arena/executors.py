"""Play all deals of a tournament: in this process, on all cores, or on a cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext

from kerys.bots.arena.cluster import on_cluster
from kerys.bots.arena.deal import Deal, play_deal
from kerys.bots.arena.state_file import StateFile
from kerys.bots.arena.tournament import Tournament, TournamentError
from kerys.locale import _


def play_all(
    tournament: Tournament,
    deals: int,
    *,
    cores: int | None = None,
    cluster: str | None = None,
    state: StateFile | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> list[Deal]:
    """Play the deals that aren't in the state file yet, and report each one to `progress`.

    Without `cores`, all cores of this machine are used; with one core, this process.
    """
    with state.held() if state else nullcontext():
        found = state.read() if state else {}
        open_deals = [number for number in range(deals) if number not in found]
        progress(deals - len(open_deals))
        with closing(_source(tournament, open_deals, cores or usable_cores(), cluster)) as source:
            for deal in source:
                if state:
                    state.add(deal)
                found[deal.number] = deal
                progress(1)
    return [found[number] for number in range(deals)]


def usable_cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _source(
    tournament: Tournament, numbers: list[int], cores: int, cluster: str | None
) -> Generator[Deal, None, None]:
    """The deals in the order in which they finish."""
    if not numbers:
        return
    if cluster is not None:
        yield from on_cluster(tournament, numbers, cluster)
    elif cores == 1:
        for number in numbers:
            yield play_deal(tournament, number)
    else:
        yield from _on_cores(tournament, numbers, min(cores, len(numbers)))


def _on_cores(
    tournament: Tournament, numbers: list[int], cores: int
) -> Generator[Deal, None, None]:
    """One process per core; unfinished deals are dropped when the caller stops iterating."""
    before = set(multiprocessing.active_children())
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(cores, spawn, initializer=end_with_parent)
    try:
        with ignore_sigint_in_children():
            waiting = [pool.submit(play_deal, tournament, number) for number in numbers]
        for future in as_completed(waiting):
            yield future.result()
    except BrokenProcessPool as error:
        raise TournamentError(
            _("A process of the tournament died. Run the same command to resume.")
        ) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()


def end_with_parent() -> None:
    """End a process of the pool when its parent ends, for whatever reason."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def ignore_sigint_in_children() -> Iterator[None]:
    """Make processes started inside ignore Ctrl-C: this process handles it and ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
