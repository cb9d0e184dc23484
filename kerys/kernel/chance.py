"""Chance: the ChaCha20 stream of RFC 8439 as a counter-based generator.

A generator is an int64 array of `CHANCE_WORDS` elements that the caller owns, so that it works
without allocation on every target: eight key words, the block counter, the stream number, how
many words of the block are used, and the block. The stream is a cipher's: nobody can compute the
key or the rest from part of what it dealt.
"""

from __future__ import annotations

import hashlib
import secrets

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.bits import bit, count, nth
from kerys.kernel.compiling import rule

KEY_WORDS = 8
KEY_BYTES = 4 * KEY_WORDS
COUNTER = 8
STREAM = 9
USED = 10
BLOCK = 11
BLOCK_WORDS = 16
CHANCE_WORDS = BLOCK + BLOCK_WORDS

WORD = 0xFFFFFFFF
WORDS = 1 << 32
LEAST_KEY_BYTES = 16


def fresh_key() -> bytes:
    """A secret key of 256 bits from the system."""
    return secrets.token_bytes(KEY_BYTES)


def key_of_seed(seed: int | str) -> bytes:
    """The key that a short, repeatable seed stands for."""
    return hashlib.sha256(f"kerys seed {seed}".encode("utf-8", "surrogateescape")).digest()


def generator(key: bytes) -> NDArray[np.int64]:
    """A generator at the start of the stream of `key` (at least 128 bits)."""
    if not isinstance(key, bytes):
        raise ValueError(f"a key is {LEAST_KEY_BYTES} bytes or more, not {type(key).__name__}")
    if len(key) < LEAST_KEY_BYTES:
        raise ValueError(
            f"the key has {len(key)} bytes; a deal needs at least {LEAST_KEY_BYTES} (128 bits)"
        )
    full_key = key if len(key) == KEY_BYTES else hashlib.sha256(key).digest()
    chance = np.zeros(CHANCE_WORDS, np.int64)
    chance[:KEY_WORDS] = np.frombuffer(full_key, "<u4")
    chance[USED] = BLOCK_WORDS
    return chance


@rule
def rotate(word, distance):
    """Turn a 32-bit word to the left."""
    return ((word << distance) & WORD) | (word >> (32 - distance))


@rule
def quarter_round(a, b, c, d):
    """The quarter round of ChaCha."""
    a = (a + b) & WORD
    d = rotate(d ^ a, 16)
    c = (c + d) & WORD
    b = rotate(b ^ c, 12)
    a = (a + b) & WORD
    d = rotate(d ^ a, 8)
    c = (c + d) & WORD
    b = rotate(b ^ c, 7)
    return a, b, c, d


@rule
def next_block(chance):
    """Fill the block from key, counter and stream, and count on."""
    k0, k1, k2, k3 = chance[0], chance[1], chance[2], chance[3]
    k4, k5, k6, k7 = chance[4], chance[5], chance[6], chance[7]
    low, high = chance[COUNTER] & WORD, (chance[COUNTER] >> 32) & WORD
    near, far = chance[STREAM] & WORD, (chance[STREAM] >> 32) & WORD
    a0, a1, a2, a3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = low, high, near, far
    for _ in range(10):
        a0, b0, c0, d0 = quarter_round(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter_round(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter_round(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter_round(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter_round(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter_round(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter_round(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter_round(a3, b0, c1, d2)
    chance[BLOCK + 0] = (a0 + 0x61707865) & WORD
    chance[BLOCK + 1] = (a1 + 0x3320646E) & WORD
    chance[BLOCK + 2] = (a2 + 0x79622D32) & WORD
    chance[BLOCK + 3] = (a3 + 0x6B206574) & WORD
    chance[BLOCK + 4] = (b0 + k0) & WORD
    chance[BLOCK + 5] = (b1 + k1) & WORD
    chance[BLOCK + 6] = (b2 + k2) & WORD
    chance[BLOCK + 7] = (b3 + k3) & WORD
    chance[BLOCK + 8] = (c0 + k4) & WORD
    chance[BLOCK + 9] = (c1 + k5) & WORD
    chance[BLOCK + 10] = (c2 + k6) & WORD
    chance[BLOCK + 11] = (c3 + k7) & WORD
    chance[BLOCK + 12] = (d0 + low) & WORD
    chance[BLOCK + 13] = (d1 + high) & WORD
    chance[BLOCK + 14] = (d2 + near) & WORD
    chance[BLOCK + 15] = (d3 + far) & WORD
    chance[COUNTER] += 1
    chance[USED] = 0


@rule
def next_word(chance):
    """The next 32 random bits."""
    if chance[USED] == BLOCK_WORDS:
        next_block(chance)
    word = chance[BLOCK + chance[USED]]
    chance[USED] += 1
    return word


@rule
def below(chance, bound):
    """A number from 0 to bound - 1, each equally likely (bound under 2**31).

    The high half of a product is the number. Low halves under 2**32 % bound are drawn again;
    whether there is such a remainder is only computed where it can matter.
    """
    while True:
        product = next_word(chance) * bound
        low = product & WORD
        if low >= bound or low >= (WORDS - bound) % bound:
            return product >> 32


@rule
def shuffle(items, count, chance):
    """Bring the first `count` items into an order drawn at random."""
    for last in range(count - 1, 0, -1):
        other = below(chance, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@rule
def deal_rest(items, count_of_items, known, chance):
    """Deal the numbers below `count_of_items` into a row of items, each order equally likely.

    The first `known` items lie already and stay as they are.
    """
    left = (1 << count_of_items) - 1
    for index in range(count_of_items):
        if index >= known:
            items[index] = nth(left, below(chance, count(left)))
        left &= ~bit(items[index])


@rule
def branch(master, stream, dealer, player):
    """Key two generators, for the deal and for the play of one game, out of a master's stream."""
    for index in range(KEY_WORDS):
        player[index] = master[index]
    player[COUNTER] = 0
    player[STREAM] = stream
    next_block(player)
    for index in range(KEY_WORDS):
        dealer[index] = player[BLOCK + index]
        player[index] = player[BLOCK + KEY_WORDS + index]
    dealer[COUNTER] = 0
    dealer[STREAM] = 0
    dealer[USED] = BLOCK_WORDS
    player[COUNTER] = 0
    player[STREAM] = 0
    player[USED] = BLOCK_WORDS


def streams(key: bytes, stream: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The dealer's and the player's generator of game number `stream` under a master key."""
    dealer, player = generator(key), generator(key)
    branch(generator(key), stream, dealer, player)
    return dealer, player
