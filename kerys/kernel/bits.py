"""Bit sets: small ones in an integer, and the mask of legal actions in an array of words.

A mask is an int64 array; each element carries 32 actions, so that no sign bit is ever touched
and interpreted and compiled arithmetic agree.
"""

from __future__ import annotations

from kerys.kernel.compiling import rule

MASK_BITS = 32
MASK_ONES = (1 << MASK_BITS) - 1


def mask_words(actions: int) -> int:
    """How many elements the mask of a space of `actions` has."""
    return -(-actions // MASK_BITS)


def set_of(*members: int) -> int:
    """The set of these members."""
    return sum(1 << member for member in set(members))


@rule
def whole(number):
    """A field of a record as an integer of full width, interpreted and compiled.

    Interpreted, arithmetic on NumPy's small integers stays small and overflows; compiled, every
    width of an argument makes one more version of a function.
    """
    return int(number) + 0


@rule
def bit(index):
    """The set that holds `index` alone."""
    return 1 << whole(index)


@rule
def has(members, index):
    """Whether `index` is in the set."""
    return (whole(members) >> whole(index)) & 1 == 1


@rule
def count(members):
    """How many members a set has (indices 0 to 62)."""
    members = members - ((members >> 1) & 0x5555555555555555)
    members = (members & 0x3333333333333333) + ((members >> 2) & 0x3333333333333333)
    members = (members + (members >> 4)) & 0x0F0F0F0F0F0F0F0F
    members = members + (members >> 8)
    members = members + (members >> 16)
    members = members + (members >> 32)
    return members & 0x7F


@rule
def lowest(members):
    """The smallest index of a set that is not empty."""
    return count((members & -members) - 1)


@rule
def nth(members, number):
    """The member that has `number` smaller ones."""
    for _ in range(number):
        members &= members - 1
    return lowest(members)


@rule
def mask_clear(mask):
    """Make the mask empty."""
    for word in range(mask.shape[0]):
        mask[word] = 0


@rule
def mask_put(mask, offset, members):
    """Add the set `members` (indices 0 to 47) to the mask, from action `offset` on."""
    word = offset // MASK_BITS
    shift = offset % MASK_BITS
    while members != 0:
        mask[word] |= (members & (MASK_ONES >> shift)) << shift
        members >>= MASK_BITS - shift
        shift = 0
        word += 1


@rule
def mask_nth(mask, number):
    """The action of the mask that has `number` smaller ones."""
    word = 0
    here = count(mask[0])
    while number >= here:
        number -= here
        word += 1
        here = count(mask[word])
    return word * MASK_BITS + nth(mask[word], number)
