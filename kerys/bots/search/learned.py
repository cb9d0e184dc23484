"""What the tree of a search asks of an evaluator: positions and actions judged by a network.

All functions are templates, linked to one game by `kerys.bots.search.compiled`. The network sees
what the seat that is asked would see in the imagined world, and nothing else. Its layers are fields
of the notes, so that compiled code is the same for all weights of one size.
"""

from __future__ import annotations

import numpy as np

from kerys.bots.search.workspace import ROOT, VIEW, WORLD
from kerys.kernel.bits import has, lowest, mask_nth
from kerys.kernel.compiling import rule
from kerys.kernel.linking import template
from kerys.kernel.seats import from_seat

POINTS = 20.0
"""How many points the head for points counts as one."""


@rule
def add_row(sums, row, factor):
    """Add a row of weights to the sums of a layer."""
    for index in range(sums.shape[0]):
        sums[index] += factor * row[index]


@rule
def add_rows(sums, weights, inputs):
    """Add the rows of all inputs above zero to the sums of a layer."""
    for index in range(inputs.shape[0]):
        if inputs[index] > 0.0:
            add_row(sums, weights[index], inputs[index])


@rule
def is_known(notes, seat):
    """Whether the layers were computed from what was just observed; if not, note that they will be.

    A new node of a tree is first expanded and then judged, from the same observation.
    """
    same = notes.thinker == seat
    for index in range(notes.seen.shape[0]):
        if notes.seen[index] != notes.thought[index]:
            notes.thought[index] = notes.seen[index]
            same = False
    notes.thinker = seat
    return same


@template
def think(notes, state, seat):
    """Compute the layers of the network from what a seat sees."""
    observe(state, seat, notes.seen)
    if is_known(notes, seat):
        return
    notes.wide_layer[:] = notes.first_bias
    for index in range(notes.seen.shape[0]):
        if notes.seen[index] != 0.0:
            add_row(notes.wide_layer, notes.first_weights[index], notes.seen[index])
    notes.narrow_layer[:] = notes.second_bias
    add_rows(notes.narrow_layer, notes.second_weights, notes.wide_layer)


@template
def look_at_actions(notes, state, seat):
    """Find the seat's legal actions with what the network promises of each; returns how many."""
    options = legal(state, seat, notes.mask)
    think(notes, state, seat)
    notes.logits[:] = notes.policy_bias
    add_rows(notes.logits, notes.policy_weights, notes.narrow_layer)
    for index in range(options):
        action = mask_nth(notes.mask, index)
        notes.found[index, 0] = action
        notes.found[index, 1] = notes.logits[action]
    return options


@template
def judge(notes, state):
    """The share of the win that every owner can expect, from 0 to 1, and the points."""
    if actors(state) == 0:
        share_win(notes, state)
        return
    seat, number = lowest(actors(state)), owners(state)
    think(notes, state, seat)
    notes.shares[:] = notes.value_bias
    add_rows(notes.shares, notes.value_weights, notes.narrow_layer)
    notes.leads[:] = notes.points_bias
    add_rows(notes.leads, notes.points_weights, notes.narrow_layer)
    best = notes.shares[0]
    for place in range(number):
        best = max(best, notes.shares[place])
    total = 0.0
    for owner in range(number):
        place = from_seat(state, seat, owner)
        notes.values[owner] = POINTS * notes.leads[place]
        notes.utility[owner] = np.exp(notes.shares[place] - best)
        total += notes.utility[owner]
    for owner in range(number):
        notes.utility[owner] /= total


@template
def expand(pool, notes, tree, reals, seat, node):
    """Add the actions of a seat that the network likes best in the current world to a node."""
    options = look_at_actions(notes, pool[WORLD], seat)
    width = int(notes.breadth if node == ROOT else notes.width)
    sealed = has(SECRET, pool[WORLD].question)
    add_best(notes, tree, reals, node, seat, options, width, sealed)


@template
def look_ahead(pool, notes, tree, reals, seat):
    """Add actions of the seat to the root: the network looks at all of them at once."""
    imagine(pool, notes, seat)
    expand(pool, notes, tree, reals, seat, ROOT)


@template
def play_on(pool, notes):
    """Play nothing below the tree: the network judges a position as it is."""
    return 0


@template
def policy(pool, notes, seat):
    """How often the network takes each legal action of the view, in `totals`."""
    options = look_at_actions(notes, pool[VIEW], seat)
    best = notes.found[0, 1]
    for index in range(options):
        best = max(best, notes.found[index, 1])
    total = 0.0
    for index in range(options):
        notes.found[index, 1] = np.exp(notes.found[index, 1] - best)
        total += notes.found[index, 1]
    for index in range(options):
        notes.totals[int(notes.found[index, 0])] = notes.found[index, 1] / total
    return options
