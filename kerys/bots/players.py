"""The bots that think: greedy looks one step ahead, search grows a tree over imagined worlds."""

from __future__ import annotations

import random
import time

import numpy as np
from numpy.typing import NDArray

from kerys.bots.base import Bot, BotError, Budget
from kerys.bots.judges import JUDGES, weights_of
from kerys.bots.thinking import (
    ACTION,
    ACTOR,
    FIRST_CHILD,
    FRACTION_COLUMNS,
    NEXT,
    OWNERS,
    POOL,
    ROOT,
    SEALED,
    STRATEGY,
    VALUE,
    VIEW,
    VISITS,
    WHOLE_COLUMNS,
    thinking,
)
from kerys.kernel.chance import KEY_BYTES, generator
from kerys.kernel.contract import State
from kerys.locale import N_, _
from kerys.table.action import Action
from kerys.table.view import View

NODES = 60_000
CHUNK_MS = 4.0
"""How long compiled code runs before the clock is looked at."""
SETTINGS = {
    "ys": np.array([12.0, 3.0, 60.0, 4.0, 0.6, 10.0, 4.0, 0.2]),
    "mykerinos": np.array([20.0, 4.0, 80.0, 16.0, 0.6, 8.0, 3.0, 0.2]),
}


class ThinkingBot(Bot):
    """What greedy and search share: memory, weights and settings."""

    def __init__(self, style: str = "", **settings: float) -> None:
        self.style = style
        self.changes = settings
        self.game = ""

    def sit_down(self, view: View) -> None:
        """Make the memory for a game, once."""
        if view.game not in JUDGES:
            raise BotError(
                _("This bot plays {games}, not {game}.").format(
                    games=", ".join(JUDGES), game=view.game
                )
            )
        if self.game == view.game:
            return
        kernel, judge = view.kernel, JUDGES[view.game]
        self.game = view.game
        self.think = thinking(kernel)
        self.weights = weights_of(view.game, self.style)
        self.settings = SETTINGS[view.game].copy()
        self.pool = np.zeros(POOL, kernel.state)
        self.mask = np.zeros(kernel.mask_words, np.int64)
        self.other_mask = np.zeros(kernel.mask_words, np.int64)
        self.scratch = np.zeros(judge.scratch)
        self.values = np.zeros(OWNERS)
        self.totals = np.zeros(kernel.actions)

    def look(self, view: View, rng: random.Random) -> NDArray[np.int64]:
        """Put the view where compiled code sees it; returns a generator for it."""
        self.sit_down(view)
        self.pool[VIEW] = view.state
        return generator(rng.randbytes(KEY_BYTES))


class GreedyBot(ThinkingBot):
    """The action that looks best after one step, over a few imagined worlds."""

    about = N_("the action that looks best after one step")
    worlds = 4

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """The best of `view.legal` by estimate."""
        chance = self.look(view, rng)
        self.totals[:] = 0.0
        self.think.greedy(
            self.pool,
            view.seat,
            min(self.worlds, budget.worlds or self.worlds),
            self.settings,
            self.weights,
            chance,
            self.mask,
            self.other_mask,
            self.scratch,
            self.values,
            self.totals,
        )
        return max(view.legal, key=lambda action: self.totals[action.code])


class SearchBot(ThinkingBot):
    """Information-set tree search: one tree for a decision, over many imagined worlds."""

    about = N_("a tree of what may follow, over many imagined worlds")

    def sit_down(self, view: View) -> None:
        """Make the memory for a game and its trees, once."""
        fresh = self.game != view.game
        super().sit_down(view)
        if fresh:
            self.utility = np.zeros(OWNERS)
            self.found = np.zeros((view.kernel.actions, 2))
            self.path = np.zeros(64, np.int64)
            self.tree = np.zeros((NODES, WHOLE_COLUMNS), np.int64)
            self.reals = np.zeros((NODES, FRACTION_COLUMNS))
            self.open = np.ones(1, np.int64)
            self.pace = 1.0
            """Worlds a millisecond, as seen so far."""

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """The action that was gone down most; for sealed choices, drawn by the mean strategy."""
        start = time.perf_counter()
        chance = self.look(view, rng)
        self.grow(view.seat, budget, start, chance)
        return self.best(view, rng)

    def grow(self, seat: int, budget: Budget, start: float, chance: NDArray[np.int64]) -> None:
        """Grow a new tree for as long as the budget says."""
        self.clear()
        if budget.worlds is not None:
            self.run(seat, budget.worlds, chance)
        else:
            assert budget.milliseconds is not None
            self.run_until(seat, start + budget.milliseconds / 1e3, chance)

    def clear(self) -> None:
        """An empty tree."""
        self.tree[ROOT] = 0
        self.reals[ROOT] = 0.0
        self.open[0] = 1
        self.worlds_seen = 0
        self.decisions = 0

    def run_until(self, seat: int, end: float, chance: NDArray[np.int64]) -> None:
        """Imagine worlds until the time is up; the clock is looked at every few milliseconds."""
        number = max(1, int(self.pace))
        while True:
            before = time.perf_counter()
            self.run(seat, number, chance)
            now = time.perf_counter()
            self.pace = 0.5 * self.pace + 0.5 * number / max(1e3 * (now - before), 1e-3)
            left = 1e3 * (end - now)
            if left <= 0:
                return
            number = max(1, int(self.pace * min(CHUNK_MS, left)))

    def run(self, seat: int, worlds: int, chance: NDArray[np.int64]) -> None:
        """Imagine so many worlds."""
        self.decisions += self.think.simulate(
            self.pool,
            seat,
            worlds,
            self.cheats,
            self.settings,
            self.weights,
            chance,
            self.mask,
            self.other_mask,
            self.scratch,
            self.values,
            self.utility,
            self.found,
            self.path,
            self.tree,
            self.reals,
            self.open,
        )
        self.worlds_seen += worlds

    def best(self, view: View, rng: random.Random) -> Action:
        """What the tree says."""
        children = []
        child = int(self.tree[ROOT, FIRST_CHILD])
        while child:
            if self.tree[child, ACTOR] == view.seat:
                children.append(child)
            child = int(self.tree[child, NEXT])
        by_code = {action.code: action for action in view.legal}
        if self.tree[children[0], SEALED]:
            shares = [float(self.reals[child, STRATEGY]) for child in children]
            child = rng.choices(children, shares if sum(shares) > 0 else None)[0]
        else:
            child = max(
                children,
                key=lambda one: (
                    self.tree[one, VISITS],
                    self.reals[one, VALUE + view.seat],
                ),
            )
        return by_code[int(self.tree[child, ACTION])]


class OracleBot(SearchBot):
    """The same search with the true state: it cheats, to measure what hidden things are worth."""

    about = N_("the same tree with all cards open")
    cheats = True

    def show(self, state: State) -> None:
        """The true state, before the next choice."""
        self.truth = state

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """What search would do if it knew everything."""
        start = time.perf_counter()
        chance = self.look(view, rng)
        self.pool[VIEW] = self.truth
        self.grow(view.seat, budget, start, chance)
        return self.best(view, rng)
