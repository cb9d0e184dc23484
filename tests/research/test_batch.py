"""Batches: many games at once, equal to single games, seen by the right seat, on every device."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import torch
from torch.utils.dlpack import from_dlpack

from kerys.games import GAMES
from kerys.kernel.chance import key_of_seed, streams
from kerys.kernel.contract import OptionsError, flags
from kerys.research import Batch
from kerys.research.simulation import TargetError
from kerys.table import IllegalMove, UnknownGame
from tests.contract.test_targets import run
from tests.research.batches import SMALL_BLOCKS, digest

GOLDEN = {
    ("mykerinos", 2): "ed335177e5b55b63",
    ("mykerinos", 3): "a487a819714c21b8",
    ("mykerinos", 4): "df41582e8a2d8432",
    ("ys", 2): "0033c1caa5eb55f2",
    ("ys", 3): "580818d6a55d0f39",
    ("ys", 4): "6a1c0ad2c001e998",
}
"""Digests of what batches show for a seed. A change here breaks saved experiments: it needs a new
version of the environment (`Rules.environment`). True states don't count: no player sees them."""
SIMULATED = [
    ("ys", 3, 40, {"players": 4, "kings_favour": True}),
    ("mykerinos", 2, 130, {"players": 2}),
]


@pytest.mark.parametrize("case", GOLDEN, ids=str)
def test_seeded_batches_never_change(case: tuple[str, int]) -> None:
    name, players = case
    assert digest(name, 70, 400, states=False, players=players)[:16] == GOLDEN[case]


@pytest.mark.parametrize("case", SIMULATED, ids=lambda case: str(case[0]))
def test_a_gpu_plays_the_same_games_under_the_simulator(
    case: tuple[str, int, int, dict[str, Any]],
) -> None:
    name, rows, steps, options = case
    simulated = run(
        "-c",
        f"{SMALL_BLOCKS}; import json; from tests.research.batches import digest;"
        f"print(json.dumps(digest({name!r}, {rows}, {steps}, 'gpu', **{options!r})))",
        NUMBA_ENABLE_CUDASIM="1",
        NUMBA_DISABLE_JIT="1",
    )
    assert json.loads(simulated) == digest(name, rows, steps, **options)


@pytest.mark.parametrize("name", GAMES)
def test_rows_are_the_games_of_the_engine(name: str) -> None:
    game, rows, players = GAMES[name], 5, 3
    batch = Batch(name, rows, players=players, seed="engine")
    options = game.configure(players=players)

    def dealt(number: int) -> Any:
        state = game.blank()
        game.deal(state, options, streams(key_of_seed("engine"), number)[0])
        return state

    states = [dealt(number) for number in range(rows)]
    ended = 0
    while ended < 2 * rows:
        actions = batch.sample().copy()
        for row, state in enumerate(states):
            seat = game.seats(state)[0]
            assert batch.seats[row] == seat
            assert np.flatnonzero(batch.masks[row]).tolist() == game.choices(state, seat)
            seen = np.zeros(game.observation_size, np.float32)
            game.observe(game.view(state, seat), seat, seen)
            assert batch.observations[row].tobytes() == seen.tobytes()
            game.apply(state, seat, int(actions[row]))
        batch.step(actions)
        for row, state in enumerate(states):
            assert batch.done[row] == (not game.seats(state))
            if not batch.done[row]:
                assert not batch.rewards[row].any()
                continue
            ended += 1
            ranks = game.player_ranks(state, players)
            assert batch.scores[row].tolist() == [game.score(state, one) for one in range(players)]
            for seat in range(players):
                lead = sum((own > ranks[seat]) - (own < ranks[seat]) for own in ranks)
                assert batch.rewards[row, seat] == pytest.approx(lead / (players - 1))
            states[row] = dealt(int(batch.numbers[row]))
    assert set(batch.numbers % rows) == set(range(rows))


def test_threads_make_no_difference() -> None:
    batches = [Batch("mykerinos", 200, players=4, seed=3, threads=threads) for threads in (1, 3)]
    for _ in range(100):
        for batch in batches:
            batch.step(batch.sample())
    assert batches[0].states.tobytes() == batches[1].states.tobytes()
    assert batches[0].observations.tobytes() == batches[1].observations.tobytes()


def test_random_choices_are_legal_and_reach_every_action_offered() -> None:
    batch = Batch("ys", 600, players=4, seed=1)
    assert len({mask.tobytes() for mask in batch.masks}) == 1, (
        "all are asked for the same first bid"
    )
    chosen = set(batch.sample().tolist())
    assert chosen == set(np.flatnonzero(batch.masks[0]).tolist())


def test_reset_starts_again_and_a_new_seed_starts_others() -> None:
    batch = Batch("mykerinos", 8, players=3, seed=5)
    first = batch.states.tobytes()
    for _ in range(120):
        batch.step(batch.sample())
    assert batch.scores.any()
    batch.reset()
    assert batch.states.tobytes() == first
    assert not batch.scores.any()
    batch.reset(seed=6)
    assert batch.states.tobytes() != first


def test_a_wrong_action_is_refused_and_changes_nothing() -> None:
    batch = Batch("mykerinos", 4, players=4)
    before = batch.states.tobytes()
    right = batch.sample().copy()
    for wrong in (-1, batch.actions, int(np.flatnonzero(~batch.masks[2])[0]), 2**40):
        actions = right.astype(np.int64)
        actions[2] = wrong
        with pytest.raises(IllegalMove, match="row 2"):
            batch.step(actions)
        assert batch.states.tobytes() == before
        batch.step(actions, check=False)
        assert batch.states[2].tobytes() == np.frombuffer(before, batch.states.dtype)[2].tobytes()
        assert batch.states[1].tobytes() != np.frombuffer(before, batch.states.dtype)[1].tobytes()
        batch.reset()


@pytest.mark.parametrize("actions", [[0, 1], [0.0] * 4, [[0] * 4]])
def test_actions_of_another_shape_or_kind_are_refused(actions: Any) -> None:
    with pytest.raises(ValueError, match="4 whole numbers, one per game"):
        Batch("mykerinos", 4).step(actions)


def test_what_a_batch_cannot_be_is_said() -> None:
    with pytest.raises(UnknownGame, match="mykerinos, ys"):
        Batch("chess", 4)
    with pytest.raises(OptionsError, match="2, 3 or 4 players"):
        Batch("ys", 4, players=7)
    with pytest.raises(ValueError, match="'cpu' or 'gpu'"):
        Batch("ys", 4, device="tpu")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="n must be a whole number"):
        Batch("ys", 0)


def test_without_a_gpu_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kerys.kernel.gpu.is_available", lambda: False)
    with pytest.raises(TargetError, match="CUDA"):
        Batch("ys", 4, device="gpu")


def test_arrays_go_to_pytorch_and_back_without_a_copy() -> None:
    batch = Batch("mykerinos", 16, players=4)
    observations, masks = from_dlpack(batch.observations), from_dlpack(batch.masks)
    assert observations.data_ptr() == batch.observations.ctypes.data
    assert masks.data_ptr() == batch.masks.ctypes.data
    actions = torch.where(masks, torch.rand(masks.shape), -1.0).argmax(1)
    before = observations.clone()
    batch.step(actions)
    assert not torch.equal(before, observations), "the tensor shows the batch as it is now"


def test_batches_need_no_extra() -> None:
    libraries = ("gymnasium", "pettingzoo", "pyspiel", "pyarrow", "torch", "jax", "PIL")
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({libraries!r}));"
        "from kerys.research import Batch; print(Batch('mykerinos', 2).seats.shape)"
    )
    assert run("-c", program).strip() == "(2,)"


def test_masks_are_flags_without_gaps() -> None:
    for name, game in GAMES.items():
        batch = Batch(name, 3)
        assert batch.masks.shape == (3, game.actions)
        assert batch.masks.flags.c_contiguous
        assert batch.masks.dtype == np.bool_
        words = batch._rows.books["words"]
        assert all((flags(words[row], game.actions) == batch.masks[row]).all() for row in range(3))
