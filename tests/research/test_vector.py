"""Many seats as one Gymnasium vector environment: the same as single ones, side by side."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from kerys.bots import BotError
from kerys.games import GAMES
from kerys.kernel.bits import mask_nth
from kerys.kernel.chance import below, key_of_seed, streams
from kerys.research import Batch
from kerys.research.gymnasium import SeatEnv
from kerys.research.vector import SeatVectorEnv
from kerys.table import IllegalMove, SeatError

ROWS = 5


class RowEnv(SeatEnv):
    """A single environment that deals what a row of a batch deals, with that row's chance."""

    def __init__(self, row: int, game: str, *, bots: list[str], **keywords: Any) -> None:
        super().__init__(game, bots=bots, **keywords)
        self.row, self.number, self.seed, self.named = row, row, 0, bots
        self.thinker = Batch(game, 1, players=self.sequence.players)

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Deal the row's first game of a seed, or its next one."""
        if seed is None:
            self.number += ROWS
        else:
            self.seed, self.number = seed - self.row, self.row
        dealer, self.chance = streams(key_of_seed(self.seed), self.number)
        sequence = self.sequence
        sequence.state, sequence.ply, self.seat = sequence.rules.blank(), 0, self.wanted_seat or 0
        sequence.rules.deal(sequence.state, sequence.options, dealer)
        self._let_bots_play()
        return sequence.observe(self.seat), self._info()

    def _let_bots_play(self) -> None:
        while (seats := self.sequence.seats) and seats[0] != self.seat:
            named = self.named[(seats[0] - self.seat) % self.sequence.players - 1]
            self.sequence.apply(seats[0], self._greedy() if named == "greedy" else self._random())

    def _random(self) -> int:
        rules, state = self.sequence.rules, self.sequence.state
        words = np.zeros(rules.mask_words, np.int64)
        choices = rules.legal(state, self.sequence.seats[0], words)
        return int(mask_nth(words, below(self.chance, choices)))

    def _greedy(self) -> int:
        self.thinker.set_states(np.array([self.sequence.state], self.sequence.rules.state))
        chance = self.thinker._rows.books[0].chance
        chance[:] = self.chance
        assert self.budget.worlds is not None
        answer = int(self.thinker.greedy(self.budget.worlds)[0])
        self.chance[:] = chance
        return answer


def legal_actions(masks: Any, dice: np.random.Generator) -> Any:
    """A random legal action for each row."""
    return np.array([dice.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("name", GAMES)
def test_it_is_as_many_single_environments(name: str) -> None:
    chosen: dict[str, Any] = {"seat": 1, "bots": ["random", "greedy"], "worlds": 2, "players": 3}
    together = SeatVectorEnv(name, ROWS, threads=1, **chosen)
    single = SyncVectorEnv(
        [lambda row=row: RowEnv(row, name, **chosen) for row in range(ROWS)],  # type: ignore[misc]
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    dice, ended = np.random.default_rng(2), 0
    (seen, infos), (others_seen, others) = together.reset(seed=40), single.reset(seed=40)
    while ended < 2 * ROWS:
        assert seen.tobytes() == others_seen.tobytes()
        assert (infos["action_mask"] == others["action_mask"]).all()
        actions = legal_actions(infos["action_mask"], dice)
        seen, *brought, infos = together.step(actions)
        others_seen, *others_brought, others = single.step(actions)
        for ours, theirs in zip(brought, others_brought, strict=True):
            assert ours == pytest.approx(theirs)
        assert ("final_obs" in infos) == ("final_obs" in others)
        for row in np.flatnonzero(brought[1]):
            ended += 1
            assert infos["final_obs"][row].tobytes() == others["final_obs"][row].tobytes()
            points = infos["final_info"]["scores"][row]
            assert tuple(points) == others["final_info"]["scores"][row]
    assert (infos["_action_mask"] == others["_action_mask"]).all()


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_makes_it_and_finds_no_fault(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make_vec(
            f"kerys/{name}-v{GAMES[name].environment}", num_envs=3, players=2, seat=None
        )
    assert isinstance(env, SeatVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    recorded, dice = RecordEpisodeStatistics(env), np.random.default_rng(0)
    seen, infos = recorded.reset(seed=1)
    ended = 0
    while ended < 4:
        assert seen in recorded.observation_space
        actions = legal_actions(infos["action_mask"], dice)
        assert actions in recorded.action_space
        seen, rewards, terminations, truncations, infos = recorded.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (3,)
        assert not rewards[~terminations].any()
        ended += int(terminations.sum())
        if terminations.any():
            assert (infos["final_info"]["_scores"] == terminations).all()
            assert (infos["episode"]["r"][terminations] == rewards[terminations]).all()


def test_seeds_repeat_everything_and_what_follows() -> None:
    env = SeatVectorEnv("mykerinos", 4, players=3, seat=None)

    def played(seed: int | None) -> bytes:
        dice, found = np.random.default_rng(0), b""
        seen, infos = env.reset(seed=seed)
        for _ in range(40):
            found += seen.tobytes() + env.seats.tobytes()
            seen, *_rest, infos = env.step(legal_actions(infos["action_mask"], dice))
        return found

    first, next_one = played(3), played(None)
    assert first != next_one
    assert (played(3), played(None)) == (first, next_one)


def test_a_drawn_seat_changes_from_game_to_game() -> None:
    env = SeatVectorEnv("mykerinos", 20, players=4, seat=None)
    env.reset(seed=1)
    assert set(env.seats.tolist()) == {0, 1, 2, 3}
    assert (env.batch.seats == env.seats).all()


def test_rewards_can_be_wins() -> None:
    env = SeatVectorEnv("mykerinos", 20, players=2, mini=True, reward="win")
    dice, rewards = np.random.default_rng(0), []
    _, infos = env.reset(seed=1)
    for _ in range(60):
        _, paid, ended, _, infos = env.step(legal_actions(infos["action_mask"], dice))
        rewards += paid[ended].tolist()
    assert set(rewards) == {0.0, 0.5, 1.0}


def test_what_it_cannot_play_is_refused() -> None:
    env = SeatVectorEnv("mykerinos", 2, players=2)
    _, infos = env.reset(seed=1)
    wrong = np.argmin(infos["action_mask"], axis=1)
    with pytest.raises(IllegalMove, match="row 0"):
        env.step(wrong)
    with pytest.raises(BotError, match="vectorization_mode='sync'"):
        SeatVectorEnv("ys", 2, bots="search")
    with pytest.raises(BotError, match="one for each other seat"):
        SeatVectorEnv("ys", 2, players=4, bots=["random"])
    with pytest.raises(SeatError, match="0 to 1"):
        SeatVectorEnv("ys", 2, players=2, seat=2)
