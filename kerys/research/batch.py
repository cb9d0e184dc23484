"""Many games at once, compiled: reset, step, masks, observations and rewards, on CPU or GPU."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kerys.games import GAMES
from kerys.kernel.chance import CHANCE_WORDS, generator, key_of_seed
from kerys.kernel.contract import Game
from kerys.locale import _
from kerys.research.simulation import check_target
from kerys.research.stepping import SPREAD_BITS, Rows, books_dtype, stepping
from kerys.table import IllegalMove, SeatError

Device = Literal["cpu", "gpu"]
LEAST_ROWS = 64
"""Fewer rows than this are not worth a thread of their own."""


class Batch:
    """Many games of one kind, each at a decision of one seat.

    Row i plays games number i, i + n, i + 2n, ... of a seed: what is dealt depends on seed and
    number alone, so that the same actions give the same games on every device. All arrays live on
    the device, belong to the batch and are written in place by `reset` and `step`.
    """

    seats: Any
    """int8 (n): the seat that each game asks. Sealed choices are asked one after the other."""
    observations: Any
    """float32 (n, observation size): what that seat knows, as `kerys.games` lists it."""
    masks: Any
    """bool (n, actions): what it may answer."""
    rewards: Any
    """float32 (n, players): 0 until a game ends; then from 1 (first alone) to -1 (last), in sum 0."""
    done: Any
    """bool (n): whether the last step ended the row's game. The row has dealt its next one."""
    scores: Any
    """int16 (n, owners): the final points of the last game that ended in each row."""

    def __init__(
        self,
        game: str,
        n: int,
        *,
        device: Device = "cpu",
        seed: int | str = 0,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        if game not in GAMES:
            known = ", ".join(GAMES)
            raise SeatError(
                _("There is no game '{game}'; there are {known}.").format(game=game, known=known)
            )
        if device not in ("cpu", "gpu"):
            raise ValueError(f"the device is 'cpu' or 'gpu', not {device!r}")
        for name, number in (("n", n), ("threads", threads)):
            if number is not None and (type(number) is not int or number < 1):
                raise ValueError(f"{name} is a whole number from 1 on, not {number!r}")
        check_target(device)
        self.game: Game = GAMES[game]
        self.n = n
        self.device = device
        self.seed = seed
        agreed = self.game.configure(**options)
        self.players = int(agreed.players)
        rows = _host_rows(self.game, agreed, n)
        if device == "gpu":
            from kerys.research.gpu import GpuRunner

            self._runner: Any = GpuRunner(self.game, rows)
        else:
            self._runner = CpuRunner(self.game, rows, threads or _cores())
        self._rows: Rows = self._runner.rows
        for name in ("seats", "observations", "rewards", "scores"):
            setattr(self, name, getattr(self._rows, name))
        self.done, self.masks = self._runner.done, self._runner.masks
        self.reset()

    @property
    def actions(self) -> int:
        """How many actions there are; an action is a number below it."""
        return self.game.actions

    @property
    def observation_fields(self) -> tuple[tuple[str, int], ...]:
        """Name and width of each field of an observation, in order."""
        return self.game.observation

    @property
    def states(self) -> Any:
        """The true states of all games: for study, never for a player."""
        return self._rows.states

    def reset(self, seed: int | str | None = None) -> None:
        """Deal games number 0 to n - 1 of the seed, or of a new one."""
        if seed is not None:
            self.seed = seed
        self._runner.reset(generator(key_of_seed(self.seed)))

    def step(self, actions: Any, *, check: bool = True) -> None:
        """Carry out one action a game; a game that ends is dealt anew.

        A wrong action is refused and nothing changes. Without `check` its row stays as it is,
        unsaid: on a GPU this saves waiting for the device.
        """
        chosen = self._runner.accept(actions)
        if check:
            wrong = self._runner.find_illegal(chosen)
            if wrong < self.n:
                raise IllegalMove(
                    _(
                        "Row {row} may not choose action {action}: its legal actions are those "
                        "that its mask marks."
                    ).format(row=wrong, action=int(chosen[wrong]))
                )
        self._runner.advance(chosen)

    def sample(self) -> Any:
        """A legal action a game, each as likely as the other: int32 (n), written in place.

        Drawn from the seed like the deals; the same on every device.
        """
        return self._runner.sample()


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _host_rows(game: Game, options: Any, n: int) -> Rows:
    """The arrays of a batch in ordinary memory, nothing dealt yet."""
    players = int(options.players)
    state = game.blank()
    state.players = players
    agreed = np.zeros(1, game.options)
    agreed[0] = options
    return Rows(
        states=np.zeros(n, game.state),
        options=agreed,
        master=np.zeros(CHANCE_WORDS, np.int64),
        books=np.zeros(n, books_dtype(game)),
        seats=np.zeros(n, np.int8),
        masks=np.zeros((n, -(-game.actions // SPREAD_BITS)), np.uint64),
        observations=np.zeros((n, game.observation_size), np.float32),
        rewards=np.zeros((n, players), np.float32),
        done=np.zeros(n, np.uint8),
        scores=np.zeros((n, int(game.owners(state))), np.int16),
    )


class CpuRunner:
    """The rows of a batch in ordinary memory, cut into parts for threads."""

    def __init__(self, game: Game, rows: Rows, threads: int) -> None:
        self.rows = rows
        self.n = len(rows.states)
        self.compiled = stepping(game)
        self.chosen = np.zeros(self.n, np.int32)
        self.done = rows.done.view(np.bool_)
        self.masks = rows.masks.view(np.bool_)[:, : game.actions]
        parts = max(1, min(threads, self.n // LEAST_ROWS))
        bounds = [self.n * part // parts for part in range(parts + 1)]
        self.parts = list(zip(bounds, bounds[1:], strict=False))
        self.dealers = np.zeros((parts, CHANCE_WORDS), np.int64)
        self.pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None

    def each_part(self, function: Any, *arguments: Any, dealt: bool = False) -> list[Any]:
        """Call a compiled function for every part; this thread does the first."""
        calls = [
            (first, last, *((dealer,) if dealt else ()), *arguments)
            for (first, last), dealer in zip(self.parts, self.dealers, strict=True)
        ]
        waiting = [self.pool.submit(function, *call) for call in calls[1:]] if self.pool else []
        return [function(*calls[0]), *(one.result() for one in waiting)]

    def reset(self, master: NDArray[np.int64]) -> None:
        """Deal the first game of every row."""
        self.rows.master[:] = master
        self.rows.books["number"] = np.arange(self.n)
        for array in (self.rows.rewards, self.rows.done, self.rows.scores):
            array[:] = 0
        self.each_part(self.compiled.start_rows, *self.rows, dealt=True)

    def accept(self, actions: Any) -> NDArray[Any]:
        """Actions from outside as whole numbers, one a row."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(
                f"actions are {self.n} whole numbers, one a game, not {chosen.dtype} of shape "
                f"{chosen.shape}"
            )
        if chosen.dtype == np.int32:
            return chosen
        return np.clip(chosen, -1, np.iinfo(np.int32).max).astype(np.int32)

    def find_illegal(self, chosen: NDArray[np.int32]) -> int:
        """The first row with a wrong action, or how many rows there are."""
        found = self.each_part(self.compiled.find_illegal, chosen, self.rows.books)
        for row, (_first, last) in zip(found, self.parts, strict=True):
            if row < last:
                return int(row)
        return self.n

    def advance(self, chosen: NDArray[np.int32]) -> None:
        """Carry out actions."""
        self.each_part(self.compiled.advance_rows, chosen, *self.rows, dealt=True)

    def sample(self) -> NDArray[np.int32]:
        """Random legal actions."""
        self.each_part(self.compiled.sample_rows, self.chosen, self.rows.books)
        return self.chosen
