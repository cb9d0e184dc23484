"""Bit sets and masks, compared with Python's own sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kerys.kernel import bits
from kerys.kernel.contract import flags

quick = settings(deadline=None, derandomize=True, max_examples=80)


@quick
@given(st.sets(st.integers(0, 62), min_size=1))
def test_small_sets_count_and_order_their_members(members: set[int]) -> None:
    packed = sum(1 << member for member in members)
    assert bits.count(packed) == len(members)
    assert bits.lowest(packed) == min(members)
    assert [bits.nth(packed, number) for number in range(len(members))] == sorted(members)
    assert all(bits.has(packed, index) == (index in members) for index in range(63))


@quick
@given(st.lists(st.tuples(st.integers(0, 100), st.sets(st.integers(0, 46))), max_size=5))
def test_masks_hold_what_was_put_in(puts: list[tuple[int, set[int]]]) -> None:
    mask = np.full(bits.mask_words(150), -1, np.int64)
    bits.mask_clear(mask)
    expected = set()
    for offset, members in puts:
        bits.mask_put(mask, offset, sum(1 << member for member in members))
        expected |= {offset + member for member in members}
    assert set(np.flatnonzero(flags(mask, 150))) == expected
    found = [int(bits.mask_nth(mask, number)) for number in range(len(expected))]
    assert found == sorted(expected)


def test_an_empty_set_has_no_members() -> None:
    assert bits.count(0) == 0
    assert not bits.has(0, 0)
