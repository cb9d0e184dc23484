"""What a batch shows any seat, and states that are kept, copied, imagined and put back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from kerys.games import GAMES
from kerys.kernel.contract import flags
from kerys.research import Batch
from kerys.table import SeatError
from tests.contract.test_targets import run
from tests.research.batches import SMALL_BLOCKS, study_digest

SIMULATED = [
    ("ys", 3, 14, {"players": 4, "kings_favour": True}),
    ("mykerinos", 3, 9, {"players": 2}),
]


def played(name: str, rows: int, steps: int, **options: Any) -> Batch:
    """A batch in the middle of its games."""
    batch = Batch(name, rows, **options)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def seen_by(batch: Batch, row: int, seat: int) -> bytes:
    """What a seat sees, as the engine says it."""
    game = batch.game
    out = np.zeros(game.observation_size, np.float32)
    game.observe(game.view(batch.states[row], seat), seat, out)
    return out.tobytes()


def assert_consistent(batch: Batch) -> None:
    """Seats, masks and observations are those of the states."""
    game = batch.game
    for row in range(batch.n):
        state = batch.states[row]
        seat = game.seats(state)[0]
        assert batch.seats[row] == seat
        assert np.flatnonzero(batch.masks[row]).tolist() == game.choices(state, seat)
        assert (flags(batch._rows.books[row].words, game.actions) == batch.masks[row]).all()
        assert batch.observations[row].tobytes() == seen_by(batch, row, seat)


@pytest.mark.parametrize("case", SIMULATED, ids=lambda case: str(case[0]))
def test_a_gpu_keeps_copies_and_imagines_the_same_under_the_simulator(
    case: tuple[str, int, int, dict[str, Any]],
) -> None:
    name, rows, steps, options = case
    simulated = run(
        "-c",
        f"{SMALL_BLOCKS}; import json; from tests.research.batches import study_digest;"
        f"print(json.dumps(study_digest({name!r}, {rows}, {steps}, 'gpu', **{options!r})))",
        NUMBA_ENABLE_CUDASIM="1",
        NUMBA_DISABLE_JIT="1",
    )
    assert json.loads(simulated) == study_digest(name, rows, steps, **options)


@pytest.mark.parametrize("name", GAMES)
def test_any_seat_can_be_observed_and_nothing_changes(name: str) -> None:
    batch = played(name, 70, 60, players=3, threads=2)
    before, shown = batch.states.tobytes(), batch.observations.tobytes()
    for seats in (2, np.int64(1), np.arange(70) % 3, torch.arange(70) % 3, batch.seats):
        seen = batch.observe(seats)
        each = np.broadcast_to(np.asarray(seats), 70)
        for row in range(70):
            assert seen[row].tobytes() == seen_by(batch, row, int(each[row]))
    assert seen is batch.observe(0), "the array is written again"
    assert batch.states.tobytes() == before
    assert batch.observations.tobytes() == shown


@pytest.mark.parametrize("name", GAMES)
def test_all_seats_together_are_observed_seat_by_seat(name: str) -> None:
    batch = played(name, 70, 60, players=3, threads=2)
    seen = batch.observe_all()
    assert seen.shape == (70, 3, batch.game.observation_size)
    for seat in range(3):
        assert (seen[:, seat] == batch.observe(seat)).all()
    assert seen is batch.observe_all(), "the array is written again"


def test_all_seats_together_tell_apart_what_one_of_them_cannot() -> None:
    batch = played("ys", 70, 60, players=3)
    before = batch.observe_all().copy()
    batch.resample(0)
    differs = (batch.observe_all() != before).any(axis=(0, 2))
    assert differs.tolist() == [False, True, True]


@pytest.mark.parametrize("call", ["observe", "resample"])
def test_seats_that_do_not_exist_are_refused(call: str) -> None:
    batch = Batch("mykerinos", 4, players=3)
    for wrong in (3, -1, [0, 1, 2, 3], [0, 1, 2, 300]):
        with pytest.raises(SeatError, match="numbered from 0 to 2"):
            getattr(batch, call)(wrong)
    with pytest.raises(TypeError, match="whole number"):
        getattr(batch, call)(0.5)
    shapeless: list[Any] = [[0, 1], [0.0] * 4, [[0] * 4]]
    for seats in shapeless:
        with pytest.raises(ValueError, match="one per game"):
            getattr(batch, call)(seats)


@pytest.mark.parametrize("name", GAMES)
def test_states_put_back_go_on_as_before(name: str, tmp_path: Path) -> None:
    batch = played(name, 70, 12, players=4, threads=2, seed=1)
    kept, answers = batch.get_states(), []
    for _ in range(10):
        answers.append(batch.sample().copy())
        batch.step(answers[-1])
    assert (batch.numbers == np.arange(70)).all(), "no game is over yet"
    assert kept.tobytes() != batch.states.tobytes()
    ended = batch.states.tobytes(), batch.observations.tobytes(), batch.masks.tobytes()
    np.save(tmp_path / "states.npy", kept)
    other = Batch(name, 70, players=4, seed=1)
    other.set_states(np.load(tmp_path / "states.npy"))
    assert_consistent(other)
    for actions in answers:
        other.step(actions)
    assert (other.states.tobytes(), other.observations.tobytes(), other.masks.tobytes()) == ended


def test_a_new_state_is_no_end_of_a_game() -> None:
    batch = Batch("mykerinos", 4, players=2)
    kept = batch.get_states()
    while not batch.done.any():
        batch.step(batch.sample())
    scores = batch.scores.copy()
    batch.set_states(kept)
    assert not batch.done.any()
    assert not batch.rewards.any()
    assert (batch.scores == scores).all(), "the points of the last game stay"


def test_states_that_do_not_fit_are_refused_and_change_nothing() -> None:
    batch = Batch("mykerinos", 4, players=3)
    before = batch.states.tobytes()
    over = batch.get_states()
    over[2].pending = 0
    for wrong, words in (
        (Batch("ys", 4, players=3).get_states(), "4 records of mykerinos"),
        (Batch("mykerinos", 5, players=3).get_states(), "4 records of mykerinos"),
        (np.zeros(4), "4 records of mykerinos"),
        (Batch("mykerinos", 4, players=2).get_states(), "state 0 .* 3 players"),
        (over, "state 2 .* running"),
    ):
        with pytest.raises(ValueError, match=words):
            batch.set_states(wrong)
        assert batch.states.tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_forked_rows_are_copies_with_chance_of_their_own(name: str) -> None:
    batch = played(name, 70, 60, players=3, threads=2)
    before, numbers = batch.get_states(), batch.numbers
    sources, targets = np.array([0, 0, 5, 6, 7]), np.array([10, 69, 6, 5, 7])
    batch.fork(sources, torch.from_numpy(targets))
    expected = before.copy()
    expected[targets] = before[sources]
    assert batch.states.tobytes() == expected.tobytes()
    assert (batch.numbers == numbers).all()
    assert_consistent(batch)
    batch.fork(np.zeros(69, np.int64), np.arange(1, 70))
    assert len({int(action) for action in batch.sample()}) > 1 or batch.masks[0].sum() == 1
    batch.fork([], [])


def test_other_rows_keep_what_their_last_step_brought() -> None:
    batch = Batch("mykerinos", 8, players=2)
    while not batch.done.any():
        batch.step(batch.sample())
    ended = int(np.flatnonzero(batch.done)[0])
    rewards, target = batch.rewards[ended].tobytes(), (ended + 1) % 8
    batch.fork(ended, target)
    assert batch.done[ended]
    assert batch.rewards[ended].tobytes() == rewards
    assert not batch.done[target]
    assert not batch.rewards[target].any()


@pytest.mark.parametrize(
    ("sources", "targets", "words"),
    [
        ([0, 1], [2], "2 sources .* 1 targets"),
        ([0, 1], [2, 2], "targets must differ"),
        ([4], [0], "sources: there is no row 4; rows are 0 to 3"),
        ([0], [-1], "targets: there is no row -1"),
        ([0.5], [1], "numbers of rows"),
    ],
)
def test_forks_that_make_no_sense_are_refused(sources: Any, targets: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Batch("mykerinos", 4).fork(sources, targets)


@pytest.mark.parametrize("name", GAMES)
def test_imagined_worlds_agree_with_what_the_seat_knows(name: str) -> None:
    batch = played(name, 70, 61, players=3, threads=2)
    game, before, asked = batch.game, batch.get_states(), batch.seats.copy()
    seats = np.arange(70) % 3
    shown = batch.observe(seats).tobytes()
    batch.resample(seats)
    assert (batch.get_states() != before).any()
    assert batch.observe(seats).tobytes() == shown
    assert (batch.seats == asked).all()
    for row in range(70):
        views = (game.view(state, int(seats[row])) for state in (before[row], batch.states[row]))
        assert len({view.tobytes() for view in views}) == 1
    assert_consistent(batch)


def test_worlds_are_drawn_from_the_chance_of_the_row() -> None:
    batch, again = (Batch("ys", 8, players=4, seed=2) for _ in range(2))
    batch.resample(0)
    again.resample(0)
    assert batch.states.tobytes() == again.states.tobytes()
    batch.resample(0)
    assert batch.states.tobytes() != again.states.tobytes()
    batch.fork(np.zeros(7, np.int64), np.arange(1, 8))
    batch.resample(0)
    assert len({state.tobytes() for state in batch.states}) == 8
