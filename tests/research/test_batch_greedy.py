"""The bot greedy for whole batches: the same answers as the bot's, from what its seat knows."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from kerys.bots import BotError, Budget, bot_named
from kerys.bots.evaluators import evaluator_of
from kerys.games import GAMES
from kerys.kernel.bits import has
from kerys.kernel.chance import KEY_BYTES, generator
from kerys.research import Batch
from kerys.research.greedy import choosing
from kerys.table import View
from tests.contract.test_targets import run
from tests.research.batches import SMALL_BLOCKS


def played(name: str, rows: int, steps: int, **options: Any) -> Batch:
    """A batch in the middle of its games."""
    batch = Batch(name, rows, **options)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


@pytest.mark.parametrize("worlds", [1, 3, 9])
@pytest.mark.parametrize("name", GAMES)
def test_answers_are_those_of_the_bot(name: str, worlds: int) -> None:
    compared = 0
    for steps in (3, 40, 70):
        batch = played(name, 40, steps, players=3)
        game, bot = batch.game, bot_named("greedy")
        for row in range(40):
            key = random.Random(row).randbytes(KEY_BYTES)
            batch._rows.books[row].chance[:] = generator(key)
        answers = batch.greedy(worlds)
        for row, state in enumerate(batch.states):
            if has(game.sealed, int(state.question)):
                assert batch.masks[row, answers[row]]
                continue
            seat = int(batch.seats[row])
            view = View(game, game.view(state, seat), seat, ("a", "b", "c"), 0)
            chosen = bot.choose(view, Budget(worlds=worlds), random.Random(row))
            assert chosen.code == answers[row]
            compared += 1
    assert compared > 60


def test_sealed_answers_vary_but_are_good() -> None:
    batch = Batch("ys", 200, players=4, seed=1)
    batch.fork(np.zeros(199, np.int64), np.arange(1, 200))
    answers = batch.greedy(64)
    often = np.bincount(answers)
    assert batch.masks[0, answers].all()
    assert 1 < (often > 0).sum() < batch.masks[0].sum()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(name: str) -> None:
    batches = [Batch(name, 130, players=3, seed=8, threads=threads) for threads in (1, 2)]
    for _ in range(12):
        for batch in batches:
            batch.step(batch.greedy(2))
    assert batches[0].states.tobytes() == batches[1].states.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_what_the_seat_cannot_know_changes_nothing(name: str) -> None:
    batch = played(name, 100, 50, players=3)
    chance, seats = batch._rows.books["chance"].copy(), batch.seats.copy()
    answers = batch.greedy(2).copy()
    states = batch.get_states()
    batch.resample(seats)
    assert (batch.states != states).any()
    batch._rows.books["chance"][:] = chance
    assert (batch.greedy(2) == answers).all()


def test_it_beats_random_play() -> None:
    batch, total = Batch("mykerinos", 60, players=2, seed=3), np.zeros(2)
    for _ in range(200):
        chosen = np.where(batch.seats == 0, batch.greedy(where=batch.seats == 0), batch.sample())
        batch.step(chosen)
        total += batch.rewards.sum(axis=0)
    assert total[0] > 60


def test_rows_that_are_not_wanted_get_none() -> None:
    batch = Batch("mykerinos", 6, players=3)
    where = np.arange(6) % 2 == 0
    answers, sampled = batch.greedy(where=where), batch.sample()
    assert (answers[~where] == -1).all()
    assert batch.masks[where, answers[where]].all()
    assert answers is not sampled
    before = batch.get_states()
    batch.step(answers, check=False)
    assert ((batch.states != before) == where).all()


def test_what_greedy_cannot_do_is_said() -> None:
    batch = Batch("mykerinos", 4)
    for worlds in (0, 1.5, True):
        with pytest.raises(ValueError, match="worlds must be a whole number"):
            batch.greedy(worlds)  # type: ignore[arg-type]
    for where in ([True] * 3, [1] * 4):
        with pytest.raises(ValueError, match="4 booleans"):
            batch.greedy(where=where)


def test_a_game_without_an_evaluator_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kerys.bots.evaluators.EVALUATORS", {})
    monkeypatch.setattr("kerys.research.greedy.evaluator_of", evaluator_of.__wrapped__)
    with pytest.raises(BotError, match="no evaluator that looks ahead"):
        choosing.__wrapped__(GAMES["ys"])


def test_on_a_gpu_the_error_says_to_use_the_cpu() -> None:
    program = (
        f"{SMALL_BLOCKS}\n"
        "from kerys.research import Batch\n"
        "try:\n"
        "    Batch('mykerinos', 1, players=2, device='gpu').greedy()\n"
        "except RuntimeError as error:\n"
        "    print(error)\n"
    )
    told = run("-c", program, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert "device='cpu'" in told
