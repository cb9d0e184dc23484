"""One seat in each of many games as a Gymnasium vector environment, over a `Batch`.

`gymnasium.make_vec` finds it under the names that `kerys.research.gymnasium` registers.
"""

from __future__ import annotations

from collections.abc import Sequence as Several
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.bots.base import BotError
from kerys.kernel.extras import extra
from kerys.locale import _
from kerys.research.batch import Batch, Reward
from kerys.research.gymnasium import check_bots, check_wanted_seat, spaces_of

with extra("research"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

SEEDS = 1 << 62
"""How many seeds a reset without one draws from."""
Infos = dict[str, Any]


class SeatVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """A seat of each game that is asked and sees what it knows; bots of the batch play the others.

    `infos["action_mask"]` says what is legal; anything else is refused. A game that ends gives way
    to the next one in the same step; its last observation and points are in `infos["final_obs"]`
    and `infos["final_info"]["scores"]`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int | None = 0,
        bots: str | Several[str] = "random",
        worlds: int = 16,
        reward: Reward = "rank",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        """`seat` None is drawn for every game; `bots` is `random` or `greedy`, for all or for each
        other seat, clockwise; `worlds` is how many worlds `greedy` imagines for a decision.
        """
        self.batch = Batch(game, num_envs, threads=threads, reward=reward, **options)
        self.wanted_seat = check_wanted_seat(seat, self.batch.players)
        named = check_bots(bots, self.batch.game, self.batch.players)
        self.is_greedy = np.array([_check_compiled(name) == "greedy" for name in named])
        self.worlds = worlds
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space, self.single_action_space = spaces_of(self.batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats = np.zeros(num_envs, np.int8)
        self._before = self.batch.get_states()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Infos]:
        """Deal games number 0 to n - 1 of a seed, and let the bots play until the seats are asked.

        Without a seed, one is drawn: unpredictably, or from the last seed that was given.
        """
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        for row in range(self.num_envs):
            self._draw_seat(row)
        self._begin_step()
        self._let_bots_play()
        return self.batch.observations.copy(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Carry out the actions, then the bots' until all seats are asked again."""
        self._begin_step()
        self._advance(actions, check=True)
        self._let_bots_play()
        return (
            self.batch.observations.copy(),
            self._rewards,
            self._ended,
            np.zeros(self.num_envs, np.bool_),
            self._infos(),
        )

    def _begin_step(self) -> None:
        """Forget what the last step brought."""
        self._rewards = np.zeros(self.num_envs)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._final_seen = np.full(self.num_envs, None, object)
        self._final_scores = np.zeros_like(self.batch.scores)

    def _let_bots_play(self) -> None:
        """Let the bots answer until every row asks its own seat."""
        batch = self.batch
        while (waiting := batch.seats != self.seats).any():
            greedy = waiting & self.is_greedy[(batch.seats - self.seats) % batch.players - 1]
            answers = batch.sample(waiting & ~greedy)
            if greedy.any():
                answers = np.where(greedy, batch.greedy(self.worlds, greedy), answers)
            self._advance(answers, check=False)

    def _advance(self, actions: Any, check: bool) -> None:
        """Carry out actions; rows with none stay as they are."""
        np.copyto(self._before, self.batch.states)
        asked = self.batch.seats.copy()
        self.batch.step(actions, check=check)
        for row in map(int, np.flatnonzero(self.batch.done)):
            self._finish(row, int(asked[row]), int(actions[row]))

    def _finish(self, row: int, asked: int, action: int) -> None:
        """Note the end of a row's game, whose state the batch has already given up.

        A second game can only end in the same step if it never asks its seat; nobody learns from
        that.
        """
        if not self._ended[row]:
            rules, seat, state = self.batch.game, int(self.seats[row]), self._before[row]
            rules.apply(state, asked, action)
            seen = np.zeros(rules.observation_size, np.float32)
            rules.observe(state, seat, seen)
            self._ended[row] = True
            self._rewards[row] = self.batch.rewards[row, seat]
            self._final_seen[row] = seen
            self._final_scores[row] = self.batch.scores[row]
        self._draw_seat(row)

    def _draw_seat(self, row: int) -> None:
        """The seat of a row's next game."""
        wanted = self.wanted_seat
        self.seats[row] = self.np_random.integers(self.batch.players) if wanted is None else wanted

    def _infos(self) -> Infos:
        """The masks; where games have ended, what they ended with."""
        infos: Infos = {
            "action_mask": self.batch.masks.astype(np.int8),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }
        if self._ended.any():
            infos |= {
                "final_obs": self._final_seen,
                "_final_obs": self._ended.copy(),
                "final_info": {"scores": self._final_scores, "_scores": self._ended.copy()},
                "_final_info": self._ended.copy(),
            }
        return infos


def _check_compiled(name: str) -> str:
    """A bot that plays whole batches."""
    if name not in ("random", "greedy"):
        raise BotError(
            _(
                "Only the bots random and greedy play many games at once, not '{name}'; for others "
                "use vectorization_mode='sync'."
            ).format(name=name)
        )
    return name
