"""Bots of other packages, each in its own process, where hanging, dying or printing is harmless."""

from __future__ import annotations

import atexit
import json
import os
import queue
import random
import signal
import subprocess
import sys
import threading
import weakref
from collections import defaultdict
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint
from typing import IO, Any

from kerys.bots.base import Bot, BrokenBotError, Budget
from kerys.bots.guests.protocol import Fault, plain_budget, plain_state, plain_view
from kerys.kernel.contract import State
from kerys.locale import _
from kerys.table.action import Action
from kerys.table.view import View

GROUP = "kerys.bots"
"""The entry points under which other packages offer their bots."""
PATIENCE = 5.0
"""A bot counts as hung after this many times its budget, but never before this many seconds."""
STARTING = 60.0
"""How many seconds a guest has to be imported and created."""
WARMING = 60.0
"""How many seconds it has to load and compile what its first decision needs."""
LEAVING = 1.0
"""How many seconds a process has to end after its output is closed."""
MOST_LOST = 3
"""How many processes in a row a guest may lose before stand-ins play the rest of its game."""
BEGIN = """
import sys
sys.path[:] = {path!r}
from importlib.metadata import EntryPoint
from kerys.bots.guests.guest_worker import serve
serve(EntryPoint({name!r}, {value!r}, {group!r}))
"""
"""The path is set first, so that files in the working folder don't shadow the standard library."""


class Lost(Fault):
    """The guest's process is gone."""


class Process:
    """A process with a guest in it, which ends with this program at the latest.

    It isn't a child of `multiprocessing`: those run the program's own script again, and daemon
    processes can't start them.
    """

    running: set[Process] = set()  # noqa: RUF012 - all of them
    idle: defaultdict[tuple[str, str], list[Process]] = defaultdict(list)  # noqa: RUF012
    """The processes not in use, by the name and location of their guest."""
    original: list[Process] = []  # noqa: RUF012
    """After a fork, the parent's processes: kept here so that they aren't garbage-collected."""

    def __init__(self, point: EntryPoint) -> None:
        self.key = (point.name, point.value)
        self.warm: set[str] = set()
        """The games for which the guest is warmed up in this process."""
        path = [folder for folder in sys.path if isinstance(folder, str)]
        begin = BEGIN.format(path=path, name=point.name, value=point.value, group=GROUP)
        self._child = subprocess.Popen(
            [sys.executable, "-c", begin],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # so that it doesn't get Ctrl-C
        )
        self.running.add(self)
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        listening = (self._child.stdout, self._heard)
        threading.Thread(target=_listen, args=listening, daemon=True).start()

    @staticmethod
    def of(point: EntryPoint) -> Process:
        """A process for a guest; starting one takes a second, so idle ones are reused."""
        waiting = Process.idle[point.name, point.value]
        while waiting:
            process = waiting.pop()
            if process._child.poll() is None:
                return process
            process.end()
        return Process(point)

    def rest(self) -> None:
        """Wait for the next game."""
        if self in self.running:
            self.idle[self.key].append(self)

    def ask(self, seconds: float, do: str, **what: Any) -> Any:
        """The guest's answer; if it doesn't answer in time, its process is ended."""
        try:
            self._send({"do": do, "seconds": seconds, **what})
            heard = self._heard.get(timeout=seconds)
        except queue.Empty:
            self.end()
            raise TimeoutError from None
        except BaseException:
            self.end()  # a late answer would be taken for the answer to the next request
            raise
        try:
            reply = json.loads(heard)
        except ValueError:
            raise Lost(f"lost its process (exit status {self.end(LEAVING)})") from None
        if "fault" in reply:
            raise Fault(reply["fault"])
        return reply["answer"]

    def end(self, seconds: float = 0.0) -> int:
        """End it, now or after a while, with everything that it has started.

        Returns its exit status.
        """
        self.running.discard(self)
        with suppress(subprocess.TimeoutExpired):
            if seconds:
                self._child.wait(seconds)
        if self._child.poll() is None:
            if sys.platform != "win32":
                with suppress(OSError):
                    os.killpg(self._child.pid, signal.SIGKILL)
            self._child.kill()
        assert self._child.stdin is not None
        with suppress(OSError):
            self._child.stdin.close()
        return self._child.wait()

    def _send(self, message: Any) -> None:
        """Send a line to the process; if the process is gone, reading its answer will fail."""
        assert self._child.stdin is not None
        with suppress(OSError):
            self._child.stdin.write(json.dumps(message).encode() + b"\n")
            self._child.stdin.flush()


def _listen(answers: IO[bytes], heard: queue.SimpleQueue[bytes]) -> None:
    """Queue the lines of a process, and an empty line at the end."""
    with answers:
        for line in answers:
            heard.put(line)
    heard.put(b"")


@atexit.register
def end_all() -> None:
    """End all processes."""
    for process in tuple(Process.running):
        process.end()
    Process.idle.clear()


def _forget_all() -> None:
    """After a fork, leave the processes to the parent; the child starts its own."""
    Process.original.extend(Process.running)
    Process.running.clear()
    Process.idle.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_forget_all)


class Home:
    """Where a guest lives during a game: one process at a time, with its bot in it."""

    cold: set[tuple[str, str, str]] = set()  # noqa: RUF012 - shared
    """Guests and games for which warming up cost a process: they are never warmed up again."""

    def __init__(self, point: EntryPoint) -> None:
        self.point = point
        self.lost = 0
        self._process: Process | None = None
        self._made = False

    def ready(self, game: str | None = None) -> None:
        """Have a process in which the bot is created, and warmed up for a game."""
        if self.lost >= MOST_LOST:
            raise Fault(f"is no longer asked after losing {MOST_LOST} processes in a row")
        if self._process is None or self._process not in Process.running:
            self._process, self._made = Process.of(self.point), False
        if game is not None:
            self._warm_up(self._process, game)
        if not self._made:
            try:
                self._ask(STARTING, "make")
            except TimeoutError:
                raise Fault("took too long to start") from None
            self._made = True

    def ask(self, seconds: float, do: str, **what: Any) -> Any:
        """The bot's answer; if that costs it its process, the next process gets a new bot."""
        self.ready()
        return self._ask(seconds, do, **what)

    def decide(self, seconds: float, **what: Any) -> Any:
        """The bot's choice; only this resets the count of lost processes."""
        answer = self.ask(seconds, "choose", **what)
        self.lost = 0
        return answer

    def leave(self) -> None:
        """Release the process for reuse."""
        if self._process is not None:
            self._process.rest()
        self._process, self._made = None, False

    def _ask(self, seconds: float, do: str, **what: Any) -> Any:
        """Ask the current process, which must exist."""
        assert self._process is not None
        try:
            return self._process.ask(seconds, do, **what)
        except (Lost, TimeoutError):
            self.lost += 1
            raise

    def _warm_up(self, process: Process, game: str) -> None:
        """Have the guest load and compile what it needs for a game, once per process."""
        if game in process.warm or (*process.key, game) in self.cold:
            return
        try:
            process.ask(WARMING, "warm", game=game)
        except (Lost, TimeoutError):
            self.cold.add((*process.key, game))
            self._process, self._made = Process.of(self.point), False
        except Fault:
            process.warm.add(game)  # the error will be reported when it matters
        else:
            process.warm.add(game)


class Guest(Bot):
    """A bot of another package, represented in this process.

    Call `meet` to learn what it says about itself, and `leave` when done with it.
    """

    def __init__(self, point: EntryPoint) -> None:
        self.point = point
        self._truth: State | None = None
        self._home = Home(point)
        weakref.finalize(self, self._home.leave).atexit = False

    def meet(self) -> None:
        """Learn what it says about itself, or raise a `BrokenBotError` if it cannot be created."""
        told = described(self.point.name, self.point.value)
        self.about = told["about"]
        self.cheats = told["cheats"]
        self.games = None if told["games"] is None else tuple(told["games"])

    @property
    def budget(self) -> Budget:  # type: ignore[override]
        """Its own default budget."""
        return Budget(**self._home.ask(PATIENCE, "budget"))

    def show(self, state: State) -> None:
        """Show it the true state before the next choice, if it cheats."""
        self._truth = state

    def prepare(self, game: str) -> None:
        """Start its process, create it and have it decide once, outside its time limit."""
        self._home.ready(game)

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """One of `view.legal`; raises `Fault` or `TimeoutError` if the bot fails."""
        self.prepare(view.game)
        code = self.answer(view, budget, rng.random(), longest(budget, PATIENCE))
        return next(action for action in view.legal if action.code == code)

    def answer(self, view: View, budget: Budget, seed: float, seconds: float) -> int:
        """The code that it chooses with a generator of that seed, if it answers in time."""
        truth, self._truth = self._truth, None
        return int(
            self._home.decide(
                seconds,
                view=plain_view(view),
                budget=plain_budget(budget),
                seed=seed,
                truth=None if truth is None else plain_state(truth),
            )
        )

    def leave(self) -> None:
        """The game is over: its process is free for the next one."""
        self._home.leave()


def longest(budget: Budget, patience: float) -> float:
    """The seconds after which a bot counts as hung."""
    return max(patience, patience * (budget.milliseconds or 0) / 1e3)


@cache
def described(name: str, value: str) -> dict[str, Any]:
    """What a guest says about itself; asked once."""
    process = Process.of(EntryPoint(name, value, GROUP))
    try:
        told = process.ask(STARTING, "describe")
    except TimeoutError:
        told = {"problem": _("it takes too long")}
    except Fault as fault:
        told = {"problem": str(fault)}
    process.rest()
    if "problem" not in told:
        return dict(told)
    if told["problem"]:
        sentence = _("The bot '{name}' ({where}) cannot be created: {problem}")
    else:
        sentence = _("The bot '{name}' ({where}) is not a kerys.bots.Bot.")
    raise BrokenBotError(sentence.format(name=name, where=value, problem=told["problem"]))
