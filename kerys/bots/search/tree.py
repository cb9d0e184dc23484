"""The tree of a search, compiled: information sets, max^n, and regret matching where it is sealed.

All functions are templates, linked to one game by `kerys.bots.search.compiled`. A node stands for
what was decided on the way to it, in whichever imagined world; its children are those of all
worlds. What positions are worth and which actions promise most, `estimated` or `learned` say, each
with its own `expand`, `look_ahead`, `play_on` and `judge`.
"""

from __future__ import annotations

import numpy as np

from kerys.bots.search.workspace import (
    ACTION,
    ACTOR,
    EXPANDED,
    FIRST_CHILD,
    NEXT,
    PRIOR,
    REGRET,
    ROOT,
    SEALED,
    SHARE,
    SQUARES,
    STRATEGY,
    VALUE,
    VIEW,
    VISITS,
    WHOLE_COLUMNS,
    WORLD,
)
from kerys.kernel.bits import has, lowest
from kerys.kernel.chance import below
from kerys.kernel.linking import template

CURIOUS = 0.1
"""How often any sealed answer is tried, however others have done."""
NOT_OPEN = -1.0
"""The share of an answer that the current world doesn't allow."""


@template
def share_win(notes, state):
    """The shares of the win once the game is over: those who come first share it."""
    winners = 0
    for owner in range(owners(state)):
        if rank(state, owner) == 1:
            winners += 1
    for owner in range(owners(state)):
        notes.utility[owner] = 1.0 / winners if rank(state, owner) == 1 else 0.0


@template
def best_of(found, number, width):
    """Bring the `width` best of the actions found to the front, best first."""
    for place in range(min(width, number)):
        best = place
        for index in range(place + 1, number):
            if found[index, 1] > found[best, 1]:
                best = index
        for column in range(2):
            kept = found[place, column]
            found[place, column] = found[best, column]
            found[best, column] = kept


@template
def knows(tree, node, seat, action):
    """Whether a node has this child already."""
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if tree[child, ACTION] == action and tree[child, ACTOR] == seat:
            return True
        child = tree[child, NEXT]
    return False


@template
def add_child(notes, tree, reals, node, seat, action, sealed, prior):
    """A new child of a node; there must be room."""
    child = notes.open
    notes.open += 1
    for column in range(WHOLE_COLUMNS):
        tree[child, column] = 0
    for column in range(reals.shape[1]):
        reals[child, column] = 0.0
    tree[child, ACTION] = action
    tree[child, ACTOR] = seat
    tree[child, SEALED] = 1 if sealed else 0
    tree[child, NEXT] = tree[node, FIRST_CHILD]
    tree[node, FIRST_CHILD] = child
    reals[child, PRIOR] = prior


@template
def add_best(notes, tree, reals, node, seat, looked, width, sealed):
    """Add the most promising of the actions found as children of a node."""
    found = notes.found
    best_of(found, looked, width)
    for index in range(min(looked, width)):
        if notes.open == tree.shape[0]:
            break
        action = int(found[index, 0])
        if not knows(tree, node, seat, action):
            prior = np.exp((found[index, 1] - found[0, 1]) / notes.prior_heat)
            add_child(notes, tree, reals, node, seat, action, sealed, prior)
    tree[node, EXPANDED] += 1


@template
def open_to(notes, tree, child, seat):
    """Whether a child is this seat's and legal in the current world (`mask` says what is)."""
    action = tree[child, ACTION]
    return tree[child, ACTOR] == seat and has(notes.mask[action // 32], action % 32)


@template
def mean_of(tree, reals, node, child, seat):
    """The mean result of a child for a seat; if it is untried, that of its node."""
    known = child if tree[child, VISITS] > 0 else node
    return reals[known, VALUE + seat] / max(tree[known, VISITS], 1)


@template
def select(notes, tree, reals, seat, node):
    """The child to descend to: one that has done well for the seat, or may do well."""
    visits, priors = 0, 0.0
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if open_to(notes, tree, child, seat):
            visits += tree[child, VISITS]
            priors += reals[child, PRIOR]
        child = tree[child, NEXT]
    best, best_worth = 0, -1.0
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if open_to(notes, tree, child, seat):
            hope = notes.explore * reals[child, PRIOR] / priors * np.sqrt(visits + 1.0)
            found = mean_of(tree, reals, node, child, seat) + hope / (1.0 + tree[child, VISITS])
            if found > best_worth:
                best, best_worth = child, found
        child = tree[child, NEXT]
    return best


@template
def regret_match(notes, tree, reals, seat, node):
    """A child of a sealed choice, drawn by regret; its share is noted for the mean strategy.

    Later shares count more in the mean, since they rest on more worlds.
    """
    positive, number = 0.0, 0
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if open_to(notes, tree, child, seat):
            positive += max(reals[child, REGRET], 0.0)
            number += 1
        child = tree[child, NEXT]
    draw = below(notes.chance, 1 << 24) / (1 << 24)
    chosen = 0
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if open_to(notes, tree, child, seat):
            share = 1.0 / number
            if positive > 0.0:
                share = max(reals[child, REGRET], 0.0) / positive
            reals[child, SHARE] = share
            reals[child, STRATEGY] += share * (tree[node, VISITS] + 1)
            if draw >= 0.0:
                chosen = child
            draw -= (1.0 - CURIOUS) * share + CURIOUS / number
        elif tree[child, ACTOR] == seat:
            reals[child, SHARE] = NOT_OPEN
        child = tree[child, NEXT]
    return chosen


@template
def draw_together(pool, notes, tree, reals, node, depth):
    """Everyone who is asked in secret draws an answer from their own table; returns the depth.

    The tables of all seats belong to the same node: no answer depends on another. The tree ends
    there, since the same combination of answers rarely comes twice.
    """
    world = pool[WORLD]
    waiting, deeper = actors(world), depth
    while waiting != 0:
        seat = lowest(waiting)
        waiting &= waiting - 1
        legal(world, seat, notes.mask)
        child = regret_match(notes, tree, reals, seat, node)
        if child == 0:
            expand(pool, notes, tree, reals, seat, node)
            legal(world, seat, notes.mask)
            child = regret_match(notes, tree, reals, seat, node)
        if child == 0:
            return depth
        deeper += 1
        notes.path[deeper] = child
    for step in range(depth + 1, deeper + 1):
        child = notes.path[step]
        apply(world, tree[child, ACTOR], tree[child, ACTION])
    return deeper


@template
def descend(pool, notes, tree, reals, depth):
    """Descend from the node that the path has reached to one that is new; returns the depth."""
    world = pool[WORLD]
    node = notes.path[depth]
    while depth < notes.depth:
        waiting = actors(world)
        if waiting == 0:
            break
        if has(SECRET, world.question):
            return draw_together(pool, notes, tree, reals, node, depth)
        actor = lowest(waiting)
        if tree[node, EXPANDED] == 0:
            expand(pool, notes, tree, reals, actor, node)
            if depth > 0:
                break
        legal(world, actor, notes.mask)
        child = select(notes, tree, reals, actor, node)
        if child == 0:
            expand(pool, notes, tree, reals, actor, node)
            legal(world, actor, notes.mask)
            child = select(notes, tree, reals, actor, node)
        if child == 0:
            break
        apply(world, actor, tree[child, ACTION])
        node = child
        depth += 1
        notes.path[depth] = node
    return depth


@template
def note_regrets(notes, tree, reals, node, chosen):
    """What each answer to a sealed question would have brought a seat, against what it does now.

    Answers that weren't chosen are represented by their mean. The chosen one shows how wrong that
    is, and is weighted for all the worlds in which it wasn't chosen: so no regret is biased.
    """
    seat = tree[chosen, ACTOR]
    number, usual = 0, 0.0
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if tree[child, ACTOR] == seat and reals[child, SHARE] != NOT_OPEN:
            number += 1
            usual += reals[child, SHARE] * mean_of(tree, reals, node, child, seat)
        child = tree[child, NEXT]
    chance = (1.0 - CURIOUS) * reals[chosen, SHARE] + CURIOUS / number
    wrong = (notes.utility[seat] - mean_of(tree, reals, node, chosen, seat)) / chance
    usual += reals[chosen, SHARE] * wrong
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if tree[child, ACTOR] == seat and reals[child, SHARE] != NOT_OPEN:
            brought = mean_of(tree, reals, node, child, seat)
            if child == chosen:
                brought += wrong
            reals[child, REGRET] += brought - usual
        child = tree[child, NEXT]


@template
def back_up(notes, tree, reals, depth):
    """Record the result of a world in all nodes on its path."""
    asked = ROOT
    for step in range(depth + 1):
        node = notes.path[step]
        if tree[node, SEALED]:
            note_regrets(notes, tree, reals, asked, node)
        else:
            asked = node
        tree[node, VISITS] += 1
        for owner in range(notes.utility.shape[0]):
            reals[node, VALUE + owner] += notes.utility[owner]
        if step == 1:  # an answer at the root: how sure its worth is decides when to stop
            reals[node, SQUARES] += notes.utility[tree[node, ACTOR]] ** 2


@template
def simulate(pool, notes, tree, reals, seat, number):
    """Run imagined worlds down the tree, play on for a while, evaluate, and record the results."""
    decisions = 0
    fresh = tree[ROOT, EXPANDED] == 0 and not has(SECRET, pool[VIEW].question)
    if fresh and notes.ahead > 0.0:
        look_ahead(pool, notes, tree, reals, seat)
    for _ in range(number):
        imagine(pool, notes, seat)
        notes.path[0] = ROOT
        depth = descend(pool, notes, tree, reals, 0)
        decisions += depth + play_on(pool, notes)
        judge(notes, pool[WORLD])
        back_up(notes, tree, reals, depth)
    return decisions
