"""Many games at once, compiled: reset, step, masks, observations and rewards, on CPU or GPU."""

from __future__ import annotations

import os
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.chance import CHANCE_WORDS, generator, key_of_seed
from kerys.kernel.contract import Rules
from kerys.locale import _
from kerys.research.cpu import CpuRunner
from kerys.research.row_functions import Rows, books_dtype, spread_bits
from kerys.research.simulation import check_target
from kerys.table import IllegalMove
from kerys.table.checks import check_game, check_seat

Device = Literal["cpu", "gpu"]
Reward = Literal["rank", "win", "points"]
REWARDS: tuple[Reward, ...] = get_args(Reward)
"""The kinds of rewards, as the templates of rows number them."""


class Batch:
    """Many games of one kind, each at a decision of one seat.

    Row i plays games number i, i + n, i + 2n, ... of a seed. A deal depends only on the seed and
    the number, so the same actions give the same games on every device. All arrays are on the
    device, belong to the batch and are written in place by whatever changes the games.
    """

    seats: Any
    """int8 (n): the seat that each game asks. Sealed choices are asked one seat at a time."""
    observations: Any
    """float32 (n, observation size): what that seat knows, as `kerys.games` lists it."""
    masks: Any
    """bool (n, actions): its legal actions."""
    rewards: Any
    """float32 (n, players): 0 until a game ends; then, by default, from 1 (first alone) to -1."""
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
        reward: Reward = "rank",
        **options: Any,
    ) -> None:
        """`reward` is what a game brings each player in the end: by rank, from 1 (first alone) to
        -1 (last); the share of the win; or the points ahead of the mean of the others, divided by
        20. Nobody but players counts.
        """
        if device not in ("cpu", "gpu"):
            raise ValueError(f"device must be 'cpu' or 'gpu', not {device!r}")
        if reward not in REWARDS:
            raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {reward!r}")
        for name, number in (("n", n), ("threads", threads)):
            if number is not None and (type(number) is not int or number < 1):
                raise ValueError(f"{name} must be a whole number from 1, not {number!r}")
        check_target(device)
        self.game = check_game(game)
        self.n = n
        self.device = device
        self.seed = seed
        self.reward = reward
        agreed = self.game.configure(**options)
        self.players = int(agreed.players)
        rows = _host_rows(self.game, agreed, n, reward)
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

    def sample(self, where: Any = None) -> Any:
        """A random legal action for each game, all equally likely: int32 (n), written in place.

        Drawn from the seed like the deals; the same on every device. Where `where`, bool (n), is
        false, nothing is drawn and the action is -1, which `step` without `check` passes over.
        """
        return self._runner.sample(None if where is None else self._check_where(where))

    def greedy(self, worlds: int = 1, where: Any = None) -> Any:
        """What the bot `greedy` would answer in each game: int32 (n), written in place. CPU only.

        It sees what its seat knows and imagines at most that many worlds for a decision, drawn from
        the row's chance, which `sample` uses too. `where` is as there.
        """
        if type(worlds) is not int or worlds < 1:
            raise ValueError(f"worlds must be a whole number from 1, not {worlds!r}")
        wanted = np.ones(self.n, np.bool_) if where is None else self._check_where(where)
        return self._runner.greedy(worlds, wanted)

    def observe(self, seats: Any) -> Any:
        """What a seat of each game knows, asked or not: float32 (n, observation size).

        `seats` is one number for all games, or one for each. Written in place at the next call.
        """
        return self._runner.observe(self._check_seats(seats))

    def observe_all(self) -> Any:
        """What all seats of each game know: float32 (n, players, observation size), in place.

        For a critic in training, never for a player: together this is everything that players hide
        from each other. What nobody knows yet, such as the order of a deck, is only in `states`.
        """
        return self._runner.observe_all()

    def get_states(self) -> NDArray[Any]:
        """A copy of all true states in ordinary memory, for `set_states`."""
        found: NDArray[Any] = self._runner.get_states()
        return found

    def set_states(self, states: Any) -> None:
        """Continue from these states, one per game, and show them as after a step.

        They come from `get_states` or `states` of any batch with as many players. Each row keeps
        its number and its chance, so it goes on with its own next game.
        """
        given = self._runner.accept_states(states)
        if given.shape != (self.n,) or given.dtype != self.game.state:
            raise ValueError(
                f"states must be {self.n} records of {self.game.name}, one per game, as "
                f"`get_states` returns them, not {given.dtype} of shape {given.shape}"
            )
        wrong = self._runner.find_unplayable(given)
        if wrong < self.n:
            raise ValueError(
                f"state {wrong} can't be continued: it must be a running game of {self.players} "
                "players"
            )
        self._runner.set_states(given)

    def fork(self, sources: Any, targets: Any) -> None:
        """Copy the games of some rows onto others, in pairs; a row may be a source many times.

        A copy keeps its row's number and chance, so random choices differ from the original's.
        """
        rows = [
            self._check_rows(name, given)
            for name, given in (("sources", sources), ("targets", targets))
        ]
        if len(rows[0]) != len(rows[1]):
            raise ValueError(f"{len(rows[0])} sources can't be copied onto {len(rows[1])} targets")
        if len(np.unique(rows[1])) != len(rows[1]):
            raise ValueError("targets must differ: a row can become one game only")
        if len(rows[0]):
            self._runner.fork(*rows)

    def resample(self, seats: Any) -> None:
        """Turn each game into a random one of those that a seat can't tell from it.

        `seats` is one number for all games, or one for each. Everything that the seat doesn't know
        is drawn anew from the row's chance, which `sample` uses too; the same on every device.
        """
        self._runner.resample(self._check_seats(seats))

    def _check_where(self, where: Any) -> NDArray[np.bool_]:
        """A flag for each game, in ordinary memory."""
        given = self._runner.on_host(where)
        if given.shape != (self.n,) or given.dtype != np.bool_:
            raise ValueError(
                f"where must be {self.n} booleans, one per game, not {given.dtype} of shape "
                f"{given.shape}"
            )
        return np.array(given)  # plain memory: code is compiled for one kind of array

    def _check_seats(self, seats: Any) -> NDArray[np.int8]:
        """A seat for each game, in ordinary memory."""
        given = self._runner.on_host(seats)
        if given.ndim == 0:
            return np.full(self.n, check_seat(given.item(), self.players), np.int8)
        if given.shape != (self.n,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(
                f"seats must be a whole number, or {self.n} of them, one per game, not "
                f"{given.dtype} of shape {given.shape}"
            )
        for seat in given[(given < 0) | (given >= self.players)][:1]:
            check_seat(seat, self.players)
        narrow: NDArray[np.int8] = given.astype(np.int8)
        return narrow

    def _check_rows(self, name: str, rows: Any) -> NDArray[np.int64]:
        """Numbers of rows, in ordinary memory."""
        given = np.atleast_1d(self._runner.on_host(rows))
        if given.ndim != 1 or not (np.issubdtype(given.dtype, np.integer) or given.size == 0):
            raise ValueError(
                f"{name} must be numbers of rows, not {given.dtype} of shape {given.shape}"
            )
        wrong = given[(given < 0) | (given >= self.n)]
        if wrong.size:
            raise ValueError(f"{name}: there is no row {wrong[0]}; rows are 0 to {self.n - 1}")
        return given.astype(np.int64)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _host_rows(game: Rules, options: Any, n: int, reward: Reward) -> Rows:
    """The arrays of a batch in ordinary memory, nothing dealt yet."""
    players = int(options.players)
    bits = spread_bits(game.actions)
    state = game.blank()
    game.deal(state, options, generator(key_of_seed(0)))  # who scores depends on the options
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
        reward=np.array([REWARDS.index(reward)]),
    )
