"""The generator: the published stream, unbiased numbers, and separate streams."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kerys.kernel import chance as ch


def words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


def test_block_is_the_one_of_the_standard() -> None:
    """RFC 8439, section 2.3.2: key, counter and nonce of the block function's test vector."""
    chance = ch.generator(bytes(range(32)))
    # The standard has a 32-bit counter and a 96-bit nonce; here both have 64 bits, side by side.
    chance[ch.COUNTER] = 1 + (0x09000000 << 32)
    chance[ch.STREAM] = 0x4A000000
    ch.next_block(chance)
    assert list(chance[ch.BLOCK :]) == words(
        """e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3
        466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2"""
    )


def test_zero_key_gives_the_published_stream() -> None:
    """RFC 8439, appendix A.1, test vectors 1 and 2: the stream continues from block to block."""
    chance = ch.generator(bytes(32))
    stream = [int(ch.next_word(chance)) for _ in range(32)]
    assert stream[:4] == words("ade0b876 903df1a0 e56a5d40 28bd8653")
    assert stream[16:20] == words("bee7079f 7a385155 7c97ba98 0d082d73")


@settings(deadline=None, derandomize=True, max_examples=60)
@given(bound=st.integers(1, 2**31 - 1))
def test_numbers_stay_below_their_bound(bound: int) -> None:
    chance = ch.generator(ch.key_of_seed(bound))
    assert all(0 <= ch.below(chance, bound) < bound for _ in range(20))


def test_numbers_are_fair_where_a_plain_remainder_would_not_be() -> None:
    """With a bound of 3 * 2**29, a 32-bit remainder would favour the lower two thirds."""
    bound = 3 << 29
    chance = ch.generator(ch.key_of_seed("fair"))
    thirds = Counter(int(ch.below(chance, bound)) // (1 << 29) for _ in range(6000))
    assert all(abs(thirds[third] - 2000) < 5 * np.sqrt(2000) for third in range(3))


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    chance = ch.generator(ch.key_of_seed("shuffle"))
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        items = np.arange(4, dtype=np.int8)
        ch.shuffle(items, 4, chance)
        found[tuple(map(int, items))] += 1
    assert set(found) == set(permutations(range(4)))
    expected = 12_000 / 24
    squared = sum((number - expected) ** 2 / expected for number in found.values())
    assert squared < 55, "chi-square with 23 degrees of freedom: once in 5,000 by chance"


def test_games_of_a_master_key_have_streams_of_their_own() -> None:
    seen = set()
    for number in range(50):
        for chance in ch.streams(ch.key_of_seed("master"), number):
            seen.add(tuple(int(ch.next_word(chance)) for _ in range(4)))
    assert len(seen) == 100
    again = ch.streams(ch.key_of_seed("master"), 7)[0]
    assert tuple(int(ch.next_word(again)) for _ in range(4)) in seen


def test_short_keys_are_refused_and_long_ones_used_whole() -> None:
    with pytest.raises(ValueError, match="at least 16"):
        ch.generator(bytes(15))
    for wrong in ("a" * 32, 12345, None):
        with pytest.raises(ValueError, match="a key is 16 bytes or more"):
            ch.generator(wrong)  # type: ignore[arg-type]
    longer = ch.generator(bytes(40))
    assert list(longer[:8]) != list(ch.generator(bytes(41))[:8])
    assert len(ch.fresh_key()) * 8 == 256
    assert ch.fresh_key() != ch.fresh_key()
