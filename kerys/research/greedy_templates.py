"""The bot `greedy` for the rows of a batch: templates, linked to one game by `greedy`."""

from __future__ import annotations

import math

from kerys.bots.search.greedy import SEALED_HEAT, SEALED_WORLDS, GreedyBot
from kerys.bots.search.workspace import VIEW
from kerys.kernel.bits import has, mask_nth, whole
from kerys.kernel.chance import WORDS, next_word
from kerys.kernel.linking import template
from kerys.kernel.seats import ask_all

OPEN_WORLDS = GreedyBot.worlds
"""How many worlds the bot imagines at most for a choice that isn't sealed."""


@template
def copy_chance(source, target):
    """Continue with a generator's stream elsewhere."""
    for index in range(source.shape[0]):
        target[index] = source[index]


@template
def draw_near_best(pool, notes, seat, best, worlds):
    """An answer that is the best or nearly, less likely the more points it costs."""
    options = legal(pool[VIEW], seat, notes.mask)
    most, total = notes.totals[best], 0.0
    for index in range(options):
        action = mask_nth(notes.mask, index)
        total += math.exp((notes.totals[action] - most) / (worlds * SEALED_HEAT))
    left = total * (next_word(notes.chance) / WORDS)
    for index in range(options):
        action = mask_nth(notes.mask, index)
        left -= math.exp((notes.totals[action] - most) / (worlds * SEALED_HEAT))
        if left < 0.0:
            return action
    return best


@template
def choose(state, book, seat, worlds, pool, notes):
    """What `greedy` answers, from what the seat knows, with the row's chance.

    Sealed answers that others have given are open again, so that the last to answer thinks like
    the first.
    """
    pool[VIEW] = state
    redact(pool[VIEW], seat)
    secret = has(SECRET, pool[VIEW].question)
    if secret:
        ask_all(pool[VIEW], pool[VIEW].question)
    copy_chance(book.chance, notes.chance)
    tried = min(worlds, SEALED_WORLDS if secret else OPEN_WORLDS)
    answer = greedy(pool, notes, seat, tried)
    if secret:
        answer = draw_near_best(pool, notes, seat, answer, tried)
    copy_chance(notes.chance, book.chance)
    return answer


@template
def choose_rows(first, last, pool, notes, actions, where, worlds, states, books, seats):
    """Choose for those rows of a range that are wanted; the others get -1."""
    for row in range(first, last):
        actions[row] = -1
        if where[row]:
            seat = whole(seats[row])
            actions[row] = choose(states[row], books[row], seat, worlds, pool, notes)
