"""What all thinking bots share, and `greedy`: the action that looks best after one step."""

from __future__ import annotations

import math
import random

from kerys.bots.base import Bot, BotError, Budget
from kerys.bots.evaluators import JUDGES, weights_of
from kerys.bots.search.compiled import thinking
from kerys.bots.search.workspace import VIEW, new_mind
from kerys.kernel.chance import KEY_BYTES, generator
from kerys.locale import N_, _
from kerys.table.action import Action
from kerys.table.view import View


class ThinkingBot(Bot):
    """What greedy and search share: a mind, weights and a style."""

    nodes = 1

    def __init__(self, style: str = "") -> None:
        self.style = style
        self.game = ""

    def look(self, view: View, rng: random.Random) -> None:
        """Put the view where compiled code sees it; the mind is made once for a game."""
        if view.game not in JUDGES:
            raise BotError(
                _("This bot plays {games}, not {game}.").format(
                    games=", ".join(JUDGES), game=view.game
                )
            )
        if self.game != view.game:
            self.game = view.game
            self.think = thinking(view.rules)
            self.mind = new_mind(view.rules, weights_of(view.game, self.style), self.nodes)
        self.mind.notes.chance[:] = generator(rng.randbytes(KEY_BYTES))
        self.mind.pool[VIEW] = view.state


class GreedyBot(ThinkingBot):
    """The action that looks best after one step, over a few imagined worlds.

    With some heat it takes others too, the less often the more points they cost.
    """

    about = N_("the action that looks best after one step")
    worlds = 4

    def __init__(self, style: str = "", heat: float = 0.0) -> None:
        super().__init__(style)
        self.heat = heat

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """The best of `view.legal` by estimate, or nearly."""
        self.look(view, rng)
        worlds = min(self.worlds, budget.worlds or self.worlds)
        best = int(self.think.greedy(*self.mind[:2], view.seat, worlds))
        if not self.heat:
            return next(action for action in view.legal if action.code == best)
        totals = self.mind.notes.totals
        costs = [(totals[best] - totals[action.code]) / worlds for action in view.legal]
        return rng.choices(view.legal, [math.exp(-cost / self.heat) for cost in costs])[0]
