"""What all thinking bots share, and `greedy`: the action that looks best after one step."""

from __future__ import annotations

import math
import random

from kerys.bots.base import Bot, Budget
from kerys.bots.evaluators import evaluator_of
from kerys.bots.search.compiled import thinking
from kerys.bots.search.workspace import (
    ACTION,
    ACTOR,
    FIRST_CHILD,
    NEXT,
    ROOT,
    VALUE,
    VIEW,
    VISITS,
    new_workspace,
)
from kerys.kernel.bits import has
from kerys.kernel.chance import KEY_BYTES, generator
from kerys.kernel.contract import Rules
from kerys.kernel.seats import ask_all
from kerys.locale import N_
from kerys.table.action import Action
from kerys.table.view import View

PLAYOUTS = 16
"""How many worlds are played to the end for each action, if the estimate doesn't look ahead."""
SEALED_WORLDS = 64
"""How many worlds a sealed choice is tried in: what others answer in secret differs in each."""
SEALED_HEAT = 0.4
"""How many points worse a sealed answer may be and still be chosen sometimes.

A bot that always gave the best answer could be read.
"""
WIN_POINTS = 20.0
"""How many points a win is worth, where heat is in points and results are chances."""


class ThinkingBot(Bot):
    """What greedy and search share: a workspace, weights and a style."""

    nodes = 1

    def __init__(self, style: str = "") -> None:
        self.style = style
        self.rules: Rules | None = None

    def look(self, view: View, rng: random.Random) -> None:
        """Copy the view into the workspace, which is created once per game.

        Answers that others have given in secret are open again: that they were given says nothing.
        So the last to answer thinks like the first.
        """
        if self.rules is not view.rules:
            self.rules = view.rules
            self.evaluator = evaluator_of(view.rules)
            self.prepare(view.rules)
        self.workspace.notes.chance[:] = generator(rng.randbytes(KEY_BYTES))
        self.workspace.pool[VIEW] = view.state
        if not self.cheats and self.is_secret():
            seen = self.workspace.pool[VIEW]
            ask_all(seen, seen.question)

    def prepare(self, rules: Rules) -> None:
        """Get the compiled functions and a workspace for a game."""
        self.think = thinking(rules)
        weights = self.evaluator.weights(self.style)
        self.workspace = new_workspace(rules, weights, self.room(rules))

    def is_secret(self) -> bool:
        """Whether everyone who is asked answers at once, in secret."""
        return bool(has(self.think.sealed, self.workspace.pool[VIEW].question))

    def room(self, rules: Rules) -> int:
        """How many nodes a tree may have."""
        return self.nodes


class GreedyBot(ThinkingBot):
    """The action that looks best after one step, over a few imagined worlds.

    With some heat it also takes other actions, less often the more points they cost. If a game has
    no estimate that looks ahead, the worlds are played to the end.
    """

    about = N_("the action that looks best after one step")
    worlds = 4

    def __init__(self, style: str = "", heat: float = 0.0) -> None:
        super().__init__(style)
        self.heat = heat

    def room(self, rules: Rules) -> int:
        """One node for each action, for worlds that are played to the end."""
        return 1 if self.evaluator.looks_ahead else 1 + rules.most_owners * rules.actions

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """The best of `view.legal` by estimate, or nearly."""
        self.look(view, rng)
        if self.evaluator.looks_ahead:
            worths = self._estimated(view, budget)
        else:
            worths = self._played_out(view, budget)
        best = max(worths.values())
        heat = max(self.heat, SEALED_HEAT if self.is_secret() else 0.0)
        if not heat:
            return next(action for action in view.legal if worths[action.code] == best)
        shares = [math.exp((worths[action.code] - best) / heat) for action in view.legal]
        return rng.choices(view.legal, shares)[0]

    def _estimated(self, view: View, budget: Budget) -> dict[int, float]:
        """What each action leads to by estimate, in points."""
        wanted = SEALED_WORLDS if self.is_secret() else self.worlds
        worlds = min(wanted, budget.worlds or wanted)
        self.think.greedy(*self.workspace[:2], view.seat, worlds)
        totals = self.workspace.notes.totals
        return {action.code: float(totals[action.code]) / worlds for action in view.legal}

    def _played_out(self, view: View, budget: Budget) -> dict[int, float]:
        """What each action has brought in worlds played to the end, in points of a win."""
        tree, reals, notes = self.workspace.tree, self.workspace.reals, self.workspace.notes
        tree[ROOT], reals[ROOT], notes.open, notes.depth = 0, 0.0, 1, 1
        worlds = PLAYOUTS * len(view.legal)
        self.think.simulate(*self.workspace, view.seat, min(worlds, budget.worlds or worlds))
        worths = dict.fromkeys((action.code for action in view.legal), 0.0)
        child = int(tree[ROOT, FIRST_CHILD])
        while child:
            if tree[child, ACTOR] == view.seat and tree[child, VISITS]:
                share = float(reals[child, VALUE + view.seat]) / int(tree[child, VISITS])
                worths[int(tree[child, ACTION])] = WIN_POINTS * share
            child = int(tree[child, NEXT])
        return worths
