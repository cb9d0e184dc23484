"""How the bots think, compiled: one-step choices, playouts, and a tree over imagined worlds.

The functions below the line are templates, bound to one game by `kerys.kernel.play.bind`. States
live in the rows of a small record array (`pool`), so that a copy is a memory copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kerys.bots.judges import JUDGES, bots_digest
from kerys.kernel.bits import count, has, lowest, mask_nth, nth
from kerys.kernel.chance import below
from kerys.kernel.compiling import rule
from kerys.kernel.contract import Game
from kerys.kernel.play import bind

OWNERS = 4
VIEW, WORLD, TRIAL, FOLLOWED = range(4)
"""The rows of a pool: what the seat sees, the world imagined, and two states to try actions in."""
POOL = 4

# The numbers of a search, in the array `settings`.
(
    WIDTH,  # how many actions of a node are looked at
    DEPTH,  # how many decisions the tree goes down
    PLAYOUT,  # how many decisions follow below it
    SAMPLES,  # how many actions a decision of a playout looks at
    EXPLORE,
    HEAT,  # how many points ahead make a win likely
    PRIOR_HEAT,
    RIVAL,  # how much a point of the best rival counts against one's own
) = range(8)
SETTINGS = 8

# The columns of the tree's whole numbers and fractions.
FIRST_CHILD, NEXT, ACTION, ACTOR, VISITS, EXPANDED, SEALED = range(7)
WHOLE_COLUMNS = 7
PRIOR, REGRET, STRATEGY, VALUE = range(4)
FRACTION_COLUMNS = VALUE + OWNERS
ROOT = 0


@dataclass(frozen=True)
class Thinking:
    """The compiled functions of one game."""

    greedy: Any
    """greedy(pool, seat, worlds, settings, ..., totals): adds up what every legal action leads to
    in one step, over imagined worlds."""
    simulate: Any
    """simulate(pool, seat, number, cheats, settings, ...): runs so many imagined worlds down the
    tree; returns how many decisions were played."""
    self_play: Any
    """self_play(pool, options, dealer, chance, weights, ...): a whole game of greedy players."""


@cache
def thinking(game: Game) -> Thinking:
    """The functions of a game, made once."""
    judge = JUDGES[game.name]
    names = {
        "deal": game.deal,
        "actors": game.actors,
        "legal": game.legal,
        "apply": game.apply,
        "owners": game.owners,
        "rank": game.rank,
        "resample": game.resample,
        "redact": game.redact,
        "estimate": judge.estimate,
        "FOLLOW": judge.follow,
    }
    for name, template in (
        ("settle", _settle),
        ("outlook", _outlook),
        ("follow", _follow),
        ("worth", _worth),
        ("decide", _decide),
        ("judge", _judge),
        ("best_of", _best_of),
        ("expand", _expand),
        ("select", _select),
        ("regret_match", _regret_match),
        ("descend", _descend),
    ):
        names[name] = rule(bind(template, game, names, bots_digest()))
    return Thinking(
        *(
            rule(bind(template, game, names, bots_digest()))
            for template in (_greedy, _simulate, _self_play)
        )
    )


# --- templates -------------------------------------------------------------------------------

# What `bind` fills in.
deal: Any = None
actors: Any = None
legal: Any = None
apply: Any = None
owners: Any = None
rank: Any = None
resample: Any = None
redact: Any = None
estimate: Any = None
settle: Any = None
outlook: Any = None
follow: Any = None
worth: Any = None
decide: Any = None
judge: Any = None
best_of: Any = None
expand: Any = None
select: Any = None
regret_match: Any = None
descend: Any = None
FOLLOW: int = 0


def _settle(state, seat, mask, chance):
    """Fill in the sealed answers of the others at random, so that a sealed choice shows."""
    waiting = actors(state)
    while waiting != 0 and not has(waiting, seat):
        other = lowest(waiting)
        options = legal(state, other, mask)
        apply(state, other, mask_nth(mask, below(chance, options)))
        left = actors(state)
        if left != waiting & ~(1 << other) or left == 0:
            return
        waiting = left


def _outlook(state, seat, settings, weights, scratch, values):
    """What a seat can expect, less what its best rival can."""
    estimate(state, weights, scratch, values)
    best = -1e9
    for owner in range(owners(state)):
        if owner != seat and values[owner] > best:
            best = values[owner]
    return values[seat] - settings[RIVAL] * best


def _follow(pool, row, seat, sealed, samples, settings, weights, chance, mask, scratch, values):
    """Carry on with what the same seat has begun, step by step, each time the best by estimate."""
    if sealed:
        settle(pool[row], seat, mask, chance)
    steps = 0
    while steps < 4 and actors(pool[row]) == 1 << seat and has(FOLLOW, pool[row].question):
        options = legal(pool[row], seat, mask)
        tries = options if samples == 0 else min(samples, options)
        best, best_worth = mask_nth(mask, 0), -1e9
        for index in range(tries):
            at = index if tries == options else below(chance, options)
            action = mask_nth(mask, at)
            pool[FOLLOWED] = pool[row]
            apply(pool[FOLLOWED], seat, action)
            found = outlook(pool[FOLLOWED], seat, settings, weights, scratch, values)
            if found > best_worth:
                best, best_worth = action, found
        apply(pool[row], seat, best)
        steps += 1


def _worth(pool, row, seat, action, samples, settings, weights, chance, mask, scratch, values):
    """What a seat can expect after an action and all that it goes on to do by itself."""
    sealed = actors(pool[row]) != 1 << seat
    pool[TRIAL] = pool[row]
    apply(pool[TRIAL], seat, action)
    follow(pool, TRIAL, seat, sealed, samples, settings, weights, chance, mask, scratch, values)
    return outlook(pool[TRIAL], seat, settings, weights, scratch, values)


def _decide(pool, row, seat, settings, weights, chance, mask, other_mask, scratch, values):
    """One decision of a playout: the best of a few actions drawn at random."""
    options = legal(pool[row], seat, mask)
    samples = int(settings[SAMPLES])
    tries = min(samples, options)
    best, best_worth = mask_nth(mask, 0), -1e9
    for index in range(tries):
        at = index if tries == options else below(chance, options)
        action = mask_nth(mask, at)
        found = worth(
            pool, row, seat, action, 2, settings, weights, chance, other_mask, scratch, values
        )
        if found > best_worth:
            best, best_worth = action, found
    apply(pool[row], seat, best)


def _judge(state, settings, weights, scratch, values, utility):
    """The share of the win that every owner can expect, from 0 to 1."""
    number = owners(state)
    if actors(state) == 0:
        winners = 0
        for owner in range(number):
            if rank(state, owner) == 1:
                winners += 1
        for owner in range(number):
            utility[owner] = 1.0 / winners if rank(state, owner) == 1 else 0.0
        return
    estimate(state, weights, scratch, values)
    best = values[0]
    for owner in range(number):
        best = max(best, values[owner])
    total = 0.0
    for owner in range(number):
        utility[owner] = np.exp((values[owner] - best) / settings[HEAT])
        total += utility[owner]
    for owner in range(number):
        utility[owner] /= total


def _best_of(found, number, width):
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


def _expand(
    pool,
    seat,
    node,
    settings,
    weights,
    chance,
    mask,
    other_mask,
    scratch,
    values,
    found,
    tree,
    reals,
    open_,
):
    """Add the most promising actions of a seat as children of a node."""
    options = legal(pool[WORLD], seat, mask)
    width = int(settings[WIDTH])
    looked = min(options, 6 * width)
    for index in range(looked):
        at = index if looked == options else below(chance, options)
        action = mask_nth(mask, at)
        found[index, 0] = action
        found[index, 1] = worth(
            pool, WORLD, seat, action, 4, settings, weights, chance, other_mask, scratch, values
        )
    best_of(found, looked, width)
    sealed = count(actors(pool[WORLD])) > 1
    for index in range(min(looked, width)):
        if open_[0] == tree.shape[0]:
            break
        action = int(found[index, 0])
        child = tree[node, FIRST_CHILD]
        known = False
        while child != 0:
            if tree[child, ACTION] == action and tree[child, ACTOR] == seat:
                known = True
            child = tree[child, NEXT]
        if known:
            continue
        child = open_[0]
        open_[0] += 1
        for column in range(WHOLE_COLUMNS):
            tree[child, column] = 0
        for column in range(FRACTION_COLUMNS):
            reals[child, column] = 0.0
        tree[child, ACTION] = action
        tree[child, ACTOR] = seat
        tree[child, SEALED] = 1 if sealed else 0
        tree[child, NEXT] = tree[node, FIRST_CHILD]
        tree[node, FIRST_CHILD] = child
        reals[child, PRIOR] = np.exp((found[index, 1] - found[0, 1]) / settings[PRIOR_HEAT])
    tree[node, EXPANDED] += 1


def _select(seat, node, settings, mask, tree, reals):
    """The child to go down: what has done well for the seat, and what may do well."""
    visits, priors = 0, 0.0
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if tree[child, ACTOR] == seat and has(
            mask[tree[child, ACTION] // 32], tree[child, ACTION] % 32
        ):
            visits += tree[child, VISITS]
            priors += reals[child, PRIOR]
        child = tree[child, NEXT]
    best, best_worth = 0, -1.0
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if tree[child, ACTOR] == seat and has(
            mask[tree[child, ACTION] // 32], tree[child, ACTION] % 32
        ):
            tried = tree[child, VISITS]
            mean = 0.0
            if tried > 0:
                mean = reals[child, VALUE + seat] / tried
            elif tree[node, VISITS] > 0:
                mean = reals[node, VALUE + seat] / tree[node, VISITS]
            hope = settings[EXPLORE] * reals[child, PRIOR] / priors * np.sqrt(visits + 1.0)
            found = mean + hope / (1.0 + tried)
            if found > best_worth:
                best, best_worth = child, found
        child = tree[child, NEXT]
    return best


def _regret_match(seat, node, mask, tree, reals, chance):
    """A child of a sealed choice, drawn by regret; its share is noted for the mean strategy."""
    positive, number = 0.0, 0
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if tree[child, ACTOR] == seat and has(
            mask[tree[child, ACTION] // 32], tree[child, ACTION] % 32
        ):
            positive += max(reals[child, REGRET], 0.0)
            number += 1
        child = tree[child, NEXT]
    if number == 0:
        return 0
    draw = below(chance, 1 << 24) / (1 << 24)
    chosen = 0
    child = tree[node, FIRST_CHILD]
    while child != 0:
        if tree[child, ACTOR] == seat and has(
            mask[tree[child, ACTION] // 32], tree[child, ACTION] % 32
        ):
            share = 1.0 / number
            if positive > 0.0:
                share = max(reals[child, REGRET], 0.0) / positive
            reals[child, STRATEGY] += share
            share = 0.9 * share + 0.1 / number
            if chosen == 0 or draw >= 0.0:
                chosen = child
            draw -= share
            if draw < 0.0:
                draw = -2.0
        child = tree[child, NEXT]
    return chosen


def _descend(
    pool,
    seat,
    settings,
    weights,
    chance,
    mask,
    other_mask,
    scratch,
    values,
    found,
    tree,
    reals,
    open_,
    path,
):
    """From the root to a node that was not looked into before; returns how deep."""
    node, depth = ROOT, 0
    path[0] = ROOT
    while depth < settings[DEPTH]:
        waiting = actors(pool[WORLD])
        if waiting == 0:
            break
        actor = seat if has(waiting, seat) else lowest(waiting)
        fresh = tree[node, EXPANDED] == 0
        if fresh:
            expand(
                pool,
                actor,
                node,
                settings,
                weights,
                chance,
                mask,
                other_mask,
                scratch,
                values,
                found,
                tree,
                reals,
                open_,
            )
            if depth > 0:
                break
        legal(pool[WORLD], actor, mask)
        sealed = count(waiting) > 1
        child = 0
        for attempt in range(2):
            if sealed:
                child = regret_match(actor, node, mask, tree, reals, chance)
            else:
                child = select(actor, node, settings, mask, tree, reals)
            if child != 0 or attempt == 1:
                break
            expand(
                pool,
                actor,
                node,
                settings,
                weights,
                chance,
                mask,
                other_mask,
                scratch,
                values,
                found,
                tree,
                reals,
                open_,
            )
            legal(pool[WORLD], actor, mask)
        if child == 0:
            break
        apply(pool[WORLD], actor, tree[child, ACTION])
        node = child
        depth += 1
        path[depth] = node
    return depth


def _simulate(
    pool,
    seat,
    number,
    cheats,
    settings,
    weights,
    chance,
    mask,
    other_mask,
    scratch,
    values,
    utility,
    found,
    path,
    tree,
    reals,
    open_,
):
    """Run imagined worlds down the tree, play on for a while, judge, and note what came of it."""
    decisions = 0
    for _ in range(number):
        pool[WORLD] = pool[VIEW]
        if not cheats:
            resample(pool[WORLD], seat, chance)
        depth = descend(
            pool,
            seat,
            settings,
            weights,
            chance,
            mask,
            other_mask,
            scratch,
            values,
            found,
            tree,
            reals,
            open_,
            path,
        )
        played = 0
        while played < settings[PLAYOUT]:
            waiting = actors(pool[WORLD])
            if waiting == 0:
                break
            decide(
                pool,
                WORLD,
                nth(waiting, below(chance, count(waiting))),
                settings,
                weights,
                chance,
                mask,
                other_mask,
                scratch,
                values,
            )
            played += 1
        decisions += depth + played
        judge(pool[WORLD], settings, weights, scratch, values, utility)
        for step in range(depth + 1):
            node = path[step]
            tree[node, VISITS] += 1
            for owner in range(OWNERS):
                reals[node, VALUE + owner] += utility[owner]
            if step > 0 and tree[node, SEALED]:
                actor = tree[node, ACTOR]
                child = tree[path[step - 1], FIRST_CHILD]
                while child != 0:
                    if tree[child, ACTOR] == actor:
                        mean = utility[actor]
                        if tree[child, VISITS] > 0:
                            mean = reals[child, VALUE + actor] / tree[child, VISITS]
                        else:
                            mean += 0.02
                        reals[child, REGRET] += mean - utility[actor]
                    child = tree[child, NEXT]
    return decisions


def _greedy(
    pool, seat, worlds, settings, weights, chance, mask, other_mask, scratch, values, totals
):
    """Add up what every legal action leads to in one step, over imagined worlds."""
    options = legal(pool[VIEW], seat, mask)
    for _ in range(worlds):
        pool[WORLD] = pool[VIEW]
        resample(pool[WORLD], seat, chance)
        for index in range(options):
            action = mask_nth(mask, index)
            totals[action] += worth(
                pool, WORLD, seat, action, 0, settings, weights, chance, other_mask, scratch, values
            )
    return options


def _self_play(
    pool,
    options,
    dealer,
    chance,
    weights,
    worlds,
    settings,
    mask,
    other_mask,
    scratch,
    values,
    totals,
):
    """A whole game of greedy players, each with weights of its own, for tuning.

    The game itself lies in a fifth row of the pool, and its end stays there.
    """
    deal(pool[4], options, dealer)
    decisions = 0
    while True:
        waiting = actors(pool[4])
        if waiting == 0:
            return decisions
        seat = lowest(waiting)
        own = weights[seat]
        pool[VIEW] = pool[4]
        redact(pool[VIEW], seat)
        number = legal(pool[VIEW], seat, mask)
        for index in range(number):
            totals[mask_nth(mask, index)] = 0.0
        for _ in range(worlds):
            pool[WORLD] = pool[VIEW]
            resample(pool[WORLD], seat, chance)
            for index in range(number):
                action = mask_nth(mask, index)
                totals[action] += worth(
                    pool, WORLD, seat, action, 0, settings, own, chance, other_mask, scratch, values
                )
        best = mask_nth(mask, 0)
        for index in range(number):
            if totals[mask_nth(mask, index)] > totals[best]:
                best = mask_nth(mask, index)
        apply(pool[4], seat, best)
        decisions += 1
