"""The thin Python handles of a game, and records without gaps."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from kerys.games import GAMES
from kerys.kernel.contract import record_dtype
from tests.contract.tiny import TINY


def test_every_byte_of_a_record_belongs_to_a_field() -> None:
    for game in (*GAMES.values(), TINY):
        for dtype in (game.state, game.options):
            names = dtype.names or ()
            assert sum(dtype[name].itemsize for name in names) == dtype.itemsize


def test_a_record_is_filled_up_at_the_end_and_refused_with_gaps_inside() -> None:
    assert record_dtype([("wide", np.int16), ("small", np.int8)]).itemsize == 4
    with pytest.raises(ValueError, match="wide fields first"):
        record_dtype([("small", np.int8), ("wide", np.int32), ("last", np.int8)])


def test_fields_of_a_record_are_attributes_and_nothing_else_is() -> None:
    record = np.zeros(2, record_dtype([("many", np.int16, (2,)), ("one", np.int16)]))[1]
    record.one = 3
    record.many[1] = 4
    assert record.one == record["one"] == 3
    assert record.many.tolist() == [0, 4]
    again = pickle.loads(pickle.dumps(record))
    assert (type(again), again.one, again.tobytes()) == (type(record), 3, record.tobytes())
    assert not hasattr(record, "two")
    with pytest.raises(ValueError, match="no field of name two"):
        record.two = 5


def test_a_compiled_function_works_on_the_memory_of_its_record_alone() -> None:
    rules = GAMES["ys"]
    batch = np.zeros(3, rules.state)
    batch[1] = rules.new(seed=1)
    seen = rules.view(batch[1], 0)
    rules.redact(batch[1], 0)
    assert batch[1].tobytes() == seen.tobytes() != rules.new(seed=1).tobytes()
    assert not any(batch[[0, 2]].tobytes())


def test_copies_of_a_state_have_memory_of_their_own() -> None:
    rules = GAMES["mykerinos"]
    state = rules.new(seed=1)
    twins = rules.copy(state), rules.from_bytes(state.tobytes())
    for twin in twins:
        assert twin.tobytes() == state.tobytes()
        twin.season = 3
    assert state.season == 0
    assert not any(rules.blank().tobytes())


def test_a_deal_takes_a_seed_a_key_or_chance() -> None:
    assert TINY.new(seed=1).tobytes() == TINY.new(seed=1).tobytes()
    assert TINY.new(key=bytes(16)).tobytes() == TINY.new(key=bytes(16)).tobytes()
    assert len({TINY.new().tobytes() for _ in range(12)}) > 1
    with pytest.raises(ValueError, match="not both"):
        TINY.new(seed=1, key=bytes(16))
    with pytest.raises(ValueError, match="128 bits"):
        TINY.new(key=b"short")
