"""`search` and `oracle`: a tree of possible continuations, grown over imagined worlds."""

from __future__ import annotations

import math
import random
import time

import numpy as np

from kerys.bots.base import Budget
from kerys.bots.search.greedy import ThinkingBot
from kerys.bots.search.workspace import (
    ACTION,
    ACTOR,
    FIRST_CHILD,
    NEXT,
    NODES,
    ROOT,
    SEALED,
    SQUARES,
    STRATEGY,
    VALUE,
    VIEW,
    VISITS,
)
from kerys.kernel.contract import State
from kerys.locale import N_
from kerys.table.action import Action
from kerys.table.view import View

CHUNK = 64
"""How many worlds are imagined before a search checks whether it has seen enough."""
CHUNK_MS = 4.0
"""How long compiled code runs before the clock is checked."""
FEW = 16
"""How many worlds say too little about the pace to stop early: all moves are evaluated before the
first of them."""
CATCHING_UP = 0.75
"""The share of the remaining worlds that a second-best answer can hope for."""
SELDOM = 0.5
"""The share of a sealed answer, relative to the most frequent one, below which it is dropped. With
a few hundred worlds such shares are mostly chance.
"""
FAIR_TRIAL = 8
"""How often an answer must have been tried before it can be ruled out."""
BEYOND_CHANCE = 3.0
"""By how many standard errors one answer must be ahead of another to be better than it."""


class SearchBot(ThinkingBot):
    """Information-set tree search: one tree for a decision, over many imagined worlds."""

    about = N_("a tree search over many imagined worlds")
    nodes = NODES

    def __init__(self, style: str = "", most: int | None = None) -> None:
        super().__init__(style)
        self.most = most
        """How many milliseconds it thinks at the usual pace, whatever the budget. They are turned
        into worlds, so that it plays as well on a busy machine."""

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """The most-visited action; a sealed choice is drawn from the mean strategy."""
        start = time.perf_counter()
        self.look(view, rng)
        self.grow(view.seat, budget, start)
        return self.best(view, rng)

    def grow(self, seat: int, budget: Budget, start: float) -> None:
        """Grow a new tree within the budget, or until the answer is clear."""
        self.workspace.tree[ROOT] = 0
        self.workspace.reals[ROOT] = 0.0
        self.workspace.notes.open = 1
        self.worlds_seen = self.decisions = 0
        if budget.worlds is not None:
            self.imagine(seat, budget.worlds)
        else:
            assert budget.milliseconds is not None
            most = self.evaluator.worlds_in(self.most) if self.most else math.inf
            self.imagine_until(seat, start + budget.milliseconds / 1e3, most)

    def imagine(self, seat: int, worlds: int) -> None:
        """Imagine that many worlds, or fewer if the answer is clear."""
        while (left := worlds - self.worlds_seen) > 0 and not self.decided(seat, left):
            self.run(seat, min(CHUNK, left))

    def imagine_until(self, seat: int, end: float, most: float) -> None:
        """Imagine at most so many worlds until a deadline; the clock is checked every few ms.

        Worlds of one question can take a thousand times as long as those of another. So it starts
        with one, and at most doubles the number each time.
        """
        number, pace, left, worlds = 1, 0.0, 1.0, most
        while min(left, worlds) > 0 and not self.decided(seat, min(pace * left, worlds)):
            before = time.perf_counter()
            self.run(seat, number)
            now = time.perf_counter()
            measured = number / max(1e3 * (now - before), 1e-3)
            pace = 0.5 * (pace or measured) + 0.5 * measured
            left = 1e3 * (end - now)
            worlds = most - self.worlds_seen
            number = int(max(1, min(2 * number, pace * min(CHUNK_MS, left), worlds)))

    def run(self, seat: int, worlds: int) -> None:
        """Imagine that many worlds."""
        self.decisions += int(self.think.simulate(*self.workspace, seat, worlds))
        self.worlds_seen += worlds

    def decided(self, seat: int, left: float) -> bool:
        """Whether the remaining worlds are unlikely to change the answer."""
        tree = self.workspace.tree
        children = self.children(seat)
        if self.worlds_seen < FEW or not children or tree[children[0], SEALED]:
            return False
        children.sort(key=lambda child: int(tree[child, VISITS]), reverse=True)
        if len(children) == 1:
            return True
        ahead = int(tree[children[0], VISITS]) - int(tree[children[1], VISITS])
        return ahead > CATCHING_UP * left or self.clear(children, seat)

    def clear(self, children: list[int], seat: int) -> bool:
        """Whether the most-visited answer, which comes first, is better than all others.

        Answers that were tried a few times say little about how much their results vary, so all of
        them share one variance.
        """
        tree, reals = self.workspace.tree, self.workspace.reals
        visits = tree[children, VISITS]
        if visits[0] < CHUNK or visits.min() < FAIR_TRIAL:
            return False
        means = reals[children, VALUE + seat] / visits
        within = reals[children, SQUARES].sum() - (visits * means**2).sum()
        variance = max(float(within), 0.0) / (visits.sum() - len(children))
        errors = np.sqrt(variance / visits[0] + variance / visits[1:])
        return bool(np.all(means[0] - means[1:] >= BEYOND_CHANCE * errors))

    def mean(self, child: int, seat: int) -> float:
        """The mean result of an answer so far."""
        return float(self.workspace.reals[child, VALUE + seat] / self.workspace.tree[child, VISITS])

    def children(self, seat: int) -> list[int]:
        """The nodes below the root, which are the answers of a seat."""
        tree, found = self.workspace.tree, []
        child = int(tree[ROOT, FIRST_CHILD])
        while child:
            if tree[child, ACTOR] == seat:
                found.append(child)
            child = int(tree[child, NEXT])
        return found

    def best(self, view: View, rng: random.Random) -> Action:
        """What the tree says."""
        tree, reals = self.workspace.tree, self.workspace.reals
        children = self.children(view.seat)
        if tree[children[0], SEALED]:
            most = max(reals[child, STRATEGY] for child in children)
            often = [child for child in children if reals[child, STRATEGY] >= SELDOM * most]
            chosen = rng.choices(often, [float(reals[child, STRATEGY]) for child in often])[0]
        else:
            chosen = max(
                children, key=lambda one: (tree[one, VISITS], reals[one, VALUE + view.seat])
            )
        code = int(tree[chosen, ACTION])
        return next(action for action in view.legal if action.code == code)


class OracleBot(SearchBot):
    """The same search with the true state: it cheats, to measure what hiding is worth."""

    about = N_("the same search with all cards open")
    cheats = True

    def show(self, state: State) -> None:
        """Show it the true state before the next choice."""
        self.truth = state

    def look(self, view: View, rng: random.Random) -> None:
        """The true state instead of the view."""
        super().look(view, rng)
        self.workspace.pool[VIEW] = self.truth
        self.workspace.notes.cheat = view.seat
