"""What the tree of a search asks of an evaluator: positions and actions judged by its estimate.

All functions are templates, linked to one game by `kerys.bots.search.compiled`.
"""

from __future__ import annotations

import numpy as np

from kerys.bots.search.workspace import ROOT, VIEW, WORLD
from kerys.kernel.bits import count, has, mask_nth, nth
from kerys.kernel.chance import below
from kerys.kernel.linking import template

LOOKS = 6
"""How many actions of a node are evaluated for each that is tried."""


@template
def judge(notes, state):
    """The share of the win that every owner can expect, from 0 to 1."""
    number, utility, values = owners(state), notes.utility, notes.values
    if actors(state) == 0:
        share_win(notes, state)
        return
    prospects(state, notes.weights, notes.scratch, values)
    best = values[0]
    for owner in range(number):
        best = max(best, values[owner])
    total = 0.0
    for owner in range(number):
        utility[owner] = np.exp((values[owner] - best) / notes.heat)
        total += utility[owner]
    for owner in range(number):
        utility[owner] /= total


@template
def expand(pool, notes, tree, reals, seat, node):
    """Evaluate actions of a seat in the current world, and add the most promising to a node."""
    found = notes.found
    options = legal(pool[WORLD], seat, notes.mask)
    width = int(notes.breadth if node == ROOT else notes.width)
    looked = min(options, LOOKS * width)
    row = as_seen(pool, notes, seat)
    for index in range(looked):
        at = index if looked == options else below(notes.chance, options)
        action = mask_nth(notes.mask, at)
        found[index, 0] = action
        found[index, 1] = worth(pool, notes, row, seat, action, 4)
    sealed = has(SECRET, pool[WORLD].question)
    add_best(notes, tree, reals, node, seat, looked, width, sealed)


@template
def look_ahead(pool, notes, tree, reals, seat):
    """Evaluate all actions of the seat in some worlds, and add the most promising to the root."""
    found, worlds = notes.found, int(notes.ahead)
    options = add_up(pool, notes, seat, worlds)
    for index in range(options):
        action = mask_nth(notes.mask, index)
        found[index, 0] = action
        found[index, 1] = notes.totals[action] / worlds
    width = int(notes.breadth)
    add_best(notes, tree, reals, ROOT, seat, options, width, False)


@template
def play_on(pool, notes):
    """Play on from the current world to the end of a stage; returns how many decisions."""
    played = 0
    end = stage(pool[VIEW]) + notes.stages
    while played < notes.playout and stage(pool[WORLD]) < end:
        waiting = actors(pool[WORLD])
        if waiting == 0:
            break
        decide(pool, notes, nth(waiting, below(notes.chance, count(waiting))))
        played += 1
    return played
