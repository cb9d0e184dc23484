"""Choices of one step, compiled: what an action leads to, and whole games of such choices.

All functions are templates, linked to one game by `kerys.bots.search.compiled`.
"""

from __future__ import annotations

from kerys.bots.search.workspace import FOLLOWED, SEEN, TABLE, TRIAL, VIEW, WORLD
from kerys.kernel.bits import has, lowest, mask_nth
from kerys.kernel.chance import below
from kerys.kernel.linking import template


@template
def likely_answer(notes, state, options):
    """Which of this many legal answers a player may give in secret."""
    if BELIEVES:
        return sealed_answer(state, options, notes.chance)
    return below(notes.chance, options)


@template
def settle(notes, state, seat):
    """Fill in sealed answers that the others may give, so that a sealed choice takes effect."""
    waiting = actors(state)
    while waiting != 0 and not has(waiting, seat):
        other = lowest(waiting)
        options = legal(state, other, notes.other_mask)
        apply(state, other, mask_nth(notes.other_mask, likely_answer(notes, state, options)))
        left = actors(state)
        if left != waiting & ~(1 << other) or left == 0:
            return
        waiting = left


@template
def outlook(notes, state, seat):
    """What a seat can expect, less what its best rival can."""
    estimate(state, notes.weights, notes.scratch, notes.values)
    best = -1e9
    for owner in range(owners(state)):
        if owner != seat and notes.values[owner] > best:
            best = notes.values[owner]
    return notes.values[seat] - notes.rival * best


@template
def follow(pool, notes, seat, sealed, samples):
    """Continue what the same seat has begun, step by step, each time with the best by estimate."""
    mask = notes.other_mask
    if sealed:
        settle(notes, pool[TRIAL], seat)
    steps = 0
    while steps < 4 and actors(pool[TRIAL]) == 1 << seat and has(FOLLOW, pool[TRIAL].question):
        options = legal(pool[TRIAL], seat, mask)
        tries = options if samples == 0 else min(samples, options)
        best, best_worth = mask_nth(mask, 0), -1e9
        for index in range(tries):
            at = index if tries == options else below(notes.chance, options)
            action = mask_nth(mask, at)
            pool[FOLLOWED] = pool[TRIAL]
            apply(pool[FOLLOWED], seat, action)
            found = outlook(notes, pool[FOLLOWED], seat)
            if found > best_worth:
                best, best_worth = action, found
        apply(pool[TRIAL], seat, best)
        steps += 1


@template
def imagine(pool, notes, seat):
    """Set up a world that agrees with what the seat sees; the true one if it cheats."""
    pool[WORLD] = pool[VIEW]
    if seat != notes.cheat:
        resample(pool[WORLD], seat, notes.chance)
        if BELIEVES:
            believe(pool[WORLD], seat, notes.weights, notes.chance)


@template
def as_seen(pool, notes, seat):
    """The row of the current world as a seat knows it, with guesses for what is hidden.

    Without them everyone would decide in imagined worlds as if they could see what others have
    hidden, and hiding would be worth nothing. Only a bot that cheats sees it.
    """
    if BELIEVES and seat != notes.cheat:
        pool[SEEN] = pool[WORLD]
        guess(pool[SEEN], seat)
        return SEEN
    return WORLD


@template
def worth(pool, notes, row, seat, action, samples):
    """What a seat can expect after an action and everything it then does by itself."""
    sealed = actors(pool[row]) != 1 << seat
    pool[TRIAL] = pool[row]
    apply(pool[TRIAL], seat, action)
    follow(pool, notes, seat, sealed, samples)
    return outlook(notes, pool[TRIAL], seat)


@template
def decide(pool, notes, seat):
    """One decision of a playout: the best of a few actions drawn at random."""
    options = legal(pool[WORLD], seat, notes.mask)
    row = as_seen(pool, notes, seat)
    tries = min(int(notes.samples), options)
    best, best_worth = mask_nth(notes.mask, 0), -1e9
    for index in range(tries):
        at = index if tries == options else below(notes.chance, options)
        action = mask_nth(notes.mask, at)
        found = worth(pool, notes, row, seat, action, 2)
        if found > best_worth:
            best, best_worth = action, found
    apply(pool[WORLD], seat, best)


@template
def add_up(pool, notes, seat, worlds):
    """Add up what every legal action leads to in one step, over imagined worlds."""
    options = legal(pool[VIEW], seat, notes.mask)
    for index in range(options):
        notes.totals[mask_nth(notes.mask, index)] = 0.0
    for _ in range(worlds):
        imagine(pool, notes, seat)
        for index in range(options):
            action = mask_nth(notes.mask, index)
            notes.totals[action] += worth(pool, notes, WORLD, seat, action, 0)
    return options


@template
def greedy(pool, notes, seat, worlds):
    """The legal action that looks best after one step, over imagined worlds."""
    options = add_up(pool, notes, seat, worlds)
    best = mask_nth(notes.mask, 0)
    for index in range(options):
        action = mask_nth(notes.mask, index)
        if notes.totals[action] > notes.totals[best]:
            best = action
    return best


@template
def self_play(pool, notes, options, dealer, weights, worlds):
    """A whole game of greedy players, each with its own weights; its end stays in the pool."""
    deal(pool[TABLE], options, dealer)
    decisions = 0
    while True:
        waiting = actors(pool[TABLE])
        if waiting == 0:
            return decisions
        seat = lowest(waiting)
        notes.weights[:] = weights[seat]
        pool[VIEW] = pool[TABLE]
        redact(pool[VIEW], seat)
        apply(pool[TABLE], seat, greedy(pool, notes, seat, worlds))
        decisions += 1
