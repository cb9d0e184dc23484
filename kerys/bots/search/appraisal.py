"""Answers compared in the same imagined worlds, compiled, for reviews.

All functions are templates, linked to one game by `kerys.bots.search.compiled`. A search spends
most of its worlds on the answers that look best; these functions spend as many on each, and the
answers meet the same luck, so that a small difference can be told from none.
"""

from __future__ import annotations

from kerys.bots.search.workspace import (
    ACTION,
    ACTOR,
    FIRST_CHILD,
    KEPT,
    NEXT,
    ROOT,
    STRATEGY,
    VIEW,
    WORLD,
)
from kerys.kernel.bits import count, has, lowest, mask_nth, nth, whole
from kerys.kernel.chance import below
from kerys.kernel.linking import template

FINE = 1 << 24

SHARES, POINTS, GAPS, SQUARES = range(4)
"""What is added up about an answer, for each owner: shares of the win, expected points, how far
each is ahead of where the first answer leaves it, and the squares of that."""


@template
def child_of(notes, tree, reals, node, seat, action):
    """The child of a node for an action, which is added if it is new; 0 if there is no room."""
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if tree[child, ACTION] == action and tree[child, ACTOR] == seat:
            return child
        child = tree[child, NEXT]
    if notes.open == tree.shape[0]:
        return 0
    add_child(notes, tree, reals, node, seat, action, False, 1.0)
    return notes.open - 1


@template
def mean_answer(notes, tree, reals, seat):
    """A sealed answer of a seat, drawn from the mean strategy of the tree, or any if it has none.

    `mask` says what is legal.
    """
    total = 0.0
    child = tree[ROOT, FIRST_CHILD]
    while child != 0:
        if open_to(notes, tree, child, seat):
            total += reals[child, STRATEGY]
        child = tree[child, NEXT]
    if total <= 0.0:
        return -1
    draw = total * below(notes.chance, FINE) / FINE
    chosen = -1
    child = tree[ROOT, FIRST_CHILD]
    while child != 0:
        if open_to(notes, tree, child, seat) and draw >= 0.0:
            chosen = tree[child, ACTION]
            draw -= reals[child, STRATEGY]
        child = tree[child, NEXT]
    return chosen


@template
def answer_for_others(pool, notes, tree, reals, seat):
    """Let everyone else who is asked in secret answer, each by their mean strategy."""
    world = pool[WORLD]
    waiting = actors(world) & ~(1 << seat)
    while waiting != 0:
        other = lowest(waiting)
        waiting &= waiting - 1
        options = legal(world, other, notes.mask)
        action = mean_answer(notes, tree, reals, other)
        if action < 0:
            action = mask_nth(notes.mask, likely_answer(notes, world, options))
        apply(world, other, action)


@template
def note_points(notes, world):
    """Turn the values of the last judgement into points: once the game is over, the score."""
    if actors(world) == 0:
        for owner in range(owners(world)):
            notes.values[owner] = whole(score(world, owner))


@template
def compare(pool, notes, tree, reals, seat, answers, number, sums):
    """Play every answer of a seat in each of some imagined worlds, and add up the results."""
    for _ in range(number):
        imagine(pool, notes, seat)
        sealed = has(SECRET, pool[WORLD].question)
        if sealed:
            answer_for_others(pool, notes, tree, reals, seat)
        pool[KEPT] = pool[WORLD]
        notes.kept_chance[:] = notes.chance
        for index in range(answers.shape[0]):
            pool[WORLD] = pool[KEPT]
            notes.chance[:] = notes.kept_chance
            apply(pool[WORLD], seat, answers[index])
            depth = 0
            notes.path[0] = ROOT
            if not sealed:
                child = child_of(notes, tree, reals, ROOT, seat, answers[index])
                if child != 0:
                    notes.path[1] = child
                    depth = descend(pool, notes, tree, reals, 1)
            play_on(pool, notes)
            judge(notes, pool[WORLD])
            if depth > 0:
                back_up(notes, tree, reals, depth)
            note_points(notes, pool[WORLD])
            for owner in range(owners(pool[WORLD])):
                share = notes.utility[owner]
                if index == 0:
                    notes.totals[owner] = share
                gap = share - notes.totals[owner]
                sums[index, SHARES, owner] += share
                sums[index, POINTS, owner] += notes.values[owner]
                sums[index, GAPS, owner] += gap
                sums[index, SQUARES, owner] += gap * gap


@template
def finish(pool, notes, number, sums):
    """Play some imagined worlds from the view to the very end; adds up what the estimate lacks.

    An estimate may leave out what all owners have in common: `sums` gets the points by which the
    real scores are higher, on average over the owners.
    """
    for _ in range(number):
        pool[WORLD] = pool[VIEW]
        play_on(pool, notes)
        judge(notes, pool[WORLD])
        note_points(notes, pool[WORLD])
        everyone = owners(pool[WORLD])
        for owner in range(everyone):
            sums[0] -= notes.values[owner] / everyone
        play_to_the_end(pool, notes)
        for owner in range(everyone):
            sums[0] += whole(score(pool[WORLD], owner)) / everyone


@template
def play_to_the_end(pool, notes):
    """Play on from the current world until the game is over."""
    waiting = actors(pool[WORLD])
    while waiting != 0:
        decide(pool, notes, nth(waiting, below(notes.chance, count(waiting))))
        waiting = actors(pool[WORLD])


@template
def foresee(pool, notes, number, sums):
    """Play on from the view itself, as it is, and add up everyone's shares of the win."""
    for _ in range(number):
        pool[WORLD] = pool[VIEW]
        play_on(pool, notes)
        judge(notes, pool[WORLD])
        for owner in range(owners(pool[WORLD])):
            sums[owner] += notes.utility[owner]
