"""What a network sees of recorded decisions, compiled; linked to one game by `search_games`."""

from __future__ import annotations

from kerys.kernel.bits import MASK_BITS, has, whole
from kerys.kernel.linking import template


@template
def observe_rows(states, seats, words, seen, masks):
    """Write what each seat saw, and what it could answer."""
    for row in range(states.shape[0]):
        seat = whole(seats[row])
        observe(states[row], seat, seen[row])
        legal(states[row], seat, words)
        for action in range(masks.shape[1]):
            masks[row, action] = has(words[action // MASK_BITS], action % MASK_BITS)
