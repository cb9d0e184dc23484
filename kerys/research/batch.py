"""Many games at once, compiled: reset, step, masks, observations and rewards, on CPU or GPU."""

from __future__ import annotations

import os
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.chance import CHANCE_WORDS, generator, key_of_seed
from kerys.kernel.contract import Rules
from kerys.locale import _
from kerys.research.cpu import CpuRunner
from kerys.research.row_functions import Rows, books_dtype, spread_bits
from kerys.research.simulation import check_target
from kerys.table import IllegalMove
from kerys.table.checks import check_game

Device = Literal["cpu", "gpu"]


class Batch:
    """Many games of one kind, each at a decision of one seat.

    Row i plays games number i, i + n, i + 2n, ... of a seed. A deal depends only on the seed and
    the number, so the same actions give the same games on every device. All arrays are on the
    device, belong to the batch and are written in place by `reset` and `step`.
    """

    seats: Any
    """int8 (n): the seat that each game asks. Sealed choices are asked one seat at a time."""
    observations: Any
    """float32 (n, observation size): what that seat knows, as `kerys.games` lists it."""
    masks: Any
    """bool (n, actions): its legal actions."""
    rewards: Any
    """float32 (n, players): 0 until a game ends; then from 1 (first alone) to -1 (last)."""
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
        if device not in ("cpu", "gpu"):
            raise ValueError(f"device must be 'cpu' or 'gpu', not {device!r}")
        for name, number in (("n", n), ("threads", threads)):
            if number is not None and (type(number) is not int or number < 1):
                raise ValueError(f"{name} must be a whole number from 1, not {number!r}")
        check_target(device)
        self.game = check_game(game)
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
    def numbers(self) -> NDArray[np.int64]:
        """The number of the game that each row plays, as a NumPy array."""
        found: NDArray[np.int64] = self._runner.numbers()
        return found

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
        """Carry out one action per game; where a game ends, the row deals its next one.

        An illegal action is refused and nothing changes. Without `check`, rows with an illegal
        action silently don't change; on a GPU this saves waiting for the device.
        """
        chosen = self._runner.accept(actions)
        if check:
            wrong = self._runner.find_illegal(chosen)
            if wrong < self.n:
                raise IllegalMove(
                    _(
                        "Action {action} is illegal in row {row}: choose one that the row's mask "
                        "marks."
                    ).format(row=wrong, action=int(chosen[wrong]))
                )
        self._runner.advance(chosen)

    def sample(self) -> Any:
        """A random legal action for each game, all equally likely: int32 (n), written in place.

        Drawn from the seed like the deals; the same on every device.
        """
        return self._runner.sample()


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _host_rows(game: Rules, options: Any, n: int) -> Rows:
    """The arrays of a batch in ordinary memory, nothing dealt yet."""
    players = int(options.players)
    bits = spread_bits(game.actions)
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
        masks=np.zeros((n, game.actions // bits), f"u{bits}"),
        observations=np.zeros((n, game.observation_size), np.float32),
        rewards=np.zeros((n, players), np.float32),
        done=np.zeros(n, np.uint8),
        scores=np.zeros((n, int(game.owners(state))), np.int16),
    )
