"""Whole games of a search against itself, compiled, with what it thought: targets for learning.

All functions are templates, linked to one game by `kerys.bots.search.compiled`.
"""

from __future__ import annotations

from kerys.bots.search.workspace import (
    ACTION,
    ACTOR,
    FIRST_CHILD,
    NEXT,
    ROOT,
    STRATEGY,
    TABLE,
    VALUE,
    VIEW,
    VISITS,
)
from kerys.kernel.bits import has, lowest
from kerys.kernel.chance import below
from kerys.kernel.linking import template
from kerys.kernel.seats import ask_all

FINE = 1 << 24


@template
def grow_tree(pool, notes, tree, reals, seat, worlds):
    """A new tree for a decision of the game on the table, from what the seat sees."""
    pool[VIEW] = pool[TABLE]
    redact(pool[VIEW], seat)
    if has(SECRET, pool[VIEW].question):
        ask_all(pool[VIEW], pool[VIEW].question)
    for column in range(tree.shape[1]):
        tree[ROOT, column] = 0
    for column in range(reals.shape[1]):
        reals[ROOT, column] = 0.0
    notes.open = 1
    simulate(pool, notes, tree, reals, seat, worlds)


@template
def collect_answers(notes, tree, reals, seat, sealed):
    """Collect how often the tree took each answer of a seat, most often first; returns how many."""
    number, total = 0, 0.0
    child = tree[ROOT, FIRST_CHILD]
    while child != 0:
        if tree[child, ACTOR] == seat:
            often = reals[child, STRATEGY] if sealed else float(tree[child, VISITS])
            notes.found[number, 0] = tree[child, ACTION]
            notes.found[number, 1] = often
            total += often
            number += 1
        child = tree[child, NEXT]
    for index in range(number):
        notes.found[index, 1] /= total
    best_of(notes.found, number, number)
    return number


@template
def drawn_answer(notes, number):
    """One of the answers collected, drawn by how often the tree took each."""
    draw = below(notes.chance, FINE) / FINE
    for index in range(number):
        draw -= notes.found[index, 1]
        if draw < 0.0:
            return int(notes.found[index, 0])
    return int(notes.found[0, 0])


@template
def play_recorded(
    pool, notes, tree, reals, worlds, drawn, states, seats, answers, shares, values, first
):
    """Play the game on the table to its end, and record every decision from row `first` on.

    For each: the state, who was asked, the answers that the tree took most often with their shares,
    and everyone's shares of the win by the tree. In the first `drawn` decisions of a game answers
    are drawn by these shares; after that the most frequent is taken, and sealed ones are always
    drawn. Stops where no row is left; returns the number of the next free one.
    """
    at, played = first, 0
    while at < states.shape[0]:
        waiting = actors(pool[TABLE])
        if waiting == 0:
            break
        seat = lowest(waiting)
        sealed = has(SECRET, pool[TABLE].question)
        grow_tree(pool, notes, tree, reals, seat, worlds)
        number = collect_answers(notes, tree, reals, seat, sealed)
        states[at] = pool[TABLE]
        seats[at] = seat
        for index in range(answers.shape[1]):
            kept = index < number
            answers[at, index] = int(notes.found[index, 0]) if kept else -1
            shares[at, index] = notes.found[index, 1] if kept else 0.0
        for owner in range(values.shape[1]):
            values[at, owner] = reals[ROOT, VALUE + owner] / max(tree[ROOT, VISITS], 1)
        at += 1
        if sealed or played < drawn:
            answer = drawn_answer(notes, number)
        else:
            answer = int(notes.found[0, 0])
        apply(pool[TABLE], seat, answer)
        played += 1
    return at
